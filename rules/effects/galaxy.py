"""Effects on the galaxy: sectors, discs, cubes, structures and ships on the move."""

from __future__ import annotations

from typing import Union

from rules.effects.base import ChanceEffect, Effect


class SectorRevealed(ChanceEffect, frozen=True, tag="sector_revealed"):
    """A tile of the ring's stack was turned up for a zone."""

    ring: str
    zone: str
    sector: str


class SectorDiscarded(Effect, frozen=True, tag="sector_discarded"):
    ring: str
    sector: str


class StackRefilled(Effect, frozen=True, tag="stack_refilled"):
    """The discards of a ring became its stack."""

    ring: str


class SectorPlaced(Effect, frozen=True, tag="sector_placed"):
    sector: str
    zone: str
    orientation: int
    discovery: bool = False
    """A face-down discovery tile was put on it."""
    tile: str = ""
    """The tile, if ``sector`` is one of the places that it is divided into."""


class DiscPlaced(Effect, frozen=True, tag="disc_placed"):
    """A disc of ``seat`` went to a sector, from the track or (``source``) another sector."""

    seat: int
    sector: str
    source: str = ""


class DiscRemoved(Effect, frozen=True, tag="disc_removed"):
    """A disc left a sector, to the influence track or (``lifted``) to another sector."""

    seat: int
    sector: str
    lifted: bool = False


class CubePlaced(Effect, frozen=True, tag="cube_placed"):
    """A cube went from a population track to a square; ``colony``: by a colony ship."""

    seat: int
    sector: str
    square: str
    track: str
    colony: bool = True


class CubeLeft(Effect, frozen=True, tag="cube_left"):
    """A cube left a square; where it went, ``CubeReturned`` says."""

    seat: int
    sector: str
    square: str


class StructureBuilt(Effect, frozen=True, tag="structure_built"):
    """``unit`` is ``orbital`` or ``monolith``."""

    seat: int
    unit: str
    sector: str


class WarpPortalPlaced(Effect, frozen=True, tag="warp_portal_placed"):
    """A warp portal tile went to a sector; ``vp`` points go to whoever controls it at the end."""

    seat: int
    sector: str
    vp: int


class ShipPlaced(Effect, frozen=True, tag="ship_placed"):
    """A new ship came onto the board; ``owner`` -1 is a non-player. ``reason``: ``built``,
    ``start``, ``discovery``, ``guards``."""

    ship: int
    owner: int
    kind: str
    sector: str
    reason: str = "built"


class ShipMoved(Effect, frozen=True, tag="ship_moved"):
    """A ship went along ``route`` (sectors entered, the last one is where it stays)."""

    ship: int
    seat: int
    kind: str
    source: str
    route: tuple[str, ...]


GalaxyEffect = Union[
    SectorRevealed, SectorDiscarded, StackRefilled, SectorPlaced, DiscPlaced, DiscRemoved,
    CubePlaced, CubeLeft, StructureBuilt, WarpPortalPlaced, ShipPlaced, ShipMoved,
]  # fmt: skip
