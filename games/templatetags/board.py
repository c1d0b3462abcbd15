"""Small marks that every page uses."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.rendering import labels
from games.rendering.symbols import die, icon, seat_mark
from games.rendering.times import hours_text, time_left
from games.rendering.words import rules_title
from rules.state.model import RulesetSpec

register = template.Library()

register.simple_tag(icon)
register.simple_tag(seat_mark)
register.simple_tag(die)


@register.simple_tag
def order_icon(kind: str) -> SafeString:
    """The symbol of a kind of order before the sentence that tells of it; decoration."""
    symbol = labels.SYMBOLS.get(kind)
    return format_html("{} ", icon(symbol)) if symbol else SafeString("")


@register.simple_tag
@lru_cache(maxsize=4096)
def address(name: str, *args: object) -> str:
    """As ``url``, kept: a page has dozens, and looking them up takes longer than writing them."""
    return reverse(name, args=args)


@register.filter
def left(deadline: datetime | None) -> str:
    """The time until then, coarse enough to stay true for a while: ``18 h 40 min``."""
    return time_left(deadline, timezone.now())


@register.filter
def hours(number: int) -> str:
    """A span of whole hours in words."""
    return hours_text(number)


@register.filter
def rules(spec: RulesetSpec) -> str:
    """The edition that a game is played by, with the modules added to it."""
    return rules_title(spec)
