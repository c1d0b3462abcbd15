"""The outbox: rows of mails to send, and their delivery.

A row is written in the transaction of its cause. Delivery locks the row, sends and marks it in one
transaction, so that only a crash between the mail server's acceptance and that transaction's commit
can send a mail twice, and then with the same Message-ID.
"""

from __future__ import annotations

import json
import logging
import smtplib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import PendingDecision, Tenancy
from notifications import addresses, compose
from notifications.models import IncomingMail, OutgoingMail

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 12
LONGEST_PAUSE = timedelta(hours=6)
"""Between two attempts. Twelve attempts reach over about a day."""
SWEEP_AT_ONCE = 200
"""Rows of each kind that one sweep hands over; the next one takes the rest."""
GRACE = timedelta(seconds=20)
"""For so long a row is left to the worker that was told of it."""
KEEP_INCOMING = timedelta(days=30)
"""For so long a received mail that belonged to a seat can be looked at."""
KEEP_FOREIGN = timedelta(days=7)
"""The same for mail to addresses that do not exist."""
LONGEST_NOTICE = timedelta(hours=12)
"""The earliest that a reminder goes out before a deadline."""


def queue(
    tenancy: Tenancy,
    kind: OutgoingMail.Kind,
    occasion: str,
    *,
    decisions: Iterable[str] = (),
    facts: dict[str, object] | None = None,
    in_reply_to: str = "",
) -> OutgoingMail:
    """Write the row of a mail and have it sent after the commit. One occasion makes one mail."""
    mail = OutgoingMail(
        tenancy=tenancy,
        kind=kind,
        occasion=occasion,
        decisions=list(decisions),
        facts=facts or {},
        in_reply_to=in_reply_to,
    )
    # Orders pass here, so nothing is asked that an insertion tells, and no savepoints are made.
    with transaction.atomic(savepoint=False):
        if not _insert(mail):
            return OutgoingMail.objects.get(tenancy=tenancy, kind=kind, occasion=occasion)
        addresses.new_address(mail)
        _send_soon(mail.pk)
    return mail


def _insert(mail: OutgoingMail) -> bool:
    """Insert the row unless its occasion has one; returns whether it was inserted."""
    fields = [field for field in mail._meta.concrete_fields if not field.primary_key]
    values = [field.get_db_prep_save(field.pre_save(mail, True), connection) for field in fields]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {mail._meta.db_table} ({columns}) VALUES ({marks}) "  # noqa: S608 - ours
            "ON CONFLICT (tenancy_id, kind, occasion) DO NOTHING RETURNING id",
            values,
        )
        found = cursor.fetchone()
    if found is None:
        return False
    (mail.pk,) = found
    mail._state.adding = False
    return True


_TAKE_IN = """
UPDATE notifications_outgoingmail SET decisions = decisions || (
    SELECT coalesce(jsonb_agg(d), '[]') FROM jsonb_array_elements(%s::jsonb) d
    WHERE NOT decisions @> jsonb_build_array(d)
)
WHERE id = (
    SELECT id FROM notifications_outgoingmail
    WHERE tenancy_id = %s AND kind = %s AND status = %s
    LIMIT 1 FOR UPDATE SKIP LOCKED
)
"""


def queue_turn(tenancy: Tenancy, occasion: str, decisions: Iterable[str]) -> None:
    """Tell a tenant that decisions wait. While the mail before has not gone out yet, it takes
    these decisions in; a mail that is being sent at this moment is left alone."""
    asked = list(decisions)
    waiting = (tenancy.pk, OutgoingMail.Kind.TURN.value, OutgoingMail.Status.WAITING.value)
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(_TAKE_IN, [json.dumps(asked), *waiting])
        if not cursor.rowcount:
            queue(tenancy, OutgoingMail.Kind.TURN, occasion, decisions=asked)


def supersede_turn(tenancy: Tenancy) -> None:
    """Drop turn mails that wait to be sent, because another mail tells the same. One that is being
    sent at this moment is left alone: a game must not wait for a mail server."""
    with transaction.atomic():
        waiting = _waiting_turns(tenancy).values_list("pk", flat=True)
        OutgoingMail.objects.filter(pk__in=list(waiting)).update(
            status=OutgoingMail.Status.SUPERSEDED
        )


def _waiting_turns(tenancy: Tenancy) -> QuerySet[OutgoingMail]:
    """Turn mails that wait, locked, without those that are being sent."""
    return OutgoingMail.objects.select_for_update(skip_locked=True).filter(
        tenancy=tenancy, kind=OutgoingMail.Kind.TURN, status=OutgoingMail.Status.WAITING
    )


