"""What an order will mean, said before it is given.

The order is tried out on the table as its seat knows it, up to the first outcome of chance; what
is said is the difference.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.rendering import changes, clashes, special_facts
from games.rendering.facts import Fact
from games.speech import gettext as _
from rules import orders as o
from rules.decisions import Choice, Decision, Prefix
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.foresight import after
from rules.orders import Order
from rules.steps.aggression import attacked_partners
from rules.table import Table

__all__ = ["BattleHints", "Fact", "consequences"]

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
_FORESEEN = (
    *_ACTIONS,
    o.Colonize,
    o.Trade,
    o.TakeControl,
    o.PlaceSector,
    o.UseDiscovery,
    o.KeepDiscovery,
    o.FitPart,
    o.TakeTech,
    o.TakeArtifact,
    o.TakeBonus,
    o.PlacePortal,
    o.ReturnCube,
    o.Abandon,
    Activate,
    ReturnShip,
)
"""Orders whose own effects are told; others let the game go on, or are told by their dice."""


def consequences(
    table: Table, decision: Decision, order: Order, names: Mapping[int, str] | None = None
) -> list[Fact]:
    """Costs, changes and dangers of a legal order. ``names`` of the players by seat."""
    seat = decision.seat
    names = names or {}
    then = after(table, decision, order) if isinstance(order, _FORESEEN) else None
    facts = _costs(table, then, decision, order)
    if isinstance(order, o.Move):
        facts += clashes.way_facts(table, seat, order)
        if then:
            facts += clashes.pin_facts(table, then, seat, order, names)
    if then:
        facts += clashes.battle_facts(table, then, seat, names)
    if isinstance(order, o.Move):
        if then and (raid := clashes.raid_fact(then, seat, order.target, names)):
            facts.append(raid)
        if attacked_partners(table, seat, order):
            text = _("You attack a partner: relations end, you take the traitor card (-2 VP).")
            facts.append(Fact("ambassador", text, True))
    if isinstance(order, o.Pass) and not table.seat(seat).passed:
        facts.append(Fact("act-pass", _pass_text(table)))
    facts += special_facts.special_facts(table, then, seat, order)
    if isinstance(order, o.Abandon):
        facts.append(Fact("cube", _("All cubes of the sector return to your tracks."), True))
    if then and isinstance(order, _ACTIONS) and (more := changes.more_fact(then, seat)):
        facts.append(more)
    return facts


def _costs(table: Table, then: Table | None, decision: Decision, order: Order) -> list[Fact]:
    """Discs, stores, points."""
    seat = decision.seat
    facts: list[Fact] = []
    if decision.kind in ("turn", "reaction") and isinstance(order, _ACTIONS):
        facts.append(changes.disc_fact(table, then, seat, _("This action uses a disc.")))
    elif isinstance(order, o.TakeControl) or (
        isinstance(order, o.Influence) and order.source == "track"
    ):
        facts.append(changes.disc_fact(table, then, seat, _("A disc leaves the track.")))
    elif then and then.seat(seat).discs > table.seat(seat).discs:
        facts.append(changes.disc_fact(table, then, seat, _("A disc comes back to the track.")))
    if isinstance(order, (o.Research, o.ResearchRare)):
        facts.append(changes.price_fact(table, seat, order))
    if then is None:
        return facts
    facts += changes.store_facts(table, then, seat)
    if isinstance(order, o.Build) and (built := changes.unit_fact(table, then, seat, order.unit)):
        facts.append(built)
    if points := changes.point_fact(table, then, seat):
        facts.append(points)
    return facts


def _pass_text(table: Table) -> str:
    if not any(seat.passed for seat in table.state.seats):
        if money := table.catalog.setup.first_pass_money:
            return _(
                "You pass first: you receive %(money)d money and begin the next round; until then "
                "only reactions are left."
            ) % {"money": money}
        return _("You pass first and begin the next round; until then only reactions are left.")
    return _("After passing only reactions are left to you this round.")


HINTS = 12
"""What the hints of one list may cost: a battle that is worked out costs one, one that is played
four. Battles of the other candidates are told once these are chosen."""


class BattleHints:
    """Adds to candidates what the battle would be like that the order with them causes."""

    def __init__(self, table: Table, decision: Decision, choice: Choice) -> None:
        self._table = table
        self._decision = decision
        self._choice = choice
        self._left = HINTS if choice.order in (o.Move, o.Build, ReturnShip) else 0

    def added(self, hint: str, prefix: Prefix) -> str:
        """The hint for the last step of ``prefix``, with the chance if it completes an order."""
        if self._left <= 0 or not self._choice.is_complete(prefix):
            return hint
        order = self._choice.order.from_atoms(prefix)
        then = after(self._table, self._decision, order)
        place = prefix[-1]
        if then is None or not isinstance(place, str):
            return hint
        chance, exact = clashes.own_chance(then, self._decision.seat, place)
        if not chance:
            return hint
        self._left -= 1 if exact else 4
        said = _("your chance then: %(chance)s") % {"chance": chance}
        return f"{hint}; {said}" if hint else said
