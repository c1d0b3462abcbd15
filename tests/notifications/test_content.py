"""What mails say: enough to play, in the reader's language and time, and no secret."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games import store
from games.models import CurrentState, Game, PendingDecision, Profile
from games.selectors import to_answer
from games.services import moderation
from games.services.play import submit_orders
from notifications import services
from rules.codec import encode_state
from rules.engine import open_decisions
from rules.table import Table
from tests.games.helpers import fresh, moderator, on_move, send
from tests.notifications.helpers import (
    Kind,
    Status,
    answer,
    deliver_all,
    html_of,
    mails_to,
    tenancy_of,
)

pytestmark = pytest.mark.django_db


def turn_mail(game: Game):
    _, user = on_move(game)
    return next(message for message in deliver_all() if message.to == [user.email])


def test_turn_mail_has_what_is_needed_to_play(game) -> None:
    message = turn_mail(game)
    for text in (message.body, html_of(message)):
        assert "It is your turn" in text
        assert "build interceptor at" in text
        assert f"http://testserver/games/{game.pk}/" in text
        assert "Materials" in text
        assert "You have until" in text
    assert re.fullmatch(r"turn\+[a-z2-7]{32}@reply\.example\.org", message.reply_to[0])


def test_every_example_in_a_mail_can_be_sent_back_as_it_stands(game) -> None:
    message = turn_mail(game)
    block = message.body.partition("take an action or pass.\n")[2].partition("\n\n")[0]
    examples = [line.strip() for line in block.splitlines()]
    assert len(examples) >= 5
    for example in examples:
        row = answer(message, example)
        assert row.outcome == "played", example
        (message,) = [m for m in deliver_all() if m.to == message.to]
        if example == "pass" or answer(message, "undo").outcome != "undone":
            # Chance came into it, or the turn is over: the other examples are past.
            break
        (message,) = [m for m in deliver_all() if m.to == message.to]


def test_news_tell_what_others_did_since_the_readers_last_order(game) -> None:
    seat, user = on_move(game)
    deliver_all()
    send(game, "build interceptor; done", seat)
    deliver_all()
    send(game, "build interceptor; done", 1 - seat)
    message = turn_mail(game)
    news = message.body.partition("SINCE YOUR LAST TURN")[2].partition("WHAT YOU HAVE")[0]
    assert news.count("built an interceptor") == 1
    assert user.name not in news


def test_html_needs_nothing_from_elsewhere_and_runs_nothing(game) -> None:
    html = html_of(turn_mail(game))
    assert "<script" not in html
    assert "<link" not in html
    assert not re.findall(r"""(?:src|background)=["']?(?!data:)""", html)
    # The style sheet is written into the elements; what is left of it is for dark mode and phones.
    assert 'class="card top" style="' in html
    assert "prefers-color-scheme: dark" in html


def test_deadline_is_in_the_readers_time_zone(game) -> None:
    _, user = on_move(game)
    Profile.objects.update_or_create(user=user, defaults={"time_zone": "Asia/Taipei"})
    at = datetime(2031, 12, 1, 20, 0, tzinfo=UTC)
    PendingDecision.objects.filter(game=game).update(deadline_at=at)
    message = turn_mail(game)
    assert "Dec. 2, 2031, 4 a.m. CST" in message.body
    assert "Dec. 2, 2031, 4 a.m. CST" in html_of(message)


def test_an_unknown_time_zone_falls_back_to_the_sites(game) -> None:
    _, user = on_move(game)
    Profile.objects.update_or_create(user=user, defaults={"time_zone": "Mars/Olympus"})
    at = datetime(2031, 12, 1, 20, 0, tzinfo=UTC)
    PendingDecision.objects.filter(game=game).update(deadline_at=at)
    assert "Dec. 1, 2031, 8 p.m. UTC" in turn_mail(game).body


def test_mail_is_in_the_readers_language(game) -> None:
    _, user = on_move(game)
    Profile.objects.update_or_create(user=user, defaults={"language": "zh-hant"})
    at = datetime(2031, 12, 1, 20, 0, tzinfo=UTC)
    PendingDecision.objects.filter(game=game).update(deadline_at=at)
    message = turn_mail(game)
    assert '<html lang="zh-hant">' in html_of(message)
    # Django's own translations of dates show that the language is the reader's.
    assert "2031年12月1日" in message.body


def test_paused_games_name_no_deadline(game) -> None:
    Game.objects.filter(pk=game.pk).update(paused=True)
    PendingDecision.objects.filter(game=game).update(deadline_at=None, time_left=timedelta(hours=5))
    message = turn_mail(game)
    assert "You have until" not in message.body
    assert "The game is paused" in message.body


def test_names_of_games_cannot_add_headers_or_markup(game) -> None:
    Game.objects.filter(pk=game.pk).update(name="<b>x</b>\nBcc: a@example.net")
    message = turn_mail(game)
    assert "Bcc" not in message.message()
    assert message.recipients() == message.to
    assert "<b>x</b>" not in html_of(message)


# --- secrets -------------------------------------------------------------------------------------


def give_reputation(game: Game, values: dict[int, list[int]]) -> None:
    """Put reputation tiles on tracks, as if they had been drawn in battles."""
    state = store.current_state(fresh(game))
    for seat, tiles in values.items():
        state.seats[seat].reputation = list(tiles)
    CurrentState.objects.filter(game=game).update(state=encode_state(state))


