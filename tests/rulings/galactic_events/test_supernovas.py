"""Supernovae: the dice of upkeep, what an explosion removes, and what is left of the sector."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.effects.boards import CubeReturned, Gained, ReputationDrawn, UpkeepPaid
from rules.effects.galaxy import DiscRemoved, WarpPortalPlaced
from rules.expansions.galactic_events.effects import SupernovaExploded, SupernovaRolled
from rules.expansions.galactic_events.supernovas import danger
from rules.orders import (
    Abandon,
    Decline,
    Done,
    Resign,
    ReturnCube,
)
from rules.state.model import Ambassador
from tests.builders import HOME, Position
from tests.rulings.galactic_events.boards import (
    BLANK,
    BURST,
    beginning,
    both_editions,
    both_pass,
    game,
    know,
    last_round,
    near_supernova,
    next_round,
    of,
    one,
    roll,
    sound,
)

Techs = tuple[int, int, int] | None


def rolled(edition: str, round: int, techs: Techs, *faces: int) -> SupernovaRolled:
    """What the dice come to in the upkeep phase of a round; nobody controls the supernova if no
    technologies are given."""
    position = near_supernova(edition, round, None if techs is None else 0)
    if techs is not None:
        know(position, 0, *techs)
    roll(position, *faces)
    effects = both_pass(position)
    result = one(effects, SupernovaRolled)
    assert result.explodes == bool(of(effects, SupernovaExploded))
    assert result.faces == faces
    assert result.seat == (None if techs is None else 0)
    return result


# --- the dice ------------------------------------------------------------------------------------


@both_editions
def test_sn_example(edition: str) -> None:
    """The example of the book: a burst and a 2, four technologies on one track, round 6."""
    result = rolled(edition, 6, (2, 4, 1), BURST, 2)
    assert (result.techs, result.total, result.explodes) == (4, 6, False)


@both_editions
def test_sn_one_less(edition: str) -> None:
    """The same a round later: one too few."""
    result = rolled(edition, 7, (2, 4, 1), BURST, 2)
    assert (result.total, result.explodes) == (6, True)


@both_editions
def test_sn_uncontrolled(edition: str) -> None:
    result = rolled(edition, 6, None, 2, 3)
    assert (result.techs, result.total, result.explodes) == (0, 5, True)


@both_editions
def test_sn_uncontrolled_high(edition: str) -> None:
    result = rolled(edition, 8, None, 5, 5)
    assert (result.total, result.explodes) == (10, False)


@both_editions
def test_sn_zero_dice(edition: str) -> None:
    """Neither die counts: even round 1 is too much for a civilization without technologies."""
    result = rolled(edition, 1, (0, 0, 0), BURST, BLANK)
    assert (result.total, result.explodes) == (0, True)


@both_editions
def test_sn_added_once(edition: str) -> None:
    """Two dice count, the technologies are added once."""
    result = rolled(edition, 7, (0, 3, 0), 2, 2)
    assert (result.total, result.explodes) == (7, False)


@both_editions
def test_sn_bonus_with_no_scoring_die(edition: str) -> None:
    result = rolled(edition, 4, (1, 4, 0), BURST, BLANK)
    assert (result.total, result.explodes) == (4, False)


@both_editions
@pytest.mark.parametrize(
    ("faces", "total"), [((2, 2), 7), ((BURST, 2), 5), ((BURST, BLANK), 3), ((5, BLANK), 8)]
)
def test_ge_sn_1_technologies_are_added_once_whatever_the_dice_show(
    edition: str, faces: tuple[int, int], total: int
) -> None:
    assert rolled(edition, 1, (1, 3, 2), *faces).total == total


@both_editions
def test_sn_danger_of_a_round(edition: str) -> None:
    """Of the 36 results those below the round explode: 4 with nothing, 8 with one 2, and so on."""
    position = near_supernova(edition, round=4, disc=None)
    supernova = position.sector("397")
    assert danger(position.table, supernova) == Fraction(4 + 4 + 4, 36)
    position.state.round = 9
    assert danger(position.table, supernova) == Fraction(33, 36)
    near = near_supernova(edition, round=4)
    know(near, 0, 1, 4, 0)
    assert danger(near.table, near.sector("397")) == 0


def test_sn_only_explored_ones_and_only_once() -> None:
    """No dice for tiles in the stack, nor for one that has exploded."""
    assert not of(both_pass(game("second_dawn")), SupernovaRolled)
    position = near_supernova("second_dawn", disc=None)
    roll(position, BLANK, BLANK)
    next_round(position)
    assert not of(both_pass(position), SupernovaRolled)


# --- explosions ----------------------------------------------------------------------------------


def settled(edition: str, **options: int) -> Position:
    """Seat 0 controls Betelgeuse with a science cube, a gray one from money and a full orbital."""
    position = near_supernova(edition, **options)
    position.settle(0, "397", "science", "science")
    position.settle(0, "397", "gray", "money")
    position.sector("397").orbital = True
    return position


@both_editions
def test_sn_explosion_effect(edition: str) -> None:
    """Ships of everybody, structures, cubes and the disc go; the tile is flipped."""
    position = settled(edition)
    position.ship(0, "cruiser", "397")
    # The end of the combat phase waits for seat 1, whose ships are alone elsewhere; meanwhile its
    # interceptor comes to stand beside the cruiser, which no combat would leave there.
    position.lay("201", "4.12")
    position.ship(1, "cruiser", "201")
    both_pass(position)
    assert (position.asked().seat, position.asked().kind) == (1, "control")
    position.ship(1, "interceptor", "397")
    before = position.seat().discs
    roll(position, BLANK, BLANK)
    effects = position.play(Decline())
    exploded = one(effects, SupernovaExploded)
    assert (exploded.sector, exploded.back, len(exploded.ships)) == ("397", "397x", 2)
    assert DiscRemoved(0, "397") in effects
    assert position.seat().discs == before + 1
    assert position.options(ReturnCube) == ("money", "science", "materials")
    effects += position.play(ReturnCube("money"))
    assert [e.track for e in of(effects, CubeReturned)] == ["science", "money"]
    sector = position.sector("397")
    assert (sector.ships, sector.cubes, sector.orbital, sector.disc) == ([], [], False, None)
    assert position.table.tile("397").id == "397x"
    assert position.seat(0).cubes.of("science") == position.seat(0).cubes.of("money") == 10
    sound(position)


@both_editions
def test_sn_lower_upkeep_same_round(edition: str) -> None:
    """The roll comes first: the disc lowers the upkeep and the cube the production at once."""
    position = near_supernova(edition)
    position.settle(0, "397", "science", "science")
    position.seat().discs = 5
    upkeep = position.table.upkeep(0, -1)
    science = position.table.production(0, "science", 1)
    assert upkeep < position.table.upkeep(0)
    assert science < position.table.production(0, "science")
    roll(position, BLANK, BLANK)
    effects = both_pass(position)
    assert next(e.upkeep for e in of(effects, UpkeepPaid) if e.seat == 0) == upkeep
    gained = [e.science for e in of(effects, Gained) if (e.seat, e.reason) == (0, "production")]
    assert gained == [science]


@both_editions
def test_ge_sn_2_several_in_one_round(edition: str) -> None:
    """By ascending number, each with two dice of its own; one explosion changes nothing for the
    other, and the choice of a cube comes before the next dice."""
    position = game(edition, round=5)
    position.join("398", HOME, 0)
    position.join("397", HOME, 0)
    position.settle(0, "397", "gray", "materials")
    know(position, 0, 0, 3, 0)
    roll(position, BLANK, BLANK)
    effects = both_pass(position)
    assert [(e.sector, e.total) for e in of(effects, SupernovaRolled)] == [("397", 3)]
    assert position.asked().kind == "return_cube"
    roll(position, BLANK, 2)
    effects = position.play(ReturnCube("materials"))
    assert [(e.sector, e.total) for e in of(effects, SupernovaRolled)] == [("398", 5)]
    assert position.sector("398").disc == 0
    assert dict(position.state.faces) == {"397": "397x"}


@both_editions
def test_ge_sn_3_the_last_round_has_its_dice_too(edition: str) -> None:
    """Its upkeep is played, and the sector scores nothing after an explosion."""
    position = near_supernova(edition)
    position.state.round = last_round(position)
    position.sector("397").monolith = True
    before = {line.source: line.amount for line in position.table.score_lines(0)}
    roll(position, BLANK, BLANK)
    effects = both_pass(position)
    assert one(effects, SupernovaRolled).explodes
    assert position.state.finished
    after = {line.source: line.amount for line in position.state.scores[0].lines}
    assert before["monoliths"] == 3
    assert "monoliths" not in after
    assert position.state.round == {"new_dawn": 9, "second_dawn": 8}[edition]


@both_editions
def test_ge_sn_4_no_reputation_and_cubes_straight_to_their_tracks(edition: str) -> None:
    """Cubes of gray squares and orbitals go where their owner likes; none to a graveyard."""
    position = settled(edition)
    position.settle(0, "397", "orbital", "science")
    position.ship(0, "cruiser", "397")
    roll(position, BLANK, BLANK)
    effects = both_pass(position)
    assert position.asked().kind == "return_cube"
    # The orbital takes from two tracks, so it comes before the gray square.
    assert position.options(ReturnCube) == ("money", "science")
    effects += position.play(ReturnCube("money"))
    assert position.options(ReturnCube) == ("money", "science", "materials")
    effects += position.play(ReturnCube("materials"))
    assert not of(effects, ReputationDrawn)
    assert position.seat().graveyard.total() == 0
    sound(position)


def test_ge_sn_4_warp_portal_tiles_go_too() -> None:
    """A portal tile is part of what stands in the sector: its links and its points are gone."""
    position = game("second_dawn", more=("warp_portals",), round=6)
    position.join("397", HOME, 0)
    position.lay("281", "4.12")
    position.fact(WarpPortalPlaced(0, "397", 1))
    assert "281" in dict(position.table.links(position.sector("397")))
    roll(position, BLANK, BLANK)
    both_pass(position)
    assert position.state.warp_portals == {}
    assert "281" not in dict(position.table.links(position.sector("397")))
    assert position.table.links(position.sector("281")) == ()


@both_editions
def test_ge_sn_4_of_those_in_relations_all_ships_go(edition: str) -> None:
    """Relations protect nobody and are not broken by an explosion."""
    four = ("terran_directorate", "planta", "mechanema", "terran_alliance")
    position = near_supernova(edition, species=four)
    for seat, other in ((0, 1), (1, 0)):
        boards = position.seat(seat)
        boards.ambassadors.append(Ambassador(other))
        boards.spare_ambassadors -= 1
        boards.cubes.add("money", -1)
    position.ship(0, "cruiser", "397")
    roll(position, BLANK, BLANK)
    effects = both_pass(position)
    assert len(one(effects, SupernovaExploded).ships) == 1
    assert [a.seat for a in position.seat(0).ambassadors] == [1]
    sound(position)


@both_editions
def test_ge_sn_7_money_is_paid_after_the_dice(edition: str) -> None:
    """An explosion may leave a civilization short that would have paid, and one that was short
    gets a disc back. Then upkeep goes on as usual."""
    position = near_supernova(edition)
    for square in ("gray", "gray", "money*"):
        position.settle(0, "397", square, "money")
    position.seat().discs = 2
    table = position.table
    income = table.production(0, "money") + table.catalog.setup.first_pass_money
    position.seat().storage.money = table.upkeep(0) - income
    position.seat().storage.science = position.seat().storage.materials = 0
    roll(position, BLANK, BLANK)
    effects = both_pass(position)
    for _ in range(2):
        effects += position.play(ReturnCube("money"))
    assert (position.asked().seat, position.asked().kind) == (0, "upkeep")
    assert position.asked().context["short"] > 0
    assert position.offers(Abandon)
    assert not position.offers(Done)


@both_editions
def test_ge_sn_7_whoever_loses_everything_by_it_stays_in_the_game(edition: str) -> None:
    """The dice come after the seats without disc and ship have left: it pays its upkeep, plays
    the next round, and may resign there."""
    position = near_supernova(edition)
    position.remove_ships(HOME)
    for square in list(position.sector(HOME).cubes):
        position.sector(HOME).cubes.remove(square)
        position.seat().cubes.add(square.rstrip("*"), 1)
    position.lift(HOME)
    roll(position, BLANK, BLANK)
    next_round(position)
    assert position.table.is_eliminated(0)
    assert beginning(position).offers(Resign)
