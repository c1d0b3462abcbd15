"""Mail servers of the tests, on loopback: one that behaves as told, and the site's own listener."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from notifications.inbound import Listener


def free_port() -> int:
    """A port of loopback that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class MailServer:
    """The mail server that the site hands its mails to.

    ``replies`` are said to the next mails in place of 250, one each; ``refuse_recipients`` is said
    to recipients. ``on_mail`` is called when a mail has been accepted, before the sender is told.
    """

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.replies: list[str] = []
        self.refuse_recipients = ""
        self.on_mail: Callable[[], None] = lambda: None
        self.seconds = 0.0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refuse_recipients:
            return self.refuse_recipients
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.replies:
            return self.replies.pop(0)
        await asyncio.sleep(self.seconds)
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.on_mail()
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[MailServer, int]]:
    """A running mail server and its port."""
    handler = MailServer()
    port = free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield handler, port
    finally:
        controller.stop()


@contextmanager
def listener() -> Iterator[int]:
    """The site's listener for replies; yields its port."""
    port = free_port()
    running = Listener("127.0.0.1", port)
    running.start()
    try:
        yield port
    finally:
        running.stop()


def kill(pid: int) -> None:
    """End a process as a crash would."""
    os.kill(pid, signal.SIGKILL)
