"""Mails to send, addresses to answer to, mails received: everything that must survive a crash."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Tenancy


def new_message_id() -> str:
    """A Message-ID that nobody used before and that says nothing about this machine."""
    return f"<{uuid.uuid4().hex}@{settings.INBOUND_DOMAIN}>"


class OutgoingMail(models.Model):
    """A mail to one tenant of a seat: to be sent, sent, or dropped.

    The row is written in the transaction of the event that caused it. ``message_id`` never changes,
    so that a mail sent twice is recognised as one. What the mail says is made up when it is sent,
    out of what its reader may know at that moment. ``occasion`` names the cause; one cause makes
    one mail. ``decisions``: ids of the decisions it was written for. ``facts``: for an answer, what
    happened to the mail it answers.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        WELCOME = "welcome", _("the game starts")
        ANSWER = "explanation", _("answer to a mail")
        REMINDER = "reminder", _("reminder")
        FINISHED = "finished", _("the game is over")
        NOTICE = "notice", _("a moderator stepped in")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        SUPERSEDED = "superseded", _("no longer of use")
        FAILED = "failed", _("failed")

    tenancy = models.ForeignKey(
        Tenancy, verbose_name=_("tenancy"), on_delete=models.CASCADE, related_name="mails"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    occasion = models.CharField(_("occasion"), max_length=40)
    decisions = models.JSONField(_("decisions"), default=list, blank=True)
    facts = models.JSONField(_("facts"), default=dict, blank=True)
    in_reply_to = models.CharField(_("in reply to"), max_length=998, blank=True)
    message_id = models.CharField(
        _("Message-ID"), max_length=255, unique=True, default=new_message_id, editable=False
    )
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.WAITING
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    next_attempt = models.DateTimeField(_("next attempt"), default=timezone.now)
    last_error = models.TextField(_("last error"), blank=True)

    class Meta:
        verbose_name = _("outgoing mail")
        verbose_name_plural = _("outgoing mails")
        constraints = [
            models.UniqueConstraint(
                fields=["tenancy", "kind", "occasion"], name="one_mail_per_occasion"
            )
        ]
        indexes = [
            models.Index(
                F("next_attempt"), condition=Q(status="waiting"), name="notifications_to_send"
            ),
            models.Index(
                fields=["tenancy", "kind", "-created_at"], name="notifications_by_tenancy"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tenancy} {self.kind} {self.occasion}"


class ReplyAddress(models.Model):
    """The address that a mail is answered to. It gives orders for its tenancy, while that lasts.

    The secret part of the address is not stored: it is computed from ``nonce`` and the site's key,
    and found again by its ``digest``. ``decisions``: ids of the decisions that the mail showed.
    """

    mail = models.OneToOneField(OutgoingMail, on_delete=models.CASCADE, related_name="address")
    tenancy = models.ForeignKey(Tenancy, on_delete=models.CASCADE, related_name="reply_addresses")
    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    decisions = models.JSONField(_("decisions shown"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("reply address")
        verbose_name_plural = _("reply addresses")

    def __str__(self) -> str:
        return f"{self.tenancy} {self.created_at:%Y-%m-%d %H:%M}"


class IncomingMail(models.Model):
    """A mail that the listener accepted for one recipient; stored before it was acknowledged.

    ``digest``: of the secret address, as ``ReplyAddress`` has it, since the address itself gives
    orders. ``message_id``: of the mail, or a fingerprint of its bytes if it has none. ``sender``:
    of the envelope; empty for bounces. ``raw`` is emptied when the mail was dealt with, as the
    address stands in it. ``outcome``: in a fixed word, what was made of it.
    """

    class Status(models.TextChoices):
        RECEIVED = "received", _("received")
        PLAYED = "played", _("played")
        REFUSED = "refused", _("refused")
        ANSWERED = "answered", _("answered")
        IGNORED = "ignored", _("ignored")
        FAILED = "failed", _("failed")

    digest = models.CharField(max_length=64, editable=False)
    sender = models.CharField(_("sender"), max_length=320, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=255)
    raw = models.BinaryField(_("mail as received"))
    received_at = models.DateTimeField(_("received"), default=timezone.now)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.RECEIVED
    )
    outcome = models.CharField(_("outcome"), max_length=40, blank=True)
    address = models.ForeignKey(
        ReplyAddress, on_delete=models.CASCADE, null=True, blank=True, related_name="incoming"
    )
    processed_at = models.DateTimeField(_("dealt with"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    next_attempt = models.DateTimeField(_("next attempt"), default=timezone.now)
    last_error = models.TextField(_("last error"), blank=True)

    class Meta:
        verbose_name = _("incoming mail")
        verbose_name_plural = _("incoming mails")
        constraints = [
            models.UniqueConstraint(fields=["digest", "message_id"], name="one_row_per_mail")
        ]
        indexes = [
            models.Index(
                F("next_attempt"), condition=Q(status="received"), name="notifications_to_read"
            ),
            models.Index(fields=["address", "received_at"], name="notifications_by_address"),
            models.Index(fields=["received_at"], name="notifications_by_age"),
        ]

    def __str__(self) -> str:
        return self.message_id

    @property
    def content(self) -> bytes:
        """The mail as received; PostgreSQL's driver hands out a view on memory."""
        return bytes(self.raw)


class MailPreference(models.Model):
    """Which mails an account wants. Without a row it wants them all."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="mail_preference",
    )
    game_mails = models.BooleanField(
        _("send me mails about my games"),
        default=True,
        help_text=_("Answers to mails that you send are always sent."),
    )

    class Meta:
        verbose_name = _("mail preference")
        verbose_name_plural = _("mail preferences")

    def __str__(self) -> str:
        return str(self.user)

    @classmethod
    def wants_game_mails(cls, user: Any) -> bool:
        """Whether ``user`` wants to be told of turns, starts and ends of games."""
        preference = cls.objects.filter(user=user).first()
        return preference is None or preference.game_mails


class CaughtMail(models.Model):
    """A mail that the development mailbox kept instead of sending it."""

    sender = models.CharField(max_length=320)
    recipients = models.JSONField(default=list)
    subject = models.CharField(max_length=998, blank=True)
    raw = models.BinaryField()
    caught_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("caught mail")
        verbose_name_plural = _("caught mails")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.subject
