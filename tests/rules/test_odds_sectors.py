"""The chances of a sector's battles as the table stands: worked out by hand."""

from __future__ import annotations

import pytest

from rules.odds.sectors import battle_under_way, chances, chances_of, fight_in
from rules.odds.simulation import simulate
from rules.state.frames_combat import BattleFrame
from rules.state.model import NPC
from rules.steps.battle import activation_order
from tests.builders import HOME, RIVAL_HOME, TWO, Position

SECOND = 5 / 11
"""Two equal ships that hit with a six, shooting second: (5/6)(1/6) / (1 - 25/36)."""
FIRST = 6 / 11
THREE = (*TWO, "terran_union")


def emptied(position: Position, *sectors: str) -> Position:
    for sector in sectors:
        position.remove_ships(sector)
    return position


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_an_interceptor_against_an_interceptor(edition: str) -> None:
    """The controller of the sector defends and shoots first at equal initiative."""
    position = emptied(Position(edition=edition), HOME)
    position.ship(1, "interceptor", HOME)
    position.ship(0, "interceptor", HOME)
    fight = fight_in(position.table, position.sector(HOME))
    assert fight is not None
    found = chances(fight)
    assert found.exact
    assert found.by_owner[0].chance == pytest.approx(FIRST)
    assert found.by_owner[1].chance == pytest.approx(SECOND)
    assert found.by_owner[1].ships == {"interceptor": pytest.approx(SECOND)}


def test_who_entered_first_defends_where_nobody_holds_the_sector() -> None:
    position = emptied(Position(), HOME)
    position.lift(HOME)
    position.ship(1, "interceptor", HOME)
    position.ship(0, "interceptor", HOME)
    fight = fight_in(position.table, position.sector(HOME))
    assert fight is not None
    assert chances(fight).by_owner[1].chance == pytest.approx(FIRST)


def test_no_fight_without_enemies() -> None:
    position = Position()
    assert fight_in(position.table, position.sector(HOME)) is None
    emptied(position, HOME)
    assert fight_in(position.table, position.sector(HOME)) is None


def test_ancients_fight_whoever_comes_and_leave_their_friends_alone() -> None:
    """An interceptor needs two sixes before the ancient, with two dice at 5, hits once."""
    position = emptied(Position(), HOME)
    position.guard(HOME)
    position.ship(0, "interceptor", HOME)
    fight = fight_in(position.table, position.sector(HOME))
    assert fight is not None
    hit, kill = 1 / 6, 5 / 9
    turn = 1 - (1 - hit) * (1 - kill)
    found = chances(fight)
    assert found.by_owner[0].chance == pytest.approx(hit * (1 - kill) / turn * (hit / turn))
    assert found.by_owner[NPC].chance == pytest.approx(1 - found.by_owner[0].chance)
    friends = Position(("descendants_of_draco", TWO[1]))
    home = friends.seat(0).home
    friends.guard(home)
    assert fight_in(friends.table, friends.sector(home)) is None


def test_of_three_parties_the_last_two_fight_first() -> None:
    """The third attacks the second, and whoever is left attacks the first."""
    position = emptied(Position(THREE), HOME)
    for seat in (0, 1, 2):
        position.ship(seat, "interceptor", HOME)
    fight = fight_in(position.table, position.sector(HOME))
    assert fight is not None
    found = chances(fight, runs=4000)
    assert not found.exact
    assert found.by_owner[0].chance == pytest.approx(FIRST, abs=0.03)
    assert found.by_owner[1].chance == pytest.approx(FIRST * SECOND, abs=0.03)
    assert found.by_owner[2].chance == pytest.approx(SECOND * SECOND, abs=0.03)
    assert sum(standing.chance for standing in found.by_owner.values()) == pytest.approx(1)
    assert chances(fight, runs=50) == chances(fight, runs=50)


def test_guards_fight_the_survivor() -> None:
    """Two seats and an ancient: whoever is left of the seats has to beat it too."""
    position = emptied(Position(), HOME)
    position.guard(HOME)
    position.ship(0, "interceptor", HOME)
    position.ship(1, "interceptor", HOME)
    fight = fight_in(position.table, position.sector(HOME))
    assert fight is not None
    found = chances(fight, runs=4000)
    hit, kill = 1 / 6, 5 / 9
    turn = 1 - (1 - hit) * (1 - kill)
    alone = hit * (1 - kill) / turn * (hit / turn)
    assert found.by_owner[0].chance == pytest.approx(FIRST * alone, abs=0.02)
    assert found.by_owner[NPC].chance == pytest.approx(1 - alone, abs=0.02)


