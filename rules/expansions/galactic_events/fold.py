"""Fold of Galactic Events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rules.expansions.galactic_events.effects as e
from rules.effects.base import Effect
from rules.state.model import NPC, Away, GameState


def sectors_left_out(state: GameState, effect: e.SectorsLeftOut) -> None:
    supply = state.supply
    unseen = [tile for tile in supply.unseen[effect.ring] if tile not in effect.sectors]
    supply.unseen[effect.ring] = unseen
    supply.stacks[effect.ring] = min(supply.stacks[effect.ring], len(unseen))


def slot_activated(state: GameState, effect: e.SlotActivated) -> None:
    sector = state.sectors[effect.sector]
    sector.slot = effect.slot
    sector.activated = state.round


def ship_swallowed(state: GameState, effect: e.ShipSwallowed) -> None:
    ship = state.ships.pop(effect.ship)
    state.sectors[ship.sector].ships.remove(ship.id)
    ship.damage += effect.damage
    ship.sector = ""
    state.away[ship.id] = Away(ship, effect.sector, effect.back)


def ship_returned(state: GameState, effect: e.ShipReturned) -> None:
    ship = state.away.pop(effect.ship).ship
    ship.sector = effect.sector
    state.ships[ship.id] = ship
    state.sectors[effect.sector].ships.append(ship.id)


def ship_lost(state: GameState, effect: e.ShipLost) -> None:
    del state.away[effect.ship]


def supernova_exploded(state: GameState, effect: e.SupernovaExploded) -> None:
    sector = state.sectors[effect.sector]
    for number in effect.ships:
        ship = state.ships.pop(number)
        state.supply.ancients += ship.owner == NPC and ship.kind == "ancient"
    sector.ships = []
    sector.orbital = sector.monolith = False
    state.warp_portals.pop(effect.sector, None)
    state.faces[effect.sector] = effect.back


def nothing(state: GameState, effect: Effect) -> None:
    """The dice are told; what they lead to, other effects say."""


GALACTIC_EVENTS: dict[type[Effect], Callable[[GameState, Any], None]] = {
    e.SectorsLeftOut: sectors_left_out,
    e.SlotActivated: slot_activated,
    e.ShipSwallowed: ship_swallowed,
    e.ShipReturned: ship_returned,
    e.ShipLost: ship_lost,
    e.SupernovaRolled: nothing,
    e.SupernovaExploded: supernova_exploded,
}
