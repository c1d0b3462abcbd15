"""Orders tried out before they are given, and fleets that could come."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from rules.chance import ChanceRefused, RefusingChance
from rules.codec import copy_state, encode_state
from rules.engine import play
from rules.foresight import after, pinned, raids
from rules.orders import Build, Explore, Move
from rules.simulate import simulate
from rules.state.model import Ambassador, RulesetSpec
from rules.views import player_view
from tests.builders import HOME, Position

UP = "3.0"  # Above the home, through its top wormhole.
INNER = "1.0"  # Below it.
WALL = "2.1"  # Behind its bottom right edge, which has none.


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_what_is_foreseen_is_what_happens(edition: str) -> None:
    """In whole games an order tried out on the redacted table of its seat leaves its boards and
    the galaxy as the order itself does, and the table tried on stays as it was."""
    dice = Random(7)
    compared: set[str] = set()

    def watch(state, event):
        if state.phase != "action" or not state.pending or dice.random() < 0.7:
            return
        view = player_view(state, state.pending[0].seat)
        before = encode_state(view.board)
        for decision in view.decisions:
            for choice in decision.choices:
                orders = list(islice(choice.orders(), 30))
                if not orders:
                    continue
                order = dice.choice(orders)
                then = after(view.table, decision, order)
                real = copy_state(state)
                try:
                    play(real, state.seq + 1, decision.seat, order, RefusingChance(), decision.id)
                except ChanceRefused:
                    continue
                if then is None or real.phase != "action":
                    continue
                assert then.state.seats[decision.seat].storage == real.seats[decision.seat].storage
                assert then.state.seats[decision.seat].tiles == real.seats[decision.seat].tiles
                assert then.state.ships == real.ships
                assert then.state.sectors == real.sectors
                compared.add(choice.order.__name__)
        assert encode_state(view.board) == before

    simulate(RulesetSpec(edition), ["varied"] * 3, 3, watch=watch)
    assert {"Build", "Move", "Research", "Upgrade", "Influence", "Trade"} <= compared


def test_chance_is_not_foreseen() -> None:
    position = Position()
    decision = position.decision(0)
    zone = decision.choice(Explore).candidates(())[0]
    assert after(position.table, decision, Explore(zone)) is None


def test_a_ship_that_is_built_is_there_and_paid_for() -> None:
    position = Position()
    position.seat().storage.materials = 4
    then = after(position.table, position.decision(0), Build("interceptor", HOME))
    assert then is not None
    assert then.state.seats[0].storage.materials == 1
    assert len(then.own_ships_in(0, then.state.sectors[HOME])) == 2
    assert position.seat().storage.materials == 4


def test_one_ship_stays_for_each_enemy() -> None:
    position = Position()
    position.ship(0, "cruiser", HOME)
    assert pinned(position.table, 0, position.sector(HOME)) == 0
    position.ship(1, "interceptor", HOME)
    assert pinned(position.table, 0, position.sector(HOME)) == 1
    assert pinned(position.table, 1, position.sector(HOME)) == 1
    position.ship(1, "interceptor", HOME)
    position.ship(1, "interceptor", HOME)
    assert pinned(position.table, 0, position.sector(HOME)) == 2
    assert pinned(position.table, 1, position.sector(HOME)) == 2


# --- who could come ----------------------------------------------------------------------------


def corridor() -> Position:
    """206 - home of seat 0 - 102, joined by full wormholes; a fleet of seat 1 in 206."""
    position = Position()
    position.lay("206", UP)
    position.lay("102", INNER)
    position.ship(1, "interceptor", "206")
    position.ship(1, "cruiser", "206")
    return position


def test_a_fleet_beside_a_sector_could_come() -> None:
    position = corridor()
    (raid,) = raids(position.table, 0)
    assert (raid.owner, raid.source, raid.target, raid.route) == (1, "206", HOME, (HOME,))
    assert raid.ships == (("cruiser", 1), ("interceptor", 1))
    assert raid.free == 2
    # The other way round nothing of seat 0 stands beside a sector of seat 1 but beside its fleet.
    assert [(r.source, r.target) for r in raids(position.table, 1)] == [(HOME, "206")]


def test_pinned_ships_stay_and_starbases_have_no_drive() -> None:
    position = corridor()
    position.ship(1, "starbase", "206")
    position.guard("206")
    (raid,) = raids(position.table, 0)
    assert raid.free == 2
    assert dict(raid.ships) == {"cruiser": 1, "interceptor": 1}
    position.guard("206")
    position.guard("206")
    assert raids(position.table, 0) == []


def test_drives_lead_farther_and_own_ships_hold_up() -> None:
    """With two steps the interceptors of 102 pass the home if nobody stands there."""
    position = Position()
    position.lay("206", UP, disc=0)
    position.lay("102", INNER)
    position.ship(1, "interceptor", "102")
    position.fit(1, "interceptor", None, None, None, "fusion_drive")
    assert [(r.target, len(r.route)) for r in raids(position.table, 0)] == [(HOME, 1)]
    position.remove_ships(HOME)
    assert [(r.target, len(r.route)) for r in raids(position.table, 0)] == [(HOME, 1), ("206", 2)]


def test_half_wormholes_count_with_the_generator() -> None:
    position = Position()
    position.lay("201", WALL)
    position.ship(1, "interceptor", "201")
    assert raids(position.table, 0) == []
    position.learn(1, "wormhole_generator")
    assert [raid.target for raid in raids(position.table, 0)] == [HOME]


def test_partners_do_not_count() -> None:
    position = corridor()
    position.seat(0).ambassadors.append(Ambassador(1))
    assert raids(position.table, 0) == []


def test_whoever_is_there_already_comes_from_nowhere() -> None:
    """Ships in a sector of the seat are no raid on it, but could go on to others."""
    position = Position()
    position.lay("102", INNER, disc=0)
    position.remove_ships(HOME)
    position.ship(1, "interceptor", "102")
    assert [(r.source, r.target) for r in raids(position.table, 0)] == [("102", HOME)]
    assert Move("interceptor", "102", HOME) in list(_moves(position))


def _moves(position: Position):
    from rules.steps.move import offer

    choice = offer(position.table, 1, False)
    assert choice is not None
    return choice.orders()
