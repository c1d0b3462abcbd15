"""Sealing and undo: what can be taken back, by whom, and who sees it meanwhile."""

from __future__ import annotations

import pytest

from games import store
from games.access import player_view
from games.errors import NotAllowed, NothingToUndo
from games.models import GameEvent, PendingDecision
from games.selectors import history
from games.services.undo import undo, undoable
from rules.log import fold_events, state_hash
from rules.orders import Explore
from tests.games.helpers import fresh, legal, on_move, send

pytestmark = pytest.mark.django_db

TRADES = "trade money for 1 materials; trade materials for 1 science"


@pytest.fixture
def other(game, north, south):
    """Whoever is not on the move."""
    return south if on_move(game)[1] == north else north


def test_undo_takes_the_last_order_back_and_appends_to_the_log(game) -> None:
    seat, user = on_move(game)
    before = store.current_state(fresh(game))
    send(game, TRADES, seat, user)
    undo(game=game, seat=seat, user=user)
    state = store.current_state(fresh(game))
    assert GameEvent.objects.filter(game=game).count() == 4
    assert state.seats[seat].storage.materials == before.seats[seat].storage.materials + 1
    assert state.seats[seat].storage.science == before.seats[seat].storage.science
    assert state_hash(state) == state_hash(fold_events(store.log_of(game)))


def test_undo_can_be_repeated_back_to_the_last_seal(game) -> None:
    seat, user = on_move(game)
    before = store.current_state(fresh(game))
    send(game, TRADES, seat, user)
    assert undoable(fresh(game), seat) == [1, 2]
    undo(game=game, seat=seat, user=user)
    assert undoable(fresh(game), seat) == [1]
    undo(game=game, seat=seat, user=user)
    state = store.current_state(fresh(game))
    assert state.seats[seat].storage == before.seats[seat].storage
    assert state.pending == before.pending
    with pytest.raises(NothingToUndo):
        undo(game=game, seat=seat, user=user)


def test_undo_goes_back_to_a_chosen_event_of_the_own_ones(game) -> None:
    seat, user = on_move(game)
    send(game, TRADES, seat, user)
    with pytest.raises(NothingToUndo, match="possible are: 0, 1"):
        undo(game=game, seat=seat, user=user, to=7)
    undo(game=game, seat=seat, user=user, to=0)
    assert undoable(fresh(game), seat) == []


def test_an_order_after_an_undo_starts_a_new_branch(game) -> None:
    seat, user = on_move(game)
    send(game, "trade money for 1 materials", seat, user)
    undo(game=game, seat=seat, user=user)
    result = send(game, "trade money for 1 science", seat, user)
    assert result.seqs == (3,)
    assert undoable(fresh(game), seat) == [3]
    assert state_hash(store.current_state(fresh(game))) == state_hash(
        fold_events(store.log_of(game))
    )


@pytest.mark.parametrize("sealing", ["chance", "pass", "done"])
def test_chance_and_the_end_of_a_turn_seal(game, sealing) -> None:
    seat, user = on_move(game)
    if sealing == "chance":
        text = f"explore {legal(game, seat, Explore)[0].zone}"
    elif sealing == "done":
        text = "trade money for 1 materials; build interceptor; done"
    else:
        text = "trade money for 1 materials; pass"
    result = send(game, text, seat, user)
    assert fresh(game).sealed_seq == result.seqs[-1]
    with pytest.raises(NothingToUndo, match="final"):
        undo(game=game, seat=seat, user=user)


def test_nobody_else_may_undo(game, other) -> None:
    seat, user = on_move(game)
    send(game, "trade money for 1 materials", seat, user)
    with pytest.raises(NotAllowed):
        undo(game=game, seat=seat, user=other)
    with pytest.raises(NothingToUndo):
        undo(game=game, seat=1 - seat, user=other)


def test_undo_with_the_same_key_goes_back_once(game) -> None:
    seat, user = on_move(game)
    send(game, TRADES, seat, user)
    first = undo(game=game, seat=seat, user=user, key="u1")
    again = undo(game=game, seat=seat, user=user, key="u1")
    assert again.replayed
    assert again.seqs == first.seqs
    assert undoable(fresh(game), seat) == [1]


def test_undo_never_gains_time(game) -> None:
    seat, user = on_move(game)
    row = PendingDecision.objects.get(game=game, closed_at=None)
    early = row.deadline_at.replace(year=row.deadline_at.year - 1)
    PendingDecision.objects.filter(pk=row.pk).update(deadline_at=early)
    send(game, "trade money for 1 materials", seat, user)
    assert PendingDecision.objects.get(game=game, closed_at=None).deadline_at == early
    undo(game=game, seat=seat, user=user)
    back = PendingDecision.objects.get(game=game, closed_at=None)
    assert (back.decision_id, back.deadline_at) == (row.decision_id, early)


def test_others_see_the_last_sealed_event_only(game, other) -> None:
    seat, user = on_move(game)
    stored = store.current_state(fresh(game)).seats[seat].storage.materials
    send(game, "trade money for 1 materials", seat, user)
    game = fresh(game)
    own = player_view(user=user, game=game)
    theirs = player_view(user=other, game=game)
    assert own.board.seats[seat].storage.materials == stored + 1
    assert theirs.board.seats[seat].storage.materials == stored
    assert theirs.board.seq == 0
    assert [entry.seq for entry in history(game, other)] == [0]
    assert [entry.seq for entry in history(game, user)] == [0, 1]
    with pytest.raises(NotAllowed):
        player_view(user=other, game=game, at=1)
    send(game, "pass", seat, user)
    assert player_view(user=other, game=fresh(game)).board.seq == 2
    assert [entry.seq for entry in history(fresh(game), other)] == [0, 1, 2]


def test_a_branch_that_was_taken_back_stays_with_its_seat(game, other) -> None:
    seat, user = on_move(game)
    send(game, "trade money for 1 materials", seat, user)
    undo(game=game, seat=seat, user=user)
    send(game, "pass", seat, user)
    game = fresh(game)
    assert [(e.seq, e.abandoned) for e in history(game, user)] == [
        (0, False),
        (1, True),
        (2, False),
        (3, False),
    ]
    assert 1 not in [e.seq for e in history(game, other)]
    assert player_view(user=user, game=game, at=1).board.seq == 1
    with pytest.raises(NotAllowed, match="taken back"):
        player_view(user=other, game=game, at=1)
