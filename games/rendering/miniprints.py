"""Blueprints in short, for the board of a seat.

Written by functions: six seats have dozens of squares, which a template takes long to fill in.
"""

from __future__ import annotations

from html import escape

from django.utils.safestring import SafeString, mark_safe

from games.pieces import contents, piece
from games.rendering.blueprints import Print, Slot, blueprints
from games.rendering.symbols import die, icon
from games.speech import get_language, gettext as _
from rules.blueprint import tiles_on
from rules.table import Table


def prints_html(table: Table, seat: int) -> SafeString:
    """The blueprints of a seat; they change rarely and are kept."""
    boards, exist = table.seat(seat), table.catalog.setup.limits.per_player
    tiles = tuple((kind, tiles_on(boards, kind)) for kind in boards.tiles)
    built = tuple(exist[kind] - table.ships_left(seat, kind) for kind, _slots in tiles)
    catalog = table.catalog

    def make() -> SafeString:
        drawn = "".join(_print(found) for found in blueprints(table, seat))
        return mark_safe(f'<div class="miniprints">{drawn}</div>')  # noqa: S308 - texts are escaped

    shows = (catalog.edition, catalog.modules, boards.species, tiles, built, get_language())
    return piece(contents(("prints", *shows)), make)


def _print(shown: Print) -> str:
    squares = "".join(_square(slot) for slot in shown.slots)
    totals = "".join(
        f'<span title="{escape(what)}">{icon(symbol, "i", what)}{escape(value)}</span>'
        for symbol, what, value in shown.stats
    )
    parts = ", ".join(f"{slot.number}. {escape(slot.name or _('empty'))}" for slot in shown.slots)
    if shown.bonus:
        beside = _("printed beside the squares: %(bonus)s") % {"bonus": shown.bonus}
        parts += f"; {escape(beside)}"
    return (
        f'<div class="miniprint"><p class="row">{icon(shown.kind)} <b>{escape(shown.title)}</b> '
        f'<span class="mute">{shown.built}/{shown.exist}</span></p>\n'
        f'<ol class="bp mini">{squares}</ol>\n<p class="stats">{_dice(shown.dice)}{totals}</p>\n'
        f'<details class="small"><summary class="mute">{escape(_("Parts"))}</summary>'
        f'<p class="mute">{parts}</p></details></div>'
    )


def _square(slot: Slot) -> str:
    css = "slot"
    if not slot.name:
        css += " empty"
        inner = f'<span class="vh">{escape(_("empty"))}</span>'
    else:
        css += " laid" if slot.tile else ""
        css += " many" if len(slot.dice) > 1 else ""
        inner = f"{icon(slot.symbol, 'i', slot.name)}{_dice(slot.dice)}{escape(slot.value)}"
    return f'<li class="{slot.at}"><span class="{css}">{inner}</span></li>'


def _dice(dice: list[tuple[str, bool]] | tuple[tuple[str, bool], ...]) -> str:
    return "".join(die(colour, 0, missile) for colour, missile in dice)
