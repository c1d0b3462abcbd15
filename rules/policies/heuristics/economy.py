"""Ratings of colony ships, trade, artifacts and what is built to produce or to score."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from rules.orders import Build, Colonize, TakeArtifact, TakeBonus, Trade
from rules.policies.heuristics import special
from rules.policies.heuristics.campaign import Campaign
from rules.policies.heuristics.situation import Situation
from rules.policies.heuristics.technology import tech_worth
from rules.steps.research import least_cost

_MATERIAL_PRICE = 0.05
"""Points that a unit of materials is worth if it is kept for later rounds."""


def colonize(situation: Situation, order: Colonize) -> float:
    """Settling is free and comes first; the track with the best use for the square."""
    gain = situation.income_gain(order.track) * situation.unit_worth(order.track)
    if order.track == "money" and situation.balance(0) < 0:
        gain += 3.0
    # A square that takes any cube is kept for later, since it fits whatever is short then.
    plain = 0.05 if order.square.rstrip("*") != "gray" else 0.0
    table = situation.table
    sector = table.state.sectors[order.sector]
    tile = table.tile(order.sector)
    return 30.0 + gain * special.lasting_income(table, situation.seat, tile, sector) + plain


def artifact(situation: Situation, order: TakeArtifact | TakeBonus) -> float:
    """Money while it runs short, else what lags behind."""
    short = 1.0 if order.resource == "money" and situation.balance(2) < 0 else 0.0
    return 1.0 + situation.unit_worth(order.resource) + short


# --- building ------------------------------------------------------------------------------------


def builds(campaign: Campaign, orders: Iterator[Build]) -> Iterator[tuple[Build, float]]:
    """Monoliths score, orbitals produce, ships are worth what there is to fight for."""
    situation = campaign.situation
    discs = 1 if situation.starting else 0
    for order in orders:
        materials = situation.species.build_costs[order.unit]
        price = situation.price(discs, spending=materials)
        if price == inf:
            continue
        worth = _unit_worth(campaign, order) - materials * material_price(situation, order.unit)
        yield order, worth - price


def _unit_worth(campaign: Campaign, order: Build) -> float:
    situation = campaign.situation
    if order.unit == "monolith":
        # Where nobody will come to take it, and where it lasts.
        points = situation.setup.monolith_vp * _lasting(situation, order.sector)
        return points - 0.5 * campaign.exposure(order.sector)
    if order.unit == "orbital":
        income = orbital_worth(situation) * _lasting(situation, order.sector)
        return income - 0.2 * campaign.exposure(order.sector)
    safe = 1 - special.danger_now(situation.table, situation.table.state.sectors[order.sector])
    return safe * campaign.worth_of_ship(order.unit, order.sector)


def _lasting(situation: Situation, sector: str) -> float:
    table = situation.table
    return special.lasting(table, situation.seat, table.state.sectors[sector])


def orbital_worth(situation: Situation) -> float:
    """Income of the cube that settles it, from the next round on."""
    gain = max(
        situation.income_gain(track) * situation.unit_worth(track) for track in ("money", "science")
    )
    return gain * (situation.rounds_left - 0.3)


def material_price(situation: Situation, unit: str) -> float:
    """Materials are saved for monoliths where they can be built."""
    if unit != "monolith" and situation.table.has_tech(situation.seat, "monolith"):
        return 0.22
    return _MATERIAL_PRICE if situation.rounds_left else 0.0


# --- trade ---------------------------------------------------------------------------------------


def trades(situation: Situation, orders: Iterator[Trade]) -> Iterator[tuple[Trade, float]]:
    """Trade for a technology or a monolith that is worth more than what is given up."""
    table, storage = situation.table, situation.boards.storage
    if situation.decision.kind not in ("turn", "build", "research"):
        return
    goals = list(_goals(situation))
    if not goals:
        return
    give, gain = table.trade_rate(situation.seat)
    for order in orders:
        for resource, needed, worth in goals:
            lacking = needed - storage.of(resource)
            if order.gain != resource or not lacking <= order.amount < lacking + gain:
                continue
            given = order.amount // gain * give
            discs = 1 if situation.starting else 0
            money = given if order.give == "money" else 0
            spending = 0 if order.give == "money" else given
            price = situation.price(discs, spending + storage.of(resource), money)
            loss = 0.09 * given if situation.rounds_left else 0.01 * given
            yield order, worth - price - loss


def _goals(situation: Situation) -> Iterator[tuple[str, int, float]]:
    """What is out of reach by resources alone: kind of resource, units needed, points."""
    table, seat, kind = situation.table, situation.seat, situation.decision.kind
    storage = situation.boards.storage
    if kind != "build":
        for tech in table.state.supply.techs:
            if table.has_tech(seat, tech):
                continue
            price = least_cost(table, seat, tech)
            if price > storage.science:
                yield "science", price, tech_worth(situation, tech) - 0.05 * price
    monolith = situation.species.build_costs["monolith"]
    if kind == "research" or storage.materials >= monolith:
        return
    room = any(not sector.monolith for sector in table.own_sectors(seat))
    if room and table.has_tech(seat, "monolith"):
        yield "materials", monolith, situation.setup.monolith_vp - 0.1
