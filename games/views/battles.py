"""Reports of battles: a page for each sector and combat phase, and the panel of a running one."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import selectors
from games.combat_log import combat_events
from games.limits import PageThrottle, limited
from games.rendering.battle_story import battle_report, battle_sectors
from games.rendering.battles import Battle, battle, running
from games.rendering.places import sector_name
from games.rendering.reports import Report
from games.statements import Seen
from games.views.common import play_url, with_seen
from games.views.situation import Situation
from rules.effects.base import Effect
from rules.effects.battle import BattleStarted

Events = list[tuple[int, list[Effect]]]


def running_battle(situation: Situation) -> Battle | None:
    """The battle that is being fought, with its dice so far."""
    view = situation.view
    if running(view.table) is None:
        return None
    events = combat_events(situation.game, situation.viewer, view.board.seq)
    effects = [effect for _seq, found in events for effect in found]
    return battle(view, situation.names, effects)


@require_GET
@limited(PageThrottle, "GET")
@with_seen
def report(request: HttpRequest, seen: Seen, seq: int, sector: str) -> HttpResponseBase:
    """The battles of a sector in the combat phase to which event ``seq`` belongs."""
    game = seen.game
    if game.newest_seq < 0:
        return redirect(play_url(game))
    situation = Situation.of(request, seen)
    etag = f'"{situation.version(seq, sector)}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    events = combat_events(game, situation.viewer, seq)
    found = _report(situation, events, sector)
    if found is None:
        raise Http404(_("No battle is known in that sector at that time."))
    response = render(request, "games/battle.html", _context(situation, found, events))
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _report(
    situation: Situation, events: Events, sector: str
) -> tuple[Report, int, dict[int, str], Any] | None:
    """The report with the event in which the battles began, names and table of that time."""
    first = next(
        (
            seq
            for seq, effects in events
            for effect in effects
            if isinstance(effect, BattleStarted) and effect.sector == sector
        ),
        None,
    )
    if first is None:
        return None
    # No blueprint changes until the phase is over.
    table = situation.viewer.view(first).table
    names = selectors.names_at(situation.tenancies, first)
    effects = [effect for _seq, found in events for effect in found]
    viewer = situation.viewer.seat_at(first)
    found = battle_report(table, sector, effects, viewer, names)
    return None if found is None else (found, first, names, table)


def _context(
    situation: Situation, found: tuple[Report, int, dict[int, str], Any], events: Events
) -> dict[str, Any]:
    told, first, _names, table = found
    game = situation.game
    others = battle_sectors(effect for _seq, effects in events for effect in effects)
    live = running_battle(situation) if told.running else None
    return {
        "game": game,
        "page": "history",
        "seat": situation.seat,
        "report": told,
        "name": sector_name(table, told.sector),
        "points": table.tile(told.sector).vp,
        "round": table.state.round,
        "first": first,
        "others": [(other, sector_name(table, other)) for other in others],
        "battle": live if live and live.sector == told.sector else None,
    }
