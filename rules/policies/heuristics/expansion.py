"""Ratings of exploring, taking control and influence."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from rules.content.schema import DiscoveryEffect, SectorTile
from rules.geometry import opposite, turned, zone_neighbours
from rules.orders import (
    DiscardSector,
    Explore,
    Influence,
    KeepDiscovery,
    PlaceSector,
    Refresh,
    TakeControl,
    UseDiscovery,
)  # fmt: skip
from rules.policies.heuristics import special
from rules.policies.heuristics.situation import Situation
from rules.state.model import Sector
from rules.steps.explore import stack_of

_GIVEN_UP = 1.5
"""Sectors given up, on average, for one that cannot be paid."""

# --- exploring -----------------------------------------------------------------------------------


def explores(situation: Situation, orders: Iterator[Explore]) -> Iterator[tuple[Explore, float]]:
    """The average of the tiles that may turn up, less the disc for the action."""
    price = situation.price(1) if situation.starting else 0.0
    if price == inf:
        return
    disc = situation.price_of_sector(2 if situation.starting else 1)
    rings: dict[str, float] = {}
    for order in orders:
        ring = stack_of(situation.table, order.zone)
        if ring not in rings:
            rings[ring] = _expected(situation, ring, disc)
        yield order, rings[ring] + _openness(situation, order.zone) - price


def _expected(situation: Situation, ring: str, disc: float) -> float:
    supply = situation.table.state.supply
    tiles = supply.unseen[ring] or supply.discards[ring]
    catalog = situation.table.catalog
    worth = [_turned_up(situation, catalog.sectors[tile], disc) for tile in tiles]
    # One time in eight the tile does not fit or lies badly.
    return 0.88 * sum(worth) / len(worth) if worth else 0.0


def _turned_up(situation: Situation, tile: SectorTile, disc: float) -> float:
    """A free tile is controlled at once; a guarded one is something to fight for later."""
    if not tile.disc:
        return special.turned_up(situation, tile)
    worth = situation.tile_worth(tile)
    if tile.discovery:
        worth += situation.setup.discovery_vp
    if tile.ancients:
        return 0.12 * worth * min(4, situation.rounds_left) / tile.ancients
    if disc == inf:
        return 0.1 * worth if situation.rounds_left else 0.0
    return max(0.0, worth - disc)


def _openness(situation: Situation, zone: str) -> float:
    """Zones with other sectors of one's own around connect better."""
    table = situation.table
    around = (table.places_in(other) for other in zone_neighbours(zone))
    own = sum(any(s.disc == situation.seat for s in places) for places in around)
    return 0.05 * min(own, 3)


def place(situation: Situation, order: PlaceSector) -> float:
    """Connections to own sectors first, away from the others', with open edges to go on."""
    table, zone = situation.table, str(situation.decision.context.get("zone", ""))
    links = 0.0
    open_edges = turned(table.tile(order.sector).wormholes, order.orientation)
    for edge, other in enumerate(zone_neighbours(zone) if zone else ()):
        sector = table.place_facing(other, opposite(edge))
        if sector is None:
            links += 0.15 if edge in open_edges else 0.0
            continue
        if edge in open_edges and opposite(edge) in table.wormholes(sector):
            links += 0.6 if sector.disc == situation.seat else -0.15
    tile = table.tile(order.sector)
    worth = situation.tile_worth(tile) if tile.disc else special.turned_up(situation, tile)
    return max(0.1, 1.0 + links + worth - 0.4 * tile.ancients)


def discard(situation: Situation, order: DiscardSector) -> float:
    return 0.5


# --- control -------------------------------------------------------------------------------------


def control(situation: Situation, order: TakeControl) -> float:
    """Declining is worth nothing. Without the money for it, one of the poorest sectors will have
    to be given up instead, and sometimes two."""
    table = situation.table
    sector = table.state.sectors[order.sector]
    worth = situation.sector_worth(sector)
    price = situation.price_of_sector(1)
    if price == inf:
        own = table.own_sectors(situation.seat)
        price = 0.4 + _GIVEN_UP * min((_held_worth(situation, s) for s in own), default=0.0)
    return 0.4 + worth - price


def influences(
    situation: Situation, orders: Iterator[Influence]
) -> Iterator[tuple[Influence, float]]:
    """Discs go out for points and squares, and from poor sectors to good ones."""
    table = situation.table
    start = 1 if situation.starting else 0
    price = situation.price(start) if start else 0.0
    disc = situation.price_of_sector(start + 1)
    if price == inf:
        return
    moves = (
        int(situation.decision.context.get("left", 0)) or situation.species.activations["influence"]
    )
    gains: list[tuple[float, Influence]] = []
    for order in orders:
        if order.target == "track":
            continue
        gain = situation.sector_worth(table.state.sectors[order.target])
        if order.source == "track":
            gain -= disc
        else:
            gain -= _held_worth(situation, table.state.sectors[order.source]) + 0.3
        if gain > 0:
            gains.append((gain, order))
    gains.sort(key=lambda item: -item[0])
    if not gains:
        return
    targets: dict[str, float] = {}
    for gain, order in gains:
        targets.setdefault(order.target, gain)
    others = sorted(targets.values(), reverse=True)[1:moves]
    extra = (0.5 * sum(others) + _refreshed(situation)) if start else 0.0
    for gain, order in gains:
        yield order, gain + extra - price


def _held_worth(situation: Situation, sector: Sector) -> float:
    """What a sector gives that is held already; its cubes would go home."""
    table, seat, left = situation.table, situation.seat, situation.rounds_left
    tile = table.tile(sector.id)
    income = 0.25 * len(sector.cubes) * left * special.lasting_income(table, seat, tile, sector)
    monolith = 3.0 * sector.monolith * special.lasting(table, seat, sector)
    return tile.vp + income + monolith + special.slots_worth(tile, left)


def _refreshed(situation: Situation) -> float:
    """Colony ships turned up again that have somewhere to go."""
    free = sum(
        situation.settles(situation.table.free_squares(sector))
        for sector in situation.table.own_sectors(situation.seat)
    )
    idle = max(0, free - situation.boards.colony_ships)
    turned_up = min(situation.species.influence_refresh, situation.boards.used_colony_ships)
    # They would be turned up anyway before the next upkeep but one.
    return 0.28 * min(turned_up, idle) if situation.rounds_left else 0.0


def refresh(situation: Situation, order: Refresh) -> float:
    return _refreshed(situation) - situation.price(1)


# --- discoveries ---------------------------------------------------------------------------------


def use_discovery(situation: Situation, order: UseDiscovery) -> float:
    """Resources and parts help while rounds are left; points never spoil."""
    tile = str(situation.decision.context.get("discovery", ""))
    content = situation.table.catalog.discoveries.get(tile)
    return _face_worth(situation, content.effect) if content else 1.0


def _face_worth(situation: Situation, effect: DiscoveryEffect) -> float:
    left = situation.rounds_left
    if effect.kind == "part":
        return 0.8 + 0.25 * left
    if effect.kind == "technology":
        return 0.6 + 0.3 * left
    if effect.kind == "ship":
        return 1.2 + 0.25 * left if left else 0.0
    units = effect.money + effect.science + effect.materials
    return (0.09 + 0.03 * left) * units if left else 0.0


def keep_discovery(situation: Situation, order: KeepDiscovery) -> float:
    return float(situation.setup.discovery_vp)
