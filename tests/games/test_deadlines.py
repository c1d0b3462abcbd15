"""Deadlines: one clock for each decision, and what happens when it runs out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import store
from games.errors import NothingToUndo
from games.models import Game, PendingDecision
from games.services.undo import undo
from games.tasks import expire_deadlines
from rules.orders import Explore, Pass
from tests.games.helpers import fresh, legal, on_move, send

pytestmark = pytest.mark.django_db


def open_row(game: Game) -> PendingDecision:
    return PendingDecision.objects.get(game=game, closed_at=None)


def let_time_pass(game: Game, hours: float) -> None:
    """As if everything had happened so many hours earlier."""
    for row in PendingDecision.objects.filter(game=game, closed_at=None):
        assert row.deadline_at is not None
        row.deadline_at -= timedelta(hours=hours)
        row.opened_at -= timedelta(hours=hours)
        row.save()


def test_a_new_decision_has_the_time_of_the_table(game) -> None:
    row = open_row(game)
    left = row.deadline_at - timezone.now()
    assert timedelta(hours=47, minutes=59) < left <= timedelta(hours=48)


def test_small_orders_of_a_turn_share_its_deadline_and_the_next_turn_has_its_own(game) -> None:
    let_time_pass(game, 40)
    deadline = open_row(game).deadline_at
    send(game, "trade money for 1 materials")
    assert open_row(game).deadline_at == deadline
    send(game, "build interceptor")
    assert open_row(game).deadline_at == deadline
    send(game, "done")
    assert open_row(game).deadline_at > deadline + timedelta(hours=30)


def test_nothing_happens_before_the_deadline(game) -> None:
    let_time_pass(game, 47)
    assert expire_deadlines() == 0
    assert fresh(game).newest_seq == 0


def test_at_the_deadline_the_default_is_played_for_the_seat(game) -> None:
    seat, _ = on_move(game)
    let_time_pass(game, 49)
    assert expire_deadlines() == 1
    event = store.log_of(game)[-1]
    assert (event.seat, event.actor, event.order) == (seat, "deadline", Pass())
    assert open_row(game).seat == 1 - seat
    assert expire_deadlines() == 0


def test_what_was_begun_is_sealed_and_the_rest_of_the_turn_takes_its_default(game) -> None:
    seat, user = on_move(game)
    send(game, "build interceptor", seat, user)
    assert fresh(game).unsealed_seat == seat
    let_time_pass(game, 49)
    expire_deadlines()
    now = fresh(game)
    assert now.unsealed_seat is None
    assert now.sealed_seq == now.newest_seq
    assert open_row(game).seat == 1 - seat
    with pytest.raises(NothingToUndo):
        undo(game=game, seat=seat, user=user)


def test_a_revealed_tile_is_dealt_with_by_its_default_too(game) -> None:
    seat, user = on_move(game)
    send(game, f"explore {legal(game, seat, Explore)[0].zone}", seat, user)
    let_time_pass(game, 49)
    assert expire_deadlines() >= 1
    assert open_row(game).seat == 1 - seat


def test_paused_and_finished_games_have_no_deadlines(game) -> None:
    let_time_pass(game, 49)
    Game.objects.filter(pk=game.pk).update(paused=True)
    assert expire_deadlines() == 0


def test_a_game_that_cannot_be_read_does_not_hold_up_the_others(game, north, south, caplog) -> None:
    from tests.games.helpers import TWO, started

    other = started(north, south, species=TWO)
    let_time_pass(game, 49)
    let_time_pass(other, 49)
    game.gameseed.sealed = b"damaged"
    game.gameseed.save()
    assert expire_deadlines() == 1
    assert fresh(other).newest_seq == 1
    assert fresh(game).newest_seq == 0
    assert "expire_game failed" in caplog.text
