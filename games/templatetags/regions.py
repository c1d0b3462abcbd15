"""Parts of pages that are exchanged one by one."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.rendering.galaxy import framed
from games.views.regions import Regions

register = template.Library()


@register.simple_block_tag(takes_context=True)
def region(
    context: Any, content: str, name: str, mark: str = "", boost: bool = False
) -> SafeString:
    """A named part. ``mark``: what it depends on, for whoever knows that better than its text
    tells; ``boost``: links and forms in it ask for parts instead of pages."""
    found = context.get("regions") or Regions()
    return found.put(name, content.strip(), mark, boost)


@register.simple_tag(takes_context=True)
def map_region(context: Any) -> SafeString:
    """The map, and apart from it the layer of choices, which alone changes with every step."""
    found: Regions = context["regions"]
    board, marks, home = context["board"], context["marks"], context["home"]
    layer = f'<g id="part-marks" data-v="{found.mark(marks)}">{marks}</g>'
    shown = {"svg": mark_safe(framed(board, layer)), "home": home}  # noqa: S308 - drawn by us
    figure = render_to_string("games/turn/map.html", shown)
    whole = found.put("map", figure, found.mark(f"{board.mark} {home}"))
    found.put_svg("marks", marks, within="map")
    return whole
