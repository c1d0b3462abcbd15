"""What a received mail does: give orders, undo one, ask for help, or nothing at all.

Everything that one mail causes happens in one transaction: orders, the row of the answer, and the
mark that the mail is dealt with. The secret address authorises; the sender's name proves nothing.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import GameError, NotAllowed, OrdersRefused
from games.selectors import to_answer
from games.services.play import Submitted, submit_orders
from games.services.undo import undo
from notifications import addresses, reading, services
from notifications.models import IncomingMail, OutgoingMail, ReplyAddress
from notifications.reader import as_read_by

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
MOST_PER_HOUR = 60
"""Mails of one tenancy that are read; more are ignored."""
MOST_EXPLANATIONS = 20
"""Answers to one tenancy within an hour that only explain why nothing was played."""

HELP = {"help", "options", "?", "help!", "commands"}
UNDO = {"undo", "take back", "undo!"}
MOST_QUOTED = 2000
"""Characters of a person's text that are quoted back."""

Status = IncomingMail.Status


@dataclass
class Outcome:
    """What became of a mail. ``word`` is stored; ``facts`` are what the answer is made of."""

    status: Status
    word: str
    facts: dict[str, Any] = field(default_factory=dict)


def process(key: int) -> None:
    """Deal with a received mail, unless that was done or is being done.

    An unexpected error is kept in the row, tried again by the sweep, and raised.
    """
    error: Exception | None = None
    with transaction.atomic():
        mail = (
            IncomingMail.objects.select_for_update(skip_locked=True)
            .filter(pk=key, status=Status.RECEIVED, next_attempt__lte=timezone.now())
            .first()
        )
        if mail is None:
            return
        try:
            with transaction.atomic():
                _deal_with(mail)
        except Exception as caught:
            error = caught
            _postpone(mail, caught)
        mail.save()
    if error is not None:
        raise error


def _postpone(mail: IncomingMail, error: Exception) -> None:
    mail.attempts += 1
    mail.last_error = repr(error)[:1000]
    mail.next_attempt = timezone.now() + services.pause_after(mail.attempts)
    if mail.attempts >= MOST_ATTEMPTS:
        mail.status = Status.FAILED


def _deal_with(mail: IncomingMail) -> None:
    address = mail.address = addresses.find(mail.digest)
    ignored = _why_ignored(mail, address)
    if address is None or ignored:
        outcome = Outcome(Status.IGNORED, ignored)
    else:
        user = address.tenancy.user
        with as_read_by(user):
            outcome = _answered(mail, address)
        _answer(mail, address, outcome)
    mail.status, mail.outcome = outcome.status, outcome.word
    mail.processed_at = timezone.now()
    mail.raw = b""
    logger.info("Mail %s: %s, %s.", mail.message_id, mail.status, mail.outcome)


def _why_ignored(mail: IncomingMail, address: ReplyAddress | None) -> str:
    if address is None:
        return "unknown-address"
    if why := reading.automatic(mail.content, mail.sender):
        return why
    hour_ago = timezone.now() - timedelta(hours=1)
    recent = IncomingMail.objects.filter(
        address__tenancy=address.tenancy_id, received_at__gt=hour_ago
    )
    return "too-many" if recent.exclude(pk=mail.pk).count() >= MOST_PER_HOUR else ""


# --- what the mail asks --------------------------------------------------------------------------


def _answered(mail: IncomingMail, address: ReplyAddress) -> Outcome:
    tenancy = address.tenancy
    letter = reading.read(mail.content)
    if tenancy.closed_at is not None or tenancy.user is None or not tenancy.user.is_active:
        outcome = _closed()
    elif not letter.text:
        outcome = _refused(
            "empty",
            _("There was no order above the quoted text of your mail, so nothing was played."),
        )
    elif _is_one_of(letter.text, HELP):
        outcome = Outcome(Status.ANSWERED, "help", {"result": "help"})
    else:
        outcome = _carried_out(mail, address, letter.text)
    quoted = letter.text[:MOST_QUOTED]
    outcome.facts |= {"quoted": quoted, "subject": letter.subject}
    return outcome


