"""Small marks that every page uses."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.templatetags.i18n import do_translate
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.rendering import labels
from games.rendering.symbols import die, icon, seat_mark
from games.rendering.times import hours_text, time_left
from games.rendering.words import rules_title
from games.speech import gettext
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


@register.simple_tag
@lru_cache(maxsize=64)
def asset(path: str) -> str:
    """As ``static``, kept."""
    return static(path)


class Spoken(template.Node):
    """A fixed text in the language that is active."""

    def __init__(self, text: str) -> None:
        # Percent signs of templates are doubled in the catalogs.
        self._text = text.replace("%", "%%")

    def render(self, context: template.Context) -> SafeString:
        said = gettext(self._text).replace("%%", "%")
        return mark_safe(said)  # noqa: S308 - as it stands in the template


@register.tag
def translate(parser: Any, token: Any) -> template.Node:
    """As Django's; a text without anything else is looked up in ``games.speech``, in a tenth of
    the time."""
    node: Any = do_translate(parser, token)
    plain = not (node.noop or node.asvar or node.message_context or node.filter_expression.filters)
    text = node.filter_expression.var.literal
    return Spoken(text) if plain and isinstance(text, str) else node


@register.filter
def iso(moment: datetime) -> str:
    """A moment as programs read it, in the active time zone."""
    return timezone.localtime(moment).isoformat(timespec="seconds")


@register.filter
def balance(number: int) -> str:
    """A number that may be below zero, with a true minus sign."""
    return str(number).replace("-", "\u2212")


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
