"""Moving in Second Dawn, relations, and when ships break them."""

from __future__ import annotations

from rules.effects.diplomacy import TraitorNamed, TreatyBroken
from rules.effects.galaxy import ShipMoved
from rules.invariants import conservation_faults
from rules.orders import (
    Accept,
    Build,
    Done,
    Move,
    Pass,
    Propose,
    ReturnCube,
    TakeControl,
)
from tests.builders import HOME, Position

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")
INNER = "1.0"


def corridor(species: tuple[str, ...] = ("terran_directorate", "terran_federation")) -> Position:
    """home - 102 - center, joined by full wormholes; the center is empty."""
    position = Position(species, "second_dawn")
    position.lay("102", INNER)
    position.remove_ships("001")
    return position


# --- moving ---------------------------------------------------------------------------------------------


def test_sd_mo_1_pinning_is_judged_for_each_movement() -> None:
    """Each opponent's ship pins one: a second ship that comes may leave again, a later one of
    the same action too."""
    position = corridor()
    position.ship(1, "interceptor", "102")
    position.ship(0, "interceptor", HOME)
    position.play(Move("interceptor", HOME, "102"))
    assert "pinned" in position.refusal(Move("interceptor", "102", HOME))
    position.play(Move("interceptor", HOME, "102"))
    position.play(Move("interceptor", "102", "001"))
    assert position.asked().kind == "end_turn"


def test_sd_mo_1_cloaked_ships_need_two_to_pin_each() -> None:
    """Half a pair pins nobody; the defence system pins them all the same."""
    position = corridor()
    position.learn(0, "cloaking_device", "nano")
    sector = position.sector("102")
    position.ship(0, "interceptor", "102")
    position.ship(1, "interceptor", "102")
    assert position.table.unpinned(0, sector) == 1
    assert position.table.unpinned(1, sector) == 0
    position.ship(1, "interceptor", "102")
    assert position.table.unpinned(0, sector) == 0
    position.ship(0, "interceptor", "102")
    position.ship(1, "interceptor", "102")
    assert position.table.unpinned(0, sector) == 1
    position.guard("102", "gcds")
    assert position.table.unpinned(0, sector) == 0


def test_sd_mo_1_cloaked_ships_pass_through() -> None:
    position = corridor()
    position.seat().tiles["interceptor"][3] = "fusion_drive"
    position.ship(1, "cruiser", "102")
    assert "001" not in position.options(Move, "interceptor", HOME)
    position.learn(0, "cloaking_device", "nano")
    assert "001" in position.options(Move, "interceptor", HOME)


def test_sd_mo_3_logistics_add_a_movement() -> None:
    """Terrans move three times, four with Improved Logistics."""
    for tech, moves in ((None, 3), ("improved_logistics", 4)):
        position = corridor()
        if tech:
            position.learn(0, tech, "grid")
        for number in range(moves):
            assert position.asked().kind == ("move" if number else "turn")
            source, target = (HOME, "102") if number % 2 == 0 else ("102", HOME)
            position.play(Move("interceptor", source, target))
        assert position.asked().kind == "end_turn"


def test_sd_mo_4_a_jump_drive_needs_no_wormhole_once() -> None:
    """One step of a movement may lead to any adjacent sector; the others follow wormholes."""
    position = Position(edition="second_dawn", modules=("extras",))
    position.lay("201", "2.1")  # beside the home, without a wormhole on its side
    assert "201" not in position.options(Move, "interceptor", HOME)
    position.seat().tiles["interceptor"][0] = "jump_drive"
    assert position.table.stats(0, "interceptor").jumps == 1
    assert "201" in position.options(Move, "interceptor", HOME)
    effects = position.play(Move("interceptor", HOME, "201"))
    assert next(e.route for e in effects if isinstance(e, ShipMoved)) == ("201",)


def test_sd_mo_4_the_other_steps_of_a_jump_follow_wormholes() -> None:
    """Two sectors apart without any wormhole between them: one jump does not lead so far."""
    position = Position(edition="second_dawn", modules=("extras",))
    position.lay("201", "2.1")
    position.lay("210", position.zone_beside("201", 2))
    assert 2 not in position.table.wormholes(position.sector("201"))
    position.seat().tiles["interceptor"][0] = "jump_drive"
    assert position.table.stats(0, "interceptor").movement == 2
    reached = position.options(Move, "interceptor", HOME)
    assert "201" in reached
    assert "210" not in reached
    position.seat().tiles["interceptor"][3] = "jump_drive"
    assert "210" in position.options(Move, "interceptor", HOME)


