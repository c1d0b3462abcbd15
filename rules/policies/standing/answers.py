"""What a standing order says to a decision."""

from __future__ import annotations

from dataclasses import dataclass

from rules.orders import Order
from rules.policies.standing.orders import PlannedTurns, Reason


@dataclass(frozen=True, slots=True)
class Answer:
    """Orders that answer the decision, and the decisions that follow on it, and why.

    ``left``: what is still planned. ``handed_back``: planned orders that chance came before; the
    plan ends there.
    """

    orders: tuple[Order, ...]
    why: Reason
    left: PlannedTurns | None = None
    handed_back: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """A plan that cannot be carried out: nothing of this turn was played. ``text``: the order at
    fault; ``reason``: the rule."""

    text: str
    reason: str


Verdict = Answer | Stop | None
"""``None``: the standing order has nothing to say to the decision."""
