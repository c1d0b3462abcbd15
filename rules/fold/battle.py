"""Fold of battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.effects import battle as e
from rules.effects.base import Effect
from rules.state.model import GameState


def ship_destroyed(state: GameState, effect: e.ShipDestroyed) -> None:
    ship = state.ships.pop(effect.ship)
    state.sectors[ship.sector].ships.remove(ship.id)


def damage_repaired(state: GameState, effect: e.DamageRepaired) -> None:
    for ship in state.ships.values():
        ship.damage = 0


BATTLE: dict[type[Effect], Callable[[GameState, Any], None]] = {
    e.ShipDestroyed: ship_destroyed,
    e.DamageRepaired: damage_repaired,
}
