"""Cleanup: tiles, discs, graveyards, colony ships; and who begins the next round."""

from __future__ import annotations

import pytest

from rules.effects.base import Effect
from rules.effects.boards import GraveyardEmptied, TechsDrawn
from rules.effects.flow import SeatLeft
from rules.invariants import conservation_faults
from rules.orders import Build, Colonize, Done, Pass, ReturnCube
from rules.state.model import Stock
from tests.builders import HOME, Position

TERRANS = tuple(
    f"terran_{name}"
    for name in ("directorate", "federation", "union", "republic", "conglomerate", "alliance")
)


def all_pass(position: Position) -> list[Effect]:
    effects: list[Effect] = []
    for _ in [s for s in position.state.seats if not s.out]:
        effects += position.play(Pass())
    return effects


def drawn(effects: list[Effect]) -> int:
    return sum(len(e.techs) for e in effects if isinstance(e, TechsDrawn))


@pytest.mark.parametrize(("players", "tiles"), [(2, 4), (3, 6), (4, 7), (5, 8), (6, 9)])
def test_cleanup_draws_technology_tiles(players: int, tiles: int) -> None:
    """So many tiles as the number of players says."""
    assert drawn(all_pass(Position(TERRANS[:players]))) == tiles


def test_cleanup_draws_by_the_players_the_game_began_with() -> None:
    """A seat that left does not lessen the tiles."""
    position = Position(TERRANS[:4])
    position.fact(SeatLeft(3, "collapsed", 0))
    assert drawn(all_pass(position)) == 7


def test_cleanup_draws_what_the_bag_has() -> None:
    """An almost empty bag gives what is left."""
    position = Position()
    position.state.supply.tech_bag = {"orbital": 1}
    assert drawn(all_pass(position)) == 1
    position.play(Pass())
    assert drawn(position.play(Pass())) == 0


def test_cleanup_returns_discs_and_colony_ships() -> None:
    """Discs of actions and reactions come back, used colony ships are turned up, nobody has
    passed."""
    position = Position()
    position.sector(HOME).cubes.remove("money")
    position.seat().cubes.add("money", 1)
    position.play(Build("interceptor", HOME), Colonize(HOME, "money", "money"), Done())
    boards = position.seat()
    assert (boards.discs, boards.colony_ships, boards.action_discs) == (11, 2, {"build": 1})
    all_pass(position)
    assert (boards.discs, boards.colony_ships, boards.used_colony_ships) == (12, 3, 0)
    assert boards.action_discs == {}
    assert not any(seat.passed for seat in position.state.seats)


def test_up_4_graveyard_cubes_return_to_their_tracks() -> None:
    """Destroyed cubes come back in cleanup, after production."""
    position = Position()
    boards = position.seat()
    boards.cubes = Stock(8, 10, 10)
    boards.graveyard = Stock(money=2)
    effects = all_pass(position)
    assert GraveyardEmptied(0, "money", "money", 2) in effects
    assert boards.cubes == Stock(10, 10, 10)
    assert boards.graveyard.total() == 0
    assert not conservation_faults(position.table)


def test_up_4_a_full_track_sends_the_cube_to_another() -> None:
    """What does not fit on its own track goes to another one, chosen by its owner."""
    position = Position()
    boards = position.seat()
    boards.cubes = Stock(11, 10, 7)
    boards.graveyard = Stock(money=2)
    all_pass(position)
    decision = position.asked()
    assert (decision.seat, decision.kind, decision.context["kind"]) == (0, "return_cube", "money")
    assert boards.cubes.money == 12
    assert position.options(ReturnCube) == ("science", "materials")
    assert "own track is full" in position.refusal(ReturnCube("money"))
    assert decision.default == ReturnCube("materials")
    position.play(ReturnCube("science"))
    assert boards.cubes == Stock(12, 11, 7)
    assert position.state.round == 2


def test_up_4_without_a_choice_nobody_is_asked() -> None:
    """Only one track has room: the cube goes there by itself."""
    position = Position()
    boards = position.seat()
    boards.cubes = Stock(12, 12, 5)
    boards.graveyard = Stock(science=1)
    all_pass(position)
    assert boards.cubes == Stock(12, 12, 6)


def test_cleanup_first_to_pass_begins_the_next_round() -> None:
    """The start marker goes to whoever passed first."""
    position = Position(TERRANS[:3])
    position.play(Build("interceptor", HOME), Done())
    assert position.asked().seat == 1
    all_pass(position)
    assert position.state.start_seat == 1
    assert position.asked().seat == 1


def test_cleanup_first_to_pass_does_not_count_those_who_left() -> None:
    """A seat that left the game does not take the start marker from the first to pass."""
    position = Position(TERRANS[:3])
    position.fact(SeatLeft(2, "collapsed", 0))
    position.play(Build("interceptor", HOME), Done())
    all_pass(position)
    assert position.state.start_seat == 1


def test_cleanup_of_the_last_round_is_left_out() -> None:
    """Nothing in it counts: no tiles are drawn and nobody is asked about cubes."""
    position = Position()
    position.state.round = 9
    boards = position.seat()
    boards.cubes = Stock(12, 10, 7)
    boards.graveyard = Stock(money=1)
    assert drawn(all_pass(position)) == 0
    assert position.state.finished
