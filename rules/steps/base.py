"""What every step provides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.decisions import Decision
from rules.orders import Order
from rules.play import Play
from rules.table import Table


def _never(play: Play, frame: Any, decision: Decision, order: Order) -> None:
    raise AssertionError(f"{type(frame).__name__} asks nobody")


@dataclass(frozen=True, slots=True)
class Step:
    """Behaviour of one kind of frame."""

    advance: Callable[[Play, Any], bool]
    decisions: Callable[[Table, Any], list[Decision]] = lambda table, frame: []
    play: Callable[[Play, Any, Decision, Order], None] = _never