# --- relations --------------------------------------------------------------------------------------------


def neighbours() -> Position:
    """Seat 1 holds 101, which a full wormhole joins to the home of seat 0."""
    position = Position(FOUR, "second_dawn")
    position.join("101", HOME, disc=1)
    return position


def partners() -> Position:
    """Seats 0 and 1 have relations; it is the turn of seat 0."""
    position = neighbours()
    position.play(Propose(1, "money"))
    position.play(Accept(0, "science"), seat=1)
    return position


def test_sd_dp_1_an_empty_space_is_needed() -> None:
    """Reputation tiles make no room: a full track keeps its player from relations, on either
    side. A space that takes ambassadors only stays empty for them."""
    position = neighbours()
    position.seat(0).reputation = [1, 1, 1, 1]
    position.seat(1).reputation = [1, 1, 1]
    assert position.options(Propose) == (1,)
    eridani = Position(("eridani_empire", "planta", "mechanema", "terran_alliance"), "second_dawn")
    eridani.join("101", eridani.seat().home, disc=1)
    assert len(eridani.seat().reputation) == 2
    assert eridani.options(Propose) == (1,)
    eridani.seat().reputation += [1, 1]
    assert not eridani.offers(Propose)
    assert "no empty space" in eridani.refusal(Propose(1, "money"))
    eridani.play(Pass())
    assert "no empty space" in eridani.refusal(Propose(0, "money"), seat=1)


def test_sd_dp_1_no_relations_with_two_or_three_players() -> None:
    position = Position(FOUR[:3], "second_dawn")
    position.join("101", HOME, disc=1)
    assert not position.offers(Propose)
    assert "two or three" in position.refusal(Propose(1, "money"))


def test_sd_mo_2_passing_through_a_partner_is_no_aggression() -> None:
    """A ship that ends its movement elsewhere breaks nothing, even if it stood there between two
    movements of one action."""
    position = partners()
    position.play(Move("interceptor", HOME, "101"))
    assert position.seat(0).ambassadors
    effects = position.play(Move("interceptor", "101", HOME), Done())
    assert not any(isinstance(e, TreatyBroken) for e in effects)
    assert [a.seat for a in position.seat(0).ambassadors] == [1]


def test_sd_mo_2_standing_there_when_the_action_ends_is_one() -> None:
    """Both ambassadors go home, each side chooses a track, the aggressor takes the traitor tile."""
    position = partners()
    position.play(Move("interceptor", HOME, "101"))
    effects = position.play(Done())
    assert TreatyBroken(0, 1, "101") in effects
    assert any(isinstance(e, TraitorNamed) and e.seat == 0 for e in effects)
    assert (position.asked().seat, position.asked().kind) == (0, "return_cube")
    position.play(ReturnCube("money"), seat=0)
    position.play(ReturnCube("science"), seat=1)
    assert position.seat(0).ambassadors == position.seat(1).ambassadors == []
    assert position.seat(0).traitor
    assert (position.asked().seat, position.asked().kind) == (1, "turn")
    assert not conservation_faults(position.table)


def test_sd_mo_2_the_last_movement_ends_the_action() -> None:
    """Judged before the free rights of the turn are over; the turn then waits for done."""
    position = partners()
    position.play(Move("interceptor", HOME, "101"), Move("interceptor", "101", HOME))
    effects = position.play(Move("interceptor", HOME, "101"))
    assert TreatyBroken(0, 1, "101") in effects
    position.play(ReturnCube("money"), seat=0)
    position.play(ReturnCube("science"), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "end_turn")


def test_sd_mo_2_other_actions_break_nothing_while_ships_stay_away() -> None:
    position = partners()
    position.seat().storage.materials = 3
    effects = position.play(Build("interceptor", HOME), Done())
    assert not any(isinstance(e, TreatyBroken) for e in effects)


def test_sd_dp_2_relations_are_offered_during_the_action_phase_only() -> None:
    """A disc placed after combat connects two players: nobody is asked before upkeep."""
    position = Position(FOUR, "second_dawn")
    position.join("102", HOME)
    position.ship(1, "interceptor", "102")
    effects = position.to_combat()
    assert effects
    assert position.asked().kind == "control"
    position.play(TakeControl("102"), seat=1)
    assert "treaties" not in {position.asked().kind}
    assert position.state.phase != "combat"
