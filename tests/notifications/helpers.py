"""Sends the outbox, answers mails and reads what comes of it, as worker, person and mail program."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

from django.core import mail
from django.core.mail import EmailMultiAlternatives

from eclipse_site.models import User
from games.models import Game, Tenancy
from notifications import inbound, replies, services
from notifications.models import IncomingMail, OutgoingMail

Kind = OutgoingMail.Kind
Status = OutgoingMail.Status


def deliver_all() -> list[EmailMultiAlternatives]:
    """Do what the worker does for every mail that waits; returns the mails sent by it."""
    before = len(mail.outbox)
    waiting = OutgoingMail.objects.filter(status=Status.WAITING).order_by("pk")
    for key in waiting.values_list("pk", flat=True):
        services.deliver(key)
    return mail.outbox[before:]


def mails_to(user: User, kind: str | None = None) -> list[OutgoingMail]:
    """Rows of the outbox for an account, oldest first."""
    rows = OutgoingMail.objects.filter(tenancy__user=user).order_by("pk")
    return list(rows.filter(kind=kind) if kind else rows)


def tenancy_of(game: Game, user: User) -> Tenancy:
    return Tenancy.objects.get(game=game, user=user, closed_at=None)


def html_of(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0][0])


def whole(message: EmailMultiAlternatives) -> str:
    """Everything that the recipient gets: headers, text and HTML."""
    return f"{message.message().as_string()}\n{message.body}\n{html_of(message)}"


def letter(
    to: str,
    text: str,
    *,
    sender: str = "somebody@example.org",
    html: str | None = None,
    subject: str = "Re: Your turn",
    headers: dict[str, str] | None = None,
    message_id: str | None = None,
) -> EmailMessage:
    """A mail as a person's mail program makes it."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = subject
    message["Message-ID"] = message_id or make_msgid(domain="example.org")
    for name, value in (headers or {}).items():
        message[name] = value
    if text or html is None:
        message.set_content(text)
    if html is not None and text:
        message.add_alternative(html, subtype="html")
    elif html is not None:
        message.set_content(html, subtype="html")
    return message


def receive(message: EmailMessage, sender: str = "somebody@example.org") -> list[IncomingMail]:
    """Store a mail as the listener does and deal with it as the worker does."""
    keys = inbound.store([str(message["To"])], sender, message.as_bytes())
    for key in keys:
        replies.process(key)
    return list(IncomingMail.objects.filter(pk__in=keys))


def answer(to: EmailMultiAlternatives, text: str, **more: Any) -> IncomingMail:
    """Answer a mail of ours; returns what became of the answer."""
    (row,) = receive(letter(to.reply_to[0], text, **more))
    return row
