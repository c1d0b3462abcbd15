"""The way of a ship that is being moved, drawn over the map."""

from __future__ import annotations

import math
from itertools import pairwise

from games.rendering.divided import is_part, middle
from games.rendering.hexes import centre
from rules import orders as o
from rules.decisions import Decision
from rules.steps.move import routes
from rules.table import Table

Way = tuple[str, ...]
"""Sectors from the one that is left to the one where the ship ends."""
BEND = 0.22
"""How far a step swerves, as a share of its length: what stands in the middle stays to be seen."""
SHORT = 34.0
"""Units of the map that the way keeps clear of the middles of its ends."""


def way_of(table: Table, decision: Decision, order: o.Order) -> Way:
    """Where a movement or a retreat leads; empty for other orders."""
    if isinstance(order, o.Move):
        stats = table.stats(decision.seat, order.ship)
        found = routes(table, decision.seat, order.source, stats.movement, stats.jumps)
        return (order.source, *found[order.target]) if order.target in found else ()
    if isinstance(order, o.Retreat):
        source = decision.context.get("sector")
        return (source, order.sector) if isinstance(source, str) else ()
    return ()


def way_svg(table: Table, way: Way) -> str:
    """An arrow along the way; nothing for a way of less than a step."""
    points = [_point(table, sector) for sector in way]
    if len(points) < 2:
        return ""
    steps = list(pairwise(points))
    path, tip, angle = "", points[-1], 0.0
    for number, ((ax, ay), (bx, by)) in enumerate(steps):
        length = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        cx, cy = (ax + bx) / 2 + uy * length * BEND, (ay + by) / 2 - ux * length * BEND
        if number == 0:
            ax, ay = _towards((ax, ay), (cx, cy), SHORT)
            path = f"M{ax:.0f} {ay:.0f}"
        if number == len(steps) - 1:
            bx, by = _towards((bx, by), (cx, cy), SHORT)
            tip, angle = (bx, by), math.degrees(math.atan2(by - cy, bx - cx))
        path += f"Q{cx:.0f} {cy:.0f} {bx:.0f} {by:.0f}"
    x, y = tip
    return (
        f'<g class="way"><path class="route" d="{path}"/><path class="routehead" '
        f'd="M20 0L-8 -15L-2 0L-8 15z" transform="translate({x:.0f} {y:.0f}) rotate({angle:.0f})"/></g>'
    )


def _point(table: Table, sector: str) -> tuple[float, float]:
    place = table.state.sectors[sector]
    x, y = centre(place.zone)
    if is_part(table.tile(sector)):
        dx, dy = middle(table.edges(place))
        return x + dx, y + dy
    return x, y


def _towards(
    start: tuple[float, float], end: tuple[float, float], by: float
) -> tuple[float, float]:
    """A point nearer to ``end`` by so much."""
    far = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    share = min(1.0, by / far)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