def test_damage_and_initiative_of_a_battle_under_way() -> None:
    """In the second round the defender has shot already, and the attacker's cruiser, which could
    bear one point, has borne it."""
    position = emptied(Position(), RIVAL_HOME)
    position.ship(1, "interceptor", RIVAL_HOME)
    cruiser = position.ship(0, "cruiser", RIVAL_HOME)
    cruiser.damage = 1
    frame = BattleFrame(RIVAL_HOME, 0, 1, round=2, turn=0)
    table = position.table
    begun = battle_under_way(table, frame)
    assert begun is not None
    # The interceptor shoots first with 1/6; the cruiser hits with its computer at 5 and 6.
    first, second = 1 / 6, 1 / 3
    turn = 1 - (1 - first) * (1 - second)
    found = chances_of(begun, (0, 1))
    assert found.by_owner[1].chance == pytest.approx(first / turn)
    # The interceptor has shot, and it is the cruiser's turn.
    order = [(owner, group.type) for owner, group in activation_order(table, frame)]
    turn_of = order.index((0, "cruiser"))
    assert order.index((1, "interceptor")) < turn_of
    shot = battle_under_way(table, BattleFrame(RIVAL_HOME, 0, 1, round=2, turn=turn_of))
    assert shot is not None
    after = chances_of(shot, (0, 1))
    assert after.by_owner[0].chance == pytest.approx(second / turn)
    assert simulate(shot, 4000).attacker == pytest.approx(second / turn, abs=0.03)


def test_ships_that_leave_take_no_part_in_what_is_to_come() -> None:
    position = emptied(Position(), RIVAL_HOME)
    position.ship(1, "interceptor", RIVAL_HOME)
    staying = position.ship(0, "interceptor", RIVAL_HOME)
    leaving = position.ship(0, "cruiser", RIVAL_HOME)
    leaving.retreat = HOME
    frame = BattleFrame(RIVAL_HOME, 0, 1, round=1)
    begun = battle_under_way(position.table, frame)
    assert begun is not None
    assert chances_of(begun, (0, 1)).by_owner[0].chance == pytest.approx(SECOND)
    assert battle_under_way(position.table, frame, [staying.id]) is None


def test_missiles_that_have_flown_do_not_fly_again() -> None:
    """In the round of the missiles a type that has acted has only its cannons left."""
    position = emptied(Position(), RIVAL_HOME)
    position.fit(0, "interceptor", "plasma_missile")
    position.ship(1, "interceptor", RIVAL_HOME)
    position.ship(0, "interceptor", RIVAL_HOME)
    table = position.table
    before = battle_under_way(table, BattleFrame(RIVAL_HOME, 0, 1))
    flown = battle_under_way(table, BattleFrame(RIVAL_HOME, 0, 1, turn=8))
    assert before is not None
    assert flown is not None
    # Two missiles that hit with a six, then the cannon, which the defender's precedes.
    expected = 11 / 36 + 25 / 36 * SECOND
    assert chances_of(before, (0, 1)).by_owner[0].chance == pytest.approx(expected)
    assert chances_of(flown, (0, 1)).by_owner[0].chance == pytest.approx(SECOND)


def test_long_battles_are_played_less_often_and_not_at_random() -> None:
    """A fleet against the defence system: at least a hundred battles, the same ones each time."""
    position = emptied(Position(), HOME)
    position.guard(HOME, "gcds")
    for kind in ("dreadnought", "cruiser", "interceptor", "interceptor"):
        position.ship(0, kind, HOME)
    fight = fight_in(position.table, position.sector(HOME))
    assert fight is not None
    quick, again = chances(fight), chances(fight)
    assert not quick.exact
    assert quick == again
    thorough = chances(fight, exact_work=3_000_000)
    assert thorough.exact
    # Four standard errors of a hundred battles.
    assert quick.by_owner[0].chance == pytest.approx(thorough.by_owner[0].chance, abs=0.2)