def everything_sent(game: Game, values: dict[int, list[int]]) -> str:
    """All that the player on the move is sent, with what changes by chance made equal."""
    _, user = on_move(game)
    give_reputation(game, values)
    services.queue_turn(tenancy_of(game, user), f"again {values}", ["0.0"])
    message = turn_mail(game)
    answer(message, "help")
    (explanation,) = deliver_all()
    answer(explanation, "build interceptor at 999")
    (refusal,) = deliver_all()
    texts = [f"{m.body}\n{html_of(m)}" for m in (message, explanation, refusal)]
    return re.sub(r"/mail/stop/[^/]+/|\(\d+ day.*?\)", "", "\n".join(texts))


def test_mails_are_the_same_whatever_tiles_the_others_hold(game) -> None:
    seat, _ = on_move(game)
    one = everything_sent(game, {seat: [2], 1 - seat: [4, 4]})
    other = everything_sent(game, {seat: [2], 1 - seat: [1, 3]})
    assert one == other


def test_mail_shows_no_orders_that_can_still_be_taken_back(game, north, south) -> None:
    """What a seat has not sealed is its own affair."""
    seat, user = on_move(game)
    other = south if user == north else north
    deliver_all()
    send(game, "build interceptor", seat)
    services.queue(tenancy_of(game, other), Kind.WELCOME, "again")
    (message,) = deliver_all()
    assert "built" not in message.body
    answer(message, "help")
    (explanation,) = deliver_all()
    assert "built an interceptor" not in explanation.body


# --- the end -------------------------------------------------------------------------------------


def play_defaults_to_the_end(game: Game) -> None:
    """Every seat gives the order that its deadline would give."""
    for number in range(2000):
        now = fresh(game)
        if now.over:
            return
        seat, user = on_move(now)
        decision = next(
            d for d in open_decisions(Table(store.current_state(now))) if d.seat == seat
        )
        submit_orders(
            game=now, seat=seat, orders=[decision.default], key=f"end-{number}", user=user
        )
    raise AssertionError("the game does not end")


def test_everybody_is_told_of_the_end_once_with_scores_and_the_seed(game, north, south) -> None:
    play_defaults_to_the_end(game)
    for user in (north, south):
        (row,) = mails_to(user, Kind.FINISHED)
        services.deliver(row.pk)
    assert len(mail.outbox) == 2
    for message in mail.outbox:
        assert message.subject == f"{game.name} is over"
        assert "1. " in message.body
        assert fresh(game).revealed_seed in message.body
        assert fresh(game).revealed_seed in html_of(message)
    # Turn mails that were still waiting are of no use to anybody.
    deliver_all()
    assert len(mail.outbox) == 2
    left = mails_to(north, Kind.TURN) + mails_to(south, Kind.TURN)
    assert {row.status for row in left} == {Status.SUPERSEDED}


def test_default_of_the_deadline_is_named(game) -> None:
    seat, _ = on_move(game)
    row = to_answer(game, seat)[0]
    PendingDecision.objects.filter(pk=row.pk).update(
        deadline_at=timezone.now() + timedelta(hours=3)
    )
    assert "After that this is played for you: pass." in turn_mail(game).body


def test_the_news_tell_why_a_moderator_stepped_in(game) -> None:
    """Moderators are told that the players read their reason: so it stands in the mail."""
    send(game, "pass")
    moderation.rewind(game=game, user=moderator(), to=0, redraw=False, reason="A clock was wrong")
    message = turn_mail(game)
    for text in (message.body, html_of(message)):
        assert "(A clock was wrong)" in text


def test_what_a_moderator_does_to_the_clocks_is_told_to_everybody_once_with_the_reason(
    game, north, south
) -> None:
    arbiter = moderator()
    deliver_all()
    measures = [
        (moderation.pause, {}, "is paused", "The game was paused."),
        (moderation.resume, {}, "goes on", "The game goes on."),
        (moderation.extend_deadline, {"hours": 24}, "More time in", "got 24 more hours."),
        (moderation.abandon, {}, "was called off", "It ends without a result."),
    ]
    for measure, options, subject, sentence in measures:
        reason = f"Reason for {measure.__name__}"
        measure(game=game, user=arbiter, reason=reason, **options)
        told = deliver_all()
        assert sorted(message.to[0] for message in told) == [north.email, south.email]
        for message in told:
            assert subject in message.subject
            for text in (message.body, html_of(message)):
                assert sentence in text
                assert reason in text


def test_a_rewind_of_a_paused_game_is_no_second_pause(game, north) -> None:
    arbiter = moderator()
    seat, _ = on_move(game)
    send(game, "build interceptor; done", seat)
    moderation.pause(game=game, user=arbiter, reason="x")
    moderation.rewind(game=game, user=arbiter, reason="x", to=0, redraw=False)
    assert len(mails_to(north, Kind.NOTICE)) == 1


def test_no_header_begins_with_an_empty_line(game) -> None:
    """An address longer than a line is not moved to the next one."""
    source = turn_mail(game).message().as_bytes().decode()
    head = source.partition("\n\n")[0]
    assert re.search(r"^List-Unsubscribe: <http://\S{60,}>$", head, re.M)
    assert not re.search(r"^[\w-]+: *$", head, re.M)


def test_the_readers_own_order_that_ended_the_round_is_told(game) -> None:
    """What the game did by itself after it: upkeep, the new round."""
    first, _ = on_move(game)
    send(game, "pass", first)
    send(game, "pass", 1 - first)
    while fresh(game).round == 1:
        seat, _ = on_move(game)
        send(game, "done", seat)
    message = turn_mail(game)
    news = message.body.partition("SINCE YOUR LAST TURN")[2].partition("WHAT YOU HAVE")[0]
    assert "Round 2 began" in news
