"""What answers to mails do, and what is answered to them."""

from __future__ import annotations

import logging

import pytest
from django.core import mail

from games.models import GameEvent
from games.services import moderation
from notifications import addresses, inbound, replies, services
from notifications.models import IncomingMail, OutgoingMail, ReplyAddress
from tests.games.helpers import fresh, moderator, on_move, send
from tests.notifications.helpers import (
    Kind,
    Status,
    answer,
    deliver_all,
    letter,
    mails_to,
    receive,
    tenancy_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(game):
    """The turn mail of the player on the move, delivered."""
    _, user = on_move(game)
    return next(message for message in deliver_all() if message.to == [user.email])


def played(game) -> list[int]:
    return list(GameEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))


# --- orders --------------------------------------------------------------------------------------


def test_orders_are_played_and_the_answer_says_what_happened(game, turn) -> None:
    row = answer(turn, "trade money for 1 materials\nbuild interceptor\n")
    assert (row.status, row.outcome) == (IncomingMail.Status.PLAYED, "played")
    assert played(game) == [0, 1, 2]
    (message,) = deliver_all()
    assert message.to == turn.to
    assert message.subject == "Re: Your turn"
    assert "built an interceptor" in message.body
    assert "trade money for 1 materials" in message.body
    # What is asked next, and how to answer it.
    assert "done" in message.body
    assert message.reply_to != turn.reply_to


def test_answer_belongs_to_the_conversation_of_the_person(game, turn) -> None:
    answer(turn, "pass", message_id="<one@example.org>")
    message = next(m for m in deliver_all() if m.to == turn.to)
    assert message.extra_headers["In-Reply-To"] == "<one@example.org>"
    assert "<one@example.org>" in message.extra_headers["References"]
    assert message.extra_headers["Auto-Submitted"] == "auto-replied"


def test_a_turn_can_be_played_to_its_end_by_answering_the_answers(game, turn) -> None:
    seat, user = on_move(game)
    answer(turn, "build interceptor")
    (first,) = deliver_all()
    answer(first, "done")
    assert on_move(game)[0] == 1 - seat
    assert len(mails_to(user, Kind.TURN)) == 1


def test_orders_behind_an_outcome_of_chance_are_handed_back(game, turn) -> None:
    zone = next(line.split()[1] for line in turn.body.splitlines() if "explore " in line)
    row = answer(turn, f"explore {zone}; discard; done")
    assert row.outcome == "played"
    (message,) = deliver_all()
    assert "discard; done" in message.body
    assert played(game) == [0, 1]


def test_a_refusal_names_the_order_the_reason_and_what_would_be_possible(game, turn) -> None:
    row = answer(turn, "build interceptor at 999\nLong live the <Federation>")
    assert row.status == IncomingMail.Status.REFUSED
    assert played(game) == [0]
    (message,) = deliver_all()
    assert "Nothing was played" in message.body
    assert "build interceptor at 999" in message.body
    assert "Long live the <Federation>" in message.body
    html = str(message.alternatives[0][0])
    assert "Long live the &lt;Federation&gt;" in html
    assert "<Federation>" not in html


def test_all_or_nothing_before_the_first_outcome_of_chance(game, turn) -> None:
    answer(turn, "trade money for 1 materials; build dreadnought; build dreadnought")
    assert played(game) == [0]


def test_a_mail_without_orders_is_answered_with_how_to_give_them(game, turn) -> None:
    row = answer(turn, "> pass\n> done\n")
    assert (row.status, row.outcome) == (IncomingMail.Status.REFUSED, "empty")
    (message,) = deliver_all()
    assert "no order above the quoted text" in message.body
    assert played(game) == [0]


def test_html_only_answer_is_played(game, turn) -> None:
    html = (
        "<div>pass</div><div class='gmail_quote'>On Tue, North wrote:<blockquote>build</blockquote>"
    )
    assert answer(turn, "", html=html).outcome == "played"


def test_help_lists_orders_and_what_is_asked(game, turn) -> None:
    row = answer(turn, "Help.")
    assert (row.status, row.outcome) == (IncomingMail.Status.ANSWERED, "help")
    (message,) = deliver_all()
    assert "research fusion drive" in message.body
    assert "take an action or pass" in message.body
    assert played(game) == [0]


def test_undo_takes_back_the_last_order(game, turn) -> None:
    answer(turn, "trade money for 1 materials\nbuild interceptor")
    (first,) = deliver_all()
    row = answer(first, "undo")
    assert (row.status, row.outcome) == (IncomingMail.Status.PLAYED, "undone")
    (message,) = deliver_all()
    assert "taken back" in message.body
    assert answer(message, "build interceptor; done").outcome == "played"


def test_nothing_to_undo_is_explained(game, turn) -> None:
    assert answer(turn, "undo").status == IncomingMail.Status.REFUSED
    (message,) = deliver_all()
    assert "Nothing can be taken back" in message.body


