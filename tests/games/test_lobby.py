"""From the wish to play to the first event."""

from __future__ import annotations

import pytest

from games import seeds, store
from games.access import access_game, player_view, seat_of
from games.errors import GameNotOpen, LobbyError, NoSuchGame, NotAllowed
from games.models import Game
from games.selectors import finished_games, my_games, names, open_games, running_games
from games.services import lobby
from rules.chance import commitment
from rules.state.model import Pending
from tests.games.helpers import TWO, account, fresh, on_move, send, started

pytestmark = pytest.mark.django_db


def test_commitment_fits_the_seed_and_is_there_before_anybody_joins(north) -> None:
    game = lobby.create_game(user=north, name="  Ours ", seats=3)
    assert game.name == "Ours"
    assert fresh(game).commitment == commitment(seeds.unseal(game.gameseed.sealed))
    assert names(game) == {0: "North"}
    assert seat_of(north, game) == 0


def test_players_take_free_seats_and_may_leave_before_the_start(north, south) -> None:
    game = lobby.create_game(user=north, name="Ours", seats=3)
    assert lobby.join(game=game, user=south, seat=2).seat == 2
    east = account("east")
    with pytest.raises(LobbyError, match="free are: 1"):
        lobby.join(game=game, user=east, seat=2)
    assert lobby.join(game=game, user=east).seat == 1
    with pytest.raises(LobbyError, match="taken"):
        lobby.join(game=game, user=account("west"))
    with pytest.raises(LobbyError, match="already"):
        lobby.join(game=game, user=south)
    lobby.leave(game=game, user=east)
    with pytest.raises(LobbyError, match="no seat"):
        lobby.leave(game=game, user=east)
    assert names(game) == {0: "North", 2: "South"}


def test_only_the_creator_adds_bots_and_starts_and_only_a_full_table(north, south) -> None:
    game = lobby.create_game(user=north, name="Ours", seats=2)
    with pytest.raises(LobbyError, match="1 seats are still free"):
        lobby.start(game=game, user=north)
    with pytest.raises(NotAllowed):
        lobby.add_bot(game=game, user=south, policy="random")
    with pytest.raises(LobbyError, match="random"):
        lobby.add_bot(game=game, user=north, policy="genius")
    lobby.add_bot(game=game, user=north, policy="random")
    lobby.remove_bot(game=game, user=north, seat=1)
    lobby.join(game=game, user=south)
    with pytest.raises(NotAllowed):
        lobby.start(game=game, user=south)
    assert lobby.start(game=game, user=north).status == Game.Status.RUNNING
    with pytest.raises(LobbyError, match="before the game starts"):
        lobby.start(game=game, user=north)
    with pytest.raises(LobbyError):
        lobby.leave(game=game, user=south)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"seats": 1}, "players can play"),
        ({"seats": 10}, "players can play"),
        ({"edition": "third_dawn"}, "new_dawn"),
        ({"deadline_hours": 0}, "hours"),
        ({"species": ("terran_union", "terran_union")}, "boards"),
        ({"species": ("elves", "terran_union")}, "boards"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_the_reason(north, wrong, says) -> None:
    with pytest.raises(LobbyError, match=says):
        lobby.create_game(**{"user": north, "name": "Ours", "seats": 2, **wrong})
    assert not Game.objects.exists()


def test_boards_are_fixed_beforehand_or_chosen_by_the_seats(north, south) -> None:
    fixed = started(north, south, species=TWO)
    assert [s.species for s in store.current_state(fixed).seats] == list(TWO)
    free = started(north, south)
    pending = store.current_state(free).pending
    assert [type(p) for p in pending] == [Pending]
    assert pending[0].kind == "species"
    send(free, "choose terran union")


def test_a_cancelled_lobby_is_closed(north, south) -> None:
    game = lobby.create_game(user=north, name="Ours", seats=2)
    with pytest.raises(NotAllowed):
        lobby.cancel(game=game, user=south)
    lobby.cancel(game=game, user=north)
    with pytest.raises(LobbyError):
        lobby.join(game=game, user=south)
    assert my_games(north) == []


def test_a_private_game_is_known_to_its_players_once_it_runs(north, south) -> None:
    east = account("east")
    game = lobby.create_game(user=north, name="Secret", seats=2, private=True)
    assert open_games(east) == []
    assert access_game(east, game.pk) == game
    lobby.join(game=game, user=south)
    lobby.start(game=game, user=north)
    assert access_game(south, game.pk) == game
    for unknown in (game.pk, "nosuchgame", "", "\x00", "../admin"):
        with pytest.raises(NoSuchGame):
            access_game(east, unknown)
    assert running_games(east) == []


def test_lists_show_what_waits_for_whom(north, south) -> None:
    east = account("east")
    waiting = lobby.create_game(user=south, name="Open", seats=2)
    game = started(north, south, species=TWO)
    _, user = on_move(game)
    mine = my_games(user)
    assert mine[0].game == game
    assert mine[0].my_turn
    assert mine[0].deadline_at is not None
    assert mine[0].waiting_for == [user.display_name]
    other = south if user == north else north
    assert not next(card for card in my_games(other) if card.game == game).my_turn
    assert [(card.game, card.free_seats) for card in open_games(east)] == [(waiting, 1)]
    assert [card.game for card in running_games(east)] == [game]
    assert finished_games(east) == []


def test_there_is_nothing_to_see_before_the_start(north) -> None:
    game = lobby.create_game(user=north, name="Ours", seats=2)
    with pytest.raises(GameNotOpen):
        player_view(user=north, game=game)
