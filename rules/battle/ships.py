"""Ships as a battle sees them, and the order in which their types act."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

Side = Literal["attacker", "defender"]

MOST_ROUNDS = 100
"""Engagement rounds after which a battle with ships that repair themselves is a stalemate."""


class ShipStats(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over a ship type's blueprint.

    `hull` is the damage a ship survives: one more destroys it. One entry of `cannons` and
    `missiles` is one die of that colour. `energy` is production minus consumption. `repair` is the
    damage that comes off each ship at the end of each engagement round, `jumps` are the steps
    of one move that need no wormhole.
    """

    initiative: int
    hull: int = 0
    computer: int = 0
    shield: int = 0
    cannons: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    movement: int = 0
    energy: int = 0
    repair: int = 0
    jumps: int = 0


class ShipGroup(msgspec.Struct, frozen=True):
    """All ships of one type on one side of a battle; `size_rank` is 0 for the largest size."""

    side: Side
    type: str
    size_rank: int
    stats: ShipStats


class Target(msgspec.Struct, frozen=True):
    """A ship that dice may be assigned to, with the damage that it bears already.

    `key` names it for the caller and must differ from target to target. `size_rank` is 0 for the
    largest size; equal sizes share a rank.
    """

    key: int | str
    size_rank: int
    hull: int
    shield: int
    damage: int = 0

    @property
    def remaining(self) -> int:
        """Points of damage that destroy the ship now; none are left of a destroyed one."""
        return max(0, self.hull + 1 - self.damage)


def can_destroy(points: int, ships: Iterable[Target], repair: int) -> bool:
    """Whether a side that does at most `points` of damage in an engagement round could ever
    destroy one of the ships, each of which repairs `repair` points after a round."""
    return points > repair or any(points >= ship.remaining for ship in ships if points)


def size_ranks(order: Sequence[Sequence[str]]) -> dict[str, int]:
    """The rank of each ship type, 0 for the largest, from groups of equal size, largest first."""
    return {kind: rank for rank, kinds in enumerate(order) for kind in kinds}


def initiative_order(groups: Iterable[ShipGroup]) -> tuple[ShipGroup, ...]:
    """Ship types of both sides in the order in which they act (rule section Initiative).

    Highest initiative first, ties in the defender's favour. Types of one side with the same
    initiative act from small to large, as in the rule book's example of a battle, and if they
    are of equal size too, by name.
    """
    return tuple(
        sorted(
            groups,
            key=lambda group: (
                -group.stats.initiative,
                group.side == "attacker",
                -group.size_rank,
                group.type,
            ),
        )
    )
