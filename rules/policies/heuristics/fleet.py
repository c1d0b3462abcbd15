"""Ratings of moving and retreating."""

from __future__ import annotations

from rules.orders import Move, Retreat
from rules.policies.heuristics.situation import Situation, hostile_strength, strength


def move(situation: Situation, order: Move) -> float:
    """Go where a fight can be won or an empty sector taken; stay where ships are needed."""
    table, seat = situation.table, situation.seat
    target = table.state.sectors[order.target]
    source = table.state.sectors[order.source]
    if source.disc != seat and not table.enemy_ships_in(seat, source) and source.disc is None:
        return 0.0
    enemy = hostile_strength(table, seat, target)
    moves = int(situation.decision.context.get("left", 0)) or _moves(situation)
    force = _force(situation, order, moves)
    worth = situation.sector_worth(target)
    if enemy:
        if force < 1.4 * enemy:
            return 0.0
        bonus = 1.5 if target.disc is None else 2.0
        return 1.2 + worth + bonus + min(1.0, 0.2 * force / enemy)
    if target.disc is None and not table.own_ships_in(seat, target):
        return 1.1 + 0.6 * worth if situation.affords(2) else 0.0
    if target.disc not in (None, seat) and not table.own_ships_in(seat, target):
        return 1.2 + worth
    return 0.0


def _moves(situation: Situation) -> int:
    species = situation.table.species(situation.seat)
    if situation.decision.kind == "reaction":
        return species.reaction["move"]
    return species.activations["move"]


def _force(situation: Situation, order: Move, moves: int) -> float:
    """Strength that could stand in the target after ``moves`` movements from this source."""
    table, seat = situation.table, situation.seat
    target = table.state.sectors[order.target]
    source = table.state.sectors[order.source]
    there = [ship.kind for ship in table.own_ships_in(seat, target)]
    movable = [
        ship.kind
        for ship in table.own_ships_in(seat, source)
        if table.stats(seat, ship.kind).movement
    ]
    movable.remove(order.ship)
    movable.sort(key=lambda kind: -strength(table, seat, [kind]))
    return strength(table, seat, [*there, order.ship, *movable[: max(0, moves - 1)]])


def retreat(situation: Situation, order: Retreat) -> float:
    """Leave when the enemy is far stronger."""
    table, seat = situation.table, situation.seat
    name = str(situation.decision.context.get("sector", ""))
    sector = table.state.sectors.get(name)
    if sector is None:
        return 0.5
    own = strength(table, seat, [s.kind for s in table.own_ships_in(seat, sector)])
    return 1.5 if 2.2 * own < hostile_strength(table, seat, sector) else 0.5
