"""Named policies in which editions differ. Steps ask these, never an edition's name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

_CITED = re.compile(r"\(([^()]+)\)")
"""Headings in a reason."""


class Edition:
    """Policies with the values that most editions share; an edition overrides what differs."""

    title: ClassVar[str] = ""
    offered: ClassVar[bool] = True
    """Whether people may start games of it: everything in its box can be played."""
    phases: ClassVar[tuple[str, ...]] = ("action", "combat", "upkeep", "cleanup")
    """Phases of a round, in order."""
    sectors_by_ring: ClassVar[tuple[str, ...]] = ("center", "inner", "middle", "outer")
    """Which stack a zone of ring 0, 1, 2, 3 and beyond draws from."""
    species_kinds: ClassVar[tuple[str, ...]] = ("terran",)
    """Kinds of species that tables play with which do not say otherwise."""
    wiped_out_are_eliminated: ClassVar[bool] = False
    """Whoever has neither disc nor ship on the board after combat leaves the game (else plays on,
    without placing discs)."""
    starting_cubes_from_tracks: ClassVar[bool] = True
    discarding_ends_turn: ClassVar[bool] = True
    """Explore: discarding the tile ends the turn at once (else only that activation)."""
    discovery_with_disc: ClassVar[bool] = True
    """The discovery tile of a sector goes to whoever places a disc there (else to the explorer
    or the winner of the battle)."""
    half_link_from_explored_place_only: ClassVar[bool] = True
    """With the wormhole generator, the placed tile must touch the place explored from."""
    colonize_in_reactions: ClassVar[bool] = False
    relift_same_sector: ClassVar[bool] = True
    """Influence: a disc may be lifted and put back on the same sector in one action (else each
    sector takes part in one disc move only)."""
    upgrade_activations_apart: ClassVar[bool] = False
    """Upgrade: each placement is an activation of its own, judged by itself (else one order is the
    whole action)."""
    aggression_on_entering: ClassVar[bool] = True
    """Relations break when a ship enters a place of the partner (else if one stands there when
    the action ends)."""
    treaty_makes_room: ClassVar[bool] = True
    """Reputation tiles leave a full track for an ambassador (else relations need an empty space)."""
    treaties_after_combat: ClassVar[bool] = True
    """Whom a disc placed after combat connects may offer relations then."""
    any_tech_settles_gray: ClassVar[bool] = True
    """Each technology for advanced squares opens the gray ones to every cube (else to cubes of
    its own colour)."""

    headings: ClassVar[Mapping[str, str]] = {}
    """Headings of the rule book where they are others than those that reasons name."""

    def cite(self, reason: str) -> str:
        """A reason with the headings of this edition's rule book in its parentheses."""
        return _CITED.sub(self._headings, reason)

    def _headings(self, cited: re.Match[str]) -> str:
        named = (self.headings.get(heading, heading) for heading in cited[1].split(", "))
        return f"({', '.join(dict.fromkeys(named))})"

    def stack_of_ring(self, ring: int) -> str:
        return self.sectors_by_ring[min(ring, len(self.sectors_by_ring) - 1)]
