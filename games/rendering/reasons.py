"""Why something is not possible now: kinds of orders, and candidates that are missing from a list.

The reasons are the rules' own sentences, asked for the values that a player would think of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rendering.words import unit_title
from games.speech import gettext as _, gettext_lazy as _l
from rules import orders as o
from rules.decisions import Choice, Decision
from rules.orders import Atom
from rules.steps.research import RARE, least_cost
from rules.table import Table

Refused = tuple[str, str]
"""What is not possible, and why."""
MOST_REFUSED = 8
_NOTHING: dict[type[o.Order], Any] = {
    o.Explore: _l("No zone can be explored from your sectors and your ships that are not pinned."),
    o.Research: _l("The supply board has no technology that you lack."),
    o.ResearchRare: _l("The supply board has no rare technology that you lack."),
    o.Move: _l("You have no ship on the board."),
}
"""Why an action cannot be begun when there is nothing at all to choose from."""


def refused_kinds(table: Table, decision: Decision) -> list[tuple[type[o.Order], str]]:
    """Actions that cannot be begun now, each with the reason of its nearest possibility."""
    if decision.kind not in ("turn", "reaction"):
        return []
    found = []
    for choice in decision.choices:
        if choice.possible():
            continue
        wanted = next(_wanted(table, decision.seat, choice.order), None)
        if wanted and (why := choice.why((), wanted[1])):
            found.append((choice.order, _(why)))
        elif choice.order in _NOTHING:
            found.append((choice.order, str(_NOTHING[choice.order])))
    return found


def refused_values(table: Table, decision: Decision, choice: Choice) -> list[Refused]:
    """First fields of an order that are not possible now, with the reason for each."""
    offered = choice.candidates(())
    found = []
    for label, value in _wanted(table, decision.seat, choice.order):
        if value not in offered and (why := choice.why((), value)):
            found.append((label, _(why)))
    if not offered and not found and choice.order in _NOTHING:
        found.append(("", str(_NOTHING[choice.order])))
    return found[:MOST_REFUSED]


def _wanted(table: Table, seat: int, order: type[o.Order]) -> Iterator[tuple[str, Atom]]:
    """What a player may think of first in an order, with its name; the cheapest first."""
    catalog = table.catalog
    if order is o.Build:
        costs = table.species(seat).build_costs
        for unit in sorted(costs, key=lambda unit: costs[unit]):
            yield unit_title(catalog, unit), unit
    elif order in (o.Research, o.ResearchRare):
        techs = [
            tech
            for tech in table.state.supply.techs
            if table.state.supply.techs[tech]
            and (catalog.techs[tech].track == RARE) == (order is o.ResearchRare)
            and not table.has_tech(seat, tech)
        ]
        for tech in sorted(techs, key=lambda tech: (least_cost(table, seat, tech), tech)):
            yield _(catalog.techs[tech].name), tech
    elif order is o.Move:
        ships = table.state.ships.values()
        for kind in table.species(seat).blueprints:
            if any(ship.owner == seat and ship.kind == kind for ship in ships):
                yield unit_title(catalog, kind), kind
    elif order is o.Influence:
        yield _("Influence track"), "track"
