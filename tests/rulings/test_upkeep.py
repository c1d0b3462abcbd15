"""Upkeep: colony ships, money, bankruptcy, collapse; and giving up the game."""

from __future__ import annotations

from rules.effects.base import Effect
from rules.effects.boards import (
    CubeReturned,
    Gained,
    ReputationDrawn,
    ReputationSettled,
    UpkeepPaid,
)
from rules.effects.flow import GameEnded, SeatLeft
from rules.effects.galaxy import DiscRemoved
from rules.engine import open_decisions
from rules.invariants import conservation_faults
from rules.orders import (
    Abandon,
    Build,
    Colonize,
    Done,
    Explore,
    Influence,
    Pass,
    Research,
    Resign,
    ReturnCube,
    Trade,
)
from rules.state.model import Line, Stock
from tests.builders import HOME, RIVAL_HOME, TWO, Position

THREE = (*TWO, "terran_union")


def all_pass(position: Position) -> list[Effect]:
    """Everybody passes; the effects up to the first decision of upkeep."""
    effects: list[Effect] = []
    for _ in position.state.seats:
        effects += position.play(Pass())
    return effects


def owed(
    position: Position, seat: int, money: int, circles: int, colony_ships: bool = False
) -> None:
    """The seat has so much money, so many empty circles (discs that lie on no sector are on
    actions), and has used its colony ships unless it shall keep them."""
    boards = position.seat(seat)
    if not colony_ships:
        boards.used_colony_ships += boards.colony_ships
        boards.colony_ships = 0
    boards.storage = Stock(money, 0, 0)
    spent = boards.discs - (13 - circles)
    boards.discs -= spent
    boards.action_discs = {"move": spent}


def keep_reputation(position: Position, value: int) -> None:
    """Seat 0 has a reputation tile from the bag."""
    position.fact(ReputationDrawn(0, 1, (value,)), ReputationSettled(0, 1, kept=value))


def colony(position: Position, sector: str, *squares: str) -> None:
    """A sector of seat 0 far out, with money cubes on squares (named ``square:track``)."""
    position.lay(sector, f"5.{len(position.state.sectors)}", disc=0)
    for square in squares:
        name, track = square.split(":")
        position.settle(0, sector, name, track)


def test_up_1_income_upkeep_then_production() -> None:
    """Money changes by income minus upkeep; then science and materials are produced. Nobody with
    nothing to decide is asked."""
    position = Position()
    owed(position, 0, 5, 7)
    effects = all_pass(position)
    mine = [e for e in effects if isinstance(e, UpkeepPaid | Gained) and e.seat == 0]
    # One cube of each kind is away: three of each are produced.
    assert mine == [UpkeepPaid(0, 3, 7), Gained(0, "production", 0, 3, 3)]
    assert position.seat().storage == Stock(1, 3, 3)
    assert position.state.round == 2


def test_up_1_trade_alone_is_no_reason_to_be_asked() -> None:
    """A seat that can pay and has no colony ship to use settles by itself."""
    position = Position()
    position.seat().storage = Stock(20, 20, 20)
    all_pass(position)
    assert position.state.round == 2


def test_up_1_colony_ships_first_and_not_beside_enemies() -> None:
    """Left colony ships may be used before paying, but not in sectors with enemy ships; what they
    settle counts at once."""
    position = Position()
    position.sector(HOME).cubes.remove("money")
    position.seat().cubes.add("money", 1)
    position.sector(RIVAL_HOME).cubes.remove("money")
    position.seat(1).cubes.add("money", 1)
    all_pass(position)
    mine, rival = open_decisions(position.table)
    assert (mine.seat, mine.kind, rival.seat) == (0, "upkeep", 1)
    position.guard(RIVAL_HOME)
    assert "sector with" in position.refusal(Colonize(RIVAL_HOME, "money", "money"), seat=1)
    effects = position.play(Colonize(HOME, "money", "money"), seat=0)
    assert UpkeepPaid(0, 3, position.table.upkeep(0)) in effects


def test_up_1_seats_settle_at_the_same_time() -> None:
    """Two seats with something to decide are asked together and answer in any order."""
    position = Position()
    for seat, home in ((0, HOME), (1, RIVAL_HOME)):
        position.sector(home).cubes.remove("money")
        position.seat(seat).cubes.add("money", 1)
    all_pass(position)
    assert [d.seat for d in open_decisions(position.table)] == [0, 1]
    position.play(Done(), seat=1)
    assert [d.seat for d in open_decisions(position.table)] == [0]
    position.play(Done(), seat=0)
    assert position.state.round == 2