def test_an_answer_about_a_decision_that_is_gone_plays_nothing(game, turn) -> None:
    """What the mail asked was settled on the page; the text must not answer something else."""
    seat, _ = on_move(game)
    send(game, "build interceptor", seat)
    before = played(game)
    row = answer(turn, "done")
    assert (row.status, row.outcome) == (IncomingMail.Status.REFUSED, "stale")
    assert played(game) == before
    (message,) = [m for m in deliver_all() if m.to == turn.to]
    assert "has been settled since" in message.body
    # The explanation shows what is asked now and can itself be answered.
    assert answer(message, "done").outcome == "played"


def test_an_answer_when_nothing_is_asked_says_who_is_waited_for(game, turn, north, south) -> None:
    seat, user = on_move(game)
    send(game, "pass", seat)
    assert answer(turn, "pass").outcome == "stale"
    message = next(m for m in deliver_all() if m.to == [user.email])
    other = south if user == north else north
    assert "Nothing is asked of you at the moment" in message.body
    assert f"waits for {other.name}" in message.body


def test_a_paused_game_says_so(game, turn) -> None:
    moderation.pause(game=game, user=moderator(), reason="holidays")
    row = answer(turn, "pass")
    assert row.status == IncomingMail.Status.REFUSED
    message = deliver_all()[-1]
    assert "paused" in message.body


def test_one_mail_answers_what_two_would_say(game, turn) -> None:
    """The answer to an order shows what is asked next, so a turn mail that waits is not sent."""
    _, user = on_move(game)
    services.queue_turn(tenancy_of(game, user), "later", ["0.0"])
    answer(turn, "build interceptor")
    (message,) = deliver_all()
    assert message.subject == "Re: Your turn"
    assert [row.status for row in mails_to(user)] == [Status.SENT, Status.SUPERSEDED, Status.SENT]


# --- once, and only for whom it is meant ---------------------------------------------------------


def test_a_mail_delivered_twice_is_played_once(game, turn, caplog) -> None:
    message = letter(turn.reply_to[0], "pass")
    assert len(receive(message)) == 1
    with caplog.at_level(logging.INFO, "notifications"):
        assert receive(message) == []
    assert "arrived before" in caplog.text
    assert played(game) == [0, 1]
    assert OutgoingMail.objects.filter(kind=Kind.ANSWER).count() == 1


def test_the_same_mail_to_two_addresses_of_a_seat_is_played_once(game, turn) -> None:
    """A person who answers to all of several mails means it once."""
    answer(turn, "help")
    (explanation,) = deliver_all()
    one = letter(turn.reply_to[0], "trade money for 1 materials", message_id="<x@example.org>")
    two = letter(
        explanation.reply_to[0], "trade money for 1 materials", message_id="<x@example.org>"
    )
    (first,) = receive(one)
    (second,) = receive(two)
    assert first.outcome == "played"
    assert second.status in (IncomingMail.Status.IGNORED, IncomingMail.Status.REFUSED)
    assert played(game) == [0, 1]


def test_processing_a_mail_again_does_nothing(game, turn) -> None:
    row = answer(turn, "pass")
    replies.process(row.pk)
    assert played(game) == [0, 1]


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X-Autoreply": "yes"},
        {"Return-Path": "<>"},
    ],
)
def test_automatic_answers_are_ignored_and_logged(game, turn, caplog, headers) -> None:
    with caplog.at_level(logging.INFO, "notifications"):
        row = answer(turn, "pass", headers=headers)
    assert row.status == IncomingMail.Status.IGNORED
    assert row.outcome
    assert row.message_id in caplog.text
    assert played(game) == [0]
    assert not OutgoingMail.objects.filter(kind=Kind.ANSWER).exists()


def test_bounces_are_ignored(game, turn) -> None:
    (row,) = receive(letter(turn.reply_to[0], "pass"), sender="")
    assert (row.status, row.outcome) == (IncomingMail.Status.IGNORED, "bounce")


def test_our_own_mails_sent_back_to_us_cause_nothing(game, turn) -> None:
    """A mailbox that forwards everything must not start a conversation of machines."""
    keys = inbound.store(turn.reply_to, "somebody@example.org", turn.message().as_bytes())
    for key in keys:
        replies.process(key)
    row = IncomingMail.objects.get(pk__in=keys)
    assert (row.status, row.outcome) == (IncomingMail.Status.IGNORED, "auto-submitted")


def test_forged_addresses_are_ignored_and_logged(game, turn, caplog) -> None:
    local, _, domain = turn.reply_to[0].partition("@")
    forged = f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"
    with caplog.at_level(logging.INFO, "notifications"):
        (row,) = receive(letter(forged, "pass"))
    assert (row.status, row.outcome) == (IncomingMail.Status.IGNORED, "unknown-address")
    assert row.message_id in caplog.text
    assert played(game) == [0]
    assert OutgoingMail.objects.filter(kind=Kind.ANSWER).count() == 0


