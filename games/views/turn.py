"""The game's page: before the start its lobby, afterwards map, boards and what is asked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
)
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_GET

from games.errors import GameError
from games.rendering.boards import own_economy
from games.rendering.colours import seat_colour
from games.rendering.composer import Composer, compose
from games.rendering.galaxy import Board, home_box, marks_svg
from games.rendering.times import time_forms, time_had, time_left
from games.services.play import Preview, preview
from games.services.undo import undoable
from games.speech import for_one_reader
from games.statements import Seen
from games.views import live, lobby
from games.views.battles import running_battle
from games.views.common import form_key, reader, with_seen
from games.views.regions import Regions
from games.views.situation import Situation
from rules.notation import help_lines, suggest
from rules.notation.parser import LONGEST
from rules.table import Table

MOST_SUGGESTED = 8


@require_GET
@with_seen
def game(request: HttpRequest, seen: Seen) -> HttpResponseBase:
    """The page of a game."""
    if seen.game.newest_seq < 0:
        return lobby.page(request, seen)
    situation = Situation.of(request, seen)
    return turn_page(request, situation)


@for_one_reader
def turn_page(
    request: HttpRequest, situation: Situation, status: int = 200, **said: Any
) -> HttpResponse:
    """Render the turn page. ``said``: what came of a form (``text``, ``refusal``, ``preview``)."""
    row = situation.deadline(situation.seat) or situation.deadline(None)
    remaining = time_left(row.deadline_at if row else None, situation.now)
    regions = Regions.of(request)
    fresh = not said and not regions.partial and not len(messages.get_messages(request))
    etag = f'"{situation.version(remaining, *_had(situation))}"'
    if fresh and (unchanged := get_conditional_response(request, etag=etag)):
        return unchanged
    context = _context(request, situation, remaining, said)
    _live(situation, regions, context)
    response = regions.answer(render(request, "games/turn.html", context, status=status))
    if fresh:
        response["ETag"] = etag
    if not regions.partial:
        patch_cache_control(response, private=True, no_cache=True)
    return response


def _had(situation: Situation) -> list[str]:
    """How long those have been asked who are waited for. Of others the minute stands for it: their
    rows change with orders that can still be taken back."""
    now, seat = situation.now, situation.seat
    own = [time_had(row.opened_at, now) for row in situation.rows if row.seat == seat]
    return [*own, *{f"{now:%H:%M}" for row in situation.rows if row.seat != seat}]


def _live(situation: Situation, regions: Regions, context: dict[str, Any]) -> None:
    """What an open page needs to hear of news and to show only what they change."""
    composer: Composer | None = context["composer"]
    regions.changing = (context["key"], str(context["csrf_token"]))
    context["regions"] = regions
    context["version"] = live.game_version(situation.viewer, situation.seen)
    context["newest"] = situation.viewer.newest
    context["bots_alone"] = _bots_alone(situation)
    context["time_forms"] = time_forms()
    context["told"], context["told_at"] = [], ""
    if regions.live is None:
        return
    # Nothing that is being put together or written is taken out of anybody's hands.
    regions.keep(("text", "notes"))
    asked = situation.request.GET.get("d", "")
    answering = situation.request.headers.get("X-Decision", "") or asked
    if composer and composer.tag and composer.decision.id == answering:
        regions.keep(("acts", "ask", "design", "marks"))
    elif asked and (composer is None or composer.decision.id != asked):
        # What the reader did elsewhere may have changed the question, not what answers it.
        holds = composer and composer.tag and not composer.fault
        context["gone"] = not holds
        if composer:
            composer.fault = ""
    context["told"] = live.told_since(situation.viewer, situation.seen, regions.live)
    context["told_at"] = live.now_text()


def _bots_alone(situation: Situation) -> bool:
    """Whether the reader's game waits for bots only, which takes a moment."""
    waiting = _waiting(situation)
    playing = situation.seat is not None and situation.game.running and not situation.game.paused
    return playing and bool(waiting) and set(waiting) <= situation.bots


