"""The galaxy map: all sectors and the zones around them, and a layer of links for choices."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from games.rendering.divided import halo, is_part, middle, place_svg
from games.rendering.hexes import HEIGHT, RADIUS, centre, defs
from games.rendering.kept import Place
from games.rendering.ways import Way, way_svg
from games.speech import gettext as _
from rules.geometry import opposite, zone_neighbours
from rules.state.model import Sector
from rules.table import Table

NEAR_RINGS = 3
"""Zones of these rings are drawn whole, others as stubs beside the sector that leads there."""


@dataclass(frozen=True)
class Mark:
    """A link on a sector or zone. ``css``: ``legal`` (can be chosen) or ``origin`` (is chosen)."""

    href: str
    label: str
    css: str = "legal"


@dataclass(frozen=True)
class Ghost:
    """A tile drawn in a zone where it does not lie yet. ``drawn``: around the middle of its hex;
    ``joins``: edges at which it and its neighbour both have a wormhole."""

    zone: str
    drawn: str
    joins: tuple[int, ...]


@dataclass(frozen=True)
class Zone:
    """An unexplored zone on the map. ``open``: a wormhole leads there."""

    name: str
    x: float
    y: float
    shape: str
    open: bool


def zones_around(table: Table) -> list[Zone]:
    """The unexplored zones to draw, by ring and number."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for sector in table.state.sectors.values():
        holes = table.wormholes(sector)
        for edge, zone in enumerate(zone_neighbours(sector.zone)):
            if zone not in table.state.zones:
                found.setdefault(zone, []).append((sector.zone, edge in holes))
    zones = []
    for name, beside in found.items():
        leads = any(hole for _, hole in beside)
        if int(name.partition(".")[0]) <= NEAR_RINGS:
            zones.append(Zone(name, *centre(name), "zone", leads))
        elif leads:
            zones.append(
                Zone(name, *_stub_at(name, [z for z, hole in beside if hole]), "stub", True)
            )
    return sorted(zones, key=lambda z: tuple(map(int, z.name.split("."))))


def _stub_at(zone: str, beside: list[str]) -> tuple[float, float]:
    """Near the sectors that lead to the zone, so that the map stays small."""
    x, y = centre(zone)
    near = [centre(other) for other in beside]
    mx, my = sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)
    far = math.hypot(x - mx, y - my)
    keep = max(0.0, 137 - (HEIGHT - far)) / far if far else 1.0
    return mx + (x - mx) * keep, my + (y - my) * keep


