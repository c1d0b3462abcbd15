"""The listener: what it takes, and that nothing is acknowledged before it is stored."""

from __future__ import annotations

import logging
import signal
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from celery.contrib.testing.worker import start_worker
from django.db import connection
from django.utils import timezone

from eclipse_site.celery import app
from games.models import GameEvent
from notifications import inbound, replies, services
from notifications.models import IncomingMail, OutgoingMail
from tests.games.helpers import TWO, account, on_move, started
from tests.notifications.helpers import Kind, deliver_all, letter
from tests.notifications.servers import free_port, kill, listener
from tests.notifications.test_delivery import wait_for

pytestmark = pytest.mark.django_db(transaction=True)

FORGED = "turn+" + "a" * 32 + "@reply.example.org"


@pytest.fixture
def port(transactional_db) -> Iterator[int]:
    with listener() as port:
        yield port


@pytest.fixture
def turn(transactional_db):
    game = started(account("north"), account("south"), species=TWO)
    _, user = on_move(game)
    return next(message for message in deliver_all() if message.to == [user.email])


def send(port: int, message: EmailMessage, sender: str = "somebody@example.org") -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.send_message(message, from_addr=sender)


def test_an_accepted_mail_is_a_committed_row(port, turn) -> None:
    message = letter(turn.reply_to[0], "pass")
    send(port, message)
    row = IncomingMail.objects.get()
    assert row.status == IncomingMail.Status.RECEIVED
    assert row.message_id == message["Message-ID"]
    assert b"pass" in row.content
    assert row.sender == "somebody@example.org"
    replies.process(row.pk)
    row.refresh_from_db()
    assert row.status == IncomingMail.Status.PLAYED
    assert row.content == b""


def test_a_bounce_plays_nothing(port, turn) -> None:
    """Its sender is empty (RFC 5321 4.5.5); it may quote orders, and nobody wrote them."""
    before = GameEvent.objects.count()
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.sendmail("", [turn.reply_to[0]], letter(turn.reply_to[0], "pass").as_bytes())
    row = IncomingMail.objects.get()
    assert row.sender == ""
    replies.process(row.pk)
    row.refresh_from_db()
    assert (row.status, row.outcome) == (IncomingMail.Status.IGNORED, "bounce")
    assert GameEvent.objects.count() == before


def test_forged_addresses_are_taken_and_ignored(port, caplog) -> None:
    """Whoever guesses learns nothing from the listener's answers."""
    send(port, letter(FORGED, "pass"))
    row = IncomingMail.objects.get()
    with caplog.at_level(logging.INFO, "notifications"):
        replies.process(row.pk)
    row.refresh_from_db()
    assert (row.status, row.outcome) == (IncomingMail.Status.IGNORED, "unknown-address")
    assert "unknown-address" in caplog.text


@pytest.mark.parametrize(
    ("recipient", "code"),
    [
        ("somebody@example.net", 550),
        ("turn+" + "a" * 32 + "@example.net", 550),
        ("noreply@reply.example.org", 550),
        ("postmaster@reply.example.org", 550),
    ],
)
def test_mail_for_other_domains_and_names_is_refused(port, recipient: str, code: int) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        send(port, letter(recipient, "pass"))
    assert refused.value.recipients[recipient][0] == code
    assert not IncomingMail.objects.exists()


def test_large_mails_are_refused(port) -> None:
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        send(port, letter(FORGED, "x" * 60 + "\n" + ("y" * 60 + "\n") * 20_000))
    assert refused.value.smtp_code == 552
    assert not IncomingMail.objects.exists()


def test_many_recipients_are_refused(port) -> None:
    letters = "abcdefghijklmnop"
    addresses = [f"turn+{letter * 32}@reply.example.org" for letter in letters]
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.ehlo()
        client.mail("somebody@example.org")
        codes = [client.rcpt(address)[0] for address in addresses[: inbound.MAX_RECIPIENTS + 1]]
    assert codes == [250] * inbound.MAX_RECIPIENTS + [452]


