"""Eclipse: Second Dawn for the Galaxy."""

from __future__ import annotations

from typing import ClassVar

from rules.editions.base import Edition


class SecondDawn(Edition):
    title: ClassVar[str] = "Second Dawn"
    offered: ClassVar[bool] = False
    species_kinds: ClassVar[tuple[str, ...]] = ("terran", "alien")
    wiped_out_are_eliminated: ClassVar[bool] = True
    discarding_ends_turn: ClassVar[bool] = False
    discovery_with_disc: ClassVar[bool] = False
    half_link_from_explored_place_only: ClassVar[bool] = False
    colonize_in_reactions: ClassVar[bool] = True
    relift_same_sector: ClassVar[bool] = False
    aggression_on_entering: ClassVar[bool] = False
    treaty_makes_room: ClassVar[bool] = False
    treaties_after_combat: ClassVar[bool] = False
    any_tech_settles_gray: ClassVar[bool] = False
