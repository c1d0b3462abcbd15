"""The listener for replies: it stores what it accepts and only then says so.

It speaks plain SMTP behind the operator's mail server, which is responsible for encryption and
for judging senders. What a stored mail does is decided later by a task (``services.process``).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import Error as DatabaseError, connection, transaction

from notifications import addresses, reading, services
from notifications.models import IncomingMail

logger = logging.getLogger(__name__)
# The library logs whole commands, and with them addresses that give orders.
logging.getLogger("mail.log").setLevel(logging.WARNING)

MAX_BYTES = 1024 * 1024
"""Of one mail. A reply is small; what makes it large is the quoted mail and its pictures."""
MAX_RECIPIENTS = 10
"""Of one mail. A reply has one."""
IDLE_SECONDS = 120
"""After which a silent client is hung up on."""
COMMANDS = {"*": 30, "RCPT": MAX_RECIPIENTS + 5}
"""How often a client may say each command in one connection."""


def store(recipients: Sequence[str], sender: str, raw: bytes) -> list[int]:
    """Keep a mail, one row for each reply address that has none yet; returns the new rows' keys.

    A mail that arrived before (same recipient and Message-ID) is logged and not stored again.
    """
    message_id = reading.message_id(raw)
    new: list[int] = []
    digests = dict.fromkeys(addresses.digest_of(address) for address in recipients)
    with transaction.atomic():
        for digest in digests:
            if digest is None:
                continue
            mail, is_new = IncomingMail.objects.get_or_create(
                digest=digest,
                message_id=message_id,
                defaults={"sender": sender[:320], "raw": raw},
            )
            if is_new:
                new.append(mail.pk)
                services.read_soon(mail.pk)
            else:
                logger.info("Ignored mail %s: it arrived before.", message_id)
    return new


class Reception:
    """What the SMTP server asks about senders, recipients and contents."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="store-mail")

    def close(self) -> None:
        """Wait for what is being stored."""
        self._threads.shutdown()

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept addresses that look like one of ours; strangers learn nothing about secrets."""
        if not addresses.is_our_domain(address):
            logger.info("Refused mail for another domain.")
            return "550 5.7.1 This server takes mail for its own domain only"
        if addresses.digest_of(address) is None:
            return "550 5.1.1 No such address"
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store the mail; 250 is only said once that is committed."""
        content = envelope.content
        assert isinstance(content, bytes)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(
                self._threads,
                self._store,
                list(envelope.rcpt_tos),
                # The library keeps the brackets of an empty sender.
                (envelope.mail_from or "").strip("<>"),
                content,
            )
        except DatabaseError:
            logger.exception("A mail could not be stored; its sender is asked to try again.")
            return "451 4.3.0 Not stored, please try again later"
        return "250 2.0.0 Stored"

    def _store(self, recipients: list[str], sender: str, raw: bytes) -> None:
        try:
            store(recipients, sender, raw)
        finally:
            # Threads outlive mails by far; their connections must not.
            connection.close()


class Listener(Controller):
    """Listens in a thread of its own between ``start`` and ``stop``."""

    def __init__(self, host: str, port: int) -> None:
        self.reception = Reception()
        limits: dict[str, Any] = {
            "data_size_limit": MAX_BYTES,
            "timeout": IDLE_SECONDS,
            "command_call_limit": COMMANDS,
            "ident": "mail",
        }
        super().__init__(
            self.reception,
            hostname=host,
            port=port,
            server_hostname=settings.INBOUND_DOMAIN,
            enable_SMTPUTF8=True,
            **limits,
        )

    def stop(self, no_assert: bool = False) -> None:
        """Take no more mail; what was accepted is stored before this returns."""
        super().stop(no_assert)
        self.reception.close()
