"""Orders in canonical notation."""

from __future__ import annotations

from rules.notation.forms import FORM_OF, Form
from rules.notation.grammar import pattern
from rules.notation.kinds import KINDS
from rules.orders import AssignDice, Atom, Order, Upgrade

NOTHING = "nothing"
"""An upgrade that changes nothing."""


def show(order: Order) -> str:
    """The order in canonical notation: English, one line, small letters.

    Reading it back gives the same order: ``read_order(show(order), decision, table) == order``
    for every order that is legal there.
    """
    form = FORM_OF[type(order)]
    if isinstance(order, AssignDice):
        return " ".join(("assign", *map(str, order.targets)))
    if isinstance(order, Upgrade):
        items = [_show_item(form, atom) for atom in order.atoms()[:-1]]
        return f"upgrade {', '.join(items) or NOTHING}"
    values = {name: getattr(order, name) for name in order.__struct_fields__}
    for name in form.drops(order):
        del values[name]
    return _fill(form.pattern, values)


def _show_item(form: Form, atom: Atom) -> str:
    tag, *fields = atom
    text = form.items[tag]
    names = [s.field for s in pattern(text).segments if not s.hint]
    return _fill(text, dict(zip(names, fields, strict=True)))


def _fill(text: str, values: dict[str, Atom]) -> str:
    shape = pattern(text)
    said = list(shape.head)
    for segment in shape.segments:
        if segment.field in values and not segment.hint:
            if segment.printed:
                said.append(segment.marker)
            said.append(segment.kind.show(values[segment.field]))
    return " ".join(said)


def show_value(order_type: type[Order], name: str, value: Atom) -> str:
    """A value of one field in notation words."""
    for segment in pattern(FORM_OF[order_type].pattern).segments:
        if segment.field == name:
            return segment.kind.show(value)
    return KINDS["word"].show(value)


def show_atom(order_type: type[Order], index: int, atom: Atom) -> str:
    """One step of the tree of candidates in notation words."""
    form = FORM_OF[order_type]
    if isinstance(atom, tuple):
        return _show_item(form, atom)
    names = order_type.__struct_fields__
    name = names[min(index, len(names) - 1)]
    return show_value(order_type, name, atom)
