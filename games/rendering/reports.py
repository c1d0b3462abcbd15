"""A battle as pages show it: fleets with their hulls, rounds of volleys, dice with their sums."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Hull:
    """A ship with its boxes: ``damage`` of ``boxes`` are filled; ``gone``: destroyed or left."""

    name: str
    damage: int
    boxes: int
    gone: str = ""

    @property
    def filled(self) -> list[bool]:
        return [n < self.damage for n in range(self.boxes)]


@dataclass
class Squad:
    """Ships of one type of one party, with their sums."""

    kind: str
    title: str
    number: int
    stats: list[tuple[str, str, str]]
    dice: list[tuple[str, bool]]
    hulls: list[Hull]


@dataclass
class Side:
    """One party of a battle."""

    owner: int
    name: str
    colour: str
    own: bool
    role: str
    squads: list[Squad]


@dataclass(frozen=True)
class Die:
    """A rolled die: the sum that decides, and what it did. ``waits``: it can hit, but whom has not
    been said yet."""

    colour: str
    face: int
    missile: bool
    sums: str
    hit: bool
    result: str
    waits: bool = False


@dataclass
class Volley:
    """Dice that ships of one type rolled together, and what came of them. ``own``: the reader's;
    ``against``: at the reader's ships."""

    name: str
    colour: str
    own: bool
    against: bool
    ships: str
    missile: bool
    dice: list[Die] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class Round:
    """What happened in one round, 0 being that of the missiles; ``notes`` before any dice."""

    number: int
    volleys: list[Volley] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """A sentence after the last dice."""
        (self.volleys[-1].notes if self.volleys else self.notes).append(text)


@dataclass(frozen=True)
class Bar:
    """Chances of two parties: the first one's whole percents, and both in words."""

    percent: int
    first: str
    second: str


@dataclass
class Clash:
    """One battle of two parties. ``chances`` before the first die; ``result`` is empty while it
    goes on."""

    attacker: Side
    defender: Side
    rounds: list[Round]
    result: str = ""
    chances: Bar | None = None


@dataclass
class Report:
    """All battles of a sector in one combat phase and what followed: attacks on the population,
    draws of reputation tiles as far as the reader may know."""

    sector: str
    clashes: list[Clash]
    aftermath: list[str]

    @property
    def newest(self) -> Clash:
        """The battle that is fought now, or was last."""
        return self.clashes[-1]

    @property
    def running(self) -> bool:
        return bool(self.clashes) and not self.clashes[-1].result
