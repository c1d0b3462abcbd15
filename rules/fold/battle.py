"""Fold of battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.effects import battle as e
from rules.effects.base import Effect
from rules.state.model import NPC, GameState


def ship_damaged(state: GameState, effect: e.ShipDamaged) -> None:
    state.ships[effect.ship].damage += effect.points


def ship_destroyed(state: GameState, effect: e.ShipDestroyed) -> None:
    ship = state.ships.pop(effect.ship)
    state.sectors[ship.sector].ships.remove(ship.id)
    if ship.owner == NPC and ship.kind == "ancient":
        state.supply.ancients += 1


def ship_repaired(state: GameState, effect: e.ShipRepaired) -> None:
    state.ships[effect.ship].damage -= effect.points


def retreat_announced(state: GameState, effect: e.RetreatAnnounced) -> None:
    for ship in effect.ships:
        state.ships[ship].retreat = effect.target


def ships_retreated(state: GameState, effect: e.ShipsRetreated) -> None:
    for number in effect.ships:
        ship = state.ships[number]
        state.sectors[ship.sector].ships.remove(number)
        ship.sector = effect.target
        ship.retreat = ""
        state.sectors[ship.sector].ships.append(number)


def damage_repaired(state: GameState, effect: e.DamageRepaired) -> None:
    for ship in state.ships.values():
        ship.damage = 0
    for away in state.away.values():
        away.ship.damage = 0


def nothing(state: GameState, effect: Effect) -> None:
    """Facts that readers need and that change nothing on the table."""


BATTLE: dict[type[Effect], Callable[[GameState, Any], None]] = {
    e.BattleStarted: nothing,
    e.DiceRolled: nothing,
    e.HitsAssigned: nothing,
    e.ShipDamaged: ship_damaged,
    e.ShipDestroyed: ship_destroyed,
    e.ShipRepaired: ship_repaired,
    e.RetreatAnnounced: retreat_announced,
    e.ShipsRetreated: ships_retreated,
    e.StalemateReached: nothing,
    e.BattleEnded: nothing,
    e.PopulationAttacked: nothing,
    e.PopulationBombed: nothing,
    e.PopulationSpared: nothing,
    e.DamageRepaired: damage_repaired,
}
