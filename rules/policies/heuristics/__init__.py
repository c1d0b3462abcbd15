"""Rules of thumb: how good an order looks to a player who wants victory points.

A rating is in victory points gained over passing or ending, which is worth nothing; where an order
must be given, only the differences count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.decisions import Choice, Decision
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.orders import (
    Accept,
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
    Propose,
    Refresh,
    Refuse,
    Research,
    ResearchRare,
    Retreat,
    SetAside,
    TakeArtifact,
    TakeBonus,
    TakeControl,
    TakeTech,
    Trade,
    Upgrade,
    UseDiscovery,
)  # fmt: skip
from rules.policies.heuristics import (
    diplomacy,
    economy,
    expansion,
    fleet,
    galactic_events,
    technology,
)
from rules.policies.heuristics.campaign import Campaign
from rules.policies.heuristics.situation import Situation
from rules.policies.heuristics.upgrades import best_upgrades
from rules.views import PlayerView

Rated = tuple[Order, float]

_ENDING = 0.0

_ONE_BY_ONE: dict[type[Order], Callable[[Situation, Any], float]] = {
    Pass: lambda situation, order: _ENDING,
    Done: lambda situation, order: _ENDING,
    Decline: lambda situation, order: _ENDING,
    Refuse: lambda situation, order: _ENDING,
    Propose: diplomacy.relations,
    Accept: diplomacy.relations,
    Colonize: economy.colonize,
    TakeArtifact: economy.artifact,
    TakeBonus: economy.artifact,
    Research: technology.research,
    ResearchRare: technology.research,
    TakeTech: technology.take_tech,
    PlaceSector: expansion.place,
    DiscardSector: expansion.discard,
    TakeControl: expansion.control,
    UseDiscovery: expansion.use_discovery,
    KeepDiscovery: expansion.keep_discovery,
    Refresh: expansion.refresh,
    FitPart: technology.fit_part,
    SetAside: lambda situation, order: 0.2,
    Attack: lambda situation, order: 1.0,
    Bombard: lambda situation, order: 2.0,
}

_TOGETHER: dict[type[Order], Callable[[Situation, Any], Iterator[Rated]]] = {
    Explore: expansion.explores,
    Influence: expansion.influences,
    Trade: economy.trades,
}

_IN_WAR: dict[type[Order], Callable[[Campaign, Any], Iterator[Rated]]] = {
    Build: economy.builds,
    Move: fleet.moves,
    Retreat: fleet.retreats,
    Activate: galactic_events.activations,
    ReturnShip: galactic_events.returns,
}


def rated(view: PlayerView, decision: Decision) -> Iterator[Rated]:
    """Orders worth considering, each with its rating. The decision's default is among them."""
    situation = Situation(view, decision)
    campaign = Campaign(situation)
    best = _ENDING
    yield decision.default, _ENDING
    for choice in decision.choices:
        for order, rating in _rated(situation, campaign, choice):
            best = max(best, rating)
            yield order, rating
    # Upgrades take longest to think about: only if the best of them could be better than the rest.
    if (upgrade := decision.choice(Upgrade)) and campaign.prospects > best:
        yield from best_upgrades(campaign, upgrade)


def _rated(situation: Situation, campaign: Campaign, choice: Choice) -> Iterator[Rated]:
    if one := _ONE_BY_ONE.get(choice.order):
        for order in choice.orders():
            yield order, one(situation, order)
    elif together := _TOGETHER.get(choice.order):
        yield from together(situation, choice.orders())
    elif in_war := _IN_WAR.get(choice.order):
        for order, rating in in_war(campaign, choice.orders()):
            peace = diplomacy.breaking(situation, order) if isinstance(order, Move) else 0.0
            yield order, rating - peace