def deliver(key: int) -> bool:
    """Send a mail if it still waits and nobody else is sending it; returns whether it was sent.

    Failures of the mail server are kept in the row and tried again later. Any other error is kept
    and tried again too, and raised.
    """
    error: Exception | None = None
    with transaction.atomic():
        mail = (
            OutgoingMail.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("tenancy__game", "tenancy__user", "address")
            .filter(pk=key, status=OutgoingMail.Status.WAITING, next_attempt__lte=timezone.now())
            .first()
        )
        if mail is None:
            return False
        try:
            with transaction.atomic():
                _send(mail)
        except Exception as caught:
            error = caught
            _postpone(mail, caught)
        mail.save()
    if error is None:
        return mail.status == OutgoingMail.Status.SENT
    logger.warning("Mail %s was not sent (attempt %s): %r", mail.pk, mail.attempts, error)
    if not isinstance(error, (OSError, smtplib.SMTPException)):
        raise error
    return False


def _send(mail: OutgoingMail) -> None:
    message = compose.compose(mail)
    if message is None:
        mail.status = OutgoingMail.Status.SUPERSEDED
        return
    message.send()
    mail.status = OutgoingMail.Status.SENT
    mail.sent_at = timezone.now()
    mail.attempts += 1


def _postpone(mail: OutgoingMail, error: Exception) -> None:
    mail.attempts += 1
    mail.last_error = repr(error)[:1000]
    mail.next_attempt = timezone.now() + pause_after(mail.attempts)
    if mail.attempts >= MOST_ATTEMPTS or _is_final(error):
        mail.status = OutgoingMail.Status.FAILED


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts: 1, 2, 4 minutes and so on."""
    return min(timedelta(minutes=2 ** min(attempts - 1, 20)), LONGEST_PAUSE)


def _is_final(error: Exception) -> bool:
    """Whether the server refused the recipient for good."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        code >= 500 for code, _ in error.recipients.values()
    )


# --- sweep ---------------------------------------------------------------------------------------


def sweep() -> dict[str, int]:
    """Pick up what a crashed process left, remind those who are late, forget old mail.

    Returns how many mails were handed over to be sent and to be read, how many reminders were
    written and how many received mails deleted. May run at any time and any number of times.
    """
    now = timezone.now()
    reminders = remind(now)
    to_send = _due(OutgoingMail.objects.filter(status=OutgoingMail.Status.WAITING), now)
    to_read = _due(IncomingMail.objects.filter(status=IncomingMail.Status.RECEIVED), now)
    for key in to_send:
        _send_soon(key)
    for key in to_read:
        read_soon(key)
    return {
        "sent": len(to_send),
        "read": len(to_read),
        "reminders": reminders,
        "deleted": forget(now),
    }


def _due(rows: QuerySet[Any], now: datetime) -> list[int]:
    found = rows.filter(next_attempt__lte=now - GRACE).order_by("next_attempt")
    return list(found.values_list("pk", flat=True)[:SWEEP_AT_ONCE])


def remind(now: datetime) -> int:
    """Write reminders to seats whose deadline comes near; returns how many.

    A reminder is due when a quarter of the game's time for a decision is left, at most twelve
    hours, and the decision has waited at least as long as that.
    """
    count = 0
    late = (
        PendingDecision.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("game")
        .filter(
            closed_at=None,
            reminded_at=None,
            deadline_at__gt=now,
            deadline_at__lte=now + LONGEST_NOTICE,
            game__paused=False,
        )
    )
    with transaction.atomic():
        for row in late[:SWEEP_AT_ONCE]:
            notice = min(timedelta(hours=row.game.deadline_hours) / 4, LONGEST_NOTICE)
            assert row.deadline_at is not None
            if row.deadline_at - now > notice or now - row.opened_at < notice:
                continue
            row.reminded_at = now
            row.save(update_fields=["reminded_at"])
            tenancy = tenants(row.game_id).filter(seat=row.seat).first()
            if tenancy is not None:
                queue(
                    tenancy,
                    OutgoingMail.Kind.REMINDER,
                    row.decision_id,
                    decisions=[row.decision_id],
                )
                count += 1
    return count


def forget(now: datetime) -> int:
    """Delete received mails that were dealt with long ago; returns how many."""
    done = IncomingMail.objects.exclude(status=IncomingMail.Status.RECEIVED)
    old = done.filter(received_at__lt=now - KEEP_INCOMING)
    foreign = done.filter(address=None, received_at__lt=now - KEEP_FOREIGN)
    return old.delete()[0] + foreign.delete()[0]


# --- common --------------------------------------------------------------------------------------


def tenants(game_id: str) -> QuerySet[Tenancy]:
    """The people who play a game now; bots get no mail."""
    return Tenancy.objects.filter(
        game=game_id, closed_at=None, policy="", user__is_active=True
    ).select_related("game", "user")


def _send_soon(key: int) -> None:
    from notifications.tasks import send_mail  # tasks call services

    _after_commit(send_mail, key)


def read_soon(key: int) -> None:
    """Have a received mail read once the transaction is committed."""
    from notifications.tasks import process_mail  # tasks call services

    _after_commit(process_mail, key)


def _after_commit(task: Any, key: int) -> None:
    # A broker that does not answer is logged and must not fail what was committed: the row waits
    # for the sweep.
    # A lambda, since Django names the failed function in its log and a partial has no name.
    transaction.on_commit(lambda: task.delay(key), robust=True)
