"""Colours and emblems of seats: class names of the style sheet and symbols of the sprite."""

from __future__ import annotations

from functools import lru_cache

from django.templatetags.static import static

from games.speech import gettext as _
from rules.state.model import NPC
from rules.table import Table

_COLOURS = ("red", "blue", "green", "yellow", "white", "black")


def seat_colour(table: Table, seat: int) -> str:
    """The colour of a seat's board, one for non-players, one by number before it is chosen."""
    if seat == NPC:
        return "npc"
    species = table.catalog.species.get(table.state.seats[seat].species)
    if species is not None and species.color in _COLOURS:
        return species.color
    return _COLOURS[seat % len(_COLOURS)]


def colour_name(colour: str) -> str:
    """The colour of a seat in words, as the board has it."""
    names = {
        "red": _("red"),
        "blue": _("blue"),
        "green": _("green"),
        "yellow": _("yellow"),
        "white": _("white"),
        "black": _("black"),
    }
    return names.get(colour) or _("not a player")


@lru_cache(maxsize=1)
def sprite() -> str:
    """Address of the file of symbols."""
    return static("sprite.svg")


def symbol(name: str, x: float, y: float, size: float, css: str = "") -> str:
    """A symbol of the sprite around a point of a picture."""
    half = size / 2
    css = f' class="{css}"' if css else ""
    return (
        f'<use href="{sprite()}#{name}" x="{x - half:g}" y="{y - half:g}" '
        f'width="{size:g}" height="{size:g}"{css}/>'
    )
