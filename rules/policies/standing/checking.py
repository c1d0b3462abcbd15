"""Whether a standing order can mean anything on this board; unlike its orders, it need not be
possible yet."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules import notation
from rules.notation import NotationError, UnreadableOrder
from rules.policies.standing.orders import (
    MOST_ORDERS,
    BattleOrders,
    PlannedTurns,
    ReactionOrders,
    StandingOrders,
)
from rules.policies.standing.turns import ships_of_others, without_then
from rules.state.frames_action import TurnFrame
from rules.steps import step_of
from rules.table import Table
from rules.views import PlayerView


class StandingError(ValueError):
    """A standing order that means nothing. ``field``: what is at fault; ``reason``: a sentence;
    ``possible``: what could have stood there."""

    def __init__(self, field: str, reason: str, possible: tuple[Any, ...] = ()) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason
        self.possible = possible


def checked(orders: StandingOrders, view: PlayerView, seat: int) -> StandingOrders:
    """The order as it is to be kept for ``seat``. Raises ``StandingError``."""
    table = view.table
    if isinstance(orders, BattleOrders):
        return _battle(orders, table)
    if isinstance(orders, ReactionOrders):
        _sectors(table, "sectors", orders.sectors)
        return replace(orders, known=ships_of_others(table, seat, orders.sectors))
    return _turns(orders, table, seat)


def _battle(orders: BattleOrders, table: Table) -> BattleOrders:
    _sectors(table, "sector", (orders.sector,) if orders.sector else ())
    _sectors(table, "retreat_to", orders.retreat_to)
    known = ship_kinds(table)
    for kind in orders.kinds:
        if kind not in known:
            raise StandingError("kinds", f"There is no ship type {kind!r}.", known)
    if orders.targets == "kinds" and not orders.kinds:
        raise StandingError("kinds", "Name the ship types in the order of their targets.", known)
    return orders


def ship_kinds(table: Table) -> tuple[str, ...]:
    """Ship types that dice may hit in this game, large ones first."""
    players = tuple(kind for kinds in table.catalog.setup.size_order for kind in kinds)
    return (*players, *table.rules.npc_kinds)


def _sectors(table: Table, field: str, names: tuple[str, ...]) -> None:
    placed = table.state.sectors
    for name in names:
        if name not in placed:
            raise StandingError(field, f"There is no sector {name!r} on the map.", tuple(placed))
    if len(set(names)) != len(names):
        raise StandingError(field, "Name each sector once.", tuple(placed))


def _turns(plan: PlannedTurns, table: Table, seat: int) -> PlannedTurns:
    """Every order must be readable."""
    frame = TurnFrame(seat)
    (decision,) = step_of(frame).decisions(table, frame)
    for text in plan.turns:
        parts = notation.split(text)
        if not parts:
            raise StandingError("turns", "There is no order in this turn.")
        if len(parts) > MOST_ORDERS:
            raise StandingError("turns", f"A planned turn has at most {MOST_ORDERS} orders.")
        for part in parts:
            try:
                notation.read_order(without_then(part), decision, table)
            except UnreadableOrder as error:
                raise StandingError("turns", f"{part}: {error.reason}", error.possible) from error
            except NotationError:
                # Readable; whether it is possible is seen when its turn comes.
                continue
    return plan
