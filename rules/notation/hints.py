"""Short examples of what can be written now, and the help."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rules import orders as o
from rules.blueprint import parts_on
from rules.decisions import Choice, Decision, Prefix
from rules.notation.forms import FORMS
from rules.notation.printer import show
from rules.orders import END, Atom, Order
from rules.table import Table

MOST_OF_A_KIND = 3
"""Examples of one kind of order where a decision accepts little else."""
_BROAD = frozenset({"turn", "reaction", "end_turn", "upkeep"})
"""Decisions that accept so much that one example of a kind must do."""
_LAST = (o.Pass, o.Done, o.Colonize, o.Trade, o.Propose, o.Abandon)
"""Kinds shown after those that are what is asked."""
_UNASKED = (o.Prefer, o.Resign)
"""Kinds that nobody needs to be reminded of."""


def suggest(decision: Decision, table: Table | None = None) -> list[str]:
    """Legal orders that answer the decision, in notation: what is asked first, then passing and
    small rights.

    Left out is what hardly anybody wants: giving up the game or a sector that need not be given
    up, preferences. ``table``: the position, for examples that fit it better.
    """
    kinds = sorted(decision.choices, key=lambda choice: _rank(choice.order))
    wanted = [choice for choice in kinds if choice.order not in _UNASKED] or kinds
    most = 1 if decision.kind in _BROAD else MOST_OF_A_KIND
    found: list[Order] = []
    for choice in wanted:
        if isinstance(decision.default, choice.order) and choice.fields:
            found.append(decision.default)
            if choice.order.variadic:
                continue
        number = 1 if choice.order in _LAST or choice.order.variadic else most
        found += _examples(choice, decision.seat, table)[:number]
    return list(dict.fromkeys(show(order) for order in found))


def _rank(order: type[Order]) -> int:
    return _LAST.index(order) + 1 if order in _LAST else 0


def _examples(choice: Choice, seat: int, table: Table | None) -> list[Order]:
    """A few orders of a kind that make sense, the likeliest first."""
    if choice.order.variadic:
        order = first_order(choice, lambda atoms: _likely(atoms, seat, table))
        return [] if order is None else [order]
    if choice.order is o.Influence:
        # A disc taken off a sector gives it up: that is no everyday example.
        starts: list[Prefix] = [("track",)] if "track" in choice.next(()) else []
    elif len(choice.fields) > 1:
        starts = [(atom,) for atom in choice.next(())[:MOST_OF_A_KIND]]
    else:
        starts = [()]
    found: list[Order] = []
    for start in starts:
        found += islice(choice.orders(start), MOST_OF_A_KIND)
    return found


def _likely(atoms: tuple[Atom, ...], seat: int, table: Table | None) -> tuple[Atom, ...]:
    """Steps of an upgrade that add something, one onto an empty square first."""
    places = tuple(atom for atom in atoms if isinstance(atom, tuple) and atom[0] == "place")
    if not places or table is None:
        return places or atoms
    species, boards = table.species(seat), table.seat(seat)
    fitted = {ship: parts_on(species, boards, ship) for ship in {atom[2] for atom in places}}

    def is_empty(ship: str, slot: int) -> bool:
        # A part that lies beside the slots has a number after theirs, and nothing lies there yet.
        parts = fitted[ship]
        return slot > len(parts) or parts[slot - 1] is None

    best = next((atom for atom in places if is_empty(atom[2], atom[3])), None)
    return places if best is None else (best, *places)


def first_order(
    choice: Choice, likely: Callable[[tuple[Atom, ...]], tuple[Atom, ...]] = tuple
) -> Order | None:
    """The first legal order of a kind, an unfinished list closed as early as it may be but not
    left empty; ``None`` if there is none. ``likely`` puts the candidates of a list in order."""
    prefix: Prefix = ()
    while not choice.is_complete(prefix):
        candidates = choice.candidates(prefix)
        if not candidates:
            return None
        if choice.order.variadic:
            real = likely(tuple(atom for atom in candidates if atom != END))
            ends = END in candidates
            prefix = (*prefix, END if ends and (prefix or not real) else real[0])
        else:
            prefix = (*prefix, candidates[0])
    return choice.order.from_atoms(prefix)


def help_lines() -> list[str]:
    """One line for each order: an example and what it does."""
    width = max(len(form.example) for form in FORMS if len(form.example) < 32)
    return [f"{form.example:<{width}}  {form.says}" for form in FORMS]


def forms_table() -> str:
    """The grammar as a table in Markdown, for the documentation."""
    rows = ["| order | also begins with | what it does |", "| --- | --- | --- |"]
    for form in FORMS:
        others = ", ".join(f"`{head}`" for head in form.heads)
        rows.append(f"| `{form.example}` | {others} | {form.says} |")
    return "\n".join(rows)
