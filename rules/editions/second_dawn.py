"""Eclipse: Second Dawn for the Galaxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.editions.base import Edition


class SecondDawn(Edition):
    title: ClassVar[str] = "Second Dawn"
    species_kinds: ClassVar[tuple[str, ...]] = ("terran", "alien")
    wiped_out_are_eliminated: ClassVar[bool] = True
    discarding_ends_turn: ClassVar[bool] = False
    discovery_with_disc: ClassVar[bool] = False
    half_link_from_explored_place_only: ClassVar[bool] = False
    colonize_in_reactions: ClassVar[bool] = True
    relift_same_sector: ClassVar[bool] = False
    upgrade_activations_apart: ClassVar[bool] = True
    aggression_on_entering: ClassVar[bool] = False
    treaty_makes_room: ClassVar[bool] = False
    treaties_after_combat: ClassVar[bool] = False
    any_tech_settles_gray: ClassVar[bool] = False
    headings: ClassVar[Mapping[str, str]] = {
        "Advanced Squares": "Colony Ships",
        "Artifact Key": "Research",
        "Attacking Population": "Attack Population",
        "Breaking Diplomatic Relations": "Diplomacy",
        "Build Action": "Build",
        "Building Costs": "Build",
        "Building Restrictions": "Build",
        "Cleanup 2": "Cleanup Phase",
        "Component Limitations": "Limited Components",
        "Diplomatic Relations": "Diplomacy",
        "Engagement Round": "Resolving a Battle",
        "Explore Action": "Explore",
        "FAQ": "Influence",
        "Game Setup 9": "Game Setup",
        "Hitting & Damage": "Hitting",
        "Influence Action": "Influence",
        "Influence Discs": "Taking an Action",
        "Influencing": "Influence Sectors",
        "Initiative & Dice": "Attacking",
        "Initiative & Dice Rolling": "Attacking",
        "Move Action": "Move",
        "Movement Restrictions": "Move",
        "Rare Techs": "Research",
        "Removing a Disc": "Influence",
        "Reputation Tiles": "After a Battle",
        "Research Action": "Research",
        "Ship Parts": "Upgrade",
        "Types of Squares & Orbitals": "Colony Ships",
        "Upgrade Action": "Upgrade",
        "Upkeep": "Civilization Upkeep",
    } | {f"Explore {step}": "Explore" for step in range(1, 7)}
