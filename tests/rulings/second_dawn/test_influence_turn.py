"""Influence, passing, reactions and colony ships in Second Dawn."""

from __future__ import annotations

from rules.effects.boards import Gained
from rules.orders import Build, Colonize, Done, Influence, Move, Pass, Refresh, Trade
from rules.state.model import Stock
from tests.builders import HOME, Position

LEFT = "2.11"
TRACK = "track"


def game() -> Position:
    """Seat 0 has 201 beside its home and an empty 102 below it."""
    position = Position(edition="second_dawn")
    position.lay("201", LEFT, disc=0)
    position.lay("102", "1.0")
    return position


def test_sd_in_1_a_sector_takes_part_in_one_activation_only() -> None:
    """Lifting a disc and putting it back is forbidden in one action."""
    position = game()
    position.play(Influence("201", TRACK))
    assert "201" not in position.options(Influence, TRACK)
    assert "took part" in position.refusal(Influence(TRACK, "201"))
    assert "102" in position.options(Influence, TRACK)


def test_sd_in_1_a_disc_just_placed_stays_there() -> None:
    position = game()
    position.play(Influence(TRACK, "102"))
    assert "102" not in position.options(Influence)
    assert "took part" in position.refusal(Influence("102", TRACK))
    position.play(Influence("201", TRACK))
    assert not position.offers(Influence)


def test_sd_in_1_the_next_action_begins_anew() -> None:
    position = game()
    position.play(Influence("201", TRACK), Done())
    position.play(Pass(), seat=1)
    position.play(Influence(TRACK, "201"), seat=0)
    assert position.sector("201").disc == 0


def test_sd_in_2_two_colony_ships_are_turned_up_even_without_a_move() -> None:
    position = game()
    position.seat().colony_ships, position.seat().used_colony_ships = 0, 3
    position.play(Refresh())
    assert (position.seat().colony_ships, position.seat().used_colony_ships) == (2, 1)


def test_sd_pa_1_the_first_to_pass_gets_two_money_and_begins_the_next_round() -> None:
    """Only the first, and only once."""
    position = game()
    money = [seat.storage.money for seat in position.state.seats]
    assert Gained(0, "first_pass", 2) in position.play(Pass())
    assert position.state.next_start == 0
    position.play(Build("interceptor", position.seat(1).home), Done(), seat=1)
    position.play(Pass(), seat=0)
    effects = position.play(Pass(), seat=1)
    assert not any(isinstance(e, Gained) and e.reason == "first_pass" for e in effects)
    assert position.seat(0).storage.money >= money[0] + 2


def reacting() -> Position:
    """Seat 0 has passed, seat 1 still acts; it is the turn of seat 0 again."""
    position = game()
    position.seat().storage = Stock(10, 10, 10)
    position.play(Pass())
    position.play(Refresh(), Done(), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "reaction")
    return position


def test_sd_co_1_colony_ships_are_used_in_reactions_too() -> None:
    """Before the reaction, and after it; having used them one may still react."""
    position = reacting()
    position.play(Colonize("201", "money", "money"))
    assert position.offers(Move)
    position.play(Move("interceptor", HOME, "102"))
    position.play(Colonize("201", "materials", "materials"))
    assert position.sector("201").cubes == ["money", "materials"]


def test_sd_re_4_reactions_are_upgrade_build_and_move_once_each() -> None:
    """One activation, whatever technologies add to actions."""
    position = reacting()
    position.learn(0, "nanorobots")
    position.learn(0, "improved_logistics", "grid")
    assert "only reactions" in position.refusal(Influence(TRACK, "102"))
    discs = position.seat().discs
    position.play(Build("interceptor", HOME))
    assert position.asked().kind == "end_turn"
    assert position.seat().discs == discs - 1
    position = reacting()
    position.learn(0, "improved_logistics", "grid")
    position.play(Move("interceptor", HOME, "102"))
    assert position.asked().kind == "end_turn"


def test_sd_tr_1_trade_at_the_rate_of_the_board() -> None:
    """Terrans give two for one."""
    position = game()
    position.seat().storage = Stock(5, 0, 0)
    assert position.options(Trade, "money", "science") == (1, 2)
    position.play(Trade("money", "science", 2))
    assert position.seat().storage == Stock(1, 2, 0)
