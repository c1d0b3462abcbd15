"""Tiles divided into several places: each part is drawn in its own shape.

A part touches neighbouring edges of the hex; its shape are the triangles between these edges and
the middle of the hex.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from games.rendering.colours import symbol
from games.rendering.hexes import RADIUS, sector_svg, ship_groups, ships_svg, wormholes_svg
from rules.content.tiles import SectorTile
from rules.state.model import Sector
from rules.steps.parties import contested
from rules.table import Table

Point = tuple[float, float]
EDGES = 6


def is_part(tile: SectorTile) -> bool:
    """Whether the place is not a whole hex."""
    return len(tile.edges) < EDGES


def _corner(number: int, radius: float) -> Point:
    angle = math.radians(60 * number)
    return radius * math.cos(angle), radius * math.sin(angle)


def _ends(edges: Iterable[int]) -> tuple[int, int]:
    """The first and the last of edges that lie beside each other, clockwise."""
    known = set(edges)
    first = next(edge for edge in sorted(known) if (edge - 1) % EDGES not in known)
    return first, (first + len(known) - 1) % EDGES


def shape(edges: Iterable[int], radius: float = RADIUS - 2) -> list[Point]:
    """The corners of a part around the middle of its hex."""
    known = set(edges)
    first, _last = _ends(known)
    # Edge 0 lies between the corners 4 and 5, which are counted from the right.
    return [(0.0, 0.0), *(_corner(first + 4 + n, radius) for n in range(len(known) + 1))]


def middle(edges: Iterable[int]) -> Point:
    """A point well inside a part."""
    corners = shape(edges)
    outer = corners[1:]
    # Of the outline without the middle of the hex, half way out.
    x, y = (sum(axis) / len(outer) for axis in zip(*outer, strict=True))
    reach = math.hypot(x, y)
    return (x / reach * 50, y / reach * 50) if reach else (0.0, 0.0)


def points(edges: Iterable[int], inset: float = 0.0) -> str:
    """The outline for a polygon, moved inwards by about ``inset``."""
    known = set(edges)
    x, y = middle(known)
    keep = 1 - inset / 43
    return " ".join(
        f"{x + (px - x) * keep:.1f},{y + (py - y) * keep:.1f}" for px, py in shape(known)
    )


def _centred(edges: set[int], y: float) -> float:
    """Where the middle of a part lies at a height."""
    corners = shape(edges)
    crossed = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if ay != by and min(ay, by) <= y <= max(ay, by):
            crossed.append(ax + (bx - ax) * (y - ay) / (by - ay))
    return sum((min(crossed), max(crossed))) / 2 if crossed else middle(edges)[0]


def halo(edges: Iterable[int]) -> str:
    """The outline that marks a part as a target."""
    return f'<polygon points="{points(edges, 5)}" class="halo"/>'


# --- the parts of a tile ---------------------------------------------------------------------------


def place_svg(table: Table, sector: Sector) -> str:
    """Everything on a place, be it a whole hex or a part of one."""
    tile = table.tile(sector.id)
    if not is_part(tile):
        return sector_svg(table, sector)
    edges = set(table.edges(sector))
    beside = {e: place.id for place in table.places_in(sector.zone) for e in table.edges(place)}
    out = [_ground(edges), wormholes_svg(table, sector.zone, table.wormholes(sector))]
    out.append(_inner_svg(edges, beside, tile))
    groups = ship_groups(table, sector)
    owners = list(dict.fromkeys(group[0] for group in groups))
    _x, y = middle(edges)
    top = y - (20 if len(owners) < 2 else 28)
    out.append(_heading(sector.id, edges, top, sector.discovery and bool(groups)))
    if groups:
        first = y + (12 if len(owners) < 2 else 0)
        row = ships_svg(table, sector, groups, owners, 0)
        x = _centred(edges, first)
        out.append(f'<g transform="translate({x:.1f} {first:.1f}) scale(.8)">{row}</g>')
    elif sector.discovery:
        out.append(symbol("discovery", _centred(edges, y + 13), y + 13, 30, "mmark"))
    if contested(table, sector):
        x, y = middle(edges)
        out.append(f'<use href="#clash" x="{1.6 * x:.0f}" y="{1.6 * y:.0f}"/>')
    return "".join(out)


def _ground(edges: set[int]) -> str:
    outline = points(edges)
    return (
        f'<polygon points="{outline}" class="hx h-nebula"/>'
        f'<polygon points="{outline}" fill="url(#mist)"/>'
    )


def _heading(name: str, edges: set[int], y: float, discovery: bool) -> str:
    """The number of a part, with the discovery beside it where ships take its room."""
    x = _centred(edges, y)
    if not discovery:
        return f'<text class="pnr" x="{x:.1f}" y="{y + 6:.1f}">{name}</text>'
    return f'<text class="pnr" x="{x - 11:.1f}" y="{y + 6:.1f}">{name}</text>' + symbol(
        "discovery", round(x + 22, 1), y, 22, "mmark"
    )


def _inner_svg(edges: set[int], beside: Mapping[int, str], tile: SectorTile) -> str:
    """This part's halves of the wormholes inside the tile."""
    first, last = _ends(edges)
    out = []
    # The corner where the part begins, and where it ends; there its half lies on the other side.
    for edge, corner, side in ((first - 1, first + 4, ""), (last + 1, last + 5, " scale(-1 1)")):
        if beside.get(edge % EDGES) in tile.joined:
            turn = f"rotate({60 * (corner % EDGES) + 90}){side}"
            out.append(f'<g transform="{turn}"><use href="#inner"/><use href="#bore"/></g>')
    return "".join(out)
