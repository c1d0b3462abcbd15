"""A player without a plan, for tests and as the weakest opponent."""

from __future__ import annotations

import random

from rules.decisions import Choice, Decision, Prefix
from rules.orders import Order, Pass, Prefer
from rules.views import PlayerView


class Random:
    """Uniform over the legal orders.

    An order judged as a whole (an upgrade, an assignment of dice) counts as one and is then put
    together by a random walk, since its tree may be huge. Preferences are settings, not moves:
    they are left alone, so that every game comes to its end.
    """

    def choose(self, view: PlayerView, decision: Decision, salt: int) -> Order:
        rng = random.Random(salt)  # noqa: S311 - a bot needs repeatable choices, not secrets
        return random_order(decision, rng)


class Varied:
    """Uniform over the kinds of orders, then over the orders of that kind, but solvent.

    It begins nothing that it could not pay for in upkeep, so its civilizations last and the games
    reach every part of the rules.
    """

    def choose(self, view: PlayerView, decision: Decision, salt: int) -> Order:
        rng = random.Random(salt)  # noqa: S311 - a bot needs repeatable choices, not secrets
        if decision.choice(Pass) and not _can_pay(view, decision.seat):
            return Pass()
        kinds = [c for c in decision.choices if c.order is not Prefer and c.possible()]
        picked = rng.choice(kinds)
        if picked.order.variadic:
            return random_walk(picked, rng)
        return rng.choice(list(picked.orders()))


def _can_pay(view: PlayerView, seat: int) -> bool:
    """Whether money would last if two more discs left the track: an action and a sector."""
    table = view.table
    money = table.seat(seat).storage.money + table.production(seat, "money")
    return money >= table.upkeep(seat, fewer_discs=2)


def random_order(decision: Decision, rng: random.Random) -> Order:
    """A legal order of ``decision``, drawn from ``rng``."""
    options: list[Order | Choice] = []
    for choice in decision.choices:
        if choice.order is Prefer:
            continue
        if choice.order.variadic:
            if choice.possible():
                options.append(choice)
        else:
            options.extend(choice.orders())
    picked = rng.choice(options)
    return random_walk(picked, rng) if isinstance(picked, Choice) else picked


def random_walk(choice: Choice, rng: random.Random) -> Order:
    """One order of ``choice``, each step drawn among its candidates."""
    prefix: Prefix = ()
    while not choice.is_complete(prefix):
        prefix = (*prefix, rng.choice(choice.candidates(prefix)))
    return choice.order.from_atoms(prefix)
