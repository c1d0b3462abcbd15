"""Effects on the boards of a seat: resources, discs, cubes, technologies, parts, reputation."""

from __future__ import annotations

from typing import Union

from rules.effects.base import ChanceEffect, Effect


class Paid(Effect, frozen=True, tag="paid"):
    """``seat`` paid from its storage; ``reason`` is a fixed word (``build``, ``research``...)."""

    seat: int
    reason: str
    money: int = 0
    science: int = 0
    materials: int = 0


class Gained(Effect, frozen=True, tag="gained"):
    seat: int
    reason: str
    money: int = 0
    science: int = 0
    materials: int = 0


class UpkeepPaid(Effect, frozen=True, tag="upkeep_paid"):
    """``seat`` collected its money ``income`` and paid its ``upkeep``."""

    seat: int
    income: int
    upkeep: int


class Traded(Effect, frozen=True, tag="traded"):
    seat: int
    give: str
    gave: int
    gain: str
    gained: int


class DiscSpent(Effect, frozen=True, tag="disc_spent"):
    """A disc went from the influence track to an action space (``reaction`` after passing)."""

    seat: int
    action: str


class DiscsGained(Effect, frozen=True, tag="discs_gained"):
    """Extra discs came onto the influence track."""

    seat: int
    count: int


class ActionDiscsReturned(Effect, frozen=True, tag="action_discs_returned"):
    seat: int


class ColonyShipsRefreshed(Effect, frozen=True, tag="colony_ships_refreshed"):
    seat: int
    count: int


class CubeReturned(Effect, frozen=True, tag="cube_returned"):
    """A cube on its way home reached a population track or (``graveyard``) a graveyard."""

    seat: int
    track: str
    graveyard: bool = False


class GraveyardEmptied(Effect, frozen=True, tag="graveyard_emptied"):
    """Cubes left the graveyard of ``kind`` for the population track ``track``."""

    seat: int
    kind: str
    track: str
    count: int


class TechTaken(Effect, frozen=True, tag="tech_taken"):
    """A technology tile moved from the supply board to a track of ``seat``."""

    seat: int
    tech: str
    track: str


class TechsDrawn(ChanceEffect, frozen=True, tag="techs_drawn"):
    """Tiles went from the bag to the supply board."""

    techs: tuple[str, ...]


class PartReturned(Effect, frozen=True, tag="part_returned"):
    """A part tile was lifted; ``slot`` counts from 0."""

    seat: int
    ship: str
    slot: int
    part: str


class PartPlaced(Effect, frozen=True, tag="part_placed"):
    """A part tile was placed, on the slot after the last one if it lies beside the slots;
    ``kept``: it lay beside the board."""

    seat: int
    ship: str
    slot: int
    part: str
    kept: bool = False


class PartSetAside(Effect, frozen=True, tag="part_set_aside"):
    seat: int
    part: str


class DiscoveryRevealed(ChanceEffect, frozen=True, tag="discovery_revealed"):
    """``seat`` turned up the discovery tile of a sector, or (``drawn``) one of the supply whose
    face counts for that sector."""

    seat: int
    sector: str
    discovery: str
    drawn: bool = False


class DiscoveryDiscarded(Effect, frozen=True, tag="discovery_discarded"):
    """What was turned up cannot be placed in the sector; the tile was put aside for another."""

    seat: int
    sector: str
    discovery: str


class DiscoveriesReturned(Effect, frozen=True, tag="discoveries_returned"):
    """The supply had run out: the discarded discovery tiles became the supply."""


class DiscoveryKept(Effect, frozen=True, tag="discovery_kept"):
    """The tile is kept for its victory points."""

    seat: int
    discovery: str


class DiscoveryUsed(Effect, frozen=True, tag="discovery_used"):
    """``scores``: the tile stays with the seat and scores at the end."""

    seat: int
    discovery: str
    scores: bool = False


class ReputationDrawn(ChanceEffect, frozen=True, tag="reputation_drawn"):
    """``seat`` drew ``count`` reputation tiles into its hand; the values are its secret."""

    seat: int
    count: int
    values: tuple[int, ...] = ()

    @property
    def audience(self) -> int | None:
        return self.seat

    def shadow(self) -> Effect | None:
        return ReputationDrawn(self.seat, self.count, stream=self.stream)


class ReputationDealt(ChanceEffect, frozen=True, tag="reputation_dealt"):
    """``seat`` drew ``count`` reputation tiles onto its track at setup; the values are its
    secret."""

    seat: int
    count: int
    values: tuple[int, ...] = ()

    @property
    def audience(self) -> int | None:
        return self.seat

    def shadow(self) -> Effect | None:
        return ReputationDealt(self.seat, self.count, stream=self.stream)


class ReputationSettled(Effect, frozen=True, tag="reputation_settled"):
    """The hand went back to the bag but for the tile that was kept (0: none); ``returned`` left
    the track for it (0: none). Everybody sees only how many tiles lie on the track."""

    seat: int
    held: int
    """Tiles on the track afterwards."""
    kept: int = 0
    returned: int = 0

    @property
    def audience(self) -> int | None:
        return self.seat

    def shadow(self) -> Effect | None:
        return ReputationSettled(self.seat, self.held)


BoardEffect = Union[
    Paid, Gained, UpkeepPaid, Traded, DiscSpent, DiscsGained, ActionDiscsReturned, ColonyShipsRefreshed,
    CubeReturned, GraveyardEmptied, TechTaken, TechsDrawn, PartReturned, PartPlaced, PartSetAside,
    DiscoveryRevealed, DiscoveryDiscarded, DiscoveriesReturned, DiscoveryKept, DiscoveryUsed, ReputationDrawn, ReputationDealt,
    ReputationSettled,
]  # fmt: skip
