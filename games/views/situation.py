"""One person in front of one game: everything that its pages show, gathered once a request."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe

from games import selectors, store
from games.access import Viewer
from games.models import Game, PendingDecision, Tenancy
from games.release import release
from games.rendering.boards import SeatBoard, seat_board, supply, technology
from games.rendering.colours import seat_colour
from games.rendering.galaxy import Board, board
from games.rendering.kept import Place, places
from games.rendering.special import special_sectors
from games.rendering.threats import threats
from games.rendering.times import time_had
from games.rendering.words import phase_name, player
from games.selectors import Entry
from games.services.standing_orders import stopped_plan
from games.standing_words import stopped_text
from games.statements import Seen
from games.views import live
from games.views.common import profile_of, reader
from games.views.fragments import fragment
from rules.state.model import Sector
from rules.views import PlayerView

NEWS_EVENTS = (30, 150)
"""Events of the log that are looked through for what happened since one's last turn: as a rule
the newest few are enough."""
CACHED_SECONDS = 24 * 3600
PANELS = "games/panels"
MOST_NEWS = 12
"""What onlookers are told, who have no turns of their own."""


@dataclass
class Situation:
    """A started game as its reader may know it. ``seq``: the event after which it is shown."""

    request: HttpRequest
    game: Game
    viewer: Viewer
    tenancies: list[Tenancy]
    names: dict[int, str]
    rows: list[PendingDecision]
    now: datetime
    seen: Seen

    _view: PlayerView | None = None

    @classmethod
    def of(cls, request: HttpRequest, seen: Seen) -> Situation:
        """Gathers what is cheap; the state is only decoded when it is asked for."""
        return cls(
            request,
            seen.game,
            Viewer(reader(request), seen.game, seen.tenancies),
            seen.tenancies,
            selectors.names_of(seen.tenancies),
            selectors.awaited(seen.decisions),
            timezone.now(),
            seen,
        )

    @property
    def seat(self) -> int | None:
        """The reader's own seat."""
        return self.viewer.seat

    @property
    def bots(self) -> set[int]:
        """Seats that bots play."""
        return {t.seat for t in self.tenancies if t.is_bot and t.closed_at is None}

    @property
    def view(self) -> PlayerView:
        """What the reader may know now."""
        if self._view is None:
            self._view = self.viewer.view()
        return self._view

    def version(self, *more: object) -> str:
        """A fingerprint of everything that the page depends on."""
        profile = profile_of(self.request)
        # Makes sure that there is a secret for the forms: without a cookie it is new each time.
        if "CSRF_COOKIE" not in self.request.META:
            get_token(self.request)
        known = (
            release(),
            *(self.game.pk, self.viewer.newest, self.game.status, self.game.paused),
            *(self.request.user.pk, self.seat, selectors.everybody(self.tenancies)),
            *(profile.time_zone, profile.theme, translation.get_language()),
            *live.asked(self.rows, self.seat),
            self.request.get_full_path(),
            self.request.META["CSRF_COOKIE"],
            *more,
        )
        return hashlib.sha256(repr(known).encode()).hexdigest()[:32]

    # --- parts of the page -------------------------------------------------------------------------

    def parts(self) -> Parts:
        """Map and panels, kept for each reader until the game goes on.

        There is one place for each reader of a game, so that neither a long game nor whoever
        changes their time zone again and again fills the cache.
        """
        # Former players and moderators may know more than other onlookers.
        language = translation.get_language()
        key = f"parts:{self.game.pk}:{self.request.user.pk}:{language}"
        shown = (
            release(),
            *(self.viewer.newest, self.seat, self.game.over),
            *(selectors.everybody(self.tenancies), str(timezone.get_current_timezone())),
        )
        mark = hashlib.sha256(repr(shown).encode()).hexdigest()
        kept: tuple[str, Parts] | None = cache.get(key)
        if kept is not None and kept[0] == mark:
            return kept[1]
        found = draw(self.view, self.names, self.news(), self.game)
        # Kept with the panels.
        _ = found.marks
        cache.set(key, (mark, found), CACHED_SECONDS)
        return found

    def news(self) -> list[Entry]:
        """What happened since the reader's last turn; for onlookers the newest events."""
        found: list[Entry] = []
        for number in NEWS_EVENTS:
            found, complete = self._newest(number)
            if complete:
                break
        return found

    def _newest(self, number: int) -> tuple[list[Entry], bool]:
        """News among the last events, oldest first, and whether these were enough to find all.

        Only what is shown is told: that takes longer than reading the rows.
        """
        viewer = self.viewer
        rows = store.rows(self.game, max(0, viewer.newest - number) - 1, viewer.newest)
        # What an event cuts out lies before it, so these rows say which of them count.
        rewinds = {row.seq: row.rewound_to for row in rows if row.rewound_to is not None}
        live = store.spans(rewinds, viewer.newest)
        teller = selectors.Teller(self.game, viewer, self.tenancies, live)
        complete = False
        if self.seat is not None:
            rows, complete = selectors.since_last_turn(rows, self.seat)
            # The setup fills a page; the boards show it.
            rows = [row for row in rows if row.seq > 0]
        found: list[Entry] = []
        for row in reversed(rows):
            entry = teller.entry(row)
            if entry is None or (entry.abandoned and row.seat == self.seat):
                continue
            if entry.sentences:
                found.append(entry)
                if self.seat is None and len(found) == MOST_NEWS:
                    complete = True
                    break
        return found[::-1], complete or number > viewer.newest

    def turn_strip(self) -> list[dict[str, Any]]:
        """The seats in turn order with what they are doing."""
        state, table = self.view.board, self.view.table
        asked = {} if state.finished else self.asked_at()
        return [
            {
                "name": player(self.names, seat),
                "colour": seat_colour(table, seat),
                "own": seat == self.seat,
                "now": seat in asked,
                "asked": asked.get(seat),
                "had": time_had(asked[seat], self.now) if seat in asked else "",
                "passed": state.seats[seat].passed and state.phase == "action",
                "out": bool(state.seats[seat].out),
            }
            for seat in (table.order_from(state.start_seat) if state.turn_order else [])
        ]

    def asked_at(self) -> dict[int, datetime]:
        """The seats that are waited for, with the time since which they are asked what is asked.

        An order that can still be taken back asks its seat anew; others are told of the question
        that they know of.
        """
        seats = {pending.id: pending.seat for pending in self.view.waiting_for}
        rows = {row.decision_id: row for row in self.rows}
        if gone := [number for number in seats if number not in rows]:
            found = PendingDecision.objects.filter(game=self.game, decision_id__in=gone)
            rows |= {row.decision_id: row for row in found}
        times: dict[int, datetime] = {}
        for number, seat in seats.items():
            opened = rows[number].opened_at if number in rows else self.now
            times[seat] = min(times.get(seat, opened), opened)
        return times

    def deadline(self, seat: int | None) -> PendingDecision | None:
        """The earliest deadline of a seat, or of anybody."""
        rows = [row for row in self.rows if seat is None or row.seat == seat]
        return next((row for row in rows if row.deadline_at), rows[0] if rows else None)

    def plan_note(self) -> str:
        """Why the reader's plan stopped where the reader is asked now, or an empty text."""
        own = (t for t in self.tenancies if t.seat == self.seat and t.closed_at is None)
        stopped = [plan for t in own if (plan := stopped_plan(t, self.seen.decisions))]
        return stopped_text(stopped[0]) if stopped else ""

    def phase(self) -> str:
        return phase_name(self.view.board.phase)


