"""Ratings of the orders of Galactic Events: activating a pulsar, coming back from a black hole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

from rules.decisions import Decision
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.orders import Done, Move, Order
from rules.policies.heuristics import diplomacy, economy, fleet
from rules.policies.heuristics.campaign import Campaign
from rules.policies.heuristics.special import danger_now
from rules.policies.heuristics.upgrades import best_upgrades
from rules.steps import build, move, upgrade
from rules.steps.diplomacy import has_presence, partners
from rules.steps.turn import Offer

_PEACE = 3.0
"""Points lost by coming back where a partner is."""
_SAVED = 0.1
"""Points for each unit of materials of a ship that is not lost."""


# --- pulsars ---------------------------------------------------------------------------------------


def activations(campaign: Campaign, orders: Iterator[Activate]) -> Iterator[tuple[Activate, float]]:
    """What the one activation gains, which costs no disc."""
    worths: dict[str, float] = {}
    for order in orders:
        if order.slot not in worths:
            worths[order.slot] = max((gain for _, gain in _acts(campaign, order.slot)), default=0.0)
        yield order, worths[order.slot]


_Rate = Callable[[Campaign, Any], Iterator[tuple[Order, float]]]
_RATED: dict[str, tuple[Offer, _Rate]] = {
    "build": (build.offer, economy.builds),
    "move": (move.offer, fleet.moves),
}


def _acts(campaign: Campaign, slot: str) -> Iterator[tuple[Order, float]]:
    """What could be done with one activation of the kind, without a disc."""
    table, seat = campaign.table, campaign.seat
    acting = copy(campaign)
    acting.situation = copy(campaign.situation)
    acting.situation.decision = Decision(seat, slot, (), Done(), {"left": 1})
    if slot == "upgrade":
        yield from best_upgrades(acting, upgrade.offer(table, seat, False, most=1))
        return
    offer, rate = _RATED[slot]
    choice = offer(table, seat, False)
    for order, gain in rate(acting, choice.orders()) if choice else ():
        peace = diplomacy.breaking(acting.situation, order) if isinstance(order, Move) else 0.0
        yield order, gain - peace


# --- black holes -----------------------------------------------------------------------------------


def returns(campaign: Campaign, orders: Iterator[ReturnShip]) -> Iterator[tuple[ReturnShip, float]]:
    """Coming back costs nothing and comes before everything else: to where the ship is of most
    use, as long as it is not thrown away."""
    table, seat = campaign.table, campaign.seat
    friends = partners(table, seat)
    for order in orders:
        sector = table.state.sectors[order.sector]
        here = campaign.own_kinds(order.sector)
        cost = campaign.situation.species.build_costs[order.ship]
        gain = campaign.value(order.sector, tuple(sorted((*here, order.ship))))
        gain -= campaign.value(order.sector, here)
        if sector.disc == seat:
            gain += 0.1 + 0.4 * campaign.exposure(order.sector)
        if friends and has_presence(table, friends, sector):
            gain -= _PEACE
        gain += 0.5 + _SAVED * cost * (1 - danger_now(table, sector))
        yield order, 20.0 + gain if gain > 0 else gain
