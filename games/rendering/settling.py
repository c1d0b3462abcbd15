"""Uses of colony ships that one touch gives: they can be taken back, so nothing needs confirming."""

from __future__ import annotations

from dataclasses import dataclass

from games.rendering.tree import few_orders, path_text
from games.rendering.words import RESOURCE_TITLES, resource_square
from games.speech import gettext as _
from rules import orders as o
from rules.decisions import Decision

MOST = 8
"""Buttons; where more is possible one chooses step by step."""
OPEN_SQUARES = ("gray", "gray*", "orbital")
"""Squares that take cubes of several tracks."""


@dataclass(frozen=True)
class Settling:
    """A cube put on a square. ``path``: the steps of the order; ``kind``: of the cube."""

    path: str
    label: str
    kind: str


def settlings(decision: Decision) -> list[Settling]:
    """The cubes that colony ships can place now, if they are few."""
    choice = next((c for c in decision.choices if c.order is o.Colonize), None)
    if choice is None:
        return []
    found = []
    for order in few_orders(choice, (), MOST):
        assert isinstance(order, o.Colonize)
        said = {"sector": order.sector, "square": resource_square(order.square)}
        label = _("%(sector)s, %(square)s") % said
        if order.square in OPEN_SQUARES:
            label = _("%(place)s: %(cube)s") % {
                "place": label,
                "cube": RESOURCE_TITLES[order.track],
            }
        found.append(Settling(path_text(order.atoms()), label, order.track))
    return found
