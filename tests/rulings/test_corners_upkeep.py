"""Corners of upkeep, of leaving the game and of the end: cascades, several seats at once."""

from __future__ import annotations

from rules.effects.base import Effect
from rules.effects.boards import Traded
from rules.effects.flow import GameEnded, RoundStarted, SeatLeft
from rules.engine import open_decisions
from rules.invariants import conservation_faults
from rules.orders import (
    Abandon,
    Colonize,
    Done,
    Influence,
    Pass,
    Research,
    Resign,
    ReturnCube,
    Trade,
)
from rules.state.model import Stock
from tests.builders import HOME, TWO, Position

THREE = (*TWO, "terran_union")


def _all_pass(position: Position) -> list[Effect]:
    effects: list[Effect] = []
    for _ in [s for s in position.state.seats if not s.out]:
        effects += position.play(Pass())
    return effects


def _owing(position: Position, seat: int, discs: int, *stored: int) -> None:
    """A seat with so many discs on its track (the rest lies on actions) and so much stored."""
    boards = position.seat(seat)
    boards.action_discs = {"move": boards.discs - discs}
    boards.discs = discs
    boards.storage = Stock(*stored)
    boards.used_colony_ships += boards.colony_ships
    boards.colony_ships = 0


def _defaults(position: Position, seat: int) -> list[object]:
    """What the deadline plays for a seat in upkeep, until it is asked nothing more."""
    played: list[object] = []
    while position.state.phase == "upkeep":
        own = [d for d in open_decisions(position.table) if d.seat == seat]
        if not own:
            break
        played.append(own[0].default)
        position.play(own[0].default, seat=seat)
    return played


def _rich_sectors(position: Position) -> None:
    """A far sector with two money cubes (worth 1) and an empty one (worth 2)."""
    position.lay("317", "5.0", disc=0)
    position.settle(0, "317", "money", "money")
    position.settle(0, "317", "money*", "money")
    position.lay("302", "6.0", disc=0)


# --- cascades --------------------------------------------------------------------------------------


def test_up_1_giving_up_a_money_sector_makes_it_worse() -> None:
    """Its cubes lower the income by more than the disc saves; the shortage grows, as allowed."""
    position = Position()
    _rich_sectors(position)
    _owing(position, 0, 8, 0, 0, 40)  # 3 due with five empty circles
    position.seat().cubes.money = 11 - 3  # three cubes out: 6 income
    position.seat().discs = 4  # nine circles are empty: 13 due
    _all_pass(position)
    assert position.asked().context["short"] == 13 - 6
    position.play(Abandon("317"), seat=0)
    assert position.asked().context["short"] == 10 - 3
    position.play(Abandon("302"), seat=0)
    assert position.asked().context["short"] == 7 - 3


def test_up_1_default_never_gives_up_what_could_still_be_saved() -> None:
    """The cheapest sector by points would ruin the seat for good: the deadline takes the other."""
    position = Position()
    _rich_sectors(position)
    boards = position.seat()
    _owing(position, 0, 6, 0, 0, 0)  # seven circles are empty: 7 due
    boards.cubes.money = 11 - 3  # 6 income: one short; 5 due with one sector less
    _all_pass(position)
    assert _defaults(position, 0) == [Abandon("302")]
    assert not boards.out
    assert position.sector("317").disc == 0


def test_up_1_cubes_given_up_by_default_spare_the_money_track() -> None:
    """A gray cube that goes home to the money track would make the shortage worse."""
    position = Position()
    position.lay("313", "5.0", disc=0)
    position.settle(0, "313", "gray", "materials")
    boards = position.seat()
    _owing(position, 0, 6, 3, 0, 0)
    boards.cubes.money = 11 - 1
    boards.cubes.science = boards.cubes.materials = 11
    _all_pass(position)
    assert _defaults(position, 0) == [Abandon("313"), ReturnCube("science")]
    assert not boards.out
    assert boards.cubes.money == 11 - 1


