"""The panel of special sectors: what pulsars can still give, who is inside black holes and until
when, which supernovae may explode, which discoveries lie in nebulae."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import ngettext

from games.rendering.colours import seat_colour
from games.rendering.features import RETURNS, slot_list, slot_name
from games.rendering.odds import percent
from games.rendering.phenomena import away_groups, feature_symbol, next_danger
from games.rendering.places import sector_name
from games.rendering.words import TRACKS, player, unit_name
from games.speech import gettext as _
from rules.expansions.galactic_events.black_holes import due, targets
from rules.expansions.galactic_events.pulsars import is_spent, open_slots, slot_of
from rules.expansions.galactic_events.supernovas import danger, stabilizing_techs
from rules.state.model import Sector
from rules.steps.parties import sector_number
from rules.table import Table
from rules.views import PlayerView

Names = Mapping[int, str]
RETURNING = "return_ship"
"""The decision about a ship that comes back at once."""


@dataclass(frozen=True)
class Special:
    """A special sector. ``colour``: of its owner; ``own``: it is the reader's, or the reader has
    ships inside; ``due``: the reader loses ships there if nothing is done this round."""

    sector: str
    name: str
    symbol: str
    colour: str
    sentences: tuple[str, ...]
    own: bool = False
    due: str = ""


def special_sectors(view: PlayerView, names: Names) -> list[Special]:
    """The special sectors of the galaxy, the reader's own first; none in most games."""
    table, seat = view.table, view.viewer
    if table.state.finished:
        return []
    # Ships that come back at once: the reader is asked where to.
    at_once = frozenset(d.context["ship"] for d in view.decisions if d.kind == RETURNING)
    found = []
    for tile in table.state.zones.values():
        places = [table.state.sectors[place] for place in table.rules.places[tile]]
        if (row := _row(table, tile, places, seat, names, at_once)) is not None:
            found.append(row)
    return sorted(found, key=lambda row: (not row.due, not row.own, sector_number(row.sector)))


def special_lines(view: PlayerView, names: Names) -> list[str]:
    """What concerns the reader, as lines of text; what is due first."""
    rows = [row for row in special_sectors(view, names) if row.own]
    return [f"{row.name}: {' '.join(filter(None, (row.due, *row.sentences)))}" for row in rows]


def _row(
    table: Table,
    tile: str,
    places: list[Sector],
    seat: int | None,
    names: Names,
    at_once: frozenset[int],
) -> Special | None:
    printed = table.tile(tile)
    sector = places[0]
    if printed.parts:
        return _nebula(table, tile, places)
    if printed.slots:
        sentences = _pulsar(table, sector, seat, names)
    elif printed.returns_to:
        return _black_hole(table, sector, seat, names, at_once)
    elif printed.back:
        sentences = _supernova(table, sector, seat, names)
    else:
        return None
    owner = sector.disc
    colour = "" if owner is None else seat_colour(table, owner)
    own = owner is not None and owner == seat
    return Special(
        sector.id,
        sector_name(table, sector.id),
        feature_symbol(printed),
        colour,
        tuple(sentences),
        own,
    )


# --- pulsars -----------------------------------------------------------------------------------


def _pulsar(table: Table, sector: Sector, seat: int | None, names: Names) -> list[str]:
    slots = table.tile(sector.id).slots
    if sector.disc is None:
        text = _("Nobody controls it. Whoever does may activate one of its slots each round.")
        return [text]
    now = slot_of(table, sector)
    others = tuple(slot for slot in slots if slot != now)
    said = {
        "player": player(names, sector.disc),
        "slot": slot_name(now),
        "slots": slot_list(others, _("or")),
    }
    if is_spent(table, sector):
        return [_("Disc on %(slot)s: activated this round.") % said]
    if sector.disc != seat:
        return [_("Disc of %(player)s on %(slot)s: not activated this round.") % said]
    if table.seat(seat).passed:
        return [_("Disc on %(slot)s. You have passed: no activation this round.") % said]
    now_open = open_slots(table, sector)
    if not now_open:
        return [_("Disc on %(slot)s. Neither %(slots)s could do anything now.") % said]
    said["slots"] = slot_list(now_open, _("or"))
    text = _("Disc on %(slot)s. You may activate %(slots)s instead of an action, without a disc.")
    return [text % said]


