"""What one may know: views, history and pages of moderators never hold more."""

from __future__ import annotations

import json

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser

from games import store
from games.access import Viewer, player_view
from games.ledger import ledger_of
from games.models import Game
from games.selectors import history
from games.statements import lock
from rules.effects.boards import ReputationDrawn, ReputationSettled
from rules.effects.flow import PreferenceSet
from tests.games.helpers import account, fresh, moderator, on_move, send

pytestmark = pytest.mark.django_db


def draw_reputation(game: Game, seat: int, values: tuple[int, ...], kept: int) -> None:
    """As a battle would: the seat draws tiles and keeps one."""
    locked = lock(game.pk)
    assert locked is not None
    ledger = ledger_of(locked)
    draws = tuple(range(len(values)))
    ledger.record(
        [
            ReputationDrawn(seat, len(values), values, stream="reputation", draws=draws),
            ReputationSettled(seat, 1, kept),
        ],
        actor="deadline",
        seat=seat,
    )
    ledger.save()


def shown(game: Game, user: object) -> str:
    """Everything that ``user`` gets to know, without times."""
    viewer = Viewer(user, game)  # type: ignore[arg-type]
    view = viewer.view()
    entries = [
        (e.seq, e.seat, e.actor, e.order, e.sentences, e.abandoned, e.sealed)
        for e in history(game, user)  # type: ignore[arg-type]
    ]
    board = msgspec.to_builtins(view.board, str_keys=True)
    return json.dumps([board, msgspec.to_builtins(view.waiting_for), entries], sort_keys=True)


def test_reputation_tiles_of_others_cannot_be_told_apart(game, north, south) -> None:
    draw_reputation(game, 0, (2, 3), 3)
    seen = {user: shown(fresh(game), user) for user in (north, south, AnonymousUser())}
    # The same game with other tiles in the bag and on the track.
    state = store.current_state(fresh(game))
    state.seats[0].reputation = [1]
    state.supply.reputation[3] += 1
    state.supply.reputation[1] -= 1
    game.current.refresh_from_db()
    game.current.state = msgspec.msgpack.encode(state)
    game.current.save()
    assert shown(fresh(game), north) != seen[north]
    assert shown(fresh(game), south) == seen[south]
    assert shown(fresh(game), AnonymousUser()) == seen[AnonymousUser()]


def test_sentences_tell_numbers_to_others_and_values_to_the_seat(game, north, south) -> None:
    draw_reputation(game, 0, (2, 4), 4)
    own = " ".join(history(fresh(game), north)[-1].sentences)
    theirs = " ".join(history(fresh(game), south)[-1].sentences)
    assert "4" in own
    assert "4" not in theirs
    assert "2" in theirs


def test_a_secret_order_is_told_to_its_seat_alone(game, north, south) -> None:
    seat, user = on_move(game)
    other = south if user == north else north
    send(game, "prefer reputation ask; pass", seat, user)
    assert [e.order for e in history(fresh(game), user)][1:] == ["prefer reputation ask", "pass"]
    assert [e.order for e in history(fresh(game), other)][1:] == ["pass"]
    assert player_view(user=other, game=fresh(game)).board.seats[seat].preferences == {}
    kinds = [type(e) for event in store.log_of(game) for e in event.effects]
    assert PreferenceSet in kinds


def test_actors_of_others_are_all_players(game, north, south) -> None:
    draw_reputation(game, 0, (2,), 2)
    assert history(fresh(game), north)[-1].actor == "deadline"
    assert history(fresh(game), south)[-1].actor == "player"


def test_nobody_gets_seed_bag_or_keys(game, north) -> None:
    for user in (north, AnonymousUser(), moderator()):
        board = player_view(user=user, game=fresh(game)).board
        assert board.supply.reputation == {}
    text = shown(fresh(game), account("east"))
    assert bytes(fresh(game).gameseed.sealed).decode() not in text


def test_seats_of_the_log_are_numbers_never_names(game, north, south) -> None:
    send(game, "pass")
    for row in store.rows(game):
        for text in (row.effects, row.order or ""):
            assert "North" not in text
            assert "example.org" not in text