def test_tr_1_trade_in_upkeep_at_the_rate_while_short() -> None:
    """Short of two money: two units of two kinds become two money, and the debt is paid."""
    position = Position()
    _owing(position, 0, 7, 0, 2, 3)  # six circles are empty: 5 due, 3 income
    _all_pass(position)
    assert position.asked().context["short"] == 2
    effects = position.play(Trade("science", "money", 1), Trade("materials", "money", 1), seat=0)
    assert [e for e in effects if isinstance(e, Traded)] == [
        Traded(0, "science", 2, "money", 1),
        Traded(0, "materials", 2, "money", 1),
    ]
    assert not position.seat().out


# --- leaving ---------------------------------------------------------------------------------------


def test_up_3_a_seat_in_the_middle_collapses_and_the_order_closes_over_it() -> None:
    """Seat 1 of three collapses: seats 0 and 2 go on in turn order."""
    position = Position(THREE)
    for seat in (0, 2):
        boards = position.seat(seat)
        boards.used_colony_ships, boards.colony_ships = boards.colony_ships, 0
    _owing(position, 1, 0, 0, 0, 0)
    effects = _all_pass(position)
    assert [(e.seat, e.reason) for e in effects if isinstance(e, SeatLeft)] == [(1, "collapsed")]
    assert position.state.round == 2
    order = []
    for _ in range(2):
        order.append(position.asked().seat)
        position.play(Influence(HOME if order[-1] == 0 else "225", "track"), Done())
    assert order == [0, 2]
    assert position.asked().seat == 0
    assert not conservation_faults(position.table)


def test_up_3_first_to_pass_collapses_and_the_next_begins() -> None:
    """The marker that seat 0 won by passing first goes to the next in order."""
    position = Position(THREE)
    for seat in (1, 2):
        position.seat(seat).colony_ships = 0
    _owing(position, 0, 0, 0, 0, 0)
    effects = _all_pass(position)
    (started,) = [e for e in effects if isinstance(e, RoundStarted)]
    assert (started.round, started.start_seat) == (2, 1)


def test_up_3_all_collapse_and_the_game_is_over() -> None:
    """Nobody is left: the game ends at once, everybody with the score of that moment."""
    position = Position()
    for seat in (0, 1):
        _owing(position, seat, 0, 0, 0, 0)
    position.seat(1).techs["nano"] = ["nanorobots", "orbital", "monolith", "fusion_drive"]
    effects = _all_pass(position)
    (ended,) = [e for e in effects if isinstance(e, GameEnded)]
    assert {s.seat: (s.total, s.place) for s in ended.scores} == {0: (0, 2), 1: (1, 1)}
    assert position.state.finished


def test_up_3_eliminated_seat_researches_and_scores() -> None:
    """Without disc and ship a seat goes on: it researches, pays upkeep, produces, and may leave."""
    position = Position()
    position.remove_ships(HOME)
    position.lift(HOME)
    position.sector(HOME).cubes.clear()
    position.state.supply.techs["nanorobots"] = 1
    position.seat().storage = Stock(5, 5, 5)
    assert position.offers(Resign)
    assert not position.offers(Colonize)
    assert position.options(Influence) == ()
    assert "disc" in position.refusal(Influence("track", HOME))
    position.play(Research("nanorobots"))
    if position.asked().seat == 0:
        position.play(Done())
    assert "nanorobots" in position.seat().techs["nano"]


def test_up_3_resigning_first_is_no_passing_first() -> None:
    """Who leaves does not take the start marker; the first of the others to pass does."""
    position = Position(THREE)
    position.remove_ships(HOME)
    position.lift(HOME)
    position.sector(HOME).cubes.clear()
    position.play(Resign(), seat=0)
    position.play(Pass(), seat=1)
    assert position.state.next_start == 1
    for seat in (1, 2):
        position.seat(seat).colony_ships = 0
    position.play(Pass(), seat=2)
    assert (position.state.round, position.state.start_seat) == (2, 1)
