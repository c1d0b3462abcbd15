"""Hints beside what can be chosen at special sectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from games.rendering.features import slot_list, slot_name
from games.speech import gettext as _
from rules.expansions.galactic_events.black_holes import due
from rules.expansions.galactic_events.pulsars import open_slots, slot_of
from rules.state.model import Sector
from rules.table import Table


def pulsar_hint(table: Table, sector: Sector) -> str:
    """Where the disc of a pulsar lies, and where it may go."""
    return _("disc on %(slot)s, it may go to %(slots)s") % {
        "slot": slot_name(slot_of(table, sector)),
        "slots": slot_list(open_slots(table, sector), _("or")),
    }


def slot_hint(table: Table, seat: int, slot: str) -> tuple[str, str]:
    """An action slot, and what moving the disc there gives."""
    gives = {
        "move": _("one movement of one ship"),
        "upgrade": _("one part on a blueprint"),
        "build": _("one ship or structure"),
    }
    hint = _("%(what)s; no disc leaves the track, upkeep stays %(upkeep)d") % {
        "what": gives[slot],
        "upkeep": table.upkeep(seat),
    }
    return slot_name(slot), hint


def returning_hint(table: Table, seat: int, kind: str, context: Mapping[str, Any]) -> str:
    """How many ships of a type come back now, and from where."""
    if "source" in context:
        return _("from sector %(sector)s") % {"sector": context["source"]}
    coming = [away for away in due(table, seat) if away.ship.kind == kind]
    sectors = sorted({away.source for away in coming})
    return ngettext(
        "%(number)d comes back this round, from sector %(sector)s",
        "%(number)d come back this round, from sector %(sector)s",
        len(coming),
    ) % {"number": len(coming), "sector": ", ".join(sectors)}


def target_hint(table: Table, sector: Sector) -> str:
    """What entering a sector means, where it means more than being there."""
    tile = table.tile(sector.id)
    if tile.returns_to:
        return _("black hole: the ship leaves the board, a die says until when")
    if sector.discovery and tile.discovery_to == "combat":
        return _("its discovery tile goes to whoever has a ship there when combat ends")
    return ""
