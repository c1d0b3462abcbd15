"""Setup, the tracks, and what a seat without discs may do."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.chance import LiveChance, ScriptedChance
from rules.effects.boards import DiscsGained
from rules.engine import new_game, open_decisions, play
from rules.orders import (
    Build,
    ChooseSpecies,
    Colonize,
    Explore,
    Influence,
    Move,
    Pass,
    Refresh,
    Research,
    Trade,
    Upgrade,
)
from rules.state.model import GameState, RulesetSpec, Stock
from rules.table import Table
from tests.builders import HOME, Position


def choosing(options: dict[str, object]) -> list[int]:
    """The seats in the order in which four players choose boards; seat 2 starts."""
    chance = ScriptedChance({"start order": [2]}, otherwise=LiveChance(b"choice"))
    state, _ = new_game(RulesetSpec("new_dawn", options=options), 4, chance)
    seats = []
    while state.phase == "setup":
        (decision,) = open_decisions(Table(state))
        seats.append(decision.seat)
        play(state, state.seq + 1, decision.seat, decision.default, chance)
    return seats


def test_se_1_terran_boards_are_chosen_clockwise_from_the_start_player() -> None:
    """With Terrans only the start player chooses first."""
    assert choosing({}) == [2, 3, 0, 1]


def test_se_1_with_aliens_the_choice_goes_the_other_way() -> None:
    """With aliens the seat to the right of the start player is first, the start player last."""
    assert choosing({"species": ["terran", "alien"]}) == [1, 0, 3, 2]


def test_se_1_a_board_is_taken_once() -> None:
    """A board that somebody has cannot be chosen again."""
    chance = ScriptedChance({"start order": [0]}, otherwise=LiveChance(b"choice"))
    state, _ = new_game(RulesetSpec("new_dawn"), 2, chance)
    play(state, 1, 0, ChooseSpecies("terran_union"), chance)
    (decision,) = open_decisions(Table(state))
    choice = decision.choice(ChooseSpecies)
    assert choice is not None
    assert "terran_union" not in choice.candidates(())
    assert choice.why((), "terran_union")


def test_se_1_turns_go_by_seats_around_the_table() -> None:
    """Whatever board was chosen, the turn order is that of the seats."""
    position = Position(("terran_union", "terran_alliance", "terran_directorate"))
    order = []
    for _ in range(3):
        order.append(position.asked().seat)
        position.play(Pass())
    assert order == [0, 1, 2]


def test_se_2_extra_discs_fill_circles_from_the_left() -> None:
    """Upkeep is read by empty circles, so an extra disc lowers it."""
    position = Position()
    boards = position.seat()
    boards.discs = 9  # four of thirteen circles are empty
    assert position.table.empty_circles(0) == 4
    assert position.table.upkeep(0) == 2
    position.fact(DiscsGained(0, 2))
    assert position.table.empty_circles(0) == 2
    assert position.table.upkeep(0) == 0


def test_se_2_discs_that_do_not_fit_are_stacked_and_usable() -> None:
    """Thirteen circles are full: more discs lie on the rightmost and empty no circle when used."""
    position = Position()
    position.seat().discs = 15
    assert position.table.empty_circles(0) == 0
    position.seat().discs = 13
    assert position.table.empty_circles(0) == 0
    position.seat().discs = 12
    assert position.table.empty_circles(0) == 1


@pytest.mark.parametrize(("empty", "cost"), [(0, 0), (2, 0), (3, 1), (4, 2), (7, 7), (13, 30)])
def test_se_2_upkeep_by_empty_circles(empty: int, cost: int) -> None:
    """What the influence track shows."""
    position = Position()
    position.seat().discs = 13 - empty
    assert position.table.upkeep(0) == cost


def test_se_3_a_full_track_produces_nothing() -> None:
    """Twelve cubes cover every number of the track; with all eleven at home it shows 2."""
    position = Position()
    position.seat().cubes = Stock(money=12, science=11, materials=10)
    produced = [position.table.production(0, kind) for kind in ("money", "science", "materials")]
    assert produced == [0, 2, 3]


def test_se_3_production_by_cubes_away() -> None:
    """Six, nine and seven cubes away: 12 money, 21 science, 15 materials."""
    position = Position()
    position.seat().cubes = Stock(money=11 - 6, science=11 - 9, materials=11 - 7)
    produced = [position.table.production(0, kind) for kind in ("money", "science", "materials")]
    assert produced == [12, 21, 15]


@pytest.mark.parametrize(
    ("players", "tiles", "outer"), [(2, 12, 5), (3, 14, 10), (4, 16, 14), (5, 18, 16), (6, 20, 18)]
)
def test_setup_by_number_of_players(players: int, tiles: int, outer: int) -> None:
    """Technology tiles on the supply board and size of the outer stack (Preparations)."""
    state: GameState
    terrans = ("directorate", "federation", "union", "republic", "conglomerate", "alliance")
    species = tuple(f"terran_{name}" for name in terrans[:players])
    state, _ = new_game(RulesetSpec("new_dawn"), players, LiveChance(b"setup"), species)
    assert sum(state.supply.techs.values()) == tiles
    assert state.supply.stacks["outer"] == outer
    for number, boards in enumerate(state.seats):
        home = state.sectors[boards.home]
        assert home.disc == number
        assert boards.discs == 12
        assert Counter(home.cubes) == {"money": 1, "science": 1, "materials": 1}
        assert [state.ships[ship].kind for ship in home.ships] == ["interceptor"]


def test_mo_3_without_a_disc_only_passing_is_left() -> None:
    """Every action and reaction needs a disc; free rights stay open."""
    for passed in (False, True):
        position = Position()
        boards = position.seat()
        boards.discs, boards.passed = 0, passed
        boards.storage = Stock(40, 40, 40)
        for order in (Explore, Influence, Refresh, Research, Upgrade, Build, Move):
            assert not position.offers(order)
        assert "can only pass" in position.refusal(Build("interceptor", HOME))
        assert position.offers(Pass)
        assert position.offers(Trade)
        position.sector(HOME).cubes.remove("money")
        assert position.offers(Colonize)


def test_tr_1_trade_at_the_species_rate_without_limit() -> None:
    """Terrans give two for one, as often as the store allows, and never below zero."""
    position = Position()
    position.seat().storage = Stock(7, 0, 1)
    assert position.options(Trade) == ("money",)
    assert position.options(Trade, "money", "science") == (1, 2, 3)
    assert "Trade gives 1 for 2" in position.refusal(Trade("money", "science", 4))
    position.play(Trade("money", "science", 1), Trade("money", "materials", 2))
    assert position.seat().storage == Stock(1, 1, 3)


def test_tr_1_only_in_ones_own_turn() -> None:
    """Nobody trades while another seat moves."""
    position = Position()
    assert "not your turn" in position.refusal(Trade("money", "science", 1), seat=1)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"colour": "red"}, "there is no option 'colour'; there are species, boards, reputation"),
        ({"reactions": "always"}, "reactions can be skip or threat or ask, not 'always'"),
        ({"reputation": 3}, "reputation can be best or ask, not 3"),
        ({"boards": "auction"}, "boards are given out by choose, random, draft, not by 'auction'"),
        ({"species": []}, "kinds of species are alien, terran"),
        ({"species": "terran"}, "kinds of species are alien, terran"),
        ({"species": ["terran", ["alien"]]}, "kinds of species are alien, terran"),
    ],
)
def test_options_of_a_table_are_checked(options: dict[str, object], reason: str) -> None:
    """Neither an unknown option nor an unknown value passes for the usual one."""
    with pytest.raises(ValueError, match=reason):
        new_game(RulesetSpec("new_dawn", options=options), 2, LiveChance(b""))
