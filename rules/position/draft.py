"""What a position file says, before anything is filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.content.schema import Catalog
from rules.ruleset import Ruleset
from rules.state.frames import Frame
from rules.state.model import Pending, Score


@dataclass(slots=True)
class PlayerDraft:
    """``given``: values of the seat's fields, those of stocks as numbers by kind."""

    species: str
    line: int
    given: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class SectorDraft:
    """``ships``: fields of ships but for their sector, in order of entry; ids may be missing.
    ``face``: what the flipped tile shows; ``away``: such fields of ships that left the board here,
    each with the round of its return."""

    id: str
    line: int
    given: dict[str, Any] = field(default_factory=dict)
    ships: list[dict[str, Any]] = field(default_factory=list)
    face: str = ""
    away: list[tuple[dict[str, Any], int]] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """``turn``: the seat that moves, where no flow is given."""

    edition: str = ""
    modules: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    turn: int | None = None
    players: list[PlayerDraft] = field(default_factory=list)
    sectors: dict[str, SectorDraft] = field(default_factory=dict)
    supply: dict[str, Any] = field(default_factory=dict)
    frames: list[Frame] | None = None
    pending: list[Pending] | None = None
    draws: dict[str, int] = field(default_factory=dict)
    scores: list[Score] = field(default_factory=list)


class Names:
    """What can be named with a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        catalog: Catalog = rules.catalog
        self.catalog = catalog
        self.species = tuple(catalog.species)
        self.techs = tuple(catalog.techs)
        self.parts = tuple(catalog.parts)
        self.sectors = tuple(catalog.sectors)
        self.places = tuple(rules.tile_of)
        """Sectors of a galaxy: tiles, and the parts of those that are divided."""
        self.tiles = tuple(rules.places)
        self.divided = {t: parts for t, parts in rules.places.items() if len(parts) > 1}
        self.discoveries = tuple(catalog.discoveries)
        self.npcs = rules.npc_kinds
        self.tracks = tuple(dict.fromkeys(t.track for t in catalog.techs.values()))
        self.rings = tuple(dict.fromkeys(catalog.sectors[tile].ring for tile in self.tiles))
        boards = catalog.species.values()
        self.ships = tuple(dict.fromkeys(kind for s in boards for kind in s.blueprints))
        self.spaces = (*dict.fromkeys(a for s in boards for a in s.activations), "reaction")
        tiles = catalog.sectors.values()
        squares = dict.fromkeys(square.name for tile in tiles for square in tile.squares)
        self.squares = (*squares, "orbital")
        self.faces = tuple(tile.back for tile in tiles if tile.back)
        self.slots = tuple(dict.fromkeys(slot for tile in tiles for slot in tile.slots))
        self.values = tuple(map(str, catalog.setup.reputation_bag))
        self.phases = ("setup", *rules.edition.phases, "ended")
