"""Effects of Galactic Events."""

from __future__ import annotations

from typing import Union

from rules.effects.base import ChanceEffect, Effect


class SectorsLeftOut(ChanceEffect, frozen=True, tag="sectors_left_out"):
    """Tiles that this game is played without: only one black hole is used."""

    ring: str
    sectors: tuple[str, ...]


class SlotActivated(Effect, frozen=True, tag="slot_activated"):
    """``seat`` moved the disc of a pulsar sector to the action slot ``slot``."""

    seat: int
    sector: str
    slot: str


class ShipSwallowed(ChanceEffect, frozen=True, tag="ship_swallowed"):
    """A ship entered a black hole and left the board; it took ``damage`` and returns in the round
    ``back``, which is the current one if it returns at once."""

    ship: int
    seat: int
    kind: str
    sector: str
    damage: int
    back: int

    @property
    def face(self) -> int:
        """What the die shows: 1 is the blank face, 6 the burst."""
        return self.draws[0] + 1


class ShipReturned(Effect, frozen=True, tag="ship_returned"):
    """A ship came back from the black hole ``source`` to ``sector``."""

    ship: int
    seat: int
    kind: str
    source: str
    sector: str


class ShipLost(Effect, frozen=True, tag="ship_lost"):
    """A ship did not come back from a black hole: its owner has it again to build.

    ``reason``: ``destroyed`` (by the damage of the journey), ``late`` (it would return after the
    last round), ``nowhere`` (no sector takes it), ``missed`` (it was not brought back in time).
    """

    ship: int
    seat: int
    kind: str
    source: str
    reason: str


class SupernovaRolled(ChanceEffect, frozen=True, tag="supernova_rolled"):
    """Two dice for a supernova in upkeep. ``seat`` controls it (``None``: nobody does) and adds
    ``techs``, its technologies on the track where it has most; below the round it explodes."""

    sector: str
    seat: int | None
    techs: int
    total: int
    explodes: bool

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show: 1 is the blank face, 6 the burst; both count nothing."""
        return tuple(draw + 1 for draw in self.draws)


class SupernovaExploded(Effect, frozen=True, tag="supernova_exploded"):
    """The tile was flipped to the face ``back``; ``ships`` and all structures are gone."""

    sector: str
    back: str
    ships: tuple[int, ...] = ()


GalacticEventsEffect = Union[
    SectorsLeftOut, SlotActivated, ShipSwallowed, ShipReturned, ShipLost, SupernovaRolled,
    SupernovaExploded,
]  # fmt: skip
