"""What an order will mean, said before it is given."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import orders as o
from rules.decisions import Decision
from rules.orders import Order
from rules.steps.aggression import attacked_partners
from rules.table import Table

_ACTIONS = (
    o.Explore,
    o.Influence,
    o.Refresh,
    o.Research,
    o.ResearchRare,
    o.Upgrade,
    o.Build,
    o.Move,
)


@dataclass(frozen=True)
class Fact:
    """One consequence with a symbol; ``bad``: the player loses something."""

    symbol: str
    text: str
    bad: bool = False


def consequences(table: Table, decision: Decision, order: Order) -> list[Fact]:
    """Costs and dangers of a legal order."""
    seat = decision.seat
    facts = []
    if decision.kind in ("turn", "reaction") and isinstance(order, _ACTIONS):
        facts.append(_disc_fact(table, seat, _("This action uses a disc.")))
    elif isinstance(order, o.TakeControl) or (
        isinstance(order, o.Influence) and order.source == "track"
    ):
        facts.append(_disc_fact(table, seat, _("A disc leaves the track.")))
    if isinstance(order, o.Move):
        placed = table.state.sectors[order.target]
        if table.enemy_ships_in(seat, placed):
            text = _("Enemy ships are in sector %(sector)s: a battle at the end of the round.")
            facts.append(Fact("battle", text % {"sector": order.target}, True))
        if attacked_partners(table, seat, order):
            text = _("You attack a partner: relations end, you take the traitor card (-2 VP).")
            facts.append(Fact("ambassador", text, True))
    if isinstance(order, o.Pass) and not table.seat(seat).passed:
        facts.append(Fact("act-pass", _pass_text(table)))
    if isinstance(order, o.Abandon):
        facts.append(Fact("cube", _("All cubes of the sector return to your tracks."), True))
    return facts


def _disc_fact(table: Table, seat: int, lead: str) -> Fact:
    money = table.seat(seat).storage.money + table.production(seat, "money")
    now, then = table.upkeep(seat), table.upkeep(seat, 1)
    text = _("%(lead)s Upkeep %(now)d → %(then)d, money after upkeep %(left)d.") % {
        "lead": lead,
        "now": now,
        "then": then,
        "left": money - then,
    }
    return Fact("disc", text, money < then)


def _pass_text(table: Table) -> str:
    if not any(seat.passed for seat in table.state.seats):
        if money := table.catalog.setup.first_pass_money:
            return _(
                "You pass first: you receive %(money)d money and begin the next round; until then "
                "only reactions are left."
            ) % {"money": money}
        return _("You pass first and begin the next round; until then only reactions are left.")
    return _("After passing only reactions are left to you this round.")
