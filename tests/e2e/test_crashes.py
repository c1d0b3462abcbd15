"""Programs that are killed outright lose no mail, no order and no deadline."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from games.models import Game, GameEvent, PendingDecision
from games.verification import check_game
from notifications.models import IncomingMail, OutgoingMail
from tests.e2e.letters import reply_to, send, text_of
from tests.e2e.processes import Programs, wait_for
from tests.games.helpers import TWO, account, fresh, on_move, started
from tests.notifications.servers import MailServer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(programs: Programs) -> Game:
    """A running game, its first mails in the outbox; no program of the site runs."""
    return started(account("north"), account("south"), species=TWO)


def message_ids(post: MailServer) -> Counter[str]:
    return Counter(str(mail["Message-ID"]) for mail in post.mails)


def outbox_is_empty() -> bool:
    return not OutgoingMail.objects.filter(status=OutgoingMail.Status.WAITING).exists()


def somebody_holds_a_mail() -> bool:
    """Whether a worker is in the middle of sending."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM notifications_outgoingmail")
        everything = cursor.fetchall()
        cursor.execute("SELECT id FROM notifications_outgoingmail FOR UPDATE SKIP LOCKED")
        return len(cursor.fetchall()) < len(everything)


def test_a_worker_killed_before_the_mail_is_accepted(
    programs: Programs, post: MailServer, table: Game
) -> None:
    """The event is committed, the mail is not yet handed over: the sweep sends it, once."""
    post.seconds = 3600
    programs.start("worker")
    wait_for(somebody_holds_a_mail, "a mail being sent")
    programs.kill("worker")
    wait_for(lambda: not somebody_holds_a_mail(), "the dead worker's transaction to end")
    assert post.mails == []
    written = set(OutgoingMail.objects.values_list("message_id", flat=True))
    assert len(written) == 2

    post.seconds = 0
    programs.start("worker", "beat")
    wait_for(outbox_is_empty, "the sweep to find what was left")
    assert message_ids(post) == Counter(dict.fromkeys(written, 1))


def test_a_worker_killed_between_acceptance_and_commit(
    programs: Programs, post: MailServer, table: Game
) -> None:
    """Only then a mail comes twice, and its Message-ID says that it is the same one."""
    post.on_mail = lambda: programs.kill("worker")
    programs.start("worker")
    wait_for(lambda: post.mails, "the first mail")
    wait_for(lambda: not somebody_holds_a_mail(), "the dead worker's transaction to end")
    (first,) = list(post.mails)
    assert OutgoingMail.objects.get(message_id=first["Message-ID"]).status == "waiting"

    post.on_mail = lambda: None
    programs.start("worker", "beat")
    wait_for(outbox_is_empty, "the sweep to find what was left")
    written = OutgoingMail.objects.values_list("message_id", flat=True)
    assert message_ids(post) == Counter(dict.fromkeys(written, 1)) + Counter([first["Message-ID"]])
    copies = [mail for mail in post.mails if mail["Message-ID"] == first["Message-ID"]]
    assert copies[0]["Reply-To"] == copies[1]["Reply-To"]
    # All but the signed links at the end, which hold the time of sending.
    said = [text_of(copy).partition("Mail settings")[0] for copy in copies]
    assert said[0] == said[1]


def test_orders_by_mail_survive_the_death_of_listener_and_worker(
    programs: Programs, post: MailServer, table: Game
) -> None:
    """What the listener said it keeps is played, though nobody was there to read it."""
    programs.start("worker", "mail")
    wait_for(lambda: len(post.mails) == 2, "the first mails")
    wait_for(outbox_is_empty, "the worker to finish them")
    programs.kill("worker")
    seat, user = on_move(table)
    (turn,) = [mail for mail in post.mails if mail["To"] == user.email]
    send(reply_to(turn, "pass"), programs.mail_port)
    programs.kill("mail")
    assert [mail.status for mail in IncomingMail.objects.all()] == ["received"]

    programs.start("worker", "beat")
    wait_for(lambda: fresh(table).newest_seq == 1, "the order to be played")
    event = GameEvent.objects.get(game=table, seq=1)
    assert (event.seat, event.actor) == (seat, "player")
    # One answer to the reply, one mail to the other player; nothing was sent again.
    wait_for(outbox_is_empty, "the answers")
    assert len(post.mails) == 4
    assert set(message_ids(post).values()) == {1}


def test_a_deadline_that_passes_while_nothing_runs_is_kept(
    programs: Programs, post: MailServer, table: Game
) -> None:
    """The default is played as soon as a worker is back, once, and the next player is told."""
    seat, _user = on_move(table)
    PendingDecision.objects.update(
        opened_at=F("opened_at") - timedelta(hours=49),
        deadline_at=F("deadline_at") - timedelta(hours=49),
    )
    programs.start("worker", "beat")
    wait_for(lambda: fresh(table).newest_seq == 1, "the deadline to be kept")
    next_user = on_move(table)[1]
    wait_for(outbox_is_empty, "the mails")
    # Further sweeps come by; none plays or sends anything again.
    seen = programs.log("worker").count("expire_deadlines")
    wait_for(lambda: programs.log("worker").count("expire_deadlines") > seen + 3, "more sweeps")
    event = GameEvent.objects.get(game=table, seq__gt=0)
    assert (event.seat, event.actor) == (seat, "deadline")
    assert PendingDecision.objects.get(game=table, closed_at=None).seat == 1 - seat
    assert set(message_ids(post).values()) == {1}
    (told,) = [m for m in post.mails if m["To"] == next_user.email and "Your turn" in m["Subject"]]
    assert "passed" in text_of(told)
    check_game(table.pk)
