"""From readings to the one legal order they mean, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from rules.decisions import Choice, Decision, Prefix, Refused, check
from rules.notation.errors import AmbiguousOrder, IllegalOrder
from rules.notation.forms import FORM_OF
from rules.notation.grammar import Values, pattern
from rules.notation.hints import suggest
from rules.notation.kinds import Context
from rules.notation.printer import show, show_atom
from rules.orders import END, Atom, Order, Trade, Upgrade

if TYPE_CHECKING:
    from rules.notation.parser import Reading

MOST_READINGS = 12
"""Readings that are listed when a text is ambiguous."""
MOST_STEPS = 1000
"""Steps of the tree that are looked at for an upgrade whose items leave fields out."""


def resolve(readings: list[Reading], decision: Decision, context: Context) -> Order:
    """The only legal order among the readings.

    Raises ``IllegalOrder`` or ``AmbiguousOrder``.
    """
    orders: dict[Order, None] = {}
    for reading in readings:
        choice = decision.choice(reading.form.order)
        if choice is not None:
            values = _narrowed(reading, context)
            found = islice(_completions(reading, values, choice, context), MOST_READINGS)
            orders.update(dict.fromkeys(found))
    if not orders:
        raise _illegal(readings[0], decision, context)
    if len(orders) == 1 and len(readings) == 1:
        return next(iter(orders))
    shown = tuple(show(order) for order in islice(orders, MOST_READINGS))
    raise AmbiguousOrder(
        "This may mean different orders; say which."
        if len(shown) > 1
        else f"Do you mean {shown[0]!r}? Say what the value is for.",
        shown,
    )


# --- completions -------------------------------------------------------------------------------


def _completions(
    reading: Reading, values: Values, choice: Choice, context: Context
) -> Iterator[Order]:
    if not choice.order.variadic:
        return _complete(choice, values, ())
    if reading.everywhere:
        return _complete_everywhere(choice, reading.items[0][1])
    if choice.order is Upgrade:
        return _complete_items(choice, reading.items, context)
    return _complete_list(choice, reading.items, ())


def _complete(choice: Choice, values: Values, prefix: Prefix) -> Iterator[Order]:
    if choice.is_complete(prefix):
        yield choice.order.from_atoms(prefix)
        return
    for atom in _options(choice, values, prefix):
        yield from _complete(choice, values, (*prefix, atom))


def _options(choice: Choice, values: Values, prefix: Prefix) -> tuple[Atom, ...]:
    """Candidates of the next field that the text allows."""
    name = choice.order.__struct_fields__[len(prefix)]
    candidates = choice.candidates(prefix)
    if name in values:
        return tuple(atom for atom in candidates if atom in values[name])
    assumed = FORM_OF[choice.order].assumes.get(name)
    return (assumed,) if assumed is not None and assumed in candidates else candidates


def _complete_list(
    choice: Choice, items: tuple[tuple[str, Values], ...], prefix: Prefix
) -> Iterator[Order]:
    """The list as it is written."""
    candidates = choice.candidates(prefix)
    if len(prefix) == len(items):
        if END in candidates:
            yield choice.order.from_atoms((*prefix, END))
        return
    (wanted,) = items[len(prefix)][1].values()
    for atom in candidates:
        if atom in wanted:
            yield from _complete_list(choice, items, (*prefix, atom))


def _complete_everywhere(choice: Choice, values: Values) -> Iterator[Order]:
    """The same atom again and again, until the list may end."""
    (wanted,) = values.values()
    for first in wanted:
        prefix: Prefix = ()
        while first in choice.candidates(prefix):
            prefix = (*prefix, first)
        if END in choice.candidates(prefix) and prefix:
            yield choice.order.from_atoms((*prefix, END))


def _complete_items(
    choice: Choice, items: tuple[tuple[str, Values], ...], context: Context
) -> Iterator[Order]:
    """The items in whatever order the tree takes them.

    Raises ``AmbiguousOrder`` if they leave so much open that there are too many ways to look at.
    """
    looked = 0

    def walk(left: tuple[tuple[str, Values], ...], prefix: Prefix) -> Iterator[Order]:
        nonlocal looked
        looked += 1
        if looked > MOST_STEPS:
            raise AmbiguousOrder(
                "This leaves too much open: name ship and square of every part.", ()
            )
        candidates = choice.candidates(prefix)
        if not left and END in candidates:
            yield choice.order.from_atoms((*prefix, END))
        whole = {atom for item in left if (atom := _atom(choice.order, item)) is not None}
        for atom in candidates:
            for number, item in enumerate(left):
                if item in left[:number] or atom == END:
                    continue
                if item_means(item, atom, context):
                    rest = (*left[:number], *left[number + 1 :])
                    yield from walk(rest, (*prefix, atom))
            if atom in whole:
                # The tree takes its steps in one order: this one would not come again.
                return

    return walk(items, ())


def item_means(item: tuple[str, Values], atom: Atom, context: Context) -> bool:
    """Whether an item of an upgrade may mean this step of the tree."""
    tag, values = item
    if atom[0] != tag:
        return False
    segments = pattern(FORM_OF[Upgrade].items[tag]).segments
    named = dict(zip((s.field for s in segments if not s.hint), atom[1:], strict=True))
    if tag == "return" and "part" in values:
        tiles = context.table.seat(context.seat).tiles[named["ship"]]
        named["part"] = tiles[named["slot"] - 1]
    return all(named[name] in wanted for name, wanted in values.items())


# --- hints -------------------------------------------------------------------------------------


def _narrowed(reading: Reading, context: Context) -> Values:
    """The values with those that a hint supplies.

    Raises ``IllegalOrder`` when a hint contradicts the order.
    """
    values = dict(reading.values)
    if reading.form.order is Trade and (paid := values.pop("paid", None)):
        give_units, gain_units = context.table.trade_rate(context.seat)
        gained = paid[0] // give_units * gain_units
        if paid[0] % give_units or values.setdefault("amount", (gained,)) != (gained,):
            raise IllegalOrder(
                f"Your rate is {gain_units} for {give_units}: {paid[0]} buy {gained} (Trade)."
            )
    return values


# --- refusals ----------------------------------------------------------------------------------


def _illegal(reading: Reading, decision: Decision, context: Context) -> IllegalOrder:
    choice = decision.choice(reading.form.order)
    values = _narrowed(reading, context)
    if choice is None:
        return _refusal(decision, _any_order(reading, values), 0)
    if choice.order.variadic:
        return _illegal_list(reading, choice, decision, context)
    prefix = _deepest(choice, values, ())
    name = choice.order.__struct_fields__[len(prefix)]
    written = values.get(name)
    if written is not None:
        filler = ("",) * (len(choice.order.__struct_fields__) - len(prefix) - 1)
        order = choice.order.from_atoms((*prefix, written[0], *filler))
        return _refusal(decision, order, len(prefix))
    return IllegalOrder(
        f"No {' '.join(pattern(reading.form.pattern).head)!r} like that is possible now.",
        tuple(suggest(decision)),
        name,
    )


def _deepest(choice: Choice, values: Values, prefix: Prefix) -> Prefix:
    """The longest way into the tree that the text allows."""
    best = prefix
    if not choice.is_complete(prefix):
        for atom in _options(choice, values, prefix):
            best = max(best, _deepest(choice, values, (*prefix, atom)), key=len)
    return best


def _any_order(reading: Reading, values: Values) -> Order:
    """An order of the reading's kind, as far as it was written."""
    order_type = reading.form.order
    if order_type.variadic:
        return order_type.from_atoms((END,))
    return order_type.from_atoms(
        tuple(values.get(name, ("",))[0] for name in order_type.__struct_fields__)
    )


