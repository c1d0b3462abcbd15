"""The door in: what a submission does to the log, and what it refuses."""

from __future__ import annotations

import pytest

from games import store
from games.errors import GameNotOpen, KeyUsedElsewhere, NotAllowed, OrdersRefused
from games.models import Game, GameEvent, PendingDecision
from games.services import lobby
from games.services.play import preview, submit_orders
from games.tasks import play_policies
from rules.log import fold_events, state_hash
from rules.orders import Explore, Pass
from tests.games.helpers import THREE, TWO, fresh, legal, on_move, send, started

pytestmark = pytest.mark.django_db


def test_setup_is_event_zero_and_the_commitment_was_there_before(game) -> None:
    assert len(game.commitment) == 64
    assert [row.seq for row in store.rows(game)] == [0]
    assert fresh(game).newest_seq == 0


def test_an_order_becomes_an_event_with_state_clock_and_game_in_step(game) -> None:
    seat, _ = on_move(game)
    result = send(game, "pass")
    now = fresh(game)
    assert result.seqs == (1,)
    assert result.played == ("pass",)
    assert now.newest_seq == now.sealed_seq == 1
    state = store.current_state(now)
    assert state.seq == 1
    assert state_hash(state) == state_hash(fold_events(store.log_of(now)))
    open_rows = PendingDecision.objects.filter(game=game, closed_at=None)
    assert [(r.decision_id, r.seat) for r in open_rows] == [(p.id, p.seat) for p in state.pending]
    assert open_rows.get().seat == 1 - seat


def test_text_is_read_order_by_order_against_what_is_asked_then(game) -> None:
    result = send(game, "trade money for 1 materials; build interceptor; done")
    assert [text.split()[0] for text in result.played] == ["trade", "build", "done"]
    assert result.seqs == (1, 2, 3)


def test_same_key_plays_once_and_gives_the_first_result_again(game) -> None:
    seat, user = on_move(game)
    first = send(game, "pass", seat, user, key="form-1")
    again = send(game, "pass", seat, user, key="form-1")
    assert not first.replayed
    assert again.replayed
    assert (again.seqs, again.played) == (first.seqs, first.played)
    assert GameEvent.objects.filter(game=game).count() == 2


def test_same_key_with_other_orders_is_refused(game) -> None:
    seat, user = on_move(game)
    send(game, "trade money for 1 materials", seat, user, key="form-1")
    with pytest.raises(KeyUsedElsewhere):
        send(game, "pass", seat, user, key="form-1")


def test_one_illegal_order_before_any_chance_and_nothing_is_played(game) -> None:
    with pytest.raises(OrdersRefused) as caught:
        send(game, "trade money for 1 materials; build dreadnought; done")
    refused = caught.value
    assert refused.index == 1
    assert refused.text == "build dreadnought"
    assert "materials" in refused.reason
    assert "interceptor" in refused.possible
    assert GameEvent.objects.filter(game=game).count() == 1


def test_orders_behind_an_outcome_of_chance_are_handed_back(game) -> None:
    seat, user = on_move(game)
    zone = legal(game, seat, Explore)[0].zone
    result = send(game, f"explore {zone}; discard; pass", seat, user)
    assert result.played == (f"explore {zone}",)
    assert result.handed_back == "discard; pass"
    assert result.stopped_by == "chance"


def test_structured_orders_are_handed_back_as_notation(game) -> None:
    seat, user = on_move(game)
    explore = legal(game, seat, Explore)[0]
    result = submit_orders(game=game, seat=seat, user=user, orders=[explore, Pass()], key="k")
    assert result.handed_back == "pass"


def test_text_that_is_no_order_is_refused_with_possibilities(game) -> None:
    with pytest.raises(OrdersRefused) as caught:
        send(game, "dance")
    assert caught.value.possible
    with pytest.raises(OrdersRefused):
        send(game, "  \n ")


def test_stale_only_when_the_decision_is_gone(game) -> None:
    seat, user = on_move(game)
    decision = store.current_state(fresh(game)).pending[0].id
    send(game, "pass", seat, user, decision_id=decision)
    with pytest.raises(OrdersRefused) as caught:
        send(game, "pass", seat, user, decision_id=decision)
    assert caught.value.stale


def test_not_ones_turn_is_said_plainly(game) -> None:
    seat, _ = on_move(game)
    with pytest.raises(OrdersRefused, match="not your turn"):
        send(game, "pass", 1 - seat)


def test_only_the_tenant_of_a_seat_may_order_for_it(game, north, south) -> None:
    seat, user = on_move(game)
    other = south if user == north else north
    with pytest.raises(NotAllowed):
        send(game, "pass", seat, other)


def test_a_game_in_the_lobby_takes_no_orders(north) -> None:
    game = lobby.create_game(user=north, name="Early", seats=2)
    with pytest.raises(GameNotOpen):
        send(game, "pass", 0, north)


def test_preview_tells_what_would_happen_and_stores_nothing(game) -> None:
    seat, user = on_move(game)
    zone = legal(game, seat, Explore)[0].zone
    told = preview(
        game=game, seat=seat, user=user, text=f"trade money for 1 science; explore {zone}; discard"
    )
    assert told.orders == ("trade money for 1 science",)
    assert told.sentences
    assert told.chance == f"explore {zone}"
    assert told.rest == "discard"
    assert GameEvent.objects.filter(game=game).count() == 1


def test_bots_play_until_a_person_is_asked(north) -> None:
    game = started(north, bots=("random", "greedy"), species=THREE)
    if store.current_state(fresh(game)).pending[0].seat == 0:
        send(game, "pass", 0)
    before = fresh(game).newest_seq
    while play_policies():
        pass
    state = store.current_state(fresh(game))
    assert state.finished or {p.seat for p in state.pending} == {0}
    assert fresh(game).newest_seq > before
    assert {row.actor for row in store.rows(game, before)} == {"bot"}


def test_bots_leave_a_paused_game_alone(north) -> None:
    game = started(north, bots=("random",), species=TWO)
    if store.current_state(fresh(game)).pending[0].seat == 0:
        send(game, "pass", 0)
    before = fresh(game).newest_seq
    Game.objects.filter(pk=game.pk).update(paused=True)
    play_policies()
    play_policies(game.pk)
    assert fresh(game).newest_seq == before


def wakings(callbacks: list) -> int:
    """How often bots are woken; other apps have callbacks of their own."""
    return sum(callback.__qualname__.startswith("wake_bots") for callback in callbacks)


def test_bots_are_woken_after_the_commit_and_only_if_they_owe_something(
    north, south, django_capture_on_commit_callbacks
) -> None:
    people = started(north, south, species=TWO)
    with django_capture_on_commit_callbacks() as callbacks:
        send(people, "pass")
    assert wakings(callbacks) == 0
    game = started(north, bots=("random",), species=TWO)
    while play_policies(game.pk):
        pass
    with django_capture_on_commit_callbacks() as callbacks:
        send(game, "trade money for 1 materials", 0)
    assert wakings(callbacks) == 0
    with django_capture_on_commit_callbacks() as callbacks:
        send(game, "pass", 0)
    assert wakings(callbacks) == 1
