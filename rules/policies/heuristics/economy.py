"""Ratings of colony ships, artifacts and building."""

from __future__ import annotations

from rules.orders import Build, Colonize, TakeArtifact
from rules.policies.heuristics.situation import Situation, hostile_strength, strength

_RESOURCE_WORTH = {"money": 1.0, "science": 1.1, "materials": 1.2}


def _production_gain(situation: Situation, track: str) -> float:
    setup = situation.table.catalog.setup
    off = setup.population_cubes_per_track - situation.boards.cubes.of(track)
    steps = setup.production_by_cubes_off
    return float(steps[min(off + 1, len(steps) - 1)] - steps[max(off, 0)])


def colonize(situation: Situation, order: Colonize) -> float:
    """Settling is free and comes first; the track with the best use for the square."""
    worth = _RESOURCE_WORTH[order.track]
    if order.track == "money" and situation.balance(2) < 0:
        worth = 2.0
    plain = 0.5 if order.square.rstrip("*") != "gray" else 0.0
    return 30.0 + worth * _production_gain(situation, order.track) + plain


def artifact(situation: Situation, order: TakeArtifact) -> float:
    return 1.0 + _RESOURCE_WORTH[order.resource]


def build(situation: Situation, order: Build) -> float:
    """Monoliths score, orbitals produce, ships are worth what there is to fight for."""
    storage = situation.boards.storage
    if order.unit == "monolith":
        return 5.0
    if order.unit == "orbital":
        return 1.5 + 0.4 * situation.rounds_left if situation.rounds_left > 1 else 0.5
    if situation.rounds_left == 0 and not _fights_near(situation, order.sector):
        return 0.0
    cost = situation.table.species(situation.seat).build_costs[order.unit]
    spare = (storage.materials - cost) * 0.05
    size = {"dreadnought": 2.6, "cruiser": 2.3, "interceptor": 1.5, "starbase": 1.2}
    return size.get(order.unit, 1.0) + spare + _target_worth(situation, order.sector)


def _fights_near(situation: Situation, sector: str) -> bool:
    return _target_worth(situation, sector) > 0


def _target_worth(situation: Situation, sector: str) -> float:
    """What lies next to ``sector`` and could be conquered."""
    table, seat = situation.table, situation.seat
    here = table.state.sectors[sector]
    fleet = [ship.kind for ship in table.own_ships_in(seat, here)]
    best = 0.0
    for other in table.reach(seat, here):
        place = table.state.sectors[other]
        enemy = hostile_strength(table, seat, place)
        if not enemy and place.disc is None:
            continue
        if place.disc == seat and not enemy:
            continue
        ready = strength(table, seat, [*fleet, "cruiser"])
        worth = situation.sector_worth(place) * 0.25
        best = max(best, worth if ready < 2 * enemy else worth * 0.4)
    return best