def test_a_mail_that_cannot_be_stored_is_not_accepted(port, turn) -> None:
    """The sender keeps it and tries again: nothing is lost."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE notifications_incomingmail RENAME TO away")
    try:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            send(port, letter(turn.reply_to[0], "pass"))
        assert refused.value.smtp_code == 451
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE away RENAME TO notifications_incomingmail")
    send(port, letter(turn.reply_to[0], "pass"))
    assert IncomingMail.objects.count() == 1


def test_a_mail_in_two_copies_is_stored_once(port, turn) -> None:
    message = letter(turn.reply_to[0], "pass")
    send(port, message)
    send(port, message)
    assert IncomingMail.objects.count() == 1


def test_secret_addresses_do_not_reach_the_log(port, turn, caplog) -> None:
    secret = turn.reply_to[0].partition("@")[0].partition("+")[2]
    with caplog.at_level(logging.INFO):
        send(port, letter(turn.reply_to[0], "pass"))
        replies.process(IncomingMail.objects.get().pk)
    assert caplog.records
    assert secret not in caplog.text


def test_mail_in_any_bytes_is_stored_as_it_came(port, turn) -> None:
    raw = b"Subject: \xff\xfe\r\nMessage-ID: <\xe4@example.org>\r\n\r\npass \xff\r\n"
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.sendmail("somebody@example.org", turn.reply_to, raw)
    row = IncomingMail.objects.get()
    assert row.content == raw
    replies.process(row.pk)
    row.refresh_from_db()
    assert row.status == IncomingMail.Status.REFUSED


def test_answer_goes_through_listener_and_worker_to_the_log(port, turn) -> None:
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
        send(port, letter(turn.reply_to[0], "pass"))
        wait_for(lambda: OutgoingMail.objects.filter(kind=Kind.ANSWER, status="sent").exists())
    assert GameEvent.objects.count() == 2


def test_the_sweep_reads_what_a_crash_left_unread(turn) -> None:
    message = letter(turn.reply_to[0], "pass")
    inbound.store(turn.reply_to, "somebody@example.org", message.as_bytes())
    app.control.purge()
    assert services.sweep()["read"] == 0
    IncomingMail.objects.update(next_attempt=timezone.now() - timedelta(minutes=1))
    assert services.sweep()["read"] == 1
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
        wait_for(lambda: IncomingMail.objects.filter(status="played").exists())
    assert services.sweep()["read"] == 0


@pytest.fixture
def command(process_environment) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`manage.py receive_mail` as the runner starts it."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "receive_mail"],
        env={**process_environment, "INBOUND_HOST": "127.0.0.1", "INBOUND_PORT": str(port)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert "Receiving mail for reply.example.org" in process.stdout.readline()
        yield process, port
    finally:
        if process.poll() is None:
            kill(process.pid)
        process.wait()


def test_the_command_listens_until_it_is_told_to_stop(command, turn) -> None:
    process, port = command
    send(port, letter(turn.reply_to[0], "pass"))
    assert IncomingMail.objects.count() == 1
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == 0


def test_the_command_says_when_its_port_is_taken(process_environment, port) -> None:
    environment = {**process_environment, "INBOUND_HOST": "127.0.0.1", "INBOUND_PORT": str(port)}
    done = subprocess.run(
        [sys.executable, "manage.py", "receive_mail"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "INBOUND_PORT" in done.stderr
    assert "Traceback" not in done.stderr


def test_old_received_mails_are_forgotten(turn) -> None:
    inbound.store(turn.reply_to, "a@example.org", letter(turn.reply_to[0], "pass").as_bytes())
    inbound.store([FORGED], "a@example.org", letter(FORGED, "pass").as_bytes())
    for key in IncomingMail.objects.values_list("pk", flat=True):
        replies.process(key)
    now = timezone.now()
    assert services.forget(now) == 0
    assert services.forget(now + timedelta(days=8)) == 1
    assert services.forget(now + timedelta(days=31)) == 1
