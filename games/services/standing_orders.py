"""Standing orders: what a player decided beforehand is played as soon as it is asked.

They are answered in the transaction of the event that asks, so that nobody waits, no mail asks for
what is answered already, and a crash leaves either both or neither. Whatever is left over, because
much is answered at once or a game was paused, is picked up by the sweep of the schedule.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import lookups, store
from games.errors import GameNotOpen, KeyUsedElsewhere, NotAllowed, StandingRefused
from games.firing import Firing, is_over
from games.ledger import Ledger, ledger_of
from games.messages import not_open, not_your_seat
from games.models import Game, PendingDecision, StandingOrder, Tenancy
from games.statements import Locked, Submission, lock
from games.tenants import Seated, User, lock_game, tenants, wake_bots, wake_standing
from rules.policies.standing import (
    BattleOrders,
    PlannedTurns,
    StandingError,
    StandingOrders,
    checked,
    decode_standing,
    encode_standing,
)
from rules.table import Table
from rules.views import player_view

MOST_IN_FORCE = 30
"""Standing orders that a seat may have at once."""
FARTHEST = timedelta(days=36500)
"""How far ahead the time may lie at which one ends: the last days of the calendar are none in some
time zones."""


# --- setting and removing --------------------------------------------------------------------------


def set_standing(
    *,
    game: Game | str,
    user: User,
    orders: StandingOrders,
    until_round: int | None = None,
    until: datetime | None = None,
    once: bool = False,
    key: str = "",
) -> StandingOrder:
    """Keep a standing order for the seat of ``user``; if it answers what is asked now, it is played
    at once.

    It takes the place of one for the same battles, of the one for reactions, or of the plan.
    ``key`` makes that happen once however often it is sent. Raises ``StandingRefused``,
    ``GameNotOpen``, ``NotAllowed``, ``NoSuchGame``, or ``KeyUsedElsewhere`` if the key was sent with
    something else.
    """
    asked = f"{_fingerprint(orders, until_round, until, once)}:{key}" if key else ""
    with transaction.atomic():
        locked = lock_game(game)
        tenancy = _tenancy(locked.game, user)
        known = _sent_before(tenancy, asked) if asked else None
        if known is not None:
            return known
        if not locked.game.running:
            raise GameNotOpen(not_open(locked.game.status, paused=False))
        ledger = ledger_of(locked)
        _check_end(ledger, until_round, until, once, orders)
        try:
            kept = checked(orders, player_view(ledger.state, tenancy.seat), tenancy.seat)
        except StandingError as error:
            raise StandingRefused(
                _(error.reason), field=error.field, possible=error.possible
            ) from error
        _replace(tenancy, kept, ledger.now)
        row = StandingOrder.objects.create(
            tenancy=tenancy,
            body=encode_standing(kept),
            until_round=until_round,
            until=until,
            once=once,
            key=asked,
            created_at=ledger.now,
        )
        finish(ledger, locked.standing | {tenancy.seat}, locked.seated)
    row.refresh_from_db()
    return row


def _fingerprint(orders: StandingOrders, *end: object) -> str:
    return hashlib.sha256(f"{encode_standing(orders)} {end}".encode()).hexdigest()[:16]


def _sent_before(tenancy: Tenancy, asked: str) -> StandingOrder | None:
    """What was kept under the same key. Raises ``KeyUsedElsewhere``."""
    mark, _colon, key = asked.partition(":")
    found = [
        row
        for row in tenancy.standing_orders.filter(key__endswith=f":{key}")
        if len(row.key) == len(asked)
    ]
    if found and not found[0].key.startswith(mark):
        raise KeyUsedElsewhere(
            _("This was sent before with other contents. Look at the page and send it anew.")
        )
    return found[0] if found else None


def _tenancy(game: Game, user: User) -> Tenancy:
    """Raises ``NotAllowed``."""
    found = None
    if user.pk is not None:
        found = Tenancy.objects.filter(game=game, user=user.pk, closed_at=None).first()
    if found is None:
        raise NotAllowed(not_your_seat())
    return found


def _check_end(
    ledger: Ledger,
    until_round: int | None,
    until: datetime | None,
    once: bool,
    orders: StandingOrders,
) -> None:
    """Raises ``StandingRefused``."""
    now, last = ledger.state.round, Table(ledger.state).catalog.setup.rounds
    if until_round is not None and not now <= until_round <= last:
        raise StandingRefused(
            _("The round at whose end it stops is %(now)d to %(last)d.")
            % {"now": now, "last": last},
            field="until_round",
            possible=tuple(range(now, last + 1)),
        )
    if until is not None and until <= ledger.now:
        raise StandingRefused(_("That time is over already."), field="until")
    if until is not None and until - ledger.now > FARTHEST:
        raise StandingRefused(
            _("Choose a time within the next %(days)d days.") % {"days": FARTHEST.days},
            field="until",
        )
    if once and isinstance(orders, PlannedTurns):
        raise StandingRefused(
            _("A plan is played once anyway; leave that out."), field="once", possible=(False,)
        )


def slot(orders: StandingOrders) -> tuple[str, str]:
    """Two standing orders of a seat with the same slot exclude each other."""
    sector = orders.sector if isinstance(orders, BattleOrders) else ""
    return type(orders).__name__, sector


def _replace(tenancy: Tenancy, orders: StandingOrders, now: datetime) -> None:
    """Make room for a new standing order. Raises ``StandingRefused``."""
    rows = list(tenancy.standing_orders.filter(ended_at=None))
    replaced = [row for row in rows if slot(decode_standing(row.body)) == slot(orders)]
    if len(rows) - len(replaced) >= MOST_IN_FORCE:
        raise StandingRefused(
            _("A seat may have %(most)d standing orders at once; remove some first.")
            % {"most": MOST_IN_FORCE}
        )
    _end(replaced, StandingOrder.End.REPLACED, now)


def remove(*, game: Game | str, user: User, number: int) -> None:
    """Take back a standing order of the own seat; one that has ended stays as it is.

    Raises ``StandingRefused`` if there is none of that number, ``NotAllowed`` or ``NoSuchGame``.
    """
    with transaction.atomic():
        locked = lock_game(game)
        tenancy = _tenancy(locked.game, user)
        row = tenancy.standing_orders.filter(pk=number).first()
        if row is None:
            raise StandingRefused(_("You have no such standing order."), field="number")
        if row.ended_at is None:
            _end([row], StandingOrder.End.REMOVED, store.now())


def _end(rows: Iterable[StandingOrder], end: StandingOrder.End, now: datetime) -> None:
    for row in rows:
        row.ended, row.ended_at = end, now
        row.save(update_fields=["ended", "ended_at"])


def standing_orders(game: Game, user: User) -> list[StandingOrder]:
    """The standing orders of the seat of ``user`` that are in force, the oldest first.

    Raises ``NotAllowed`` for anybody without a seat.
    """
    rows = _tenancy(game, user).standing_orders.filter(ended_at=None)
    now = store.now()
    return [row for row in rows if not is_over(row, game.round, game.phase, now)]


def ended_orders(game: Game, user: User, most: int = 10) -> list[StandingOrder]:
    """The latest standing orders of the seat that ended by themselves, the newest first."""
    by_player = [StandingOrder.End.REMOVED, StandingOrder.End.REPLACED]
    own = _tenancy(game, user).standing_orders
    now = store.now()
    # Nothing was asked since their time was over, so nobody has noted it yet.
    over = [row for row in own.filter(ended_at=None) if is_over(row, game.round, game.phase, now)]
    for row in over:
        row.ended = StandingOrder.End.USED if row.used_for else StandingOrder.End.EXPIRED
    rows = own.filter(ended_at__isnull=False).exclude(ended__in=by_player)
    return [*over, *rows.order_by("-ended_at", "-pk")][:most]


def stopped_plan(tenancy: Tenancy, decisions: Iterable[PendingDecision]) -> StandingOrder | None:
    """The plan of a seat that stopped where its player is now asked, if that is why.

    ``decisions``: the open ones of the game.
    """
    asked = [row.opened_at for row in decisions if row.seat == tenancy.seat]
    if not asked or tenancy.closed_at is not None:
        return None
    return lookups.plan_stopped_since(tenancy.pk, min(asked))


def taken_back(locked: Locked, seat: int) -> None:
    """A player went back within the own turn: what is planned must not start it again."""
    if seat not in locked.standing:
        return
    rows = StandingOrder.objects.filter(
        tenancy__game=locked.game, tenancy__seat=seat, tenancy__closed_at=None, ended_at=None
    )
    plans = [row for row in rows if isinstance(decode_standing(row.body), PlannedTurns)]
    _end(plans, StandingOrder.End.TAKEN_BACK, store.now())


# --- playing ---------------------------------------------------------------------------------------


def finish(
    ledger: Ledger,
    standing: frozenset[int],
    seated: Seated,
    submission: Submission | None = None,
) -> int:
    """Answer what standing orders answer, store everything and wake whoever is to go on; returns
    how many decisions were answered.

    ``standing``: seats that have standing orders, as ``games.statements.Locked`` names them.
    """
    firing = Firing.of(ledger, standing)
    answered = 0 if firing is None else firing.answer_all()
    ledger.save(submission)
    if firing is not None:
        firing.save()
        if firing.more:
            wake_standing(ledger.game, standing)
    wake_bots(ledger, seated)
    return answered


def play_standing(game_id: str) -> int:
    """Answer what is left over in a game; returns how many decisions were answered.

    A game that somebody else holds at this moment answers for itself.
    """
    with transaction.atomic():
        locked = lock(game_id, skip_locked=True)
        if locked is None or not locked.game.running or locked.game.paused:
            return 0
        return finish(ledger_of(locked), locked.standing, tenants(locked.game))


def games_with_standing_orders() -> list[str]:
    """Ids of running games in which a seat with standing orders owes a decision."""
    found: Any = Game.objects.raw(
        """
        SELECT DISTINCT g.id FROM games_game g
        JOIN games_tenancy t ON t.game_id = g.id AND t.closed_at IS NULL
        JOIN games_standingorder s ON s.tenancy_id = t.id AND s.ended_at IS NULL
        JOIN games_pendingdecision d
            ON d.game_id = g.id AND d.seat = t.seat AND d.closed_at IS NULL
        WHERE g.status = 'running' AND NOT g.paused
        """
    )
    return [game.pk for game in found]
