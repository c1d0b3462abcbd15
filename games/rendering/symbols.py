"""Small marks within lines of text: symbols of the sprite, emblems of seats, dice."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.rendering.colours import colour_name, sprite
from games.rendering.words import DIE_DAMAGE, die_name

OWN_FACES = frozenset({"rift"})
"""Dice whose first face is no miss and whose last is no hit like those of the others."""


@lru_cache(maxsize=4096)
def icon(name: str, css: str = "i", title: str = "") -> SafeString:
    """A symbol of the sprite; with ``title`` it is read aloud, without it is decoration."""
    if title:
        return format_html(
            '<svg class="{}" role="img" aria-label="{}"><title>{}</title><use href="{}#{}"/></svg>',
            *(css, title, title, sprite(), name),
        )
    return mark_safe(  # noqa: S308 - all parts are escaped
        f'<svg class="{escape(css)}" aria-hidden="true"><use href="{sprite()}#{escape(name)}"/></svg>'
    )


def seat_mark(colour: str, css: str = "") -> SafeString:
    """The emblem of a seat on its colour, which is read aloud by the colour's name."""
    return _seat_mark(colour, css, colour_name(colour))


@lru_cache(maxsize=256)
def _seat_mark(colour: str, css: str, name: str) -> SafeString:
    return mark_safe(  # noqa: S308 - all parts are escaped
        f'<span class="seat p-{escape(colour)} {escape(css)}" role="img" aria-label="{escape(name)}">'
        f'<svg aria-hidden="true"><use href="{sprite()}#em-{escape(colour)}"/></svg></span>'
    )


def die(colour: str, face: int = 0, missile: bool = False) -> SafeString:
    """A die by its colour, with the damage of its hit, as a colour alone is not told apart by
    everybody, or with its face once it is rolled; a missile's shows a missile."""
    return _die(colour, face, missile, die_name(colour, face, missile))


@lru_cache(maxsize=256)
def _die(colour: str, face: int, missile: bool, label: str) -> SafeString:
    symbol = "die-hit" if face == 6 else "die-miss" if face == 1 else "die-n"
    number = face if 1 < face < 6 else 0
    if not face:
        number = DIE_DAMAGE.get(colour, 0)
    if colour in OWN_FACES:
        symbol, number = "die-n", face
    if missile:
        symbol, number = "die-n", 0
    inner = f'<use href="{sprite()}#{symbol}" width="24" height="24"/>'
    if number:
        inner += f'<text x="12" y="17" text-anchor="middle">{number}</text>'
    if missile:
        inner += (
            f'<use href="{sprite()}#part-missile" x="3" y="3" width="18" height="18" class="on"/>'
        )
    label = escape(label)
    return mark_safe(  # noqa: S308 - all parts are escaped
        f'<svg class="die d-{escape(colour)}" viewBox="0 0 24 24" role="img" aria-label="{label}">'
        f"<title>{label}</title>{inner}</svg>"
    )
