"""Time zones as people choose among them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.middleware import known_zones

SITE = "UTC"
REGIONS: dict[str, Promise] = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}
"""What is offered. All other names are older ones for the same clocks, offsets with signs that read
the wrong way round, or no places at all."""

Choices = list[tuple[Any, Any]]
"""Values with texts, and names of groups with such a list."""


def zone_choices(stored: str = "") -> Choices:
    """UTC, then places by region. A zone that is ``stored`` is among them in any case."""
    regions: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for name in known_zones():
        region, _slash, place = name.partition("/")
        if place and region in regions:
            regions[region].append((name, _place(place)))
    offered = {SITE, *(name for places in regions.values() for name, _text in places)}
    single = [SITE] if stored in {"", *offered} else [SITE, stored]
    groups = [
        (REGIONS[region], sorted(places, key=lambda place: place[1]))
        for region, places in regions.items()
        if places
    ]
    return [*((name, name.replace("_", " ")) for name in single), *groups]


def _place(path: str) -> str:
    """A place by its own name; what lies around it, if the zone names that too, in brackets."""
    *around, place = path.replace("_", " ").split("/")
    return f"{place} ({', '.join(around)})" if around else place


class ZoneField(forms.ChoiceField):
    """Offers what people look for, takes every time zone that the system knows."""

    def valid_value(self, value: Any) -> bool:
        """Whether it is a time zone, or what is stored already."""
        return value in known_zones() or super().valid_value(value)
