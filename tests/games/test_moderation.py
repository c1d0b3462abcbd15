"""What a moderator does is an event of the log with a reason, and never touches secrets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import store
from games.access import may_moderate, player_view, secret_view
from games.errors import GameNotOpen, ModerationError, NotAllowed
from games.models import Audit, EventReason, Game, PendingDecision
from games.selectors import history, names
from games.services import lobby, moderation
from games.services.undo import undo
from games.verification import check_game
from rules.effects.flow import DeadlineExtended, Paused, Resumed, SeatReplaced
from rules.effects.galaxy import SectorRevealed
from rules.log import fold_events, state_hash
from rules.orders import Explore
from tests.games.helpers import account, fresh, legal, moderator, on_move, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def arbiter(db):
    return moderator()


def open_row(game: Game) -> PendingDecision:
    return PendingDecision.objects.get(game=game, closed_at=None)


def test_pause_stops_the_clocks_and_resume_gives_the_time_left_back(game, arbiter) -> None:
    row = open_row(game)
    row.deadline_at -= timedelta(hours=40)
    row.save()
    moderation.pause(game=game, user=arbiter, reason="A player is in hospital")
    stopped = open_row(game)
    assert stopped.deadline_at is None
    assert timedelta(hours=7, minutes=59) < stopped.time_left <= timedelta(hours=8)
    with pytest.raises(GameNotOpen, match="paused"):
        send(game, "pass")
    with pytest.raises(ModerationError, match="paused already"):
        moderation.pause(game=game, user=arbiter, reason="Again")
    moderation.resume(game=game, user=arbiter, reason="All well")
    going = open_row(game)
    assert going.time_left is None
    left = going.deadline_at - timezone.now()
    assert timedelta(hours=7, minutes=59) < left <= timedelta(hours=8)
    send(game, "pass")
    effects = [e for event in store.log_of(game) for e in event.effects]
    assert any(isinstance(e, Paused) for e in effects)
    assert any(isinstance(e, Resumed) for e in effects)


def test_reason_is_shown_and_can_be_erased_while_the_event_stays(game, arbiter, north) -> None:
    moderation.pause(game=game, user=arbiter, reason="A player is in hospital")
    assert history(fresh(game), north)[-1].reason == "A player is in hospital"
    assert "hospital" not in store.rows(game)[-1].effects
    EventReason.objects.all().delete()
    entry = history(fresh(game), north)[-1]
    assert (entry.seq, entry.actor, entry.reason) == (1, "moderator", "")


def test_a_reason_must_be_given(game, arbiter) -> None:
    with pytest.raises(ModerationError, match="reason"):
        moderation.pause(game=game, user=arbiter, reason="  ")
    assert not fresh(game).paused


def test_extending_a_deadline(game, arbiter) -> None:
    seat, _ = on_move(game)
    before = open_row(game).deadline_at
    moderation.extend_deadline(game=game, user=arbiter, reason="Holiday", hours=24, seats=[seat])
    assert open_row(game).deadline_at == before + timedelta(hours=24)
    assert store.log_of(game)[-1].effects == (DeadlineExtended((seat,), 24),)
    with pytest.raises(ModerationError, match="owe no decision"):
        moderation.extend_deadline(game=game, user=arbiter, reason="x", hours=1, seats=[1 - seat])


def revealed(game: Game) -> str:
    return next(
        e.sector for e in reversed(store.log_of(game)[-1].effects) if isinstance(e, SectorRevealed)
    )


def test_rewind_goes_back_and_the_draws_stand_or_come_out_anew(game, arbiter) -> None:
    seat, user = on_move(game)
    zone = legal(game, seat, Explore)[0].zone
    before = store.current_state(fresh(game))
    send(game, f"explore {zone}", seat, user)
    first = revealed(game)
    moderation.rewind(game=game, user=arbiter, reason="Misread rule", to=0, redraw=False)
    state = store.current_state(fresh(game))
    assert state.pending == before.pending
    assert state_hash(state) == state_hash(fold_events(store.log_of(game)))
    send(game, f"explore {zone}", seat, user)
    assert revealed(game) == first
    drawn = set()
    for _ in range(6):
        moderation.rewind(game=game, user=arbiter, reason="Fairness", to=0, redraw=True)
        send(game, f"explore {zone}", seat, user)
        drawn.add(revealed(game))
    # Six fresh draws of one tile out of eight are not all the same but once in 32768 games.
    assert len(drawn) > 1


def test_rewind_gives_the_restored_decision_its_full_time(game, arbiter) -> None:
    row = open_row(game)
    row.deadline_at -= timedelta(hours=47)
    row.save()
    send(game, "pass")
    moderation.rewind(game=game, user=arbiter, reason="Misread rule", to=0, redraw=False)
    back = open_row(game)
    assert back.decision_id == row.decision_id
    assert back.deadline_at > timezone.now() + timedelta(hours=47)


def test_rewind_goes_only_to_events_that_count(game, arbiter) -> None:
    send(game, "pass")
    for to in (-1, 1, 9):
        with pytest.raises(ModerationError):
            moderation.rewind(game=game, user=arbiter, reason="x", to=to, redraw=False)
    moderation.rewind(game=game, user=arbiter, reason="x", to=0, redraw=False)
    with pytest.raises(ModerationError):
        moderation.rewind(game=game, user=arbiter, reason="x", to=1, redraw=False)


def test_rewind_of_a_paused_game_leaves_it_paused(game, arbiter) -> None:
    send(game, "pass")
    moderation.pause(game=game, user=arbiter, reason="x")
    moderation.rewind(game=game, user=arbiter, reason="x", to=0, redraw=False)
    assert fresh(game).paused
    assert store.current_state(fresh(game)).paused
    assert open_row(game).deadline_at is None
    moderation.resume(game=game, user=arbiter, reason="x")
    assert not store.current_state(fresh(game)).paused


def test_a_new_player_takes_over_and_the_former_one_is_locked_out(
    game, arbiter, north, south
) -> None:
    east = account("east")
    moderation.replace_player(game=game, user=arbiter, reason="Left", seat=0, new_user=east)
    game = fresh(game)
    assert names(game) == {0: "East", 1: "South"}
    assert store.log_of(game)[-1].effects == (SeatReplaced(0, str(east.pk)),)
    assert player_view(user=north, game=game).viewer is None
    assert player_view(user=east, game=game).viewer == 0
    with pytest.raises(NotAllowed):
        send(game, "pass", 0, north)
    # What each knew at its time stays theirs, and no more.
    assert player_view(user=north, game=game, at=0).viewer == 0
    assert player_view(user=east, game=game, at=0).viewer is None


def test_a_bot_may_take_over(game, arbiter) -> None:
    seat, _ = on_move(game)
    moderation.replace_player(game=game, user=arbiter, reason="Left", seat=seat, policy="greedy")
    from games.tasks import play_policies

    assert play_policies() > 0
    assert store.log_of(game)[2].actor == "bot"


def test_nobody_takes_over_who_knows_secrets_of_the_game(game, arbiter, north, south) -> None:
    for wrong in (north, south):
        with pytest.raises(ModerationError):
            moderation.replace_player(game=game, user=arbiter, reason="x", seat=0, new_user=wrong)
    nosy = moderator("nosy")
    secret_view(user=nosy, game=fresh(game), seat=1, reason="A complaint")
    with pytest.raises(ModerationError, match="read secrets"):
        moderation.replace_player(game=game, user=arbiter, reason="x", seat=0, new_user=nosy)


def test_only_moderators_who_do_not_play_moderate(game, north) -> None:
    with pytest.raises(NotAllowed):
        moderation.pause(game=game, user=north, reason="I want to")
    playing = moderator("pia")
    own = lobby.create_game(user=playing, name="Mine", seats=2)
    assert may_moderate(playing, game)
    assert not may_moderate(playing, own)


def test_reading_secrets_is_audited_and_closed_to_players(game, arbiter) -> None:
    view = secret_view(user=arbiter, game=fresh(game), seat=1, reason="A complaint")
    assert view.viewer == 1
    audit = Audit.objects.get()
    assert (audit.moderator, audit.seat, audit.reason) == (arbiter, 1, "A complaint")
    playing = moderator("pia")
    moderation.replace_player(game=game, user=arbiter, reason="Left", seat=0, new_user=playing)
    with pytest.raises(NotAllowed):
        secret_view(user=playing, game=fresh(game), seat=1, reason="Curious")
    assert Audit.objects.count() == 1


def test_a_log_with_every_measure_in_it_still_verifies(game, arbiter) -> None:
    seat, user = on_move(game)
    send(game, "trade money for 1 materials", seat, user)
    undo(game=game, seat=seat, user=user)
    zone = legal(game, seat, Explore)[0].zone
    send(game, f"explore {zone}", seat, user)
    moderation.rewind(game=game, user=arbiter, reason="x", to=0, redraw=True)
    moderation.pause(game=game, user=arbiter, reason="x")
    moderation.resume(game=game, user=arbiter, reason="x")
    moderation.extend_deadline(game=game, user=arbiter, reason="x", hours=5)
    moderation.replace_player(game=game, user=arbiter, reason="x", seat=1 - seat, policy="random")
    send(game, f"explore {zone}", seat, user)
    assert check_game(game.pk) == state_hash(store.current_state(fresh(game)))
