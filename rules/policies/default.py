"""What a decision itself names as its answer at the deadline."""

from __future__ import annotations

from rules.decisions import Decision
from rules.orders import Order
from rules.views import PlayerView


class Default:
    """Gives every decision's default."""

    def choose(self, view: PlayerView, decision: Decision, salt: int) -> Order:
        return decision.default
