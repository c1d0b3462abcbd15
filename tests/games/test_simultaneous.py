"""Two submissions at the same moment, in real transactions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games import store
from games.errors import OrdersRefused
from games.models import Game, GameEvent
from games.services.deadlines import expire_game
from games.services.play import Submitted, submit_orders
from games.services.standing_orders import play_standing, set_standing
from games.verification import check_game
from rules.orders import Pass
from rules.policies.standing import PlannedTurns
from tests.games.helpers import TWO, account, fresh, on_move, started

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned or raised; all start together, each with a connection of its own."""
    barrier = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(index: int) -> None:
        barrier.wait(timeout=20)
        try:
            results[index] = calls[index]()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


@pytest.fixture
def table() -> Game:
    return started(account("north"), account("south"), species=TWO)


def test_exactly_one_of_two_is_played_and_the_other_is_told_so(table) -> None:
    seat, user = on_move(table)
    decision = store.current_state(table).pending[0].id

    def send(text: str, key: str) -> Callable[[], Submitted]:
        return lambda: submit_orders(
            game=table.pk, seat=seat, text=text, user=user, key=key, decision_id=decision
        )

    results = at_once(send("pass", "a"), send("build interceptor", "b"))
    played = [r for r in results if isinstance(r, Submitted)]
    refused = [r for r in results if isinstance(r, OrdersRefused)]
    assert (len(played), len(refused)) == (1, 1)
    assert refused[0].stale
    assert "answered already" in refused[0].reason
    assert GameEvent.objects.filter(game=table).count() == 2
    check_game(table.pk)


def test_same_key_at_the_same_moment_plays_once(table) -> None:
    seat, user = on_move(table)

    def send() -> Submitted:
        return submit_orders(game=table.pk, seat=seat, text="pass", user=user, key="once")

    results = at_once(*[send] * 4)
    assert sorted(r.replayed for r in results) == [False, True, True, True]
    assert {r.seqs for r in results} == {(1,)}
    assert fresh(table).newest_seq == 1


def test_an_order_and_its_deadline_at_the_same_moment(table) -> None:
    from datetime import timedelta

    from django.db.models import F

    from games.models import PendingDecision

    seat, user = on_move(table)
    PendingDecision.objects.update(deadline_at=F("deadline_at") - timedelta(hours=49))
    decision = store.current_state(table).pending[0].id
    at_once(
        lambda: submit_orders(
            game=table.pk, seat=seat, text="pass", user=user, key="a", decision_id=decision
        ),
        lambda: expire_game(table.pk),
        lambda: expire_game(table.pk),
    )
    # Whoever was first, the seat passed once and the other seat is asked.
    assert fresh(table).newest_seq == 1
    assert store.current_state(table).pending[0].seat == 1 - seat
    check_game(table.pk)


def test_two_sweeps_at_the_same_moment_answer_once(table, monkeypatch) -> None:
    """What a standing order has left over is played by whoever gets the lock first."""
    seat, user = on_move(table)
    monkeypatch.setattr("games.firing.MOST_ANSWERS", 0)
    set_standing(game=table, user=user, orders=PlannedTurns(turns=("pass", "pass")))
    monkeypatch.undo()
    at_once(*[lambda: play_standing(table.pk)] * 4)
    passed = [e for e in store.log_of(table) if e.actor == "standing_order"]
    assert [(e.seat, e.order) for e in passed] == [(seat, Pass())]
    check_game(table.pk)


def test_a_player_and_a_standing_order_at_the_same_moment(table, monkeypatch) -> None:
    """One of them answers; the other one finds the decision gone."""
    seat, user = on_move(table)
    decision = store.current_state(table).pending[0].id
    monkeypatch.setattr("games.firing.MOST_ANSWERS", 0)
    set_standing(game=table, user=user, orders=PlannedTurns(turns=("pass",)))
    monkeypatch.undo()

    def by_hand() -> Submitted:
        return submit_orders(
            game=table.pk, seat=seat, text="pass", user=user, key="a", decision_id=decision
        )

    results = at_once(by_hand, lambda: play_standing(table.pk))
    own = [e for e in store.log_of(table) if e.seat == seat]
    assert [e.order for e in own] == [Pass()]
    refused = isinstance(results[0], OrdersRefused)
    assert (own[0].actor == "standing_order") == refused
    check_game(table.pk)
