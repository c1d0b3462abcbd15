"""Orders of a submission, one after the other, each read against what is asked at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext as _

from games.errors import OrdersRefused
from rules import engine, notation
from rules.decisions import Decision, Refused
from rules.notation import IllegalOrder, NotationError, UnreadableOrder, show
from rules.notation.printer import show_value
from rules.orders import Order
from rules.table import Table


class Draft(Protocol):
    """An order that can only be told in view of its decision, such as the steps of a form."""

    @property
    def text(self) -> str:
        """The draft in writing: two that mean the same read the same."""

    def order(self, decision: Decision) -> Order:
        """Raises ``OrdersRefused`` if no order of ``decision`` is meant."""


class Reader:
    """The orders of a submission; ``index`` is the number of the next one."""

    def __init__(self, *, orders: Sequence[Order | Draft] | None, text: str | None) -> None:
        """Raises ``OrdersRefused`` if there is no order at all."""
        self._orders: Sequence[Order | Draft | str] = (
            notation.split(text or "") if orders is None else orders
        )
        self.index = 0
        if not self._orders:
            raise OrdersRefused(_("There is no order in this text."))

    def __len__(self) -> int:
        return len(self._orders)

    def more(self) -> bool:
        """Whether orders are left."""
        return self.index < len(self._orders)

    def rest(self) -> str:
        """The orders that are left, as text."""
        left = self._orders[self.index :]
        return "; ".join(map(_written, left))

    def next(self, table: Table, seat: int, decision_id: str | None) -> tuple[Decision, Order]:
        """The next order and the decision of ``seat`` that it answers.

        Raises ``OrdersRefused``.
        """
        item = self._orders[self.index]
        self.index += 1
        try:
            decisions = _decisions(table, seat, decision_id)
        except Refused as refused:
            raise refusal(refused, self.index - 1, _written(item)) from refused
        if isinstance(item, str):
            return self._read(item, decisions, table)
        if isinstance(item, Order):
            return _fitting(item, decisions), item
        return decisions[0], item.order(decisions[0])

    def _read(self, text: str, decisions: list[Decision], table: Table) -> tuple[Decision, Order]:
        errors: list[NotationError] = []
        for decision in decisions:
            try:
                return decision, notation.read_order(text, decision, table)
            except NotationError as error:
                errors.append(error)
        # What was understood is the better guess at what was meant.
        best = min(errors, key=lambda e: isinstance(e, UnreadableOrder))
        raise OrdersRefused(
            _(best.reason),
            index=self.index - 1,
            text=text,
            field=best.field if isinstance(best, IllegalOrder) else "",
            possible=best.possible,
        ) from best


def _written(item: Order | Draft | str) -> str:
    if isinstance(item, str):
        return item
    return show(item) if isinstance(item, Order) else item.text


def _decisions(table: Table, seat: int, decision_id: str | None) -> list[Decision]:
    """Decisions that the next order may answer. Raises ``Refused``."""
    if decision_id is not None:
        return [engine.decision_for(table, seat, decision_id)]
    own = [d for d in engine.open_decisions(table) if d.seat == seat]
    # Without any, this says why.
    return own or [engine.decision_for(table, seat)]


def _fitting(order: Order, decisions: list[Decision]) -> Decision:
    """The first decision that takes such an order, else the first: its refusal says why not."""
    return next((d for d in decisions if d.choice(type(order))), decisions[0])


def refusal(
    refused: Refused, index: int, text: str, order_type: type[Order] | None = None
) -> OrdersRefused:
    """The refusal of the rules as one of the service."""
    possible = refused.possible
    if order_type is not None and refused.field:
        possible = tuple(show_value(order_type, refused.field, atom) for atom in possible)
    return OrdersRefused(
        _(refused.reason),
        index=index,
        text=text,
        field=refused.field,
        possible=tuple(map(str, possible)),
        stale=refused.stale,
    )