def test_up_1_trade_or_abandon_only_while_short() -> None:
    """Short of money a seat trades or gives up a sector, in any order; else no disc may leave."""
    position = Position()
    colony(position, "307")
    owed(position, 0, 0, 7)  # 3 income, 7 upkeep: 4 short
    position.seat().storage.science = 4
    all_pass(position)
    assert position.asked().context["short"] == 4
    assert "4 money short" in position.refusal(Done())
    assert position.options(Abandon) == (HOME, "307")
    position.play(Trade("science", "money", 2))
    assert position.asked().context["short"] == 2
    effects = position.play(Abandon("307"))
    assert DiscRemoved(0, "307") in effects
    # Six circles are empty now: 5 upkeep. Paid with 3 + 2.
    assert UpkeepPaid(0, 3, 5) in effects
    assert position.seat().storage.money == 0


def test_up_1_discs_stay_when_the_money_suffices() -> None:
    """A seat that can pay may not give up sectors in upkeep."""
    position = Position()
    position.sector(HOME).cubes.remove("money")
    position.seat().cubes.add("money", 1)
    all_pass(position)
    assert not position.offers(Abandon)
    assert "only while money is short" in position.refusal(Abandon(HOME))


def test_up_1_returned_cubes_lower_the_income_at_once() -> None:
    """The money cube of a sector given up goes back to its track and shows a lower income."""
    position = Position()
    colony(position, "301", "money:money")
    owed(position, 0, 0, 8)
    position.seat().storage.science = 40
    all_pass(position)
    before = position.asked().context
    assert before["income"] == 4
    effects = position.play(Abandon("301"))
    assert CubeReturned(0, "money") in effects
    assert position.asked().context["income"] == 3
    assert position.asked().context["upkeep"] < before["upkeep"]


def test_up_1_owner_chooses_where_gray_cubes_go() -> None:
    """Cubes of gray squares go to any track; the seat is asked on the way."""
    position = Position()
    gray = next(
        t.id
        for t in position.table.catalog.sectors.values()
        if t.ring == "outer" and [s.name for s in t.squares] == ["gray"]
    )
    colony(position, gray, "gray:materials")
    owed(position, 0, 0, 8)
    position.seat().storage.science = 40
    all_pass(position)
    position.play(Abandon(gray))
    assert position.options(ReturnCube) == ("money", "science", "materials")
    position.play(ReturnCube("science"))
    assert position.asked().kind == "upkeep"
    assert not conservation_faults(position.table)


def test_up_1_colony_ships_stay_once_sectors_are_given_up() -> None:
    """Colony ships come before paying: after a sector was given up they are not used any more."""
    position = Position()
    colony(position, "307")
    position.sector(HOME).cubes.remove("science")
    position.seat().cubes.add("science", 1)
    owed(position, 0, 0, 9, colony_ships=True)
    position.seat().storage.materials = 40
    all_pass(position)
    assert position.offers(Colonize)
    position.play(Abandon("307"))
    assert not position.offers(Colonize)
    assert "before sectors are given up" in position.refusal(Colonize(HOME, "science", "science"))


def test_up_1_default_trades_from_the_larger_store_then_abandons() -> None:
    """At the deadline: what is needed is traded from the larger store, then the sector that helps
    at the least loss of points is given up, then the seat is done."""
    position = Position()
    colony(position, "307")
    owed(position, 0, 0, 8)  # 10 due, 3 income: 7 short
    position.seat().storage = Stock(0, 5, 6)
    all_pass(position)
    given = []
    while (decision := position.asked()).kind == "upkeep":
        given.append(decision.default)
        position.play(decision.default)
    assert given == [
        Trade("materials", "money", 3),
        Trade("science", "money", 2),
        Abandon("307"),
    ]
    assert not position.seat().out


def test_up_1_collapse_when_nothing_is_left_to_give_up() -> None:
    """No disc and nothing to trade covers the upkeep: the civilization's game ends."""
    position = Position(THREE)
    keep_reputation(position, 2)
    owed(position, 0, 0, 13)
    position.seat().storage.science = 3
    effects = all_pass(position)
    (left,) = [e for e in effects if isinstance(e, SeatLeft)]
    assert (left.seat, left.reason, left.score) == (0, "collapsed", 2)
    assert DiscRemoved(0, HOME) in effects
    assert position.asked().seat == 1, "the start marker passes to the next in order"
    assert position.state.start_seat == 1
    assert not conservation_faults(position.table)


