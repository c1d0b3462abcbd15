"""The panel of threats: who is where, who could come, with what chance."""

from __future__ import annotations

import pytest

from games.rendering.threats import threat_lines, threats
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South", 2: "East"}
UP = "3.0"
INNER = "1.0"


def lines(position: Position, seat: int = 0) -> list[str]:
    return threat_lines(player_view(position.state, seat), NAMES)


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_nothing_near_is_a_calm_line(edition):
    found = threats(player_view(Position(edition=edition).state, 0), NAMES)
    assert found is not None
    assert not found.rows
    assert "No enemy fleet" in found.calm


def test_onlookers_have_no_threats():
    assert threats(player_view(Position().state, None), NAMES) is None


def test_two_interceptors_in_the_home_of_one():
    """The defender shoots first with one, the attackers second with two; after a loss it is the
    defender's turn."""
    position = Position()
    position.remove_ships(HOME)
    position.ship(0, "interceptor", HOME)
    position.ship(1, "interceptor", HOME)
    position.ship(1, "interceptor", HOME)
    (line,) = lines(position)
    # a: two against one, the one to shoot; each loss of the attackers changes who shoots next.
    hit, both = 1 / 6, 1 - (5 / 6) ** 2
    turn = 1 - (1 - hit) * (1 - both)
    wins = hit / turn * (1 - 6 / 11)
    assert "2 interceptors of South against your 1 interceptor." in line
    assert "Your ship is pinned." in line
    assert f"As it stands you win: {round(wins * 100)} %." in line
    # The same battle as the other seat sees it; its home is safe.
    (other,) = lines(position, 1)
    assert "1 interceptor of North against your 2 interceptors." in other
    assert "1 of your ships is pinned." in other
    assert f"As it stands you win: {round((1 - wins) * 100)} %." in other


def test_population_without_ships():
    position = Position()
    position.remove_ships(HOME)
    position.ship(1, "cruiser", HOME)
    (line,) = lines(position)
    cubes = len(position.sector(HOME).cubes)
    assert "1 cruiser of South; no ship of yours is there." in line
    assert f"they may attack your {cubes} cubes there." in line


def test_fleets_one_jump_away_and_those_held_there():
    position = Position()
    position.lay("206", UP)
    position.lay("102", INNER, disc=0)
    for _ in range(2):
        position.ship(1, "interceptor", "206")
    position.guard("206")
    found = threats(player_view(position.state, 0), NAMES)
    assert found is not None
    assert [row.sector for row in found.rows] == [HOME]
    assert found.rows[0].sentences == (
        "2 interceptors of South are one jump away, in 206; not pinned: 1.",
    )
    assert found.who == "South, in 1 place"
    position.remove_ships(HOME)
    found = threats(player_view(position.state, 0), NAMES)
    assert found is not None
    assert found.rows[0].sentences[-1] == "No ship of yours guards it."


def test_a_battle_in_sight_comes_before_what_could_come():
    """The worst chance first, then unguarded sectors that could be reached."""
    position = Position()
    position.lay("206", UP, disc=0)
    position.lay("102", INNER, disc=0)
    position.ship(1, "interceptor", "102")
    position.ship(0, "cruiser", "102")
    position.guard("206", "ancient")
    position.ship(0, "interceptor", "206")
    found = threats(player_view(position.state, 0), NAMES)
    assert found is not None
    assert [(row.sector, row.here) for row in found.rows] == [("206", True), ("102", True)]
    # Against ancients nobody is named.
    assert found.rows[0].colours == ()


def test_the_same_threats_whatever_others_hide():
    told = []
    for value in (1, 4):
        position = Position()
        position.lay("206", UP)
        position.ship(1, "interceptor", "206")
        position.seat(1).reputation = [value]
        position.seat(1).preferences = {"reputation": "ask"} if value == 1 else {}
        told.append(threats(player_view(position.state, 0), NAMES))
    assert told[0] == told[1]
