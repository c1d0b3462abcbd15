"""Sector tiles as they are printed: faces, and the places into which some are divided."""

from typing import Literal

import msgspec

SquareKind = Literal["money", "science", "materials", "gray"]
Ring = Literal["center", "inner", "middle", "outer", "starting", "guardian", "part", "back"]
"""Stacks and places of tiles; a `part` belongs to another tile, a `back` is the other face of
one: neither is ever in a stack."""
ActionSlot = Literal["move", "upgrade", "build"]


class Square(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A population square of a sector; `gray` accepts a cube from any population track.

    `start` marks a square that receives a cube during setup.
    """

    kind: SquareKind
    advanced: bool = False
    start: bool = False

    @property
    def name(self) -> str:
        """The kind, with a star if the square needs an advanced technology: `science*`."""
        return f"{self.kind}*" if self.advanced else self.kind


class SectorTile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One face of a sector hex, or one part of a divided hex.

    `wormholes` are edge numbers of the unrotated tile: 0 is the top edge of the flat-topped hex
    with its number upright, then clockwise to 5. `home_of` is the species that starts here.
    `features` names kinds of special sectors.
    """

    id: str
    name: str
    ring: Ring
    vp: int
    wormholes: tuple[int, ...]
    squares: tuple[Square, ...] = ()
    artifacts: int = 0
    discovery: bool = False
    ancients: int = 0
    guardian: bool = False
    gcds: bool = False
    warp_portal: bool = False
    features: tuple[str, ...] = ()
    home_of: str | None = None
    parts: tuple[str, ...] = ()
    """The entries of its parts, for a tile divided into several places."""
    edges: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    """Edges of the hex that the place touches."""
    joined: tuple[str, ...] = ()
    """Other parts of the same tile that wormholes inside it lead to."""
    disc: bool = True
    """Whether it has a place for an influence disc."""
    structures: bool = True
    """Whether orbitals and monoliths may stand here."""
    discovery_to: Literal["explorer", "entering", "combat"] = "explorer"
    """Who takes its discovery tile: whoever explores or wins the sector by the edition's rule,
    the first ship that enters, or only ships that are there when combat ends."""
    halts: bool = False
    """Whether a ship that enters ends its movement."""
    slots: tuple[ActionSlot, ...] = ()
    """Action slots in place of the influence slot; a disc starts on the first one."""
    returns_to: Literal["inner", "frontier"] | None = None
    """Where ships come back that left the board here: to sectors of the inner ring, or to sectors
    with a wormhole that faces an unexplored zone."""
    back: str | None = None
    """The entry of its other face, if it can be flipped."""