@dataclass(frozen=True)
class Parts:
    """Pieces of the page that change only with the game."""

    board: Board
    economy: str
    opponents: str
    news: str
    techs: str
    ships: str
    places: str
    extras: str
    threats: str

    @cached_property
    def marks(self) -> dict[str, str]:
        """Fingerprints of the panels."""
        return {
            field.name: hashlib.sha256(getattr(self, field.name).encode()).hexdigest()[:10]
            for field in fields(self)
            if field.name != "board"
        }


def draw(view: PlayerView, names: Mapping[int, str], news: list[Entry], game: Game) -> Parts:
    """Render map and panels from a view."""
    table = view.table
    boards = [seat_board(view, seat, names) for seat in range(len(table.state.seats))]
    own = next((b for b in boards if b.own), None)
    over, pk = game.over, game.pk
    techs = technology(table, view.viewer if own and own.species else None)
    science = own.economy.tracks[1].stored if own and own.economy else None
    laid = list(places(table, names))
    return Parts(
        board=board(table, laid),
        economy=fragment(f"{PANELS}/economy.html", own=own, choices=_preference(view, own)),
        opponents=fragment(
            f"{PANELS}/opponents.html",
            own=own is not None,
            over=over,
            others=[fragment(f"{PANELS}/opponent.html", board=b) for b in boards if not b.own],
        ),
        news=fragment(
            f"{PANELS}/news.html",
            own=own is not None,
            game=pk,
            news=[
                fragment(f"{PANELS}/happening.html", game=pk, entry=e, colour=_colour(view, e))
                for e in news
            ],
        ),
        techs=fragment(f"{PANELS}/techs.html", techs=techs, science=science),
        ships=fragment(f"{PANELS}/ships.html", own=own, game=pk),
        places=places_html(laid),
        extras=fragment(f"{PANELS}/extras.html", supply=supply(table)),
        threats=fragment(f"{PANELS}/special.html", rows=special_sectors(view, names))
        + fragment(f"{PANELS}/threats.html", threats=threats(view, names)),
    )


def places_html(places: Iterable[tuple[Sector, Place]]) -> SafeString:
    """The map as text, by sector number."""
    rows = [place.row for _sector, place in sorted(places, key=lambda found: found[0].id)]
    shown = {"rows": mark_safe("".join(rows)), "number": len(rows)}  # noqa: S308 - written by us
    return render_to_string(f"{PANELS}/places.html", shown)


def _colour(view: PlayerView, entry: Entry) -> str:
    return "" if entry.seat is None else seat_colour(view.table, entry.seat)


def _preference(view: PlayerView, own: SeatBoard | None) -> str:
    """What the reader wants done with reputation tiles."""
    if own is None:
        return ""
    return view.board.seats[own.seat].preferences.get("reputation", "best")
