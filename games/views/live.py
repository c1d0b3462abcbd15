"""Has something happened? Open pages ask every few seconds, so this is the cheapest answer there is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games import selectors
from games.access import Viewer
from games.models import PendingDecision
from games.statements import Seen
from games.views.common import account, reader, with_seen

MOST_TOLD = 4
"""Sentences of a notice; the panel beside the map tells more."""
LOOKED_THROUGH = 60
"""Events, for whoever left the page open for long."""


def fingerprint(known: object) -> str:
    return hashlib.sha256(repr(known).encode()).hexdigest()[:24]


def game_version(viewer: Viewer, seen: Seen) -> str:
    """Changes whenever ``viewer`` could see something new of a game, and never before."""
    game = seen.game
    return fingerprint(
        (
            *(viewer.newest, game.status, game.paused, viewer.seat),
            selectors.everybody(seen.tenancies),
            *asked(seen.decisions, viewer.seat),
        )
    )


def asked(decisions: Iterable[PendingDecision], seat: int | None) -> tuple[object, object]:
    """What whoever plays ``seat`` may know of open decisions, for fingerprints.

    Of other seats only who is waited for and until when counts: the numbers of their decisions
    change with orders that can still be taken back.
    """
    rows = list(decisions)
    return (
        sorted({(row.seat, row.deadline_at) for row in rows}, key=repr),
        [row.decision_id for row in rows if row.seat == seat],
    )


@require_safe
@with_seen
def game(request: HttpRequest, seen: Seen) -> HttpResponseBase:
    """Nothing but the version of a game, as an ETag."""
    viewer = Viewer(reader(request), seen.game, seen.tenancies)
    return _answer(request, game_version(viewer, seen))


@login_required
@require_safe
def games(request: HttpRequest) -> HttpResponseBase:
    """Nothing but the version of the reader's list of games, as an ETag."""
    return _answer(request, home_version(account(request).pk))


def home_version(user: int) -> str:
    """Changes when another of the reader's games waits for somebody else than before."""
    return fingerprint(sorted(selectors.waiting_in(user), key=repr))


def _answer(request: HttpRequest, version: str) -> HttpResponseBase:
    etag = f'"{version}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(status=200)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def told_since(viewer: Viewer, seen: Seen, since: int) -> list[str]:
    """What others did after event ``since``, as far as ``viewer`` may know it; the latest few."""
    since = max(since, viewer.newest - LOOKED_THROUGH)
    found = selectors.history(
        seen.game, viewer.user, since, viewer=viewer, tenancies=seen.tenancies
    )
    told = [s for e in found if not e.abandoned and e.seat != viewer.seat for s in e.sentences]
    return told[-MOST_TOLD:]


def now_text() -> str:
    """The time of a notice, as the reader's clock shows it."""
    return timezone.localtime().strftime("%H:%M")
