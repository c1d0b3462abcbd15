"""What somebody must choose now, and the tree of candidates that is the only source of legality.

A ``Choice`` gives, for the fields chosen so far, the candidates of the next field. An order is
legal exactly when every field is a candidate. Enumeration, validation, the notation, forms, the
API and random players all walk this tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, overload

from rules.expansions.asked import ASKED as EXPANSIONS
from rules.orders import END, Atom, Order

Prefix = tuple[Atom, ...]
Reword = Callable[[str], str]


ASKED = {
    "species": "Choose a board (Game Setup).",
    "turn": "It is your turn: take one action or pass (Action Phase).",
    "reaction": "You have passed: react with upgrade, build or move, or pass again (Reactions).",
    "end_turn": "Your action is over: use colony ships, trade, or end the turn (Action Phase).",
    "explore": "Explore another zone or end the action (Explore Action).",
    "explored": "Place the tile that was turned up or discard it (Explore 2).",
    "control": "Say where to place an influence disc, or decline (Influencing, Explore 6).",
    "discovery": "Use the discovery tile or keep it for its points (Discovery Tiles).",
    "fit_part": "Fit the ancient part on a blueprint or set it aside (Discovery Tiles).",
    "ancient_tech": "Choose the technology that the tile gives (Discovery Tiles).",
    "influence": "Move another disc or end the action (Influence Action).",
    "research": "Research another technology or end the action (Research Action).",
    "artifact": "Choose the resource for an artifact: it is taken immediately (Artifact Key).",
    "bonus": "Choose the resource that the discovery tile gives (Discovery Tiles).",
    "portal": "Choose the sector that the warp portal goes to (Warp Portals).",
    "upgrade": "Place one more part, returning any, or end the action (Upgrade Action).",
    "build": "Build something more or end the action (Build Action).",
    "move": "Move another ship or end the action (Move Action).",
    "return_cube": "Choose the track that a cube returns to (Removing a Disc, Cleanup Phase).",
    "battle": "The ship type whose turn it is attacks or retreats (Engagement Round).",
    "stalemate": "Nobody can hurt anybody: retreat, or the ships are destroyed (Stalemate).",
    "assign": "Assign the dice that hit to enemy ships (Initiative & Dice Rolling).",
    "reputation": "Choose the reputation tile to keep (Reputation Tiles).",
    "bombard": "Attack the population or spare it (Attacking Population).",
    "destroy_cube": "Choose the cube that a point of damage destroys (Attacking Population).",
    "treaties": "Offer relations to whom a new connection joins you, or say done (Diplomacy).",
    "treaty": "Accept or refuse the offer of diplomatic relations (Diplomatic Relations).",
    "upkeep": "Settle with colony ships, then pay: trade or give up sectors if short (Upkeep).",
} | EXPANSIONS
"""What each kind of decision asks, for whoever answered something else."""


def _no_reason(prefix: Prefix, value: Atom) -> str:
    return ""


@dataclass(slots=True)
class Choice:
    """One kind of order that a decision accepts.

    ``candidates(prefix)`` returns the possible next atoms; for an order judged as a whole, ``END``
    among them says that it may stop here. A candidate is offered only if the order can be
    completed. ``why(prefix, value)`` says in a sentence why ``value`` is no candidate (the rule),
    or returns an empty text.
    """

    order: type[Order]
    fields: tuple[str, ...] = ()
    candidates: Callable[[Prefix], tuple[Atom, ...]] = lambda prefix: ()
    why: Callable[[Prefix, Atom], str] = _no_reason

    def is_complete(self, prefix: Prefix) -> bool:
        if self.order.variadic:
            return bool(prefix) and prefix[-1] == END
        return len(prefix) == len(self.fields)

    def next(self, prefix: Prefix) -> tuple[Atom, ...]:
        """Candidates after ``prefix``; empty when the order is complete."""
        return () if self.is_complete(prefix) else self.candidates(prefix)

    def first_fault(self, order: Order) -> tuple[Prefix, Atom] | None:
        """Where ``order`` leaves the tree, or ``None`` when it is legal."""
        prefix: Prefix = ()
        for atom in order.atoms():
            if self.is_complete(prefix) or atom not in self.candidates(prefix):
                return prefix, atom
            prefix = (*prefix, atom)
        return None if self.is_complete(prefix) else (prefix, None)

    def orders(self, prefix: Prefix = ()) -> Iterator[Order]:
        """Every legal order, depth first."""
        if self.is_complete(prefix):
            yield self.order.from_atoms(prefix)
            return
        for atom in self.candidates(prefix):
            yield from self.orders((*prefix, atom))

    def possible(self) -> bool:
        """Whether at least one order of this kind exists."""
        return self.is_complete(()) or bool(self.candidates(()))

    def remembering(self) -> Choice:
        """The same choice for a state that does not change any more: whoever puts a page together
        asks for the same candidates again and again, and each are found once."""
        return replace(self, candidates=cache(self.candidates))

    def reworded(self, reword: Reword) -> Choice:
        """The same choice, its reasons put into other words."""
        why = self.why
        return Choice(
            self.order, self.fields, self.candidates, lambda prefix, atom: reword(why(prefix, atom))
        )


class Menu(Sequence[Choice]):
    """Choices that are put together when somebody looks at them: an order needs only its own."""

    __slots__ = ("_made", "_makers", "_remembers", "_reword")

    def __init__(self, makers: Mapping[type[Order], Callable[[], Choice | None]]) -> None:
        """``makers`` by kind of order; one that returns ``None`` does not offer its kind now."""
        self._makers = makers
        self._made: tuple[Choice, ...] | None = None
        self._reword: Reword | None = None
        self._remembers = False

    def remembering(self) -> Menu:
        """The same choices, each made once; see ``Choice.remembering``."""
        menu = Menu(self._makers)
        menu._reword, menu._remembers = self._reword, True
        return menu

    def reworded(self, reword: Reword) -> Menu:
        """The same choices, their reasons put into other words."""
        menu = Menu(self._makers)
        menu._reword, menu._remembers = reword, self._remembers
        return menu

    def of(self, order_type: type[Order]) -> Choice | None:
        """The choice for a kind of order, without making the others."""
        if self._remembers:
            return next((choice for choice in self._all() if choice.order is order_type), None)
        return self._make(order_type)

    def _make(self, order_type: type[Order]) -> Choice | None:
        make = self._makers.get(order_type)
        choice = None if make is None else make()
        if choice and self._reword:
            choice = choice.reworded(self._reword)
        return choice.remembering() if choice and self._remembers else choice

    def _all(self) -> tuple[Choice, ...]:
        if self._made is None:
            made = map(self._make, self._makers)
            self._made = tuple(choice for choice in made if choice is not None)
        return self._made

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Choice, ...]: ...
    def __getitem__(self, index: int | slice) -> Choice | tuple[Choice, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())


@dataclass(slots=True)
class Decision:
    """Somebody must choose now.

    ``id``: number of the event that opened it and an ordinal, ``"17.0"``. ``kind``: a fixed word.
    ``default``: the order that is given at the deadline. ``context``: public facts that a page
    shows with the question. ``why_not(order)``: why a kind of order is not offered at all.
    """

    seat: int
    kind: str
    choices: Sequence[Choice]
    default: Order
    context: dict[str, Any] = field(default_factory=dict)
    why_not: Callable[[Order], str] = lambda order: ""
    subject: str = ""
    """Tells two open decisions of one kind and seat apart."""
    id: str = ""

    def choice(self, order_type: type[Order]) -> Choice | None:
        if isinstance(self.choices, Menu):
            return self.choices.of(order_type)
        for choice in self.choices:
            if choice.order is order_type:
                return choice
        return None

    def orders(self) -> Iterator[Order]:
        for choice in self.choices:
            yield from choice.orders()

    def remembering(self) -> Decision:
        """The same decision for a state that does not change any more."""
        choices = self.choices
        kept: Sequence[Choice] = (
            choices.remembering()
            if isinstance(choices, Menu)
            else tuple(choice.remembering() for choice in choices)
        )
        return replace(self, choices=kept)

    def reworded(self, reword: Reword) -> Decision:
        """The same decision, the reasons of its refusals put into other words."""

        def why_not(order: Order) -> str:
            return reword(self.why_not(order) or _not_asked(self.kind))

        choices = self.choices
        said: Sequence[Choice] = (
            choices.reworded(reword)
            if isinstance(choices, Menu)
            else tuple(choice.reworded(reword) for choice in choices)
        )
        return replace(self, choices=said, why_not=why_not)


def _not_asked(kind: str) -> str:
    return f"That is not asked now. {ASKED[kind]}"


class Refused(Exception):
    """An order that the rules do not allow.

    ``reason``: a sentence naming the rule; ``field``: the field at fault or an empty text;
    ``possible``: what could have stood there (atoms), or the kinds of orders that are possible.
    """

    def __init__(
        self, reason: str, *, field: str = "", possible: tuple[Any, ...] = (), stale: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.field = field
        self.possible = possible
        self.stale = stale


def check(decision: Decision, order: Order) -> Choice:
    """The choice that ``order`` answers.

    Raises ``Refused`` with the reason and what would have been possible.
    """
    choice = decision.choice(type(order))
    if choice is None:
        kinds = tuple(c.order.__struct_config__.tag for c in decision.choices if c.possible())
        reason = decision.why_not(order) or _not_asked(decision.kind)
        raise Refused(reason, possible=kinds)
    fault = choice.first_fault(order)
    if fault is None:
        return choice
    prefix, atom = fault
    possible = choice.next(prefix)
    name = choice.fields[len(prefix)] if len(prefix) < len(choice.fields) else ""
    reason = choice.why(prefix, atom) or (
        f"{atom!r} is not possible here." if atom is not None else "The order is not complete."
    )
    raise Refused(reason, field=name, possible=possible)
