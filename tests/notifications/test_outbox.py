"""Which mails a game causes, and how they are sent: at least once, always as the same mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from games import store
from games.models import Game, PendingDecision
from games.services import moderation
from games.services.deadlines import expire_game
from games.services.undo import undo
from games.signals import events_recorded
from notifications import services
from notifications.models import MailPreference, OutgoingMail
from rules.effects.flow import PhaseStarted, Rewound
from rules.log import Event
from tests.games.helpers import TWO, account, fresh, moderator, on_move, send, started
from tests.notifications.helpers import Kind, Status, deliver_all, mails_to, tenancy_of

pytestmark = pytest.mark.django_db


def both(game: Game, north, south):
    """Who is on the move, and the other one."""
    seat, user = on_move(game)
    return seat, user, south if user == north else north


def test_who_begins_is_asked_and_the_others_are_told(game, north, south) -> None:
    _, first, second = both(game, north, south)
    assert [row.kind for row in mails_to(first)] == [Kind.TURN]
    assert [row.kind for row in mails_to(second)] == [Kind.WELCOME]


def test_bots_get_no_mail(north) -> None:
    started(north, species=TWO, bots=("random",))
    assert {row.tenancy.user for row in OutgoingMail.objects.all()} == {north}


def test_mails_are_written_with_the_event_or_not_at_all(game, north, south) -> None:
    _, _, second = both(game, north, south)
    with transaction.atomic():
        send(game, "pass")
        assert len(mails_to(second, Kind.TURN)) == 1
        transaction.set_rollback(True)
    assert mails_to(second, Kind.TURN) == []


def test_one_turn_one_mail(game, north, south) -> None:
    """Several decisions one after another by one's own orders are one turn; the next turn, after
    others have acted, is another."""
    seat, first, second = both(game, north, south)
    send(game, "trade money for 1 materials", seat)
    send(game, "build interceptor", seat)
    assert len(mails_to(first)) == 1
    assert mails_to(second, Kind.TURN) == []
    send(game, "done", seat)
    assert len(mails_to(second, Kind.TURN)) == 1
    deliver_all()
    send(game, "pass", 1 - seat)
    assert len(mails_to(first, Kind.TURN)) == 2
    assert len(mails_to(second, Kind.TURN)) == 1


def test_undoing_ones_own_order_is_no_new_turn(game, north, south) -> None:
    seat, first, _ = both(game, north, south)
    send(game, "trade money for 1 materials", seat)
    undo(game=game, seat=seat, user=first)
    assert len(mails_to(first)) == 1


def test_a_turn_that_a_moderator_brings_back_is_announced(game, north, south) -> None:
    _, first, _ = both(game, north, south)
    deliver_all()
    send(game, "pass")
    moderation.rewind(game=game, user=moderator(), to=0, redraw=False, reason="the clock was wrong")
    assert len(mails_to(first, Kind.TURN)) == 2


def test_a_turn_that_the_clock_opens_for_its_own_seat_is_announced(game, north, south) -> None:
    """Whoever was absent does not know what the default led to."""
    seat, _, _ = both(game, north, south)
    send(game, "pass", seat)
    deliver_all()
    late = timezone.now() - timedelta(minutes=1)
    PendingDecision.objects.filter(game=game, closed_at=None).update(deadline_at=late)
    expire_game(game.pk)
    assert PendingDecision.objects.filter(game=game, closed_at=None).exists()
    owing = PendingDecision.objects.filter(game=game, closed_at=None).first()
    assert owing is not None
    told = OutgoingMail.objects.filter(
        tenancy__seat=owing.seat, kind=Kind.TURN, decisions__contains=[owing.decision_id]
    )
    assert told.exists()


def test_turn_mail_that_waits_takes_in_further_decisions(game, north, south) -> None:
    _, first, _ = both(game, north, south)
    tenancy = tenancy_of(game, first)
    with transaction.atomic():
        services.queue_turn(tenancy, "7", ["7.0"])
    (row,) = mails_to(first)
    assert row.decisions == ["0.0", "7.0"]


def test_mail_about_a_decision_that_is_gone_is_dropped(game, north, south) -> None:
    _, first, second = both(game, north, south)
    send(game, "pass")
    sent = deliver_all()
    assert mails_to(first, Kind.TURN)[0].status == Status.SUPERSEDED
    assert sorted(message.to[0] for message in sent) == [second.email, second.email]


def test_each_mail_is_sent_once(game) -> None:
    assert len(deliver_all()) == 2
    for row in OutgoingMail.objects.all():
        assert row.status == Status.SENT
        assert row.sent_at is not None
        assert services.deliver(row.pk) is False
    assert len(mail.outbox) == 2


def test_message_id_is_fixed_before_the_first_attempt(game) -> None:
    written = set(OutgoingMail.objects.values_list("message_id", flat=True))
    assert {message.extra_headers["Message-ID"] for message in deliver_all()} == written


def test_mails_of_one_seat_are_one_thread(game, north, south) -> None:
    seat, first, _ = both(game, north, south)
    deliver_all()
    send(game, "pass", seat)
    deliver_all()
    send(game, "build interceptor; done", 1 - seat)
    deliver_all()
    threads = {m.extra_headers["References"] for m in mail.outbox if m.to == [first.email]}
    others = {m.extra_headers["References"] for m in mail.outbox if m.to != [first.email]}
    assert len(threads) == len(others) == 1
    assert threads != others


def test_mail_says_that_a_program_wrote_it(game) -> None:
    for message in deliver_all():
        assert message.extra_headers["Auto-Submitted"] == "auto-generated"
        assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_whoever_wants_no_mails_gets_none(game, north, south) -> None:
    _, first, second = both(game, north, south)
    MailPreference.objects.create(user=first, game_mails=False)
    assert [message.to for message in deliver_all()] == [[second.email]]


def test_former_players_and_closed_accounts_get_no_mail(game, north, south) -> None:
    _, first, second = both(game, north, south)
    moderation.replace_player(
        game=game,
        user=moderator(),
        seat=tenancy_of(game, second).seat,
        policy="random",
        reason="asked for it",
    )
    first.is_active = False
    first.save()
    assert deliver_all() == []


def test_new_player_of_a_seat_is_told_what_waits(game, north, south) -> None:
    seat, first, _ = both(game, north, south)
    deliver_all()
    east = account("east")
    moderation.replace_player(
        game=game, user=moderator(), seat=seat, new_user=east, reason="asked for it"
    )
    sent = deliver_all()
    assert [message.to for message in sent] == [[east.email]]
    assert first.email not in sent[0].body


def test_new_player_of_a_waiting_seat_is_welcomed(game, north, south) -> None:
    seat, _, _ = both(game, north, south)
    deliver_all()
    east = account("east")
    moderation.replace_player(
        game=game, user=moderator(), seat=1 - seat, new_user=east, reason="asked for it"
    )
    (message,) = deliver_all()
    assert message.to == [east.email]
    assert message.subject == f"You play in {game.name} now"


@pytest.mark.parametrize(
    ("seat", "actor", "effects", "mailed"),
    [
        (0, "player", [], False),
        (0, "player", [PhaseStarted("combat")], True),
        (0, "player", [PhaseStarted("combat"), Rewound(3)], False),
        (0, "deadline", [], True),
        (0, "standing_order", [], True),
        (1, "player", [], True),
        (None, "moderator", [], True),
    ],
)
def test_a_new_decision_is_announced_unless_its_player_just_opened_it_within_a_turn(
    game, north, seat, actor, effects, mailed
) -> None:
    OutgoingMail.objects.all().delete()
    opened = PendingDecision(game=game, decision_id="9.0", seat=0, kind="turn")
    events_recorded.send(
        sender=Game,
        game=game,
        events=[Event.of(9, seat, actor, None, effects)],
        state=store.current_state(game),
        opened=[opened],
        closed=[],
        sealed_before=8,
    )
    assert [row.decisions for row in mails_to(north)] == ([["9.0"]] if mailed else [])


# --- sweep, reminders ----------------------------------------------------------------------------


def late_by(game: Game, *, opened: timedelta, left: timedelta) -> None:
    now = timezone.now()
    PendingDecision.objects.filter(game=game, closed_at=None).update(
        opened_at=now - opened, deadline_at=now + left
    )


def test_reminder_comes_once_when_a_quarter_of_the_time_is_left(game, north, south) -> None:
    _, first, _ = both(game, north, south)
    deliver_all()
    late_by(game, opened=timedelta(hours=35), left=timedelta(hours=13))
    assert services.sweep()["reminders"] == 0
    late_by(game, opened=timedelta(hours=37), left=timedelta(hours=11))
    assert services.sweep()["reminders"] == 1
    assert services.sweep()["reminders"] == 0
    (message,) = deliver_all()
    assert message.to == [first.email]
    assert message.subject == f"Reminder: your turn in {game.name}"


def test_no_reminder_in_a_paused_game_or_for_a_bot(game, north, south) -> None:
    deliver_all()
    late_by(game, opened=timedelta(hours=47), left=timedelta(hours=1))
    Game.objects.filter(pk=game.pk).update(paused=True)
    assert services.sweep()["reminders"] == 0
    Game.objects.filter(pk=game.pk).update(paused=False)
    tenancy_of(game, on_move(fresh(game))[1]).delete()
    assert services.sweep()["reminders"] == 0


def test_pauses_between_attempts_grow_but_not_for_ever() -> None:
    pauses = [services.pause_after(number) for number in (1, 2, 3, 9, 100)]
    assert pauses[:3] == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=4)]
    assert pauses[3:] == [timedelta(minutes=256), timedelta(hours=6)]
