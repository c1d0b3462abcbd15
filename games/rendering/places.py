"""Sectors in words: titles of the map, and the table that says the same as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import get_text_list
from django.utils.translation import ngettext

from games.rendering.colours import seat_colour
from games.rendering.features import feature_texts
from games.rendering.hexes import has_warp_portal, ship_groups
from games.rendering.symbols import seat_mark
from games.rendering.words import player, resource_square, unit_name
from games.speech import gettext as _
from rules.geometry import opposite, turned, zone_neighbours
from rules.state.model import NPC, Sector
from rules.table import Table


def sector_name(table: Table, sector: str) -> str:
    """Number and name: ``221 Procyon``; the number alone for a tile without a name."""
    name = table.tile(sector).name
    return f"{sector} {name}" if name else sector


def joined_text(table: Table, zone: str, edges: frozenset[int]) -> str:
    """Which neighbours a tile with wormholes at ``edges`` joins in a zone."""
    full: list[str] = []
    half: list[str] = []
    for edge, beside in enumerate(zone_neighbours(zone)):
        other = table.place_facing(beside, opposite(edge))
        if other is not None and edge in edges:
            meets = opposite(edge) in table.wormholes(other)
            (full if meets else half).append(other.id)
    texts = []
    if full:
        texts.append(_("joins %(sectors)s") % {"sectors": get_text_list(sorted(full), _("and"))})
    if half:
        sectors = get_text_list(sorted(half), _("and"))
        texts.append(_("half a wormhole to %(sectors)s") % {"sectors": sectors})
    return ", ".join(texts)


def turned_text(table: Table, zone: str, sector: str, turns: int) -> str:
    """What a tile joins in a zone, turned so: for a divided one part by part."""
    tile = table.tile(sector)
    if not tile.parts:
        return joined_text(table, zone, turned(tile.wormholes, turns))
    texts = []
    for part in tile.parts:
        joined = joined_text(table, zone, turned(table.tile(part).wormholes, turns))
        if joined:
            texts.append(_("%(part)s %(joined)s") % {"part": part, "joined": joined})
    return "; ".join(texts)


def sector_line(table: Table, sector: Sector, names: Mapping[int, str]) -> str:
    """A sector in one line, for readers of screens and for hints."""
    return ", ".join([sector_name(table, sector.id), *_facts(table, sector, names)])


def _facts(table: Table, sector: Sector, names: Mapping[int, str]) -> list[str]:
    """Whose a sector is, and what stands and lies there."""
    facts = [*_ownership(table, sector, names), *ship_texts(table, sector, names)]
    if sector.discovery:
        facts.append(_("discovery tile"))
    if sector.orbital:
        facts.append(_("orbital"))
    if sector.monolith:
        facts.append(_("monolith"))
    if has_warp_portal(table, sector):
        facts.append(_warp_portal(table, sector))
    return [*facts, *feature_texts(table, sector, names)]


def _ownership(table: Table, sector: Sector, names: Mapping[int, str]) -> list[str]:
    """Who holds a sector and what it is worth; nothing of places that nobody can hold."""
    tile = table.tile(sector.id)
    if not tile.disc:
        return []
    if sector.disc is None:
        held = _("nobody's")
    else:
        held = _("held by %(name)s") % {"name": player(names, sector.disc)}
    return [held, _("%(points)d VP") % {"points": tile.vp}]


def _warp_portal(table: Table, sector: Sector) -> str:
    """A portal, with the points of a tile that lies there."""
    if points := table.state.warp_portals.get(sector.id):
        return _("warp portal of %(points)d VP") % {"points": points}
    return _("warp portal")


def ship_texts(table: Table, sector: Sector, names: Mapping[int, str]) -> list[str]:
    """``North: 2 cruisers (1 damage)`` for each group of ships."""
    texts = []
    for owner, kind, number, damage in ship_groups(table, sector):
        text = f"{number} {unit_name(table.catalog, kind, number)}"
        if damage:
            text += " " + ngettext("(%(n)d damage)", "(%(n)d damage)", damage) % {"n": damage}
        texts.append(text if owner == NPC else f"{player(names, owner)}: {text}")
    return texts


@dataclass(frozen=True)
class PlaceRow:
    """A line of the text map. ``squares``: (what, whether a cube is on it)."""

    id: str
    name: str
    zone: str
    owner: str
    colour: str
    vp: int
    squares: list[tuple[str, bool]]
    ships: list[str]
    things: list[str]
    full: list[str]
    half: list[str]

    @property
    def population(self) -> str:
        """The squares in one line."""
        return ", ".join(f"{'■' if filled else '□'} {what}" for what, filled in self.squares)


def place_text(table: Table, sector: Sector, names: Mapping[int, str]) -> str:
    """A line of the galaxy as plain text, for mails: ``221 Procyon (zone 2.0), held by North, 3 VP;
    ■ money square; wormholes to 105, half to 208``."""
    row = place_row(table, sector, names)
    name = _("%(sector)s (zone %(zone)s)") % {"sector": row.name, "zone": row.zone}
    line = ", ".join([name, *_facts(table, sector, names)])
    ways = []
    if row.full:
        ways.append(_("wormholes to %(sectors)s") % {"sectors": ", ".join(row.full)})
    if row.half:
        ways.append(_("half a wormhole to %(sectors)s") % {"sectors": ", ".join(row.half)})
    return "; ".join([text for text in (line, row.population, *ways) if text])


def place_html(row: PlaceRow) -> SafeString:
    """A line of the table, written by a function, as dozens of them take long by a template."""
    name, population = escape(row.name), escape(row.population)
    ships, things = escape("; ".join(row.ships)), escape(", ".join(row.things))
    joined = ", ".join(row.full)
    if row.half:
        joined += f' <span class="mute">({escape(_("half:"))} {", ".join(row.half)})</span>'
    if row.owner:
        owner = f'<span class="row">{seat_mark(row.colour)} {escape(row.owner)}</span>'
    else:
        owner = f'<span class="mute">{escape(_("nobody"))}</span>'
    return mark_safe(  # noqa: S308 - texts are escaped; numbers and ids of the rules are not
        f'<tr id="s{row.id}"><th scope="row">{name}</th><td>{row.zone}</td><td>{owner}</td>'
        f'<td class="r">{row.vp}</td><td>{population}</td><td>{ships}</td><td>{things}</td>'
        f"<td>{joined}</td></tr>"
    )


def place_row(table: Table, sector: Sector, names: Mapping[int, str]) -> PlaceRow:
    """What the text map says of a place."""
    tile = table.tile(sector.id)
    cubes = list(sector.cubes)
    squares = []
    for name in [square.name for square in tile.squares] + (["orbital"] if sector.orbital else []):
        filled = name in cubes
        if filled:
            cubes.remove(name)
        squares.append((resource_square(name), filled))
    links = sorted(table.links(sector))
    things = [
        *([_("artifact")] * tile.artifacts),
        *([_("discovery tile")] if sector.discovery else []),
        *([_("monolith")] if sector.monolith else []),
        *([_warp_portal(table, sector)] if has_warp_portal(table, sector) else []),
        *feature_texts(table, sector, names),
    ]
    return PlaceRow(
        id=sector.id,
        name=sector_name(table, sector.id),
        zone=sector.zone,
        owner="" if sector.disc is None else player(names, sector.disc),
        colour="" if sector.disc is None else seat_colour(table, sector.disc),
        vp=tile.vp,
        squares=squares,
        ships=ship_texts(table, sector, names),
        things=things,
        full=[other for other, full in links if full],
        half=[other for other, full in links if not full],
    )