def _context(
    request: HttpRequest, situation: Situation, remaining: str, said: dict[str, Any]
) -> dict[str, Any]:
    game, view, seat = situation.game, situation.view, situation.seat
    parts = situation.parts()
    table = view.table
    composer = None if game.paused else _composer(request, situation, said)
    # What is being done alone tells the page whose deadline is shown.
    row = situation.deadline(seat if composer else None)
    return {
        "game": game,
        "view": view,
        "seat": seat,
        "page": "game",
        "state": view.board,
        "rounds": view.table.catalog.setup.rounds,
        "phase": situation.phase(),
        "strip": situation.turn_strip(),
        "waiting": [situation.names.get(s, "") for s in _waiting(situation)],
        "deadline": row,
        "remaining": remaining,
        "composer": composer,
        "purse": own_economy(view) if composer else None,
        "colour": "" if seat is None else seat_colour(table, seat),
        "confirm": _confirmation(situation, composer),
        "battle": running_battle(situation),
        "board": parts.board,
        "marks": _marks(parts.board, table, composer),
        "home": "" if seat is None else home_box(table, seat),
        "csrf_token": get_token(request),
        "parts": parts,
        "undoable": len(undoable(game, seat)) if seat is not None else 0,
        "key": form_key(),
        "examples": _examples(situation),
        "help": "\n".join(help_lines()) if seat is not None else "",
        "longest": LONGEST * 10,
        "text": said.get("text", request.GET.get("rest", "")),
        "refusal": said.get("refusal"),
        # What came of a text is told where it was written.
        "wrote": "text" in said,
        "preview": said.get("preview"),
        "facts": said.get("facts"),
        "scores": _scores(situation),
        "plan_note": situation.plan_note(),
    }


def _marks(drawn: Board, table: Table, composer: Composer | None) -> str:
    if composer is None:
        return ""
    return marks_svg(drawn, table, composer.marks, composer.ghost, composer.way)


def _composer(request: HttpRequest, situation: Situation, said: dict[str, Any]) -> Composer | None:
    query = request.GET if request.method == "GET" else request.POST
    asked, surely = query.get("d", ""), _only_kind(situation, query.get("d", ""))
    composer = compose(
        situation.view,
        situation.names,
        decision_id=asked,
        tag="" if "text" in said else query.get("k", "") or surely,
        path="" if "text" in said else query.get("path", ""),
        added=[step for step in query.getlist("add") if step],
        at=query.get("at", ""),
    )
    if composer and composer.fault and not composer.tag and surely:
        # An address from before, such as the way back leads to: what is asked now is shown as ever.
        fault = composer.fault
        composer = compose(situation.view, situation.names, decision_id=asked, tag=surely)
        assert composer is not None
        composer.fault = fault
    return composer


def _only_kind(situation: Situation, decision_id: str) -> str:
    """The kind of order that is surely meant: the only one with something to choose."""
    decisions = situation.view.decisions
    decision = next(
        (d for d in decisions if d.id == decision_id), decisions[0] if decisions else None
    )
    if decision is None or decision.kind in ("turn", "reaction", "end_turn", "upkeep"):
        return ""
    choice = decision.choices[0]
    return str(choice.order.__struct_config__.tag) if choice.fields and choice.possible() else ""


def _waiting(situation: Situation) -> list[int]:
    return list(dict.fromkeys(pending.seat for pending in situation.view.waiting_for))


def _confirmation(situation: Situation, composer: Composer | None) -> Preview | None:
    """What the order put together so far would do."""
    if composer is None or composer.order is None or situation.seat is None:
        return None
    try:
        return preview(
            game=situation.game,
            seat=situation.seat,
            text=composer.notation,
            user=reader(situation.request),
        )
    except GameError as error:
        # The game went on between reading it and this question.
        composer.fault = error.reason
        return None


def _examples(situation: Situation) -> list[str]:
    table = situation.view.table
    found = [text for decision in situation.view.decisions for text in suggest(decision, table)]
    return list(dict.fromkeys(found))[:MOST_SUGGESTED]


def _scores(situation: Situation) -> list[tuple[str, str, Any]]:
    from games.views.history import score_rows

    return score_rows(situation.view, situation.names) if situation.view.board.finished else []
