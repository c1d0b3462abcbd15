"""Writes the rows of mails when something happened in a game or to an account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.dispatch import receiver

from games.models import Game, PendingDecision, Tenancy
from games.signals import events_recorded
from notifications import services
from notifications.models import OutgoingMail
from rules.effects.flow import (
    DeadlineExtended,
    GameCreated,
    GameEnded,
    Paused,
    PhaseStarted,
    Resumed,
    Rewound,
    SeatReplaced,
)
from rules.log import Event
from rules.state.model import GameState

_TENANTS = """
SELECT t.id, t.seat FROM games_tenancy t JOIN eclipse_site_user u ON u.id = t.user_id
WHERE t.game_id = %s AND t.closed_at IS NULL AND t.policy = '' AND u.is_active
"""


@receiver(events_recorded, dispatch_uid="notifications.write_mails")
def write_mails(
    sender: type[Game],
    *,
    game: Game,
    events: Sequence[Event],
    opened: Iterable[PendingDecision],
    state: GameState,
    **others: Any,
) -> None:
    """Queue the mails that a batch of events causes, in the transaction that records it."""
    if not events:
        return
    occasion = str(events[-1].seq)
    if _holds(events, GameEnded):
        for tenancy in _tenants(game):
            services.queue(tenancy, OutgoingMail.Kind.FINISHED, occasion)
        return
    if measure := _measure(game, events):
        for tenancy in _tenants(game):
            services.queue(tenancy, OutgoingMail.Kind.NOTICE, occasion, facts={"measure": measure})
    asked: dict[int, list[str]] = defaultdict(list)
    for row in opened:
        asked[row.seat].append(row.decision_id)
    newcomers = {
        effect.seat
        for event in events
        for effect in event.effects
        if isinstance(effect, SeatReplaced)
    }
    if _holds(events, GameCreated):
        newcomers.update(range(game.seats))
    if not newcomers and all(_is_present(seat, events) for seat in asked):
        # As after most orders: nobody is to be told anything.
        return
    for tenancy in _tenants(game):
        is_new = tenancy.seat in newcomers
        decisions = _open_for(tenancy.seat, state) if is_new else asked[tenancy.seat]
        if decisions and not _is_present(tenancy.seat, events):
            services.queue_turn(tenancy, occasion, decisions)
        elif is_new:
            services.queue(tenancy, OutgoingMail.Kind.WELCOME, occasion)


def _measure(game: Game, events: Sequence[Event]) -> str:
    """What a moderator did to the clocks of everybody, if it was that."""
    if events[-1].actor != "moderator" or _holds(events, Rewound):
        return ""
    if _holds(events, Paused):
        return "abandoned" if game.status == Game.Status.ABANDONED else "paused"
    if _holds(events, Resumed):
        return "resumed"
    return "extended" if _holds(events, DeadlineExtended) else ""


def _tenants(game: Game) -> list[Tenancy]:
    # A mail is made up when it is sent; until then game and account are not needed. Many orders
    # pass here, hence the statement by hand.
    with connection.cursor() as cursor:
        cursor.execute(_TENANTS, [game.pk])
        return [Tenancy.from_db("default", ["id", "seat"], row) for row in cursor.fetchall()]


def _open_for(seat: int, state: GameState) -> list[str]:
    return [pending.id for pending in state.pending if pending.seat == seat]


def _is_present(seat: int, events: Sequence[Event]) -> bool:
    """Whether the batch is the seat's own doing within one turn, so that its player has the new
    decisions in view already: on the page, or in the answer to the mail that gave the orders.

    A phase that begins is a new turn even then, but for a rewind, which only leads back.
    """
    own = all(event.seat == seat and event.actor == "player" for event in events)
    return own and (_holds(events, Rewound) or not _holds(events, PhaseStarted))


def _holds(events: Iterable[Event], kind: type[Any]) -> bool:
    return any(isinstance(effect, kind) for event in events for effect in event.effects)