# --- black holes -------------------------------------------------------------------------------


def _black_hole(
    table: Table, sector: Sector, seat: int | None, names: Names, at_once: frozenset[int]
) -> Special:
    groups = away_groups(table, sector.id)
    sentences = [
        _("%(player)s: %(number)d %(ship)s, back in round %(round)d.")
        % {
            "player": _("You") if owner == seat else player(names, owner),
            "number": number,
            "ship": unit_name(table.catalog, kind, number),
            "round": back,
        }
        for owner, kind, back, number in groups
    ]
    if sector.discovery:
        sentences.append(_("Its discovery tile goes to the first ship that enters."))
    found = targets(table, sector.id)
    said = {"where": RETURNS[str(table.tile(sector.id).returns_to)], "number": len(found)}
    if found:
        text = ngettext(
            "Ships come back to %(where)s: %(number)d now.",
            "Ships come back to %(where)s: %(number)d now.",
            len(found),
        )
        sentences.append(text % said)
    else:
        sentences.append(_("Ships come back to %(where)s: there is none now.") % said)
    mine = [] if seat is None or table.state.phase != "action" else due(table, seat)
    here = [away.ship.id in at_once for away in mine if away.source == sector.id]
    return Special(
        sector.id,
        sector_name(table, sector.id),
        feature_symbol(table.tile(sector.id)),
        "",
        tuple(sentences),
        any(owner == seat for owner, *_rest in groups),
        _due(here.count(False), any(here)),
    )


def _due(number: int, at_once: bool) -> str:
    """What has to be done about ships of the reader this round."""
    texts = [_("A ship of yours comes back at once: say to which sector.")] if at_once else []
    if number:
        text = ngettext(
            "%(n)d ship of yours has to come back this round, before one of your actions, or it "
            "is lost.",
            "%(n)d ships of yours have to come back this round, before your actions, or they are "
            "lost.",
            number,
        )
        texts.append(text % {"n": number})
    return " ".join(texts)


# --- supernovae --------------------------------------------------------------------------------


def _supernova(table: Table, sector: Sector, seat: int | None, names: Names) -> list[str]:
    risk = next_danger(table, sector)
    if risk is None:
        return [_("No dice are rolled for it any more.")]
    at, chance = risk
    said = {"round": at, "chance": percent(float(chance))}
    sentences = [_("Explodes in the upkeep of round %(round)d: %(chance)s.") % said]
    if sector.disc is None:
        sentences.append(_("Nobody controls it, so no technologies are added."))
        return sentences
    added = stabilizing_techs(table, sector)
    if sector.disc != seat:
        text = ngettext(
            "%(n)d technology of %(player)s is added.",
            "%(n)d technologies of %(player)s are added.",
            added,
        )
        return [*sentences, text % {"n": added, "player": player(names, sector.disc)}]
    text = ngettext(
        "%(n)d technology of yours is added.", "%(n)d technologies of yours are added.", added
    )
    sentences.append(text % {"n": added})
    if chance:
        safer = danger(table, sector, more=1, later=at - table.state.round)
        sentences.append(
            _("With one more technology on %(tracks)s: %(chance)s.")
            % {"tracks": _best_tracks(table, sector, added), "chance": percent(float(safer))}
        )
    return sentences


def _best_tracks(table: Table, sector: Sector, added: int) -> str:
    """The tracks on which one more technology would count."""
    assert sector.disc is not None
    techs = table.seat(sector.disc).techs
    best = [str(TRACKS[track]) for track, owned in techs.items() if len(owned) == added]
    return get_text_list(best, _("or"))


# --- nebulae -----------------------------------------------------------------------------------


def _nebula(table: Table, tile: str, places: list[Sector]) -> Special | None:
    """Told as long as discovery tiles are left."""
    left = [place.id for place in places if place.discovery]
    if not left:
        return None
    text = ngettext(
        "The discovery tile in %(parts)s goes to whoever has a ship there when combat ends.",
        "Discovery tiles in %(parts)s go to whoever has a ship there when combat ends.",
        len(left),
    )
    return Special(
        places[0].id,
        sector_name(table, tile),
        feature_symbol(table.tile(tile)),
        "",
        (text % {"parts": get_text_list(left, _("and"))},),
    )
