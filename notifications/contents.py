"""What a mail tells of the game: only what its reader may know at the moment of sending."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _, ngettext

from eclipse_site.models import User
from games import store
from games.access import player_view
from games.models import GameEvent
from games.rendering.galaxy import zones_around
from games.rendering.places import place_text
from games.selectors import Entry, history, names, since_last_turn, to_answer
from games.sentences import as_text
from games.services.standing_orders import stopped_plan
from games.standing_words import stopped_text
from games.statements import open_decisions
from notifications.models import OutgoingMail
from rules.decisions import Decision
from rules.notation import show, suggest
from rules.notation.prose import decision_question
from rules.views import PlayerView

MOST_NEWS = 40
"""Events told in one mail; the page has them all."""
MOST_OWN = 40
"""The reader's own latest events, among which the last turn is looked for."""
MOST_EXAMPLES = 8
"""Orders shown for one decision."""


def reader_of(mail: OutgoingMail) -> User:
    user = mail.tenancy.user
    assert user is not None, "compose() lets no mail through whose reader is gone"
    return user


def view_of(mail: OutgoingMail) -> PlayerView:
    return player_view(user=reader_of(mail), game=mail.tenancy.game)


def situation(mail: OutgoingMail, view: PlayerView) -> dict[str, Any]:
    """What is asked of the reader until when, and what the reader has."""
    game, seat = mail.tenancy.game, mail.tenancy.seat
    clocks = {row.decision_id: row.deadline_at for row in to_answer(game, seat)}
    deadlines = [at for d in view.decisions if (at := clocks.get(d.id)) is not None]
    called = names(game)
    others = dict.fromkeys(p.seat for p in view.waiting_for if p.seat != seat)
    return {
        "round": view.board.round,
        "asked": [_question(view, decision, called) for decision in view.decisions],
        "deadline": min(deadlines, default=None),
        "default": show(view.decisions[0].default) if len(view.decisions) == 1 else "",
        "paused": game.paused,
        "waiting_for": [called[number] for number in others],
        "stores": _stores(view, seat),
    }


def _question(view: PlayerView, decision: Decision, called: dict[int, str]) -> dict[str, Any]:
    """A decision as the reader sees it: the question, and orders that would answer it."""
    question = as_text(decision_question(decision, view.table.catalog), called)
    return {"text": question, "examples": suggest(decision, view.table)[:MOST_EXAMPLES]}


def _stores(view: PlayerView, seat: int) -> list[tuple[str, int, str]]:
    """Name, amount and yield of what the reader has; empty before the boards are chosen."""
    boards = view.board.seats[seat]
    if not boards.species or view.board.finished:
        return []
    labels = {"money": _("Money"), "science": _("Science"), "materials": _("Materials")}
    rows = [
        (
            label,
            boards.storage.of(kind),
            _("+%(number)s a round") % {"number": view.table.production(seat, kind)},
        )
        for kind, label in labels.items()
    ]
    upkeep = _("upkeep %(now)s, then %(next)s") % {
        "now": view.table.upkeep(seat),
        "next": view.table.upkeep(seat, fewer_discs=1),
    }
    return [*rows, (_("Discs"), boards.discs, upkeep)]


def news(mail: OutgoingMail) -> dict[str, Any]:
    """What happened since the reader's last turn, oldest first as on the page."""
    tenancy = mail.tenancy
    own = GameEvent.objects.filter(game=tenancy.game, seat=tenancy.seat, actor="player")
    seqs = own.order_by("-seq").values_list("seq", flat=True)[:MOST_OWN]
    # The setup fills a page; who reads this knows that the game has started.
    since = max(tenancy.opened_seq - 1, min(seqs, default=1) - 1, 0)
    rows, _complete = since_last_turn(store.rows(tenancy.game, since), tenancy.seat)
    wanted = {row.seq for row in rows}
    told = [entry for entry in _told(mail, since) if entry.seq in wanted and entry.sentences]
    earlier = max(len(told) - MOST_NEWS, 0)
    stopped = stopped_plan(tenancy, open_decisions(tenancy.game))
    return {
        "stopped": stopped_text(stopped) if stopped else "",
        "news": told[earlier:],
        "earlier": ngettext(
            "%(number)s earlier event is on the page.",
            "%(number)s earlier events are on the page.",
            earlier,
        )
        % {"number": earlier}
        if earlier
        else "",
    }


def galaxy(view: PlayerView, called: dict[int, str]) -> dict[str, Any]:
    """The map as a list: the reader's sectors first, and the zones that a wormhole leads to."""
    table = view.table
    own: list[str] = []
    others: list[str] = []
    for _id, sector in sorted(view.board.sectors.items()):
        ships = {ship.owner for ship in table.ships_in(sector)}
        mine = view.viewer is not None and view.viewer in {sector.disc, *ships}
        (own if mine else others).append(place_text(table, sector, called))
    return {
        "own_sectors": own,
        "other_sectors": others,
        "open_zones": ", ".join(zone.name for zone in zones_around(table) if zone.open),
    }


def happened(mail: OutgoingMail) -> list[Entry]:
    """The reader's own events that the answered mail caused."""
    seqs = mail.facts.get("seqs") or []
    if not seqs:
        return []
    told = _told(mail, min(seqs) - 1)
    return [entry for entry in told if entry.seq in seqs]


def _told(mail: OutgoingMail, since: int) -> list[Entry]:
    entries = history(mail.tenancy.game, reader_of(mail), since=since)
    return [entry for entry in entries if not entry.abandoned]
