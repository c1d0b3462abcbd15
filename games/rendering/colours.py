"""Colours and emblems of seats: class names of the style sheet and symbols of the sprite."""

from __future__ import annotations

from functools import lru_cache

from django.templatetags.static import static

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


@lru_cache(maxsize=1)
def sprite() -> str:
    """Address of the file of symbols."""
    return static("sprite.svg")
