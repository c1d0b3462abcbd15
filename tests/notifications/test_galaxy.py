"""The map as a list in the mail about one's turn, for whoever plays by nothing but mail."""

from __future__ import annotations

import pytest

from games import store
from games.models import CurrentState, Game
from games.rendering.places import place_text
from rules.codec import encode_state
from rules.effects.galaxy import ShipPlaced
from rules.fold import apply
from rules.state.model import GameState
from tests.builders import HOME, Position
from tests.games.helpers import fresh, on_move
from tests.notifications.helpers import deliver_all, html_of

pytestmark = pytest.mark.django_db


def turn_mail(game: Game):
    _seat, user = on_move(game)
    return next(message for message in deliver_all() if message.to == [user.email])


def lines_of(text: str) -> list[str]:
    block = text.partition("THE GALAXY")[2].partition("\n\n")[0]
    return [line.removeprefix("* ") for line in block.splitlines()[1:]]


def changed(game: Game) -> GameState:
    return store.current_state(fresh(game))


def test_every_sector_is_listed_once_the_readers_first(game) -> None:
    state = changed(game)
    seat, _user = on_move(game)
    message = turn_mail(game)
    lines = lines_of(message.body)
    for sector in state.sectors:
        assert sum(line.startswith(f"{sector} ") for line in lines) == 1
        assert html_of(message).count(f">{sector} ") == 1
    home = state.seats[seat].home
    assert lines[0].startswith(f"{home} ")
    assert "Without your discs and ships:" in lines
    assert lines.index("Without your discs and ships:") == 1


def test_a_line_tells_all_that_the_map_shows(game) -> None:
    state = changed(game)
    seat, user = on_move(game)
    home = state.sectors[state.seats[seat].home]
    apply(state, ShipPlaced(state.next_ship, 1 - seat, "cruiser", home.id))
    other = next(s for s in state.sectors.values() if s.disc == 1 - seat)
    CurrentState.objects.filter(game=game).update(state=encode_state(state))
    lines = lines_of(turn_mail(game).body)
    line = next(text for text in lines if text.startswith(f"{home.id} "))
    assert f"(zone {home.zone}), held by {user.name}, 3 VP" in line
    assert f"{user.name}: 1 interceptor" in line
    assert ": 1 cruiser" in line
    assert "■ money square" in line
    assert "□ advanced" in line
    assert any(text.startswith(f"{other.id} ") for text in lines)
    assert lines[-1].startswith("Unexplored zones that a wormhole leads to: ")


def test_joined_sectors_are_named() -> None:
    position = Position()
    position.join("201", HOME)
    table = position.table
    told = place_text(table, position.sector(HOME), {0: "North"})
    links = dict(table.links(position.sector(HOME)))
    assert links["201"] is True
    assert told.endswith("wormholes to 201")
    assert place_text(table, position.sector("201"), {}).endswith(f"wormholes to {HOME}")
