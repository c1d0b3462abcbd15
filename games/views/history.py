"""The replay: every event with its sentence and the map of that moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import selectors
from games.errors import NotAllowed
from games.export import file_of
from games.limits import PageThrottle, limited
from games.models import Game
from games.rendering.boards import seat_board
from games.rendering.colours import seat_colour
from games.rendering.galaxy import board, home_box, map_svg
from games.rendering.kept import places
from games.rendering.words import phase_name, player, score_source
from games.selectors import Entry
from games.statements import Seen
from games.views.common import play_url, reader, with_game, with_seen
from games.views.situation import Situation, places_html
from rules.views import PlayerView

AROUND = 12
"""Events listed before and after the one that is shown."""


@require_GET
@limited(PageThrottle, "GET")
@with_seen
def history(request: HttpRequest, seen: Seen) -> HttpResponseBase:
    """The game after event ``at``; without it the newest one that the reader may see."""
    game = seen.game
    if game.newest_seq < 0:
        return redirect(play_url(game))
    situation = Situation.of(request, seen)
    newest = situation.viewer.newest
    at = _number(request.GET.get("at"), newest)
    etag = f'"{situation.version(at)}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    try:
        view = situation.viewer.view(at)
    except NotAllowed:
        # Taken back or not to be seen yet: the nearest earlier event that counts.
        earlier = selectors.history(game, reader(request), since=-1, until=min(max(at, 0), newest))
        nearest = earlier[-1].seq if earlier else 0
        return redirect(f"{request.path}?at={nearest}")
    response = render(request, "games/history.html", _context(situation, view, at, newest))
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _number(text: str | None, newest: int) -> int:
    if text is None or text == "":
        return newest
    if not text.isdecimal() or len(text) > 9:
        raise Http404(_("An event is a number."))
    return min(int(text), newest)


def _context(situation: Situation, view: PlayerView, at: int, newest: int) -> dict[str, Any]:
    game, names = situation.game, situation.names
    user = reader(situation.request)
    entries = selectors.history(
        game,
        user,
        since=at - AROUND * 2 - 1,
        until=at + AROUND * 2,
        viewer=situation.viewer,
        tenancies=situation.tenancies,
    )
    table = view.table
    laid = list(places(table, names))
    before = [e for e in entries if e.seq < at]
    after = [e for e in entries if e.seq > at]
    listed = before[-AROUND:] + [e for e in entries if e.seq == at] + after[:AROUND]
    return {
        "game": game,
        "page": "history",
        "seat": situation.seat,
        "state": view.board,
        "at": at,
        "newest": newest,
        "first": 0,
        "previous": before[-1].seq if before else None,
        "next": after[0].seq if after else None,
        "rounds": selectors.round_starts(game, newest),
        "phase": phase_name(view.board.phase),
        "entries": [(entry, _colour(view, entry)) for entry in listed],
        "now": next((e for e in entries if e.seq == at), None),
        "map": map_svg(board(table, laid), table),
        "home": "" if situation.seat is None else home_box(table, situation.seat),
        "places": places_html(laid),
        "boards": [seat_board(view, seat, names) for seat in range(len(view.board.seats))],
        "scores": score_rows(view, names) if view.board.finished else [],
    }


def _colour(view: PlayerView, entry: Entry) -> str:
    return "" if entry.seat is None else seat_colour(view.table, entry.seat)


def score_rows(view: PlayerView, names: Mapping[int, str]) -> list[tuple[str, str, Any]]:
    """The final ranking: name, colour, and the score with its lines named."""
    rows = []
    for score in sorted(view.board.scores, key=lambda s: s.place):
        lines = [(score_source(line.source), line.amount) for line in score.lines]
        rows.append(
            (
                player(names, score.seat),
                seat_colour(view.table, score.seat),
                {
                    "place": score.place,
                    "total": score.total,
                    "tie_break": score.tie_break,
                    "lines": lines,
                },
            )
        )
    return rows


@require_GET
@limited(PageThrottle, "GET")
@with_game
def log_file(request: HttpRequest, game: Game) -> HttpResponse:
    """The whole log of a finished game, to be checked with ``python -m rules verify``."""
    if not game.over:
        raise Http404(_("The log is published when the game has ended."))
    response = HttpResponse(file_of(game), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.jsonl"'
    return response