def _illegal_list(
    reading: Reading, choice: Choice, decision: Decision, context: Context
) -> IllegalOrder:
    """The first item that leaves the tree is at fault."""
    prefix: Prefix = ()
    left = list(reading.items)
    while left:
        step = _step(choice, prefix, left, context)
        if step is None:
            break
        prefix = (*prefix, step[1])
        left.remove(step[0])
    candidates = choice.candidates(prefix)
    possible = tuple(show_atom(choice.order, len(prefix), a) for a in candidates if a != END)
    wrong = _atom(choice.order, left[0]) if left else END
    reason = choice.why(prefix, wrong) if wrong is not None else ""
    if not reason:
        more = "That is not possible here." if possible else "No more is possible in one order."
        reason = more if left else "The order is not complete."
    return IllegalOrder(reason, possible)


def _step(
    choice: Choice, prefix: Prefix, left: list[tuple[str, Values]], context: Context
) -> tuple[tuple[str, Values], Atom] | None:
    candidates = [atom for atom in choice.candidates(prefix) if atom != END]
    items = left if choice.order is Upgrade else left[:1]
    for item in items:
        for atom in candidates:
            if choice.order is Upgrade:
                means = item_means(item, atom, context)
            else:
                means = any(atom in wanted for wanted in item[1].values())
            if means:
                return item, atom
    return None


def _atom(order_type: type[Order], item: tuple[str, Values]) -> Atom:
    """The step an item stands for, or ``None`` if it does not say all of it."""
    tag, values = item
    if order_type is not Upgrade:
        return next(iter(values.values()))[0]
    names = [s.field for s in pattern(FORM_OF[Upgrade].items[tag]).segments if not s.hint]
    if any(len(values.get(name, ())) != 1 for name in names):
        return None
    return (tag, *(values[name][0] for name in names))


def _refusal(decision: Decision, order: Order, index: int) -> IllegalOrder:
    """The refusal of ``order``, its possibilities in notation words."""
    try:
        check(decision, order)
    except Refused as refused:
        if decision.choice(type(order)) is None or not refused.possible:
            return IllegalOrder(refused.reason, tuple(suggest(decision)), refused.field)
        possible = tuple(show_atom(type(order), index, atom) for atom in refused.possible)
        return IllegalOrder(refused.reason, possible, refused.field)
    raise AssertionError(f"{order} was not found but is legal")
