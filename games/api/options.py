"""Decisions as data: the tree of candidates, nested as far as it stays small."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.models import PendingDecision
from games.rendering.consequences import Fact, consequences
from games.sentences import as_text
from rules.codec import order_to_builtins
from rules.content.schema import Catalog
from rules.decisions import Choice, Decision, Prefix
from rules.notation import show, suggest
from rules.notation.printer import show_atom
from rules.notation.prose import decision_question
from rules.orders import Atom
from rules.table import Table

MOST_NODES = 600
"""Candidates that one decision lists; what does not fit is asked for step by step."""


def decision_data(
    decision: Decision, row: PendingDecision | None, catalog: Catalog, names: Mapping[int, str]
) -> dict[str, Any]:
    """A decision with its options, its default and its deadline."""
    room = [MOST_NODES]
    return {
        "id": decision.id,
        "seat": decision.seat,
        "kind": decision.kind,
        "subject": decision.subject,
        "question": as_text(decision_question(decision, catalog), names),
        "context": decision.context,
        "deadline": row.deadline_at if row else None,
        "default": {"text": show(decision.default), "order": order_to_builtins(decision.default)},
        "examples": suggest(decision),
        "choices": [_choice(c, room) for c in decision.choices if c.possible()],
    }


def _choice(choice: Choice, room: list[int]) -> dict[str, Any]:
    return {
        "order": order_name(choice),
        "fields": list(choice.order.__struct_fields__),
        "whole": choice.order.variadic,
        "options": _options(choice, (), room),
    }


def _options(choice: Choice, prefix: Prefix, room: list[int]) -> list[dict[str, Any]] | None:
    """The candidates after ``prefix``; ``None`` where they would be too many to list.

    The tree of an order that is judged as a whole has no small size: only its first step is
    listed.
    """
    candidates = choice.next(prefix)
    if len(candidates) > room[0]:
        return None
    room[0] -= len(candidates)
    found = []
    for atom in candidates:
        item: dict[str, Any] = {"value": atom, "text": atom_text(choice, len(prefix), atom)}
        longer = (*prefix, atom)
        if not choice.is_complete(longer):
            item["next"] = None if choice.order.variadic else _options(choice, longer, room)
        found.append(item)
    return found


def atom_text(choice: Choice, index: int, atom: Atom) -> str:
    """A candidate in notation words; the sign that closes a list stays as it is."""
    if choice.order.variadic and isinstance(atom, str):
        return atom
    return show_atom(choice.order, index, atom)


def order_name(choice: Choice) -> str:
    """The word that an order carries in its field ``order``."""
    return str(choice.order.__struct_config__.tag)


def next_candidates(
    table: Table, decision: Decision, order: str, prefix: list[Any], names: Mapping[int, str]
) -> dict[str, Any]:
    """What may follow ``prefix`` in an order of one kind; for a complete one what it would mean.

    Raises ``ValueError`` with a sentence if the decision takes no such order or the prefix is not
    a way into its tree.
    """
    choices = {order_name(c): c for c in decision.choices if c.possible()}
    choice = choices.get(order)
    if choice is None:
        raise ValueError(
            _("This decision takes no order %(order)s; it takes: %(orders)s.")
            % {"order": order, "orders": ", ".join(choices)}
        )
    way: Prefix = ()
    for atom in map(_as_atom, prefix):
        if atom not in choice.next(way):
            why = choice.why(way, atom)
            raise ValueError(
                _(why) if why else _("%(value)s is not possible here.") % {"value": atom}
            )
        way = (*way, atom)
    candidates = choice.next(way)
    complete = choice.is_complete(way)
    return {
        "order": order,
        "prefix": list(way),
        "complete": complete,
        "facts": fact_data(
            consequences(table, decision, choice.order.from_atoms(way), names) if complete else ()
        ),
        "candidates": [
            {"value": atom, "text": atom_text(choice, len(way), atom)} for atom in candidates
        ],
    }


def fact_data(facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """Costs, changes and dangers of an order, as the page says them before it is given."""
    return [{"kind": fact.symbol, "text": fact.text, "bad": fact.bad} for fact in facts]


def _as_atom(value: Any) -> Atom:
    return tuple(_as_atom(item) for item in value) if isinstance(value, list) else value
