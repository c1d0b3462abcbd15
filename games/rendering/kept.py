"""Places of the galaxy, drawn and described once for as long as they look the same.

After an event nearly all places are as they were. What is kept is found by everything that a
place shows: what is the same for all places, and ``_key`` for each. Special places show more, which changes
with rounds and far-away events, and are drawn anew each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape

from games.pieces import contents, piece
from games.rendering.divided import is_part, place_svg
from games.rendering.hexes import has_warp_portal, wormholes_svg
from games.rendering.places import place_html, place_row, sector_line
from games.speech import get_language
from rules.geometry import zone_neighbours
from rules.state.model import Sector
from rules.table import Table

Names = Mapping[int, str]


@dataclass(frozen=True)
class Place:
    """A place on the map (``title`` and ``svg``) and its line of the table (``row``); all HTML."""

    title: str
    svg: str
    row: str


def places(table: Table, names: Names) -> Iterator[tuple[Sector, Place]]:
    """All places in the order in which they were laid."""
    shared = contents(
        (
            table.state.ruleset,
            get_language(),
            sorted(names.items()),
            # Colours and the names in the words; how many ships pin one.
            [(seat.species, table.ships_to_pin(n)) for n, seat in enumerate(table.state.seats)],
        )
    )
    for sector in table.state.sectors.values():
        make = partial(_drawn, table, sector, names)
        if _special(table, sector):
            yield sector, make()
        else:
            yield sector, piece(shared + _key(table, sector), make)


def _special(table: Table, sector: Sector) -> bool:
    tile = table.tile(sector.id)
    shows_more = tile.features or tile.slots or tile.returns_to or tile.back
    return bool(shows_more) or is_part(tile) or sector.id in table.state.faces


def _key(table: Table, sector: Sector) -> bytes:
    state = table.state
    return contents(
        (
            *(sector.id, sector.zone, sector.orientation, sector.disc, sector.cubes),
            *(sector.discovery, sector.orbital, sector.monolith),
            [(ship.owner, ship.kind, ship.damage) for ship in table.ships_in(sector)],
            # These tell of each of its wormholes whether it is whole, a dead end, or leads nowhere:
            # the same neighbours may lie on other sides.
            table.links(sector),
            [state.zones.get(zone) for zone in zone_neighbours(sector.zone)],
            _portal(table, sector),
        )
    )


def _portal(table: Table, sector: Sector) -> tuple[int | None, str] | None:
    """Points of a warp portal, and the wormholes beside it: links to other portals hide them."""
    if not has_warp_portal(table, sector):
        return None
    holes = wormholes_svg(table, sector.zone, table.wormholes(sector))
    return table.state.warp_portals.get(sector.id), holes


def _drawn(table: Table, sector: Sector, names: Names) -> Place:
    return Place(
        title=escape(sector_line(table, sector, names)),
        svg=place_svg(table, sector),
        row=place_html(place_row(table, sector, names)),
    )
