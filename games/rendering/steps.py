"""What the composer shows: kinds of orders, steps taken, candidates."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rendering import battles
from games.rendering.consequences import Fact
from games.rendering.designer import Design
from games.rendering.galaxy import Ghost, Mark
from games.rendering.settling import Settling
from games.rendering.ways import Way
from rules.decisions import Decision
from rules.orders import Order

MOST_ANSWERS = 4
"""Kinds of orders that are offered below the question, too."""


@dataclass(frozen=True)
class Kind:
    """A kind of order on the action bar. ``href`` is empty while it is not possible; ``direct``:
    the order has no fields and is given by a button."""

    tag: str
    label: str
    symbol: str
    hint: str
    href: str
    current: bool
    direct: bool


@dataclass(frozen=True)
class Done:
    """A step taken. ``href`` leads back to it; ``warning``: what it costs for good; ``hint``: what
    has to be known for the next step."""

    question: str
    answer: str
    href: str
    warning: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Candidate:
    """A possible next step."""

    label: str
    hint: str
    href: str
    picture: str = ""


@dataclass(frozen=True)
class Owed:
    """One of several decisions that a seat owes, with what it asks; ``current``: the one shown."""

    id: str
    question: str
    current: bool


@dataclass(frozen=True)
class DieSelect:
    """One die to assign. ``ships``: (value, text, whether it is suggested)."""

    number: int
    die: battles.RolledDie
    ships: list[tuple[str, str, bool]]


@dataclass
class Composer:
    """Everything the page needs to ask a seat one decision. ``after_passing``: whether a seat that
    passes is asked again; ``change_reactions``: where that is changed. ``refused``: what is not
    possible now, with the reason."""

    decision: Decision
    question: str
    kinds: list[Kind]
    rights: list[Kind]
    tag: str = ""
    label: str = ""
    path: str = ""
    steps: list[Done] = field(default_factory=list)
    asked: str = ""
    candidates: list[Candidate] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    listed: list[tuple[str, str]] = field(default_factory=list)
    dice: list[DieSelect] = field(default_factory=list)
    design: Design | None = None
    order: Order | None = None
    says: str = ""
    notation: str = ""
    facts: list[Fact] = field(default_factory=list)
    fault: str = ""
    marks: dict[str, Mark] = field(default_factory=dict)
    ghost: Ghost | None = None
    way: Way = ()
    default: str = ""
    owed: list[Owed] = field(default_factory=list)
    """All decisions that the seat owes, where there are several."""
    after_passing: str = ""
    change_reactions: str = ""
    settle: list[Settling] = field(default_factory=list)

    @property
    def answers(self) -> list[Kind]:
        """The kinds that answer a question with few answers, to be given where it stands."""
        if self.tag or self.decision.kind in ("turn", "reaction", "end_turn"):
            return []
        open_now = [kind for kind in self.kinds if kind.href]
        return open_now if len(open_now) <= MOST_ANSWERS else []

    @property
    def forced(self) -> bool:
        """Whether only one kind of order can be given."""
        return len(self.kinds) == 1 and bool(self.tag) and self.kinds[0].tag == self.tag