def test_up_1_no_collapse_while_a_trade_can_pay() -> None:
    """The same seat with enough to trade is asked instead."""
    position = Position()
    owed(position, 0, 0, 13)
    position.seat().storage = Stock(0, 40, 14)
    all_pass(position)
    assert position.asked().kind == "upkeep"
    position.play(Trade("science", "money", 20), Trade("materials", "money", 7))
    assert not position.seat().out
    assert position.seat().storage.money == 0


def test_up_2_upkeep_of_the_last_round_is_played_before_scoring() -> None:
    """Bankruptcy in the ninth round costs sectors; production counts for ties."""
    position = Position()
    colony(position, "307")
    position.state.round = 9
    owed(position, 0, 2, 7)  # 7 due, 3 income: 2 short
    all_pass(position)
    assert position.asked().kind == "upkeep"
    effects = position.play(Abandon("307"))
    (ended,) = [e for e in effects if isinstance(e, GameEnded)]
    score = next(s for s in ended.scores if s.seat == 0)
    assert Line("sectors", position.table.tile(HOME).vp) in score.lines
    assert score.tie_break == 3 + 3  # science and materials produced; the money is spent
    assert position.state.finished


def test_up_3_components_leave_and_structures_stay() -> None:
    """Ships, discs and cubes of a collapsed seat are gone; its orbital stays on the sector."""
    position = Position(THREE)
    position.sector(HOME).orbital = True
    position.ship(0, "cruiser", HOME)
    owed(position, 0, 0, 13)
    all_pass(position)
    assert position.seat().out == "collapsed"
    assert position.sector(HOME).disc is None
    assert position.sector(HOME).cubes == []
    assert position.sector(HOME).ships == []
    assert position.sector(HOME).orbital


def test_up_3_the_game_goes_on_until_all_have_left() -> None:
    """The others play on; when everybody collapsed, the game ends."""
    position = Position()
    owed(position, 0, 0, 13)
    all_pass(position)
    assert not position.state.finished
    assert position.state.round == 2
    owed(position, 1, 0, 13)
    position.play(Pass())
    assert position.state.finished
    assert [score.place for score in position.state.scores] == [1, 1]


def eliminated() -> Position:
    """Seat 0 has neither disc nor ship left on the board."""
    position = Position()
    position.lift(HOME)
    position.sector(HOME).cubes.clear()
    position.seat().cubes = Stock(11, 11, 11)
    position.remove_ships(HOME)
    return position


def test_up_3_without_discs_and_ships_a_seat_plays_on() -> None:
    """It may research and produces; it places no discs on sectors and builds nothing."""
    position = eliminated()
    assert position.table.is_eliminated(0)
    assert position.offers(Research)
    assert position.offers(Pass)
    for order in (Explore, Influence, Build):
        assert not position.offers(order)
    storage = position.seat().storage
    before = Stock(storage.money, storage.science, storage.materials)
    all_pass(position)
    after = position.seat().storage
    assert (after.money, after.science) == (before.money + 2, before.science + 2)


def test_up_3_an_eliminated_seat_may_give_up() -> None:
    """Resigning counts the score and ends its part; others may not resign."""
    position = eliminated()
    keep_reputation(position, 3)
    (left,) = [e for e in position.play(Resign()) if isinstance(e, SeatLeft)]
    assert (left.reason, left.score, left.lines) == ("resigned", 3, (Line("reputation", 3),))
    assert position.asked().seat == 1
    assert "Only a seat without discs and ships" in position.refusal(Resign())
    position.play(Pass())
    assert position.state.round == 2
    assert position.state.start_seat == 1
    assert not conservation_faults(position.table)


def test_up_3_a_seat_that_left_keeps_its_score() -> None:
    """The final ranking holds what was counted when the seat left, with nothing stored."""
    position = eliminated()
    keep_reputation(position, 4)
    position.seat().storage.money = 30
    position.play(Resign())
    position.state.round = 9
    position.play(Pass())
    score = next(s for s in position.state.scores if s.seat == 0)
    assert (score.total, score.tie_break, score.lines) == (4, 0, [Line("reputation", 4)])