def _carried_out(mail: IncomingMail, address: ReplyAddress, text: str) -> Outcome:
    tenancy, user = address.tenancy, address.tenancy.user
    assert user is not None
    key = _key(mail)
    try:
        # A savepoint: what is refused leaves nothing behind, yet the answer is written.
        with transaction.atomic():
            if _is_one_of(text, UNDO):
                word = "undone"
                done = undo(game=tenancy.game, seat=tenancy.seat, user=user, key=key)
            else:
                word = "played"
                done = _played(address, text, key)
    except NotAllowed:
        return _closed()
    except OrdersRefused as error:
        facts = {"order": error.text, "possible": [str(value) for value in error.possible]}
        return _refused("stale" if error.stale else "refused", error.reason, **facts)
    except GameError as error:
        return _refused("refused", error.reason)
    if done.replayed:
        return Outcome(Status.IGNORED, "duplicate")
    services.supersede_turn(tenancy)
    return Outcome(
        Status.PLAYED,
        word,
        {
            "result": word,
            "seqs": list(done.seqs),
            "played": list(done.played),
            "handed_back": done.handed_back,
        },
    )


def _played(address: ReplyAddress, text: str, key: str) -> Submitted:
    """Play the text as an answer to one of the decisions that the mail showed.

    Raises ``OrdersRefused``, stale if they are all gone.
    """
    tenancy = address.tenancy
    waiting = [row.decision_id for row in to_answer(tenancy.game, tenancy.seat)]
    refusals: list[OrdersRefused] = []
    for decision in address.decisions:
        if decision not in waiting:
            continue
        try:
            return submit_orders(
                game=tenancy.game,
                seat=tenancy.seat,
                text=text,
                key=key,
                user=tenancy.user,
                decision_id=decision,
            )
        except OrdersRefused as refused:
            refusals.append(refused)
    if refusals:
        # The one that came furthest is the best guess at what was meant.
        raise max(refusals, key=lambda refused: (not refused.stale, refused.index))
    raise OrdersRefused(
        _("What the mail asked has been settled since, so your orders were not played.")
        if waiting
        else _("Nothing is asked of you at the moment, so your orders were not played."),
        stale=True,
    )


def _closed() -> Outcome:
    return _refused("closed", _("You no longer play this seat, so nothing was played."))


def _refused(word: str, reason: str, **facts: Any) -> Outcome:
    return Outcome(Status.REFUSED, word, {"result": word, "reason": reason, **facts})


def _is_one_of(text: str, words: set[str]) -> bool:
    return " ".join(text.casefold().split()).rstrip(".") in words


def _key(mail: IncomingMail) -> str:
    """Names the mail as a submission, so that a copy plays nothing."""
    key = f"mail:{mail.message_id}"
    return key if len(key) <= 200 else f"mail:{hashlib.sha256(key.encode()).hexdigest()}"


# --- the answer ----------------------------------------------------------------------------------


def _answer(mail: IncomingMail, address: ReplyAddress, outcome: Outcome) -> None:
    tenancy = address.tenancy
    if tenancy.user is None or outcome.status == Status.IGNORED:
        return
    if outcome.status != Status.PLAYED and not _may_explain(address):
        logger.warning("Mail %s is not answered: too many within an hour.", mail.message_id)
        return
    services.queue(
        tenancy,
        OutgoingMail.Kind.ANSWER,
        f"mail {mail.pk}",
        facts=outcome.facts,
        in_reply_to=mail.message_id if mail.message_id.startswith("<") else "",
    )


def _may_explain(address: ReplyAddress) -> bool:
    hour_ago = timezone.now() - timedelta(hours=1)
    recent = OutgoingMail.objects.filter(
        tenancy=address.tenancy_id, kind=OutgoingMail.Kind.ANSWER, created_at__gt=hour_ago
    ).exclude(facts__result__in=["played", "undone"])
    return recent.count() < MOST_EXPLANATIONS
