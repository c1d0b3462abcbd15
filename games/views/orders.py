"""Forms of the game's page: orders, what they would do, taking them back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import (
    HttpRequest,
    HttpResponseBase,
    HttpResponseRedirect,
    QueryDict,
)
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.errors import GameError, NotAllowed, NothingToUndo, OrdersRefused
from games.limits import OrderThrottle, limited
from games.rendering.composer import order_of
from games.rendering.foretold import text_facts
from games.rendering.tree import JOIN, WrongStep
from games.sentences import sentences_of
from games.services.play import Played, play_orders, preview
from games.services.undo import undo
from games.statements import Seen
from games.views.common import account, play_url, sent_key, with_seen
from games.views.situation import Situation
from games.views.turn import turn_page
from rules.decisions import Decision
from rules.notation.parser import LONGEST
from rules.orders import Order
from rules.ruleset import get_ruleset

MOST_POSSIBLE = 24
LONGEST_REST = 3000
"""Characters of an address that hold orders handed back; servers refuse longer ones."""
MOST_TOLD = 10
"""Sentences told right after an order; the rest is in the history."""


@login_required
@require_POST
@limited(OrderThrottle)
def orders(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Play what a form sends: an order put together, or a text; or only say what it would do.

    Nothing is looked up before the game is locked; only whoever is refused needs more.
    """
    sent = request.POST
    said: dict[str, Any] = {}
    if "text" in sent:
        said["text"] = sent["text"].strip()[: LONGEST * 10]
        if sent.get("do") == "preview":
            return _preview(request, game_id, text=said["text"])
    try:
        played = play_orders(
            game=game_id,
            orders=None if said else [Clicked.of(sent)],
            text=said.get("text"),
            key=sent_key(sent),
            user=account(request),
            decision_id=None if said else sent.get("d", ""),
        )
    except GameError as error:
        return _refused(request, game_id, error=error, **said)
    return _played(request, played)


@dataclass(frozen=True)
class Clicked:
    """An order put together by clicks: its kind, the steps taken, those that the form adds."""

    kind: str
    path: str
    added: tuple[str, ...]

    @classmethod
    def of(cls, sent: QueryDict) -> Clicked:
        return cls(sent.get("k", ""), sent.get("path", ""), tuple(sent.getlist("add")))

    @property
    def text(self) -> str:
        """See ``games.reading.Draft``."""
        return " ".join((self.kind, *self.path.split(JOIN), *self.added))

    def order(self, decision: Decision) -> Order:
        """See ``games.reading.Draft``."""
        try:
            return order_of(decision, self.kind, self.path, self.added)
        except WrongStep as wrong:
            raise OrdersRefused(
                _(wrong.reason) if wrong.reason else _("That is not possible here."),
                text=wrong.text,
            ) from wrong


@with_seen
def _preview(request: HttpRequest, seen: Seen, text: str) -> HttpResponseBase:
    game, situation = seen.game, Situation.of(request, seen)
    if situation.seat is None:
        raise NotAllowed(_("You have no seat in this game."))
    try:
        said = preview(game=game, seat=situation.seat, text=text, user=account(request))
        facts = text_facts(situation.view, text, situation.names)
    except GameError as error:
        return _refused(request, game.pk, error=error, text=text)
    return turn_page(request, situation, text=text, preview=said, facts=facts)


@with_seen
def _refused(request: HttpRequest, seen: Seen, error: GameError, **said: Any) -> HttpResponseBase:
    """The page again with the reason and everything that was written."""
    if isinstance(error, NotAllowed):
        raise error
    if seen.game.newest_seq < 0:
        return redirect(play_url(seen.game))
    situation = Situation.of(request, seen)
    possible = getattr(error, "possible", ())
    refusal = {
        "reason": error.reason,
        "text": getattr(error, "text", ""),
        "possible": possible[:MOST_POSSIBLE],
        "more": max(0, len(possible) - MOST_POSSIBLE),
    }
    status = 409 if getattr(error, "stale", False) else 422
    return turn_page(request, situation, status=status, refusal=refusal, **said)


def _played(request: HttpRequest, played: Played) -> HttpResponseBase:
    result = played.submitted
    done = "; ".join(result.played)
    if result.replayed:
        messages.info(request, _("This had been played already: %(orders)s.") % {"orders": done})
    else:
        said = _("Played: %(orders)s.") % {"orders": done}
        messages.success(request, " ".join([said, *_came_of(played)]))
    url = play_url(played.game)
    if result.handed_back:
        rest = urlencode({"rest": result.handed_back})
        fits = len(rest) <= LONGEST_REST
        said = (
            _("Chance came first, so this was not played and waits in the text box: %(orders)s")
            if fits
            else _("Chance came first, so this was not played: %(orders)s")
        )
        messages.warning(request, said % {"orders": result.handed_back})
        url = f"{url}?{rest}" if fits else url
    # Not by ``redirect``, which first looks for a page of that name.
    return HttpResponseRedirect(url)


def _came_of(played: Played) -> list[str]:
    """What the orders led to: dice and draws are told at once, not only in the history."""
    catalog = get_ruleset(played.game.spec).catalog
    told = [
        sentence
        for event in played.events
        for sentence in sentences_of(
            event, event.seat, catalog, played.names, revealed=played.game.over
        )
    ]
    return told[:MOST_TOLD]


@login_required
@require_POST
@with_seen
def take_back(request: HttpRequest, seen: Seen) -> HttpResponseBase:
    """Undo the last order of the reader's seat."""
    game, situation = seen.game, Situation.of(request, seen)
    if situation.seat is None:
        raise NotAllowed(_("You have no seat in this game."))
    try:
        undo(
            game=game,
            seat=situation.seat,
            user=account(request),
            key=sent_key(request.POST),
        )
    except NotAllowed:
        raise
    except (NothingToUndo, GameError) as error:
        messages.error(request, error.reason)
    else:
        messages.success(request, _("Taken back."))
    return redirect(play_url(game))
