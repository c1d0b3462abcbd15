"""Sectors and zones as SVG, drawn around their own centre.

A hex has a radius of 100 units and its top edge up, as in ``rules.geometry``. Shapes that repeat
are defined once (``DEFS``) and used by name; colours are classes of the style sheet.
"""

from __future__ import annotations

import math
from functools import lru_cache

from games.rendering import phenomena
from games.rendering.colours import seat_colour, sprite, symbol
from rules.geometry import opposite, zone_at, zone_neighbours
from rules.state.model import NPC, Sector
from rules.steps.parties import contested
from rules.table import Table

RADIUS = 100
HEIGHT = RADIUS * math.sqrt(3)
SHIPS = ("interceptor", "cruiser", "dreadnought", "starbase")
BATTLE = '<use href="#clash" x="-76" y="0"/>'
"""The mark of a sector in which there will be a battle, at its left corner."""
_RINGS = {"center": "center", "inner": "inner", "outer": "outer"}


def centre(zone: str) -> tuple[float, float]:
    """Where the hex of a zone lies on the map."""
    q, r = zone_at(zone)
    return 1.5 * RADIUS * q, HEIGHT * (r + q / 2)


def corners(radius: float) -> str:
    """The points of a hex."""
    angles = (math.radians(60 * n) for n in range(6))
    return " ".join(f"{radius * math.cos(a):.1f},{radius * math.sin(a):.1f}" for a in angles)


# --- shapes ------------------------------------------------------------------------------------

_PATTERNS = {
    "red": '<pattern id="pat-red" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="10" height="10" class="s-red" fill="currentColor" fill-opacity=".45"/><rect width="4.5" height="10" class="s-red" fill="currentColor"/></pattern>',
    "blue": '<pattern id="pat-blue" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" class="s-blue" fill="currentColor" fill-opacity=".4"/><circle cx="4.5" cy="4.5" r="3" class="s-blue" fill="currentColor"/></pattern>',
    "green": '<pattern id="pat-green" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" class="s-green" fill="currentColor" fill-opacity=".35"/><rect width="8" height="3.6" class="s-green" fill="currentColor"/></pattern>',
    "yellow": '<pattern id="pat-yellow" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="11" height="11" class="s-yellow" fill="currentColor" fill-opacity=".35"/><path d="M0 0H5.5V5.5H0zM5.5 5.5H11V11H5.5z" class="s-yellow" fill="currentColor"/></pattern>',
    "white": '<pattern id="pat-white" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="10" height="10" class="s-white" fill="currentColor"/></pattern>',
    "black": '<pattern id="pat-black" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="9" height="9" class="s-black" fill="currentColor" fill-opacity=".25"/><path d="M0 0H9M0 4.5H9M2 0V9M6.5 0V9" class="s-black" stroke="currentColor" stroke-width="1.6"/></pattern>',
}
_STARS = (
    (18, 31, 1.2), (96, 12, 0.9), (171, 64, 1.6), (60, 118, 1.0), (139, 150, 1.2), (22, 190, 0.9),
    (205, 197, 1.4), (84, 214, 1.1), (228, 108, 0.9), (110, 79, 0.8), (190, 20, 1.0), (44, 70, 0.8),
)  # fmt: skip


@lru_cache(maxsize=1)
def defs() -> str:
    """What the map uses by name, once a page."""
    stars = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in _STARS)
    squares = "".join(_square_defs(kind) for kind in ("money", "science", "materials", "gray"))
    return (
        f"<defs>{''.join(_PATTERNS.values())}"
        f'<pattern id="stars" width="240" height="240" patternUnits="userSpaceOnUse">'
        f'<g fill="var(--map-star)" opacity=".4">{stars}</g></pattern>'
        f"{phenomena.MIST}"
        f'<polygon id="hex" points="{corners(98)}"/><polygon id="rim" points="{corners(90.5)}"/>'
        f'<polygon id="zone" points="{corners(95)}"/><polygon id="stub" points="{corners(46)}"/>'
        '<g id="full"><path d="M14 -86.6A14 14 0 0 1 -14 -86.6z" fill="var(--worm)"/>'
        '<path d="M6 -86.6A6 6 0 0 1 -6 -86.6z" fill="var(--map-bg)"/></g>'
        '<path id="inner" d="M0 -66A13 13 0 0 1 0 -40z" fill="var(--worm)"/>'
        '<path id="bore" d="M0 -58.6A5.6 5.6 0 0 1 0 -47.4z" fill="var(--map-bg)"/>'
        '<path id="half" d="M14 -86.6A14 14 0 0 1 -14 -86.6" fill="none" stroke-width="3.4"/>'
        '<path id="vp" d="M27 -67h24v13l-12 9-12-9z" fill="none" stroke="var(--hex-text)" stroke-width="2" stroke-linejoin="round"/>'
        f'<g id="clash"><circle r="14" class="pinned"/>{symbol("battle", 0, 0, 18, "bad")}</g>'
        f"{squares}</defs>"
    )


