"""What every step provides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.decisions import Decision
from rules.orders import Order
from rules.play import Play
from rules.table import Table

Key = tuple[int, str, str]


def _never(play: Play, frame: Any, decision: Decision, order: Order) -> None:
    raise AssertionError(f"{type(frame).__name__} asks nobody")


def asks(kind: str) -> Callable[[Table, Any], list[Key]]:
    """For a step that waits for the seat of its frame with one decision of one kind."""
    return lambda table, frame: [(frame.seat, kind, "")]


@dataclass(frozen=True, slots=True)
class Step:
    """Behaviour of one kind of frame."""

    advance: Callable[[Play, Any], bool]
    decisions: Callable[[Table, Any], list[Decision]] = lambda table, frame: []
    play: Callable[[Play, Any, Decision, Order], None] = _never
    asked: Callable[[Table, Any], list[Key]] | None = None
    """The seats, kinds and subjects of ``decisions``, where those are cheaper to tell alone."""

    of_seat: Callable[[Table, Any, int], list[Decision]] | None = None
    """Those of ``decisions`` that one seat owes, for a step that asks several at once."""

    def owed(self, table: Table, frame: Any, seat: int) -> list[Decision]:
        """Every decision that ``seat`` owes while the step waits."""
        if self.of_seat is not None:
            return self.of_seat(table, frame, seat)
        return [d for d in self.decisions(table, frame) if d.seat == seat]

    def keys(self, table: Table, frame: Any) -> list[Key]:
        """Seat, kind and subject of every decision that is asked while the step waits."""
        if self.asked is not None:
            return self.asked(table, frame)
        return [(d.seat, d.kind, d.subject) for d in self.decisions(table, frame)]
