"""Ratings of moving and retreating."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from rules.orders import Move, Retreat
from rules.policies.heuristics.campaign import Campaign, Kinds
from rules.policies.heuristics.forces import power

_Mover = tuple[str, str]
"""A ship type and the sector that it can leave."""


def moves(campaign: Campaign, orders: Iterator[Move]) -> Iterator[tuple[Move, float]]:
    """For each target the best force that could come; its first ship's movement has the rating."""
    situation = campaign.situation
    price = situation.price(1) if situation.starting else 0.0
    if price == inf:
        return
    steps: dict[_Mover, list[Move]] = {}
    for order in orders:
        steps.setdefault((order.ship, order.source), []).append(order)
    left = int(situation.decision.context.get("left", 0)) or _moves(campaign)
    for target in campaign.terrain.targets:
        found = _attack(campaign, target, list(steps), left)
        if found is None:
            continue
        mover, gain = found
        distances = campaign.terrain.distances(target)
        ways = [move for move in steps[mover] if move.target in distances]
        if not ways:
            continue
        order = min(ways, key=lambda move: distances[move.target])
        if distances[order.target] < distances[mover[1]]:
            yield order, gain - price


def _moves(campaign: Campaign) -> int:
    species = campaign.situation.species
    reacting = campaign.situation.decision.kind == "reaction"
    return (species.reaction if reacting else species.activations)["move"]


def _attack(
    campaign: Campaign, target: str, movers: list[_Mover], left: int
) -> tuple[_Mover, float] | None:
    """The ship that should set out for the target first and what the whole force gains."""
    ready = _nearest(campaign, target, movers)
    force = campaign.own_kinds(target)
    before = campaign.value(target, force)
    best: tuple[_Mover, float] | None = None
    used, lost = 0, 0.0
    for needed, kind, source, loss in ready:
        used += needed
        lost += loss
        if used > left:
            if best is None and campaign.situation.rounds_left:
                # On the way for a later round.
                later = 0.4 * (campaign.value(target, campaign.available(target)) - before)
                if later - lost > 0:
                    best = ((kind, source), later - lost)
            break
        force = tuple(sorted((*force, kind)))
        gain = campaign.value(target, force) - before - lost
        if gain > (best[1] + 0.1 if best else 0.0):
            first = ready[0]
            best = ((first[1], first[2]), gain)
    return best


def _nearest(
    campaign: Campaign, target: str, movers: list[_Mover]
) -> list[tuple[int, str, str, float]]:
    """Ships that could come, the nearest first and of those the strongest: movements needed,
    type, where from and what is lost there."""
    table, seat = campaign.table, campaign.seat
    ready = []
    for kind, source in movers:
        needed = campaign.movements(kind, source, target)
        if source == target or needed is None:
            continue
        here = campaign.own_kinds(source)
        free = min(here.count(kind), table.unpinned(seat, table.state.sectors[source]))
        strength = power(campaign.stats(kind), campaign.dice)
        loss = _leaving(campaign, source, here, kind)
        ready += [(needed, -strength, kind, source, loss)] * free
    return [(needed, kind, source, loss) for needed, _, kind, source, loss in sorted(ready)]


def _leaving(campaign: Campaign, source: str, here: Kinds, kind: str) -> float:
    """What the sector loses when one ship of the type leaves it."""
    rest = list(here)
    rest.remove(kind)
    if campaign.table.state.sectors[source].disc == campaign.seat and not rest:
        return 0.05 + 0.4 * campaign.exposure(source)
    return max(0.0, campaign.value(source, here) - campaign.value(source, tuple(rest)))


def retreats(campaign: Campaign, orders: Iterator[Retreat]) -> Iterator[tuple[Retreat, float]]:
    """Leave when the battle is not worth the ships; attacking has the rating 1."""
    name = str(campaign.situation.decision.context.get("sector", ""))
    sector = campaign.table.state.sectors.get(name)
    if sector is None:
        return
    stays = sector.disc == campaign.seat or campaign.value(name, campaign.own_kinds(name)) > 0
    for order in orders:
        home = campaign.table.state.sectors[order.sector].disc == campaign.seat
        yield order, 0.5 if stays else 1.5 + 0.1 * home
