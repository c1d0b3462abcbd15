"""Two submissions at the same moment, over two connections to two web processes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from games import store
from games.models import Game, GameEvent
from games.verification import check_game
from tests.e2e.processes import Programs
from tests.e2e.visitor import Answer, Visitor
from tests.games.helpers import TWO, account, on_move, started

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TRIES = 4
"""Games in which it is tried: whether two requests really meet is up to the machine."""


@pytest.fixture
def tables(programs: Programs) -> list[tuple[Game, Visitor, str]]:
    """Running games, who is on the move in each, and the decision that is owed."""
    programs.start("web")
    north, south = account("north"), account("south")
    games = [started(north, south, species=TWO) for _ in range(TRIES)]
    visitors = {user: Visitor(programs.web_port, user) for user in (north, south)}
    return [
        (game, visitors[on_move(game)[1]], store.current_state(game).pending[0].id)
        for game in games
    ]


def at_once(calls: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """The answers to requests that leave together."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Answer]) -> Answer:
        barrier.wait(timeout=20)
        return call()

    with ThreadPoolExecutor(len(calls)) as together:
        return list(together.map(run, calls))


def orders_played(game: Game) -> int:
    return GameEvent.objects.filter(game=game, actor="player").count()


def test_two_orders_through_the_api(tables: list[tuple[Game, Visitor, str]]) -> None:
    """One is played; the other is told that its question was answered already."""
    for game, visitor, decision in tables:
        answers = at_once(
            [
                partial(visitor.send_orders, game.pk, "a", text="pass", decision=decision),
                partial(
                    visitor.send_orders, game.pk, "b", text="build interceptor", decision=decision
                ),
            ]
        )
        played, refused = sorted(answers, key=lambda answer: answer.status)
        assert (played.status, refused.status) == (200, 409)
        assert len(played.data()["seqs"]) == 1
        assert refused.data()["error"] == "stale"
        assert "answered already" in refused.data()["reason"]
        assert orders_played(game) == 1
        check_game(game.pk)


def test_page_and_api_at_once(tables: list[tuple[Game, Visitor, str]]) -> None:
    """The page that came too late shows the game as it is now, and says why nothing was played."""
    for game, visitor, decision in tables:
        page, api = at_once(
            [
                partial(
                    visitor.send_form, f"/games/{game.pk}/orders/", key="page", d=decision, k="pass"
                ),
                partial(visitor.send_orders, game.pk, "api", text="pass", decision=decision),
            ]
        )
        assert (page.status, api.status) in {(302, 409), (409, 200)}
        if page.status == 409:
            assert "That was not played" in page.text
            assert "answered already" in page.text
            assert "Waiting for" in page.text
        else:
            assert api.data()["error"] == "stale"
        assert orders_played(game) == 1
        check_game(game.pk)


def test_the_same_submission_twice(tables: list[tuple[Game, Visitor, str]]) -> None:
    """A request that is repeated, as by an impatient finger, plays once and is answered twice."""
    for game, visitor, decision in tables:
        again = partial(visitor.send_orders, game.pk, "once", text="pass", decision=decision)
        answers = at_once([again] * 3)
        assert [answer.status for answer in answers] == [200] * 3
        told = [answer.data() for answer in answers]
        assert sorted(answer["replayed"] for answer in told) == [False, True, True]
        assert len({tuple(answer["seqs"]) for answer in told}) == 1
        assert orders_played(game) == 1