# --- the map -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """The map without any choices; it depends on what everybody may see and on names only.
    ``mark``: its fingerprint."""

    body: str
    box: tuple[float, float, float, float]
    zones: dict[str, Zone]
    mark: str


def board(table: Table, places: Iterable[tuple[Sector, Place]]) -> Board:
    """Draw the galaxy. Sectors link to their line of the table below (``#s221``)."""
    zones = zones_around(table)
    out = [_zone_svg(zone) for zone in zones]
    for sector, place in places:
        move, drawn = _put(table, sector, f'<g id="h{sector.id}">{place.svg}</g>')
        out.append(f'<a href="#s{sector.id}" {move}><title>{place.title}</title>{drawn}</a>')
    body = "".join(out)
    mark = hashlib.sha256(body.encode()).hexdigest()
    return Board(body, _box(table, zones), {zone.name: zone for zone in zones}, mark)


def _put(table: Table, sector: Sector, drawn: str) -> tuple[str, str]:
    """Where the link of a place stands on the map, and what is drawn around the middle of its hex
    seen from there. Parts of a hex stand apart, so that keys lead from one to the other."""
    x, y = centre(sector.zone)
    if not is_part(table.tile(sector.id)):
        return f'transform="translate({x:g} {y:.1f})"', drawn
    dx, dy = middle(table.edges(sector))
    move = f'transform="translate({x + dx:.1f} {y + dy:.1f})"'
    return move, f'<g transform="translate({-dx:.1f} {-dy:.1f})">{drawn}</g>'


def _zone_svg(zone: Zone) -> str:
    label = _("Unexplored zone %(zone)s") % {"zone": zone.name}
    if not zone.open:
        label = _("%(zone)s; no wormhole leads there") % {"zone": label}
    css = "zn open" if zone.open else "zn"
    size = "zt" if zone.shape == "zone" else "zt small"
    return (
        f'<g transform="translate({zone.x:g} {zone.y:.1f})" role="img"><title>{escape(label)}</title>'
        f'<use href="#{zone.shape}" class="{css}"/><text class="{size}" y="10">{zone.name}</text></g>'
    )


def _box(table: Table, zones: list[Zone]) -> tuple[float, float, float, float]:
    points = [(0.0, 0.0, RADIUS, HEIGHT / 2)]
    for sector in table.state.sectors.values():
        points.append((*centre(sector.zone), RADIUS, HEIGHT / 2))
    for zone in zones:
        size = (RADIUS, HEIGHT / 2) if zone.shape == "zone" else (46.0, 40.0)
        points.append((zone.x, zone.y, *size))
    left = min(x - w for x, _, w, _ in points) - 8
    top = min(y - h for _, y, _, h in points) - 8
    right = max(x + w for x, _, w, _ in points) + 8
    bottom = max(y + h for _, y, _, h in points) + 8
    return left, top, right - left, bottom - top


def map_svg(
    drawn: Board,
    table: Table,
    marks: Mapping[str, Mark] | None = None,
    ghost: Ghost | None = None,
) -> str:
    """The whole picture. ``marks``: links by sector id or zone name; ``ghost``: a tile to come."""
    layer = marks_svg(drawn, table, marks or {}, ghost)
    return framed(drawn, f'<g id="part-marks">{layer}</g>')


def marks_svg(
    drawn: Board,
    table: Table,
    marks: Mapping[str, Mark],
    ghost: Ghost | None = None,
    way: Way = (),
) -> str:
    """The layer of choices alone: it changes with every step, what lies below with the game.
    ``way``: of a ship that is being moved."""
    layer = [ghost_svg(ghost, at=True)] if ghost else []
    layer += [_mark_svg(drawn, table, place, mark) for place, mark in marks.items()]
    return "".join([*layer, way_svg(table, way)])


def framed(drawn: Board, layer: str) -> str:
    """The whole picture with a layer upon it."""
    left, top, width, height = drawn.box
    title = escape(_("Galaxy map"))
    return (
        f'<svg class="map" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" role="group" '
        f'aria-label="{title}">{defs()}<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" fill="url(#stars)"/><g id="galaxy">{drawn.body}</g>{layer}</svg>'
    )


def home_box(table: Table, seat: int) -> str:
    """Left, top, width and height of the part of the map that holds a seat's sectors and ships;
    empty if there are none."""
    places = [
        centre(sector.zone)
        for sector in table.state.sectors.values()
        if sector.disc == seat or any(ship.owner == seat for ship in table.ships_in(sector))
    ]
    if not places:
        return ""
    left, top = min(x for x, _y in places) - 2 * RADIUS, min(y for _x, y in places) - HEIGHT
    right, bottom = max(x for x, _y in places) + 2 * RADIUS, max(y for _x, y in places) + HEIGHT
    return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"


def _mark_svg(drawn: Board, table: Table, place: str, mark: Mark) -> str:
    sector = table.state.sectors.get(place)
    if sector is not None:
        outline = '<use href="#hex" class="halo"/>'
        if is_part(table.tile(place)):
            outline = halo(table.edges(sector))
        move, outline = _put(table, sector, outline)
    else:
        zone = drawn.zones.get(place)
        if zone is None:
            return ""
        outline = f'<use href="#{zone.shape}" class="halo"/>'
        move = f'transform="translate({zone.x:g} {zone.y:.1f})"'
    return (
        f'<a href="{escape(mark.href)}" class="{mark.css}" {move}>'
        f"<title>{escape(mark.label)}</title>{outline}</a>"
    )


# --- a tile to be placed ---------------------------------------------------------------------------


def ghost_of(after: Table, zone: str) -> Ghost:
    """The tile in a zone as it lies on the table ``after`` it was placed, with whatever would lie
    and stand on it."""
    joins = []
    drawn = []
    for place in after.places_in(zone):
        drawn.append(place_svg(after, place))
        for edge in sorted(after.wormholes(place)):
            other = after.place_facing(zone_neighbours(zone)[edge], opposite(edge))
            if other and opposite(edge) in after.wormholes(other):
                joins.append(edge)
    return Ghost(zone, "".join(drawn), tuple(joins))


def ghost_svg(ghost: Ghost, at: bool = False) -> str:
    """A tile that does not lie there yet, at the place of its zone or around the origin."""
    x, y = centre(ghost.zone)
    move = f' transform="translate({x:g} {y:.1f})"' if at else ""
    return f'<g class="ghost"{move}>{ghost.drawn}<use href="#hex" class="halo"/></g>'


def placement_svg(table: Table, ghost: Ghost) -> str:
    """A tile in one orientation with its neighbours; uses the shapes of the map on the page."""
    x, y = centre(ghost.zone)
    out = []
    # No more of what lies around it than the halves of its neighbours, so that the tile is large.
    left, top, right, bottom = -120, -104, 120, 104
    for edge, zone in enumerate(zone_neighbours(ghost.zone)):
        ox, oy = centre(zone)
        for place in table.places_in(zone):
            left, right = min(left, round(ox - x) - 60), max(right, round(ox - x) + 60)
            top, bottom = min(top, round(oy - y) - 20), max(bottom, round(oy - y) + 20)
            move = f'transform="translate({ox - x:g} {oy - y:.1f})"'
            out.append(f'<use href="#h{place.id}" {move}/>')
        if edge in ghost.joins:
            out.append(f'<use href="#full" transform="rotate({60 * edge})"/>')
    return (
        f'<svg class="map mini" viewBox="{left} {top} {right - left} {bottom - top}" '
        'aria-hidden="true">'
        f"{''.join(out)}{ghost_svg(ghost)}</svg>"
    )
