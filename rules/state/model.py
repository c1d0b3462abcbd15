"""Plain values that make up the state of a game.

Only ``rules.fold`` changes them. Nothing here knows rules, content or chance.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.state.frames import Frame

NPC = -1
"""Owner of ancients, guardians and the Galactic Center's defence."""

RESOURCES = ("money", "science", "materials")


class RulesetSpec(msgspec.Struct, frozen=True):
    """Names an edition, the modules added to it and the options of the table."""

    edition: str
    modules: tuple[str, ...] = ()
    options: dict[str, Any] = {}


class Stock(msgspec.Struct):
    """A number for each kind of resource: stored units, or cubes on a track."""

    money: int = 0
    science: int = 0
    materials: int = 0

    def of(self, kind: str) -> int:
        return int(getattr(self, kind))

    def add(self, kind: str, amount: int) -> None:
        setattr(self, kind, getattr(self, kind) + amount)

    def total(self) -> int:
        return self.money + self.science + self.materials


class Ambassador(msgspec.Struct):
    """An ambassador tile received from another seat, with one of that seat's cubes on it."""

    seat: int


class Proposal(msgspec.Struct, frozen=True):
    """``seat`` offers ``to`` diplomatic relations, with a cube from its ``track``. A refused one
    lies there until the next turn of its seat, so that it is not repeated at once."""

    seat: int
    to: int
    track: str
    refused: bool = False


class Seat(msgspec.Struct):
    """One player's boards."""

    species: str = ""
    home: str = ""
    storage: Stock = msgspec.field(default_factory=Stock)
    cubes: Stock = msgspec.field(default_factory=Stock)
    """Cubes on the population tracks."""
    graveyard: Stock = msgspec.field(default_factory=Stock)
    discs: int = 0
    """Discs on the influence track, stacked extra discs included."""
    action_discs: dict[str, int] = {}
    """Discs on the action spaces of this round (``reaction`` for reactions)."""
    colony_ships: int = 0
    """Colony ships ready for use."""
    used_colony_ships: int = 0
    techs: dict[str, list[str]] = {}
    """Technologies by track, in the order taken."""
    tiles: dict[str, list[str | None]] = {}
    """Part tiles on the blueprints, by ship type and slot; ``None`` shows the printed square."""
    beside: dict[str, str] = {}
    """Parts that lie beside the slots of a blueprint for good, by ship type."""
    kept_parts: list[str] = []
    """Ancient parts beside the board."""
    kept_discoveries: list[str] = []
    scoring_discoveries: list[str] = []
    """Discovery tiles in use that score at the end."""
    reputation: list[int] = []
    """Values of reputation tiles on the track; 0 in a view that may not know them."""
    drawn: list[int] = []
    """Reputation tiles in the hand, while choosing."""
    ambassadors: list[Ambassador] = []
    """Ambassador tiles of others on the own track."""
    spare_ambassadors: int = 0
    traitor: bool = False
    passed: bool = False
    out: str = ""
    """Empty while playing; else ``collapsed``, ``eliminated`` or ``resigned``."""
    out_score: int | None = None
    out_lines: list[Line] = []
    """How the score of a seat that left came about."""
    preferences: dict[str, str] = {}


class Ship(msgspec.Struct):
    """A ship on the board. Ids are never used again."""

    id: int
    owner: int
    kind: str
    sector: str
    damage: int = 0
    retreat: str = ""
    """Sector to which the ship is retreating, or an empty text."""


class Away(msgspec.Struct):
    """A ship that has left the board in the sector ``source`` and comes back in ``back``, the
    number of a round; it still belongs to its owner's fleet."""

    ship: Ship
    source: str
    back: int


class Sector(msgspec.Struct):
    """A place in the galaxy: a sector tile or, where a tile is divided, one of its parts."""

    id: str
    zone: str
    orientation: int = 0
    disc: int | None = None
    cubes: list[str] = []
    """Names of the squares that hold a cube of the disc's owner."""
    discovery: bool = False
    """Whether a face-down discovery tile lies here."""
    orbital: bool = False
    monolith: bool = False
    ships: list[int] = []
    """Ships in order of entry."""
    slot: str = ""
    """Action slot that the disc was moved to, where the tile has any; empty: the first one."""
    activated: int = 0
    """Round in which a slot of the tile was last activated."""


class Supply(msgspec.Struct):
    """What lies beside the galaxy. Bags and stacks are multisets: no order exists."""

    tech_bag: dict[str, int] = {}
    techs: dict[str, int] = {}
    """Tiles on the supply board, by technology."""
    unseen: dict[str, list[str]] = {}
    """Tiles that may still come from a ring's stack, by ring, sorted."""
    stacks: dict[str, int] = {}
    """Tiles left in a ring's stack."""
    discards: dict[str, list[str]] = {}
    discoveries: dict[str, int] = {}
    """Discovery tiles whose face nobody has seen, whether in the supply or on the board."""
    discovery_pile: int = 0
    """Discovery tiles left in the supply."""
    reputation: dict[int, int] = {}
    reputation_left: int = 0
    ancients: int = 0
    discarded_discoveries: dict[str, int] = {}
    """Discovery tiles that were turned up and could not be used."""


class Pending(msgspec.Struct, frozen=True):
    """A decision that is open. ``subject`` tells two decisions of one kind apart."""

    id: str
    seat: int
    kind: str
    subject: str = ""


class Line(msgspec.Struct, frozen=True):
    """One line of a sum that can be explained: a score, a cost, a limit."""

    source: str
    amount: int


class Score(msgspec.Struct):
    seat: int
    lines: list[Line]
    total: int
    tie_break: int
    place: int


class GameState(msgspec.Struct):
    """All of a game that the rules can see."""

    ruleset: RulesetSpec
    seq: int = 0
    """Number of the newest event folded into this state."""
    round: int = 0
    phase: str = "setup"
    start_seat: int = 0
    next_start: int | None = None
    """Seat that passed first this round."""
    turn_order: list[int] = []
    seats: list[Seat] = []
    sectors: dict[str, Sector] = {}
    zones: dict[str, str] = {}
    """Tile by zone: its number is the sector's, unless the tile is divided into places."""
    faces: dict[str, str] = {}
    """What sectors show whose tiles have been flipped."""
    warp_portals: dict[str, int] = {}
    """Warp portal tiles, by the sector they lie on: points for whoever controls it at the end.
    Portals printed on a sector are not among them."""
    ships: dict[int, Ship] = {}
    away: dict[int, Away] = {}
    """Ships that are off the board for a while."""
    next_ship: int = 1
    npc_blueprints: dict[str, str] = {}
    """Blueprint in use for each kind of ship without a player that has several."""
    supply: Supply = msgspec.field(default_factory=Supply)
    frames: list[Frame] = []
    """The flow: which steps are open, innermost last."""
    pending: list[Pending] = []
    proposals: list[Proposal] = []
    draws: dict[str, int] = {}
    """Outcomes taken from each stream of chance so far."""
    redraw: int = 0
    paused: bool = False
    finished: bool = False
    scores: list[Score] = []
