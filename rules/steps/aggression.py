"""Whom a movement would attack: what somebody may want to know before ordering it."""

from __future__ import annotations

from rules.orders import Move
from rules.steps.diplomacy import has_presence, partners
from rules.steps.move import routes
from rules.table import Table


def attacked_partners(table: Table, seat: int, order: Move) -> set[int]:
    """Seats with which a legal movement breaks relations, on its way or where it ends (MO-2)."""
    friends = partners(table, seat)
    if not friends:
        return set()
    stats = table.stats(seat, order.ship)
    route = routes(table, seat, order.source, stats.movement, stats.jumps)[order.target]
    if not table.rules.edition.aggression_on_entering:
        route = route[-1:]
    entered = [table.state.sectors[sector] for sector in route]
    return {friend for friend in friends if any(has_presence(table, {friend}, s) for s in entered)}
