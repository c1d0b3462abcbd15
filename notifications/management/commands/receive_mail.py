"""`manage.py receive_mail`: the SMTP listener for replies, until it is told to stop."""

import signal
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand

from notifications.inbound import Listener


class Command(BaseCommand):
    """Listens on INBOUND_HOST and INBOUND_PORT for mail to INBOUND_DOMAIN; stops on a signal."""

    help = "Receive replies to the mails of the site by SMTP."

    def handle(self, *args: Any, **options: Any) -> None:
        signals = {signal.SIGINT, signal.SIGTERM}
        # Blocked before the listener's thread starts, so that they arrive here and only here.
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        listener = Listener(settings.INBOUND_HOST, settings.INBOUND_PORT)
        try:
            listener.start()
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {settings.INBOUND_HOST}:{settings.INBOUND_PORT} ({error}). "
                "INBOUND_HOST and INBOUND_PORT say where."
            ) from error
        self.stdout.write(
            f"Receiving mail for {settings.INBOUND_DOMAIN} "
            f"on {settings.INBOUND_HOST}:{settings.INBOUND_PORT}."
        )
        self.stdout.flush()
        signal.sigwait(signals)
        listener.stop()
