"""What is special about a sector, in a few words: slots, ships inside, danger, parts."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import get_text_list

from games.rendering.odds import percent
from games.rendering.phenomena import away_groups, next_danger
from games.rendering.words import player, unit_name
from games.speech import gettext as _, gettext_lazy as _l
from rules.expansions.galactic_events.pulsars import is_spent, slot_of
from rules.notation.prose.parts import ACTIONS
from rules.state.model import Sector
from rules.table import Table

Names = Mapping[int, str]
RETURNS = {
    "inner": _l("a sector of the inner ring"),
    "frontier": _l("a sector with a wormhole that faces an unexplored zone"),
}
"""Where ships come back to from a black hole."""


def slot_name(action: str) -> str:
    """``Move``, ``Upgrade``, ``Build``."""
    return _(ACTIONS[action].english)


def slot_list(actions: tuple[str, ...], last: str) -> str:
    """Several of them, the last two joined by a word."""
    return get_text_list([slot_name(action) for action in actions], last)


def feature_texts(table: Table, sector: Sector, names: Names) -> list[str]:
    """Everything special about a sector, most of which have nothing."""
    tile = table.tile(sector.id)
    texts = []
    if tile.slots:
        texts.append(_slots_text(table, sector))
    if tile.returns_to:
        where = RETURNS[tile.returns_to]
        texts.append(_("black hole, ships come back to %(where)s") % {"where": where})
        texts += [
            _("inside: %(ships)s") % {"ships": text} for text in inside_texts(table, sector, names)
        ]
    if (risk := next_danger(table, sector)) is not None:
        texts.append(
            _("supernova, explodes in the upkeep of round %(round)d: %(chance)s")
            % {"round": risk[0], "chance": percent(float(risk[1]))}
        )
    if sector.id in table.state.faces:
        texts.append(_("exploded supernova, no wormholes"))
    if table.rules.tile_of[sector.id] != sector.id:
        whole = table.rules.tile_of[sector.id]
        texts.append(_("part of nebula %(sector)s") % {"sector": whole})
    return texts


def _slots_text(table: Table, sector: Sector) -> str:
    slots = table.tile(sector.id).slots
    if sector.disc is None:
        return _("pulsar with the slots %(slots)s") % {"slots": slot_list(slots, _("and"))}
    said = {"slot": slot_name(slot_of(table, sector))}
    if is_spent(table, sector):
        return _("pulsar, disc on %(slot)s, activated this round") % said
    return _("pulsar, disc on %(slot)s, not activated this round") % said


def inside_texts(table: Table, sector: Sector, names: Names) -> list[str]:
    """``North: 2 cruisers, back in round 6`` for each group of ships inside a black hole."""
    return [
        _("%(player)s: %(number)d %(ship)s, back in round %(round)d")
        % {
            "player": player(names, owner),
            "number": number,
            "ship": unit_name(table.catalog, kind, number),
            "round": back,
        }
        for owner, kind, back, number in away_groups(table, sector.id)
    ]


def away_texts(table: Table, seat: int) -> list[str]:
    """Ships of a seat that are off the board: ``2 cruisers, back in round 6``."""
    return [
        _("%(number)d %(ship)s, back in round %(round)d")
        % {"number": number, "ship": unit_name(table.catalog, kind, number), "round": back}
        for _owner, kind, back, number in away_groups(table, seat=seat)
    ]


def parts_text(table: Table, name: str) -> str:
    """What is printed on the parts of a divided tile; empty for all others."""
    said = []
    for part in table.catalog.sectors[name].parts:
        printed = table.catalog.sectors[part]
        things = [_("discovery tile")] if printed.discovery else []
        if printed.ancients:
            ancients = unit_name(table.catalog, "ancient", printed.ancients)
            things.append(f"{printed.ancients} {ancients}")
        said.append(f"{part}: {', '.join(things) or _('nothing')}")
    if not said:
        return ""
    return _("nebula of %(number)d parts that nobody can control (%(parts)s)") % {
        "number": len(said),
        "parts": "; ".join(said),
    }


def printed_texts(table: Table, name: str) -> list[str]:
    """What is special about a tile that is not placed yet."""
    tile = table.catalog.sectors[name]
    texts = [parts_text(table, name)] if tile.parts else []
    if tile.slots:
        slots = slot_list(tile.slots, _("and"))
        texts.append(_("pulsar with the slots %(slots)s") % {"slots": slots})
    if tile.returns_to:
        where = RETURNS[tile.returns_to]
        texts.append(_("black hole, ships come back to %(where)s") % {"where": where})
    if tile.back:
        texts.append(_("supernova that may explode in any upkeep"))
    return texts
