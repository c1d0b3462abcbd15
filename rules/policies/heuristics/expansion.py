"""Ratings of exploring, taking control and influence."""

from __future__ import annotations

from rules.geometry import ring_of, zone_at
from rules.orders import (
    Abandon,
    Explore,
    Influence,
    KeepDiscovery,
    PlaceSector,
    Refresh,
    TakeControl,
    UseDiscovery,
)  # fmt: skip
from rules.policies.heuristics.situation import Situation


def explore(situation: Situation, order: Explore) -> float:
    """Worth a disc for the action and one for the sector, less and less as rounds pass."""
    if not situation.affords(2) or situation.decision.kind != "turn":
        return 0.0
    ring = ring_of(zone_at(order.zone))
    prefer = {1: 0.2, 2: 0.5, 3: 0.3}.get(ring, 0.0)
    return 1.6 + 0.22 * situation.rounds_left + prefer


def place(situation: Situation, order: PlaceSector) -> float:
    """Connections to own sectors first, then what the tile is worth."""
    table = situation.table
    zone = str(situation.decision.context.get("zone", ""))
    links = 0.0
    if zone:
        from rules.geometry import opposite, turned, zone_neighbours

        open_edges = turned(table.tile(order.sector).wormholes, order.orientation)
        for edge, other in enumerate(zone_neighbours(zone)):
            neighbour = table.state.zones.get(other)
            if neighbour is None:
                links += 0.15 if edge in open_edges else 0.0
                continue
            sector = table.state.sectors[neighbour]
            joined = edge in open_edges and opposite(edge) in table.wormholes(sector)
            if joined:
                links += 1.0 if sector.disc == situation.seat else -0.2
    tile = table.tile(order.sector)
    guarded = 0.8 if tile.ancients else 0.0
    return max(0.6, 1.0 + links + situation.tile_worth(tile) - guarded)


def control(situation: Situation, order: TakeControl) -> float:
    return 6.0 if situation.affords(1) else 0.3


def use_discovery(situation: Situation, order: UseDiscovery) -> float:
    """Resources and parts help while rounds are left."""
    return 2.6 + 0.12 * situation.rounds_left if situation.rounds_left > 2 else 1.0


def keep_discovery(situation: Situation, order: KeepDiscovery) -> float:
    return 2.9 if situation.rounds_left <= 4 else 2.5


def influence(situation: Situation, order: Influence) -> float:
    """Discs go out for points and squares; they come home only when money forces it."""
    if order.target == "track" or order.source != "track":
        return 0.0
    discs = 2 if situation.starting else 1
    if not situation.affords(discs):
        return 0.0
    sector = situation.table.state.sectors[order.target]
    return 1.2 + situation.sector_worth(sector)


def refresh(situation: Situation, order: Refresh) -> float:
    """Only for colony ships that have somewhere to go."""
    free = sum(
        situation.settles(situation.table.free_squares(s))
        for s in situation.table.own_sectors(situation.seat)
    )
    used = situation.boards.used_colony_ships
    ready = situation.boards.colony_ships
    gain = min(2, used, max(0, free - ready))
    return 0.6 + 0.12 * gain * situation.rounds_left if situation.affords(1) else 0.0


def abandon(situation: Situation, order: Abandon) -> float:
    """The least valuable sector goes first, after trade (the default) has been tried."""
    sector = situation.table.state.sectors[order.sector]
    return max(0.02, 0.09 - 0.01 * situation.sector_worth(sector))
