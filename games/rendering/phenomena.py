"""What is drawn on the hexes of special sectors: action slots, ships inside, danger, remnants.

Everything hangs on what the tile shows, never on the module that it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from games.rendering.colours import seat_colour, symbol
from games.rendering.odds import percent
from rules.content.tiles import SectorTile
from rules.expansions.galactic_events.pulsars import is_spent, slot_of
from rules.expansions.galactic_events.supernovas import danger
from rules.state.model import Sector
from rules.table import Table

SYMBOLS = {
    "pulsar": "pulsar",
    "black_hole": "black-hole",
    "supernova": "supernova",
    "remnant": "remnant",
    "nebula": "nebula",
}
"""Symbols by the feature that a tile names."""
MIST = (
    '<pattern id="mist" width="84" height="56" patternUnits="userSpaceOnUse">'
    '<g class="mist" fill="none" stroke-linecap="round">'
    '<path d="M4 16c10-12 24-12 34-2s20 8 28 0"/><path d="M24 42c9-11 23-10 31-1s17 7 24 0"/>'
    '<path d="M-6 40c5-4 10-5 16-3"/></g></pattern>'
)
"""Pattern of nebulae."""
AFTER_THE_DICE = ("upkeep", "cleanup")
"""Phases in which the dice for supernovae of the round have been rolled."""
MOST_INSIDE = 4
"""Groups of ships drawn inside a black hole; the text beside the map names all."""


def feature_symbol(tile: SectorTile) -> str:
    """The symbol of the first feature that has one; empty without."""
    return next((SYMBOLS[name] for name in tile.features if name in SYMBOLS), "")


def sky_svg(table: Table, sector: Sector) -> str:
    """What the tile itself shows: a big picture where nothing else lies, else a small one on top;
    the danger of whatever may explode."""
    tile = table.tile(sector.id)
    name = feature_symbol(tile)
    if not name:
        return ""
    if tile.returns_to:
        return symbol(name, 0, -17, 62, "sky") + _inside_svg(table, sector)
    if not (tile.squares or tile.slots):
        return symbol(name, 0, -14, 92, "sky faint")
    top = symbol(name, 14, -56, 22, "sky")
    if not tile.back:
        return top
    risk = next_danger(table, sector)
    if risk is None:
        return top
    return f'{top}<text class="risk" x="14" y="-33">{percent(float(risk[1]))}</text>'


def next_danger(table: Table, sector: Sector) -> tuple[int, Fraction] | None:
    """The round in which dice are rolled for a supernova next, and the probability that it
    explodes then, as things are; ``None`` for other sectors, and once no dice will be rolled."""
    state = table.state
    if not table.tile(sector.id).back or state.finished:
        return None
    later = int(state.phase in AFTER_THE_DICE)
    if state.round + later > table.catalog.setup.rounds:
        return None
    return state.round + later, danger(table, sector, later=later)


# --- action slots --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Slot:
    """An action slot. ``taken``: the disc lies on it; ``spent``: it has been used this round."""

    action: str
    taken: bool
    spent: bool


def slots_of(table: Table, sector: Sector) -> tuple[Slot, ...]:
    """The action slots of a sector in the order printed; none for most."""
    here, spent = slot_of(table, sector), is_spent(table, sector)
    return tuple(Slot(name, name == here, spent) for name in table.tile(sector.id).slots)


def slots_svg(slots: tuple[Slot, ...], owner: str | None, x: float, y: float, pitch: float) -> str:
    """Slots in a row from ``x``: the disc covers one, what stays to be seen can be activated. A
    sector that was activated this round is crossed out."""
    size = pitch - 4
    width = (len(slots) - 1) * pitch + size + 6
    left, top = x - size / 2 - 3, y - size / 2 - 3
    css = "slots spent" if slots[0].spent else "slots"
    out = [
        f'<g class="{css}"><rect x="{left:g}" y="{top:g}" width="{width:g}" '
        f'height="{size + 6:g}" rx="{size / 2 + 3:g}"/>'
    ]
    if slots[0].spent:
        out.append(f'<path d="M{left + 5:g} {y:g}H{left + width - 5:g}"/>')
    for number, slot in enumerate(slots):
        at = x + number * pitch
        if slot.taken and owner:
            out.append(
                f'<circle cx="{at:g}" cy="{y:g}" r="{size / 2:g}" class="mdisc s-{owner}"/>'
                + symbol(f"em-{owner}", at, y, size - 8, "ink")
            )
        else:
            out.append(symbol(f"act-{slot.action}", at, y, size - 4, "slot"))
    return "".join([*out, "</g>"])


# --- ships that are away ---------------------------------------------------------------------------

AwayGroup = tuple[int, str, int, int]
"""Owner, kind, round in which they come back, number of ships."""


def away_groups(table: Table, source: str = "", seat: int | None = None) -> list[AwayGroup]:
    """Ships off the board by round, owner and kind, of one sector or seat if that is given."""
    found: dict[tuple[int, int, str], int] = {}
    for _number, away in sorted(table.state.away.items()):
        if source in ("", away.source) and seat in (None, away.ship.owner):
            key = (away.back, away.ship.owner, away.ship.kind)
            found[key] = found.get(key, 0) + 1
    return [(owner, kind, back, found[back, owner, kind]) for back, owner, kind in sorted(found)]


def _inside_svg(table: Table, sector: Sector) -> str:
    """Ships inside with their number, and the round in which they come back."""
    groups = away_groups(table, sector.id)
    shown = groups if len(groups) <= MOST_INSIDE else groups[: MOST_INSIDE - 1]
    cells = [_cell(table, group) for group in shown]
    if rest := sum(group[3] for group in groups[len(shown) :]):
        cells.append(f'<text class="back" x="-12" y="6">+{rest}</text>')
    out = []
    for number, cell in enumerate(cells):
        # Two a row; the last one alone stands in the middle.
        alone = number == len(cells) - 1 and number % 2 == 0
        x, y = 4 if alone else (-29, 37)[number % 2], 20 + number // 2 * 25
        out.append(f'<g transform="translate({x} {y})">{cell}</g>')
    return "".join(out)


def _cell(table: Table, group: AwayGroup) -> str:
    owner, kind, back, number = group
    colour = seat_colour(table, owner)
    return (
        symbol(kind, -23, 0, 22, f"mship s-{colour}")
        + f'<text class="in s-{colour}" x="-13" y="6">{number}</text>'
        + f'<text class="back" x="1" y="6">R{back}</text>'
    )
