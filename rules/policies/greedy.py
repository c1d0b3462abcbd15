"""A player that takes what scores most for the next disc."""

from __future__ import annotations

from math import inf

from rules.decisions import Decision
from rules.orders import Order
from rules.policies.heuristics import rated
from rules.views import PlayerView


class Greedy:
    """Rates every order that it considers and gives the best; ties go to the first."""

    def choose(self, view: PlayerView, decision: Decision, salt: int) -> Order:
        best: Order = decision.default
        best_rating = -inf
        for order, rating in rated(view, decision):
            if rating > best_rating:
                best, best_rating = order, rating
        return best