def test_the_senders_name_neither_helps_nor_hinders(game, turn, north, south) -> None:
    _, user = on_move(game)
    other = south if user == north else north
    assert answer(turn, "pass", sender=other.email).outcome == "played"


def test_an_address_dies_with_the_tenancy(game, turn) -> None:
    seat, user = on_move(game)
    moderation.replace_player(
        game=game, user=moderator(), seat=seat, policy="random", reason="asked for it"
    )
    before = played(game)
    row = answer(turn, "pass")
    assert (row.status, row.outcome) == (IncomingMail.Status.REFUSED, "closed")
    assert played(game) == before
    (message,) = [m for m in deliver_all() if m.to == [user.email]]
    assert "You no longer play this seat" in message.body
    # Nothing about the game as it is now.
    assert "Materials" not in message.body


def test_answers_go_to_the_account_and_to_nobody_else(game, turn) -> None:
    answer(turn, "help", sender="stranger@example.net", headers={"Reply-To": "x@example.net"})
    assert {address for message in mail.outbox for address in message.recipients()} <= {
        "north@example.org",
        "south@example.org",
    }


def test_explanations_are_limited(game, turn, caplog) -> None:
    """However wrong something goes at the other end, it does not become a storm of mails."""
    for _ in range(replies.MOST_EXPLANATIONS):
        answer(turn, "nonsense")
    with caplog.at_level(logging.WARNING, "notifications"):
        answer(turn, "nonsense")
    assert "not answered" in caplog.text
    answers = OutgoingMail.objects.filter(kind=Kind.ANSWER)
    assert answers.count() == replies.MOST_EXPLANATIONS
    # Orders that can be played are played and answered still.
    assert answer(turn, "pass").outcome == "played"
    assert answers.count() == replies.MOST_EXPLANATIONS + 1


def test_too_many_mails_are_ignored(game, turn) -> None:
    for _ in range(replies.MOST_PER_HOUR):
        answer(turn, "nonsense")
    row = answer(turn, "pass")
    assert (row.status, row.outcome) == (IncomingMail.Status.IGNORED, "too-many")
    assert played(game) == [0]


# --- addresses -----------------------------------------------------------------------------------


def test_a_copy_of_the_database_holds_no_working_address(game, turn) -> None:
    secret = turn.reply_to[0].partition("@")[0].partition("+")[2]
    assert len(secret) == 32
    answer(turn, "help")
    rows = [*ReplyAddress.objects.values(), *IncomingMail.objects.values()]
    rows += OutgoingMail.objects.values()
    values = [bytes(v) if isinstance(v, memoryview) else v for row in rows for v in row.values()]
    assert secret not in repr(values)


def test_addresses_are_read_whatever_their_capitals(game, turn) -> None:
    (row,) = receive(letter(turn.reply_to[0].upper(), "pass"))
    assert row.outcome == "played"


def test_an_address_survives_a_change_of_the_sites_key(game, settings) -> None:
    """Addresses sent before stay valid; a mail that still waits gets one that works."""
    _, user = on_move(game)
    old = next(m for m in deliver_all() if m.to == [user.email])
    settings.SECRET_KEY = "another-" + "y" * 50
    assert answer(old, "build interceptor").outcome == "played"
    (new,) = [m for m in deliver_all() if m.to == [user.email]]
    assert answer(new, "undo").outcome == "undone"


def test_a_waiting_mail_gets_a_working_address_after_a_change_of_the_key(game, settings) -> None:
    settings.SECRET_KEY = "another-" + "y" * 50
    _, user = on_move(game)
    message = next(m for m in deliver_all() if m.to == [user.email])
    assert answer(message, "pass").outcome == "played"


def test_what_is_no_reply_address_has_no_digest() -> None:
    good = "turn+" + "a" * 32 + "@reply.example.org"
    assert addresses.digest_of(good)
    for bad in (
        "turn+" + "a" * 31 + "@reply.example.org",
        "turn+" + "a" * 33 + "@reply.example.org",
        "turn+" + "1" * 32 + "@reply.example.org",
        "a" * 32 + "@reply.example.org",
        "turn+" + "a" * 32 + "@example.org",
        "noreply@reply.example.org",
        "",
    ):
        assert addresses.digest_of(bad) is None


def test_mail_of_a_welcome_can_be_answered_with_help(game, north, south) -> None:
    _, user = on_move(game)
    other = south if user == north else north
    welcome = next(m for m in deliver_all() if m.to == [other.email])
    assert answer(welcome, "help").outcome == "help"
    assert answer(welcome, "pass").outcome == "stale"
    assert fresh(game).newest_seq == 0
    assert tenancy_of(game, other).mails.exclude(status=Status.SENT).count() == 2