def _square_defs(kind: str) -> str:
    glyph = f'<use href="{sprite()}#pop-{kind}" x="-12" y="-12" width="24" height="24"'
    return (
        f'<g id="q-{kind}"><rect x="-11.5" y="-11.5" width="23" height="23" rx="4" '
        f'fill="var(--map-bg)" fill-opacity=".55" stroke="currentColor" stroke-width="2.4"/>'
        f'{glyph}/></g><g id="c-{kind}"><rect x="-12.5" y="-12.5" width="25" height="25" rx="4" '
        f'fill="currentColor"/>{glyph} class="ink"/></g>'
    )


# --- a sector ------------------------------------------------------------------------------------


def sector_svg(table: Table, sector: Sector) -> str:
    """Everything on a sector tile."""
    tile = table.tile(sector.id)
    owner = None if sector.disc is None else seat_colour(table, sector.disc)
    ring = _RINGS.get(tile.ring, "middle")
    out = [f'<use href="#hex" class="hx h-{ring}"/>']
    if owner:
        out.append(f'<use href="#rim" class="rim s-{owner}" stroke="url(#pat-{owner})"/>')
    out.append(phenomena.sky_svg(table, sector))
    out.append(wormholes_svg(table, sector.zone, table.wormholes(sector)))
    out.append(f'<text class="nr" x="-52" y="-48">{sector.id}</text>')
    if tile.artifacts:
        out.append(symbol("artifact", 15, -56, 18, "mplain"))
    if tile.disc:
        out.append(f'<use href="#vp"/><text class="vpt" x="39" y="-51">{tile.vp}</text>')
    groups = ship_groups(table, sector)
    owners = list(dict.fromkeys(group[0] for group in groups))
    many = len(tile.squares) > 5
    squares_y = (-10 if groups else -14) if many else (-15 if groups else -8)
    if len(owners) > 1 and not many:
        squares_y = -19
    out.append(_squares_svg(table, sector, owner, squares_y))
    first = 42 if many else 23 if len(owners) < 2 else 12
    out.append(ships_svg(table, sector, groups, owners, first))
    out.append(_pieces_svg(table, sector, owner, groups, many, len(owners)))
    if contested(table, sector):
        out.append(BATTLE)
    return "".join(out)


def wormholes_svg(table: Table, zone: str, edges: frozenset[int]) -> str:
    """Wormholes of a tile in a zone: full ones, dead ends, and those into the unknown."""
    out = []
    around = zone_neighbours(zone)
    for edge in sorted(edges):
        turn = f' transform="rotate({60 * edge})"' if edge else ""
        other = table.place_facing(around[edge], opposite(edge))
        if other is None:
            out.append(f'<use href="#half" class="w-open"{turn}/>')
        elif opposite(edge) in table.wormholes(other):
            out.append(f'<use href="#full"{turn}/>')
        else:
            out.append(f'<use href="#half" class="w-dead"{turn}/>')
    return "".join(out)


def _squares_svg(table: Table, sector: Sector, owner: str | None, y: float) -> str:
    """Population squares: filled ones in the owner's colour, a star for advanced ones."""
    squares = table.tile(sector.id).squares
    cubes = list(sector.cubes)
    rows = [squares[:3], squares[3:]] if len(squares) > 5 else [squares]
    out = []
    for number, row in enumerate(rows):
        at_y = y + (number - (len(rows) - 1) / 2) * 33
        for column, square in enumerate(row):
            x = (column - (len(row) - 1) / 2) * 31
            filled = square.name in cubes
            if filled:
                cubes.remove(square.name)
            shape, css = ("c", f"s-{owner}") if filled else ("q", f"c-{square.kind}")
            out.append(f'<use href="#{shape}-{square.kind}" class="{css}" x="{x:g}" y="{at_y:g}"/>')
            if square.advanced:
                out.append(
                    f'<circle cx="{x + 11:g}" cy="{at_y - 11:g}" r="7.5" fill="var(--map-bg)"/>'
                    + symbol("star", x + 11, at_y - 11, 15, f"c-{square.kind}")
                )
    return "".join(out)


