"""What a policy is."""

from __future__ import annotations

from typing import Protocol

from rules.decisions import Decision
from rules.orders import Order
from rules.views import PlayerView


class Policy(Protocol):
    """Answers decisions. The same view, decision and ``salt`` always give the same order."""

    def choose(self, view: PlayerView, decision: Decision, salt: int) -> Order: ...
