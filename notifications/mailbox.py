"""Catches mails instead of sending them, so that development needs no mail server.

Only useful with settings.MAILBOX_ENABLED, which shows the caught mails at ``/mail/``.
"""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage
from email.utils import formatdate, make_msgid, parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from notifications.models import CaughtMail

KEPT = 500
"""Newest mails that are kept."""


class MailboxBackend(BaseEmailBackend):
    """Stores each mail as it would have been handed to the mail server."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the mails; returns how many."""
        messages = [message for message in email_messages if message.recipients()]
        for message in messages:
            CaughtMail.objects.create(
                sender=message.from_email,
                recipients=message.recipients(),
                subject=message.subject[:998],
                raw=message.message().as_bytes(),
            )
        oldest = CaughtMail.objects.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1]
        for key in oldest:
            CaughtMail.objects.filter(pk__lte=key).delete()
        return len(messages)


def parsed(mail: CaughtMail) -> ParsedMessage:
    """The caught mail, taken apart."""
    message = message_from_bytes(bytes(mail.raw), policy=policy.default)
    assert isinstance(message, ParsedMessage)
    return message


def body(mail: CaughtMail, kind: str) -> str:
    """The text of the ``plain`` or ``html`` part; empty if the mail has none."""
    part = parsed(mail).get_body(preferencelist=(kind,))
    return str(part.get_content()) if part is not None else ""


def header(mail: CaughtMail, name: str) -> str:
    """A header of the mail, decoded; empty if it has none."""
    return str(parsed(mail).get(name, ""))


def answer(mail: CaughtMail, text: str, *, quote: bool = True) -> None:
    """Answer a caught mail as its recipient's mail program would, through the real listener.

    Raises ``OSError`` or ``smtplib.SMTPException`` if the listener does not take it.
    """
    original = parsed(mail)
    sender = parseaddr(mail.recipients[0])[1]
    reply = ParsedMessage(policy=policy.SMTP)
    reply["Message-ID"] = make_msgid(domain="mailbox.invalid")
    reply["Date"] = formatdate()
    reply["From"] = sender
    reply["To"] = str(original["Reply-To"])
    reply["Subject"] = f"Re: {mail.subject}"
    if original["Message-ID"]:
        reply["In-Reply-To"] = reply["References"] = str(original["Message-ID"])
    quoted = "".join(f"> {line}\n" for line in body(mail, "plain").splitlines()) if quote else ""
    lead = f"On {original['Date']}, {mail.sender} wrote:\n" if quote else ""
    reply.set_content(f"{text.strip()}\n\n{lead}{quoted}")
    with smtplib.SMTP(settings.INBOUND_HOST, settings.INBOUND_PORT, timeout=10) as server:
        server.send_message(reply, from_addr=sender)