ShipGroup = tuple[int, str, int, int]
"""Owner, kind, number of ships, damage on them."""


def ship_groups(table: Table, sector: Sector) -> list[ShipGroup]:
    """Ships of a sector by owner, in order of entry, and kind."""
    found: dict[tuple[int, str], list[int]] = {}
    for ship in table.ships_in(sector):
        found.setdefault((ship.owner, ship.kind), []).append(ship.damage)
    entered = list(dict.fromkeys(owner for owner, _ in found))

    def place(key: tuple[int, str]) -> tuple[int, int]:
        return entered.index(key[0]), SHIPS.index(key[1]) if key[1] in SHIPS else 9

    return [(*key, len(found[key]), sum(found[key])) for key in sorted(found, key=place)]


def ships_svg(
    table: Table, sector: Sector, groups: list[ShipGroup], owners: list[int], y: float
) -> str:
    """One line of ships an owner: kinds with their numbers, damage and the mark of the pinned."""
    out = []
    step = 33 if len(owners) < 3 else 25
    for line, owner in enumerate(owners):
        row = [group for group in groups if group[0] == owner]
        pitch, size = (52.0, 33.0) if len(row) <= 2 and len(owners) < 2 else (45.0, 29.0)
        if len(owners) > 2 or len(row) > 3:
            pitch, size = 40.0, 24.0
        x = -(len(row) - 1) / 2 * pitch
        at_y = y + line * step
        colour = seat_colour(table, owner)
        if owner != NPC and len(owners) > 1:
            own = sum(group[2] for group in row)
            if table.unpinned(owner, sector) < own:
                out.append(
                    f'<circle cx="{x - 33:g}" cy="{at_y:g}" r="10" class="pinned"/>'
                    + symbol("pin", x - 33, at_y, 14, "bad")
                )
        for _, kind, number, damage in row:
            out.append(symbol(kind, x - 9, at_y, size, f"mship s-{colour}"))
            out.append(
                f'<text class="cnt s-{colour}" x="{x + size / 2 - 12:g}" y="{at_y + 8:g}">'
                f"{number}</text>"
            )
            if damage:
                out.append(
                    f'<text class="dmg" x="{x + size / 2 - 10:g}" y="{at_y - 8:g}">-{damage}</text>'
                )
            x += pitch
    return "".join(out)


def has_warp_portal(table: Table, sector: Sector) -> bool:
    """Whether a warp portal is printed on the sector or lies there as a tile."""
    return table.tile(sector.id).warp_portal or sector.id in table.state.warp_portals


def _pieces_svg(
    table: Table,
    sector: Sector,
    owner: str | None,
    groups: list[ShipGroup],
    many: bool,
    parties: int,
) -> str:
    """Disc with emblem, discovery, orbital, monolith and warp portal, along the bottom."""
    slots = phenomena.slots_of(table, sector)
    pieces = [
        *([] if slots else ["disc"] if owner else []),
        *(["discovery"] if sector.discovery else []),
        *(["orbital"] if sector.orbital else []),
        *(["monolith"] if sector.monolith else []),
        *(["warp"] if has_warp_portal(table, sector) else []),
    ]
    y, pitch = (57.0 if groups else 44.0), 36.0
    if many or parties > 1 or table.tile(sector.id).returns_to:
        y, pitch = 70.0, 30.0
    if slots:
        pitch = 30.0 if len(pieces) < 2 else 26.0
    x = -(len(pieces) + len(slots) - 1) / 2 * pitch
    if many and not groups:
        y = 48.0
    elif (many and parties == 1) or (not many and parties == 2):
        last = [group for group in groups if group[0] == groups[-1][0]]
        if len(last) == len(pieces) == 1 and not slots:
            # Beside the ships in the last line: below them it would lie upon a wormhole.
            x, y = 42.0, 42.0 if many else 45.0
    out = []
    if slots:
        out.append(phenomena.slots_svg(slots, owner, x, y, pitch))
        x += len(slots) * pitch
    for piece in pieces:
        if piece == "disc":
            out.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{16 if pitch > 30 else 13}" class="mdisc s-{owner}"/>'
                + symbol(f"em-{owner}", x, y, 22 if pitch > 30 else 18, "ink")
            )
        else:
            lived = piece == "orbital" and "orbital" in sector.cubes
            css = f"s-{owner}" if lived else "mmark" if piece == "discovery" else "mplain"
            out.append(symbol(piece, x, y, 26 if pitch > 30 else 20, css))
        x += pitch
    return "".join(out)
