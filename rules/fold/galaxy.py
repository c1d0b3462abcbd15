"""Fold of sectors, discs, cubes, structures and ships."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.effects import galaxy as e
from rules.effects.base import Effect
from rules.state.model import NPC, GameState, Sector, Ship


def sector_revealed(state: GameState, effect: e.SectorRevealed) -> None:
    state.supply.unseen[effect.ring].remove(effect.sector)
    state.supply.stacks[effect.ring] -= 1


def sector_discarded(state: GameState, effect: e.SectorDiscarded) -> None:
    state.supply.discards[effect.ring].append(effect.sector)


def stack_refilled(state: GameState, effect: e.StackRefilled) -> None:
    supply = state.supply
    supply.unseen[effect.ring] = sorted(supply.discards[effect.ring])
    supply.stacks[effect.ring] = len(supply.discards[effect.ring])
    supply.discards[effect.ring] = []


def sector_placed(state: GameState, effect: e.SectorPlaced) -> None:
    state.sectors[effect.sector] = Sector(
        effect.sector, effect.zone, effect.orientation, discovery=effect.discovery
    )
    state.zones[effect.zone] = effect.tile or effect.sector
    if effect.discovery:
        state.supply.discovery_pile -= 1


def disc_placed(state: GameState, effect: e.DiscPlaced) -> None:
    state.sectors[effect.sector].disc = effect.seat
    if not effect.source:
        state.seats[effect.seat].discs -= 1


def disc_removed(state: GameState, effect: e.DiscRemoved) -> None:
    sector = state.sectors[effect.sector]
    sector.disc = None
    sector.slot = ""
    if not effect.lifted:
        state.seats[effect.seat].discs += 1


def cube_placed(state: GameState, effect: e.CubePlaced) -> None:
    seat = state.seats[effect.seat]
    state.sectors[effect.sector].cubes.append(effect.square)
    seat.cubes.add(effect.track, -1)
    if effect.colony:
        seat.colony_ships -= 1
        seat.used_colony_ships += 1


def cube_left(state: GameState, effect: e.CubeLeft) -> None:
    state.sectors[effect.sector].cubes.remove(effect.square)


def structure_built(state: GameState, effect: e.StructureBuilt) -> None:
    setattr(state.sectors[effect.sector], effect.unit, True)


def warp_portal_placed(state: GameState, effect: e.WarpPortalPlaced) -> None:
    portals = state.warp_portals
    portals[effect.sector] = portals.get(effect.sector, 0) + effect.vp


def ship_placed(state: GameState, effect: e.ShipPlaced) -> None:
    state.ships[effect.ship] = Ship(effect.ship, effect.owner, effect.kind, effect.sector)
    state.sectors[effect.sector].ships.append(effect.ship)
    state.next_ship = max(state.next_ship, effect.ship + 1)
    if effect.owner == NPC and effect.kind == "ancient":
        state.supply.ancients -= 1


def ship_moved(state: GameState, effect: e.ShipMoved) -> None:
    ship = state.ships[effect.ship]
    state.sectors[ship.sector].ships.remove(ship.id)
    ship.sector = effect.route[-1]
    ship.retreat = ""
    state.sectors[ship.sector].ships.append(ship.id)


GALAXY: dict[type[Effect], Callable[[GameState, Any], None]] = {
    e.SectorRevealed: sector_revealed,
    e.SectorDiscarded: sector_discarded,
    e.StackRefilled: stack_refilled,
    e.SectorPlaced: sector_placed,
    e.DiscPlaced: disc_placed,
    e.DiscRemoved: disc_removed,
    e.CubePlaced: cube_placed,
    e.CubeLeft: cube_left,
    e.StructureBuilt: structure_built,
    e.WarpPortalPlaced: warp_portal_placed,
    e.ShipPlaced: ship_placed,
    e.ShipMoved: ship_moved,
}
