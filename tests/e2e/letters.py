"""What a person does with the mails of the site: reads them and answers above the quoted text."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from tests.notifications.helpers import letter


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    return _part(mail, "plain")


def html_of(mail: EmailMessage) -> str:
    """The HTML of a mail."""
    return _part(mail, "html")


def _part(mail: EmailMessage, kind: str) -> str:
    body = mail.get_body(preferencelist=(kind,))
    assert body is not None, f"the mail has no {kind} part"
    return str(body.get_content())


def reply_to(mail: EmailMessage, text: str) -> EmailMessage:
    """An answer as mail programs write it: to the Reply-To address, the mail quoted below."""
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    return letter(
        str(mail["Reply-To"]),
        f"{text}\n\nOn {formatdate()}, {mail['From']} wrote:\n{quoted}\n\n-- \nSent from a test\n",
        sender=str(mail["To"]),
        subject=f"Re: {mail['Subject']}",
        headers={"In-Reply-To": str(mail["Message-ID"])},
        message_id=make_msgid(domain="example.org"),
    )


def send(message: EmailMessage, port: int) -> None:
    """Hand a mail to the site's listener; returns once it has said that it keeps it."""
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as server:
        assert server.send_message(message) == {}
