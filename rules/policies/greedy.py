"""A player that takes what scores most for the next disc."""

from __future__ import annotations

import random
from math import inf

from rules.decisions import Decision
from rules.orders import ChooseSpecies, Order
from rules.policies.heuristics import rated
from rules.policies.random import random_order
from rules.views import PlayerView


class Greedy:
    """Rates every order that it considers and gives the best; ties go to the first.

    No rule of thumb says which board is best, and all of them are to be met: one is drawn.
    """

    def choose(self, view: PlayerView, decision: Decision, salt: int) -> Order:
        if decision.choice(ChooseSpecies):
            rng = random.Random(salt)  # noqa: S311 - a bot needs repeatable choices, not secrets
            return random_order(decision, rng)
        best: Order = decision.default
        best_rating = -inf
        for order, rating in rated(view, decision):
            if rating > best_rating:
                best, best_rating = order, rating
        return best
