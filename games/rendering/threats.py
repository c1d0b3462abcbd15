"""Who threatens a seat: enemy ships where it has a disc or ships, and fleets that could come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import ngettext

from games.rendering.clashes import enemies_text, fleet_text
from games.rendering.colours import seat_colour
from games.rendering.odds import percent, sector_chances
from games.rendering.places import sector_name
from games.rendering.words import player
from games.speech import gettext as _
from rules.foresight import Raid, pinned, raids
from rules.state.frames_combat import BattleFrame
from rules.state.model import NPC, Sector
from rules.table import Table
from rules.views import PlayerView

Names = Mapping[int, str]
MOST_NEAR = 6
"""Sectors within reach of others that are told one by one."""


@dataclass(frozen=True)
class Threat:
    """A sector of the seat and what threatens it, in sentences. ``colours``: of the seats whose
    ships they are; ``here``: the ships are in the sector already."""

    sector: str
    name: str
    colours: tuple[str, ...]
    sentences: tuple[str, ...]
    here: bool


@dataclass(frozen=True)
class Threats:
    """All of them, the most pressing first. ``who``: whose ships, in how many places; ``more``:
    sectors within reach that are not told."""

    rows: tuple[Threat, ...] = ()
    who: str = ""
    more: int = 0
    calm: str = ""


def threats(view: PlayerView, names: Names) -> Threats | None:
    """What threatens the viewer; ``None`` for whoever has no board in a running game, and where
    there is nothing to tell but a battle that is being fought."""
    table, seat = view.table, view.viewer
    if seat is None or table.state.finished:
        return None
    boards = table.seat(seat)
    if not boards.species or boards.out:
        return None
    # The page shows a battle that is being fought in full.
    fought = {f.sector for f in table.state.frames if isinstance(f, BattleFrame)}
    places = [place for place in table.present(seat) if place.id not in fought]
    here = [row for place in places if (row := _here(table, seat, place, names)) is not None]
    near = _near(table, seat, names)
    rows = (*(row for _chance, row in sorted(here, key=_by_chance)), *near)
    owners = [c for row in rows for c in row.colours]
    if not rows:
        if fought:
            return None
        return Threats(
            calm=_("No enemy fleet is in your sectors or could reach one with a single move.")
        )
    return Threats(
        rows[: len(here) + MOST_NEAR],
        _who(table, names, owners, len(rows)),
        max(0, len(near) - MOST_NEAR),
    )


def threat_lines(view: PlayerView, names: Names) -> list[str]:
    """The same as lines of text."""
    found = threats(view, names)
    if found is None:
        return []
    return [f"{row.name}: {' '.join(row.sentences)}" for row in found.rows]


def _who(table: Table, names: Names, colours: Iterable[str], places: int) -> str:
    called = {
        seat_colour(table, seat): player(names, seat) for seat in range(len(table.state.seats))
    }
    known = [called[colour] for colour in dict.fromkeys(colours) if colour in called]
    if not known:
        return ""
    return ngettext("%(names)s, in %(n)d place", "%(names)s, in %(n)d places", places) % {
        "names": get_text_list(known, _("and")),
        "n": places,
    }


# --- in the sectors of the seat ----------------------------------------------------------------

Weighed = tuple[float, Threat]


def _by_chance(weighed: Weighed) -> tuple[float, str]:
    return weighed[0], weighed[1].sector


def _here(table: Table, seat: int, sector: Sector, names: Names) -> Weighed | None:
    """Enemy ships in a sector with a disc or ships of the seat, with the chance as it stands."""
    enemies = table.enemy_ships_in(seat, sector)
    if not enemies:
        return None
    own = table.own_ships_in(seat, sector)
    said = {"enemies": enemies_text(table, sector, seat, names)}
    if own:
        groups: dict[tuple[int, str], int] = {}
        for ship in own:
            groups[NPC, ship.kind] = groups.get((NPC, ship.kind), 0) + 1
        said["own"] = fleet_text(table, groups, names)
        sentences = [_("%(enemies)s against your %(own)s.") % said]
        sentences += _held(table, seat, sector, len(own))
    else:
        sentences = [_("%(enemies)s; no ship of yours is there.") % said]
    chance = 0.0
    if own and (found := sector_chances(table, sector)) is not None:
        chance = found.by_owner[seat].chance
        said["chance"] = percent(chance, found.exact)
        sentences.append(_("As it stands you win: %(chance)s.") % said)
    elif sector.disc == seat and sector.cubes:
        sentences.append(
            ngettext(
                "At the end of the round they may attack your %(n)d cube there.",
                "At the end of the round they may attack your %(n)d cubes there.",
                len(sector.cubes),
            )
            % {"n": len(sector.cubes)}
        )
    elif any(ship.owner != NPC for ship in enemies):
        sentences.append(_("At the end of the round they may take the sector."))
    return chance, Threat(
        sector.id,
        sector_name(table, sector.id),
        tuple(dict.fromkeys(seat_colour(table, s.owner) for s in enemies if s.owner != NPC)),
        tuple(sentences),
        True,
    )


def _held(table: Table, seat: int, sector: Sector, own: int) -> list[str]:
    """Which ships of the seat cannot leave."""
    held = pinned(table, seat, sector)
    if not held:
        return []
    if held == own:
        return [ngettext("Your ship is pinned.", "All your ships are pinned.", own)]
    text = ngettext("%(n)d of your ships is pinned.", "%(n)d of your ships are pinned.", held)
    return [text % {"n": held}]


# --- one movement away -------------------------------------------------------------------------


def _near(table: Table, seat: int, names: Names) -> list[Threat]:
    """Fleets that could come, by the sector to which they could: unguarded ones first."""
    by_target: dict[str, list[Raid]] = {}
    for raid in raids(table, seat):
        by_target.setdefault(raid.target, []).append(raid)
    rows = []
    for target, coming in by_target.items():
        sector = table.state.sectors[target]
        guards = len(table.own_ships_in(seat, sector))
        sentences = [_coming(table, raid, names) for raid in coming]
        if not guards:
            sentences.append(_("No ship of yours guards it."))
        row = Threat(
            target,
            sector_name(table, target),
            tuple(dict.fromkeys(seat_colour(table, raid.owner) for raid in coming)),
            tuple(sentences),
            False,
        )
        rows.append(((bool(guards), len(coming[0].route), target), row))
    return [row for _key, row in sorted(rows, key=lambda item: item[0])]


def _coming(table: Table, raid: Raid, names: Names) -> str:
    number = sum(count for _kind, count in raid.ships)
    said = {
        "ships": fleet_text(table, {(raid.owner, k): n for k, n in raid.ships}, names),
        "sector": raid.source,
        "jumps": len(raid.route),
        "free": raid.free,
    }
    if len(raid.route) == 1:
        text = ngettext(
            "%(ships)s is one jump away, in %(sector)s",
            "%(ships)s are one jump away, in %(sector)s",
            number,
        )
    else:
        text = ngettext(
            "%(ships)s in %(sector)s could come with one move of %(jumps)d jumps",
            "%(ships)s in %(sector)s could come with one move of %(jumps)d jumps",
            number,
        )
    if raid.free < number:
        text = _("%(coming)s; not pinned: %(free)d") % {"coming": text % said, "free": raid.free}
        return f"{text}."
    return f"{text % said}."
