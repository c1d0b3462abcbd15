"""Delivery through real SMTP: failures, crashes, several workers at once."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery.contrib.testing.worker import start_worker
from django.db import connection
from django.utils import timezone

from eclipse_site.celery import app
from games.models import Game
from notifications import services
from notifications.models import OutgoingMail
from notifications.tasks import sweep_outbox
from tests.games.helpers import TWO, account, started
from tests.notifications.helpers import Status
from tests.notifications.servers import MailServer, kill, mail_server

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def smtp(settings) -> Iterator[MailServer]:
    with mail_server() as (server, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        yield server


@pytest.fixture
def row(transactional_db) -> OutgoingMail:
    """A mail that waits to be sent, alone in the outbox."""
    started(account("north"), account("south"), species=TWO)
    chosen = OutgoingMail.objects.order_by("pk").first()
    assert chosen is not None
    OutgoingMail.objects.exclude(pk=chosen.pk).delete()
    return chosen


def sender(environment: dict[str, str], key: int, port: int) -> subprocess.Popen[bytes]:
    """A worker process that sends one mail."""
    code = (
        f"import django; django.setup(); from notifications.services import deliver;deliver({key})"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={
            **environment,
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(port),
        },
    )


def wait_for(condition, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)


def test_mail_arrives_as_text_and_html_with_its_message_id(smtp, row) -> None:
    assert services.deliver(row.pk) is True
    (received,) = smtp.mails
    assert received["Message-ID"] == row.message_id
    assert received["Auto-Submitted"] == "auto-generated"
    kinds = [part.get_content_type() for part in received.iter_parts()]
    assert kinds == ["text/plain", "text/html"]


def test_a_server_that_is_down_costs_an_attempt_and_no_mail(smtp, row, settings) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    assert services.deliver(row.pk) is False
    row.refresh_from_db()
    assert (row.status, row.attempts) == (Status.WAITING, 1)
    assert "refused" in row.last_error.lower()
    assert row.next_attempt > timezone.now()
    settings.EMAIL_PORT = port
    # Not yet: its pause is not over.
    assert services.deliver(row.pk) is False
    OutgoingMail.objects.update(next_attempt=timezone.now())
    assert services.deliver(row.pk) is True
    assert [received["Message-ID"] for received in smtp.mails] == [row.message_id]


def test_temporary_refusals_are_tried_again_until_the_attempts_are_used_up(smtp, row) -> None:
    smtp.replies = ["451 4.3.0 later"] * services.MOST_ATTEMPTS
    for _ in range(services.MOST_ATTEMPTS):
        OutgoingMail.objects.update(next_attempt=timezone.now())
        assert services.deliver(row.pk) is False
    row.refresh_from_db()
    assert row.status == Status.FAILED
    assert smtp.mails == []


def test_a_recipient_that_does_not_exist_is_not_tried_again(smtp, row) -> None:
    smtp.refuse_recipients = "550 5.1.1 nobody of that name"
    assert services.deliver(row.pk) is False
    row.refresh_from_db()
    assert (row.status, row.attempts) == (Status.FAILED, 1)


def test_a_worker_killed_while_sending_loses_nothing(
    smtp, row, process_environment, settings
) -> None:
    smtp.seconds = 3600
    worker = sender(process_environment, row.pk, settings.EMAIL_PORT)
    try:
        # The row is locked for as long as the worker talks to the server.
        wait_for(lambda: is_locked(row.pk))
        assert services.deliver(row.pk) is False
    finally:
        kill(worker.pid)
        worker.wait()
    wait_for(lambda: not is_locked(row.pk))
    row.refresh_from_db()
    assert row.status == Status.WAITING
    smtp.seconds = 0
    assert services.deliver(row.pk) is True
    assert [received["Message-ID"] for received in smtp.mails] == [row.message_id]


def test_a_crash_between_acceptance_and_commit_repeats_the_same_mail(
    smtp, row, process_environment, settings
) -> None:
    """The only way to a duplicate: and the reader's mail program can tell that it is one."""
    worker: list[subprocess.Popen[bytes]] = []
    smtp.on_mail = lambda: kill(worker[0].pid)
    worker.append(sender(process_environment, row.pk, settings.EMAIL_PORT))
    worker[0].wait(timeout=60)
    wait_for(lambda: not is_locked(row.pk))
    row.refresh_from_db()
    assert row.status == Status.WAITING
    smtp.on_mail = lambda: None
    assert services.deliver(row.pk) is True
    first, second = smtp.mails
    assert first["Message-ID"] == second["Message-ID"] == row.message_id
    # Whichever copy is answered, the address works.
    assert first["Reply-To"] == second["Reply-To"]


def is_locked(key: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM notifications_outgoingmail WHERE id = %s", [key])
        assert cursor.fetchone() == (1,)
        cursor.execute(
            "SELECT 1 FROM notifications_outgoingmail WHERE id = %s FOR UPDATE SKIP LOCKED", [key]
        )
        return cursor.fetchone() is None


def test_two_workers_at_once_send_it_once(smtp, row) -> None:
    smtp.seconds = 0.5
    results: list[bool] = []

    def work() -> None:
        try:
            results.append(services.deliver(row.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False, False, False, True]
    assert len(smtp.mails) == 1


def test_the_worker_sends_after_the_commit_and_the_sweep_finds_what_was_left(
    smtp, transactional_db
) -> None:
    """A row whose message to the broker was lost, as by a crash after the commit, is found."""
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
        started(account("north"), account("south"), species=TWO)
        wait_for(lambda: len(smtp.mails) == 2)
        wait_for(lambda: not OutgoingMail.objects.filter(status=Status.WAITING).exists())
        first = OutgoingMail.objects.order_by("pk").first()
        assert first is not None
        # As if the worker had died before it marked the row.
        OutgoingMail.objects.filter(pk=first.pk).update(
            status=Status.WAITING, next_attempt=timezone.now() - timedelta(minutes=5)
        )
        sweep_outbox.delay()
        wait_for(lambda: len(smtp.mails) == 3)
        wait_for(lambda: not OutgoingMail.objects.filter(status=Status.WAITING).exists())
    assert smtp.mails[-1]["Message-ID"] == first.message_id


def test_a_broker_that_does_not_answer_loses_no_mail(process_environment) -> None:
    """What is committed stays committed, and the rows wait for the sweep."""
    code = (
        "import django; django.setup();"
        "from tests.games.helpers import TWO, account, started;"
        "started(account('north'), account('south'), species=TWO)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**process_environment, "REDIS_URL": "redis://127.0.0.1:1/0"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0
    assert Game.objects.get().running
    assert OutgoingMail.objects.filter(status=Status.WAITING).count() == 2
