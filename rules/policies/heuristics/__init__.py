"""Rules of thumb: how good an order looks to a player who wants victory points.

A rating has no unit; about 1 is what passing or ending is worth, and a victory point now is worth
about 1 more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.decisions import Choice, Decision
from rules.orders import (
    Abandon,
    Attack,
    Bombard,
    Build,
    Colonize,
    Decline,
    DiscardSector,
    Done,
    Explore,
    FitPart,
    Influence,
    KeepDiscovery,
    Move,
    Order,
    Pass,
    PlaceSector,
    Refresh,
    Research,
    Retreat,
    SetAside,
    TakeArtifact,
    TakeControl,
    TakeTech,
    Upgrade,
    UseDiscovery,
)  # fmt: skip
from rules.policies.heuristics import economy, expansion, fleet, technology
from rules.policies.heuristics.situation import Situation
from rules.policies.heuristics.upgrades import best_upgrades
from rules.views import PlayerView

_WORTH_ENDING = 1.0

_RATERS: dict[type[Order], Callable[[Situation, Any], float]] = {
    Pass: lambda situation, order: _WORTH_ENDING,
    Done: lambda situation, order: _WORTH_ENDING,
    Decline: lambda situation, order: _WORTH_ENDING,
    Colonize: economy.colonize,
    TakeArtifact: economy.artifact,
    Build: economy.build,
    Research: technology.research,
    TakeTech: technology.take_tech,
    Explore: expansion.explore,
    PlaceSector: expansion.place,
    DiscardSector: lambda situation, order: 0.5,
    TakeControl: expansion.control,
    UseDiscovery: expansion.use_discovery,
    KeepDiscovery: expansion.keep_discovery,
    Influence: expansion.influence,
    Refresh: expansion.refresh,
    Abandon: expansion.abandon,
    FitPart: technology.fit_part,
    SetAside: lambda situation, order: 0.2,
    Move: fleet.move,
    Attack: lambda situation, order: _WORTH_ENDING,
    Retreat: fleet.retreat,
    Bombard: lambda situation, order: 2.0,
}


def rated(view: PlayerView, decision: Decision) -> Iterator[tuple[Order, float]]:
    """Orders worth considering, each with its rating. The decision's default is among them."""
    situation = Situation(view, decision)
    yield decision.default, 0.1
    for choice in decision.choices:
        rater = _RATERS.get(choice.order)
        if choice.order is Upgrade:
            yield from best_upgrades(situation, choice)
        elif rater is not None:
            for order in _considered(situation, choice):
                yield order, rater(situation, order)


def _considered(situation: Situation, choice: Choice) -> Iterator[Order]:
    if choice.order in (Build, Move, Research, Explore, Influence) and not situation.worth_a_disc:
        return iter(())
    return choice.orders()
