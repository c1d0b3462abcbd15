"""Black holes: entering one, the die, the discovery tile, and what the ship means meanwhile."""

from __future__ import annotations

import pytest

from rules.chance import LiveChance, ScriptedChance
from rules.decisions import Refused
from rules.effects.battle import DamageRepaired, ShipRepaired
from rules.effects.boards import DiscoveryRevealed, ReputationDrawn
from rules.effects.galaxy import ShipMoved, ShipPlaced
from rules.engine import new_game
from rules.expansions.galactic_events.effects import (
    SectorsLeftOut,
    ShipLost,
    ShipReturned,
    ShipSwallowed,
)
from rules.expansions.galactic_events.orders import ReturnShip
from rules.orders import (
    Build,
    Done,
    Explore,
    FitPart,
    Influence,
    KeepDiscovery,
    Move,
    Pass,
    PlaceSector,
    Upgrade,
    UseDiscovery,
)
from rules.state.model import RulesetSpec
from rules.steps.parties import why_no_retreat
from tests.builders import HOME, RIVAL_HOME, TWO, Position
from tests.rulings.galactic_events.boards import (
    BLANK,
    BURST,
    EDITIONS,
    both_editions,
    both_pass,
    enter,
    game,
    last_round,
    near_hole,
    next_round,
    of,
    one,
    sound,
    wait_inside,
)

# --- the die -------------------------------------------------------------------------------------


@both_editions
def test_bh_burst(edition: str) -> None:
    """One point of damage, and the ship comes back at once."""
    position = near_hole(edition)
    cruiser = position.ship(0, "cruiser", HOME)
    swallowed = one(enter(position, BURST, kind="cruiser"), ShipSwallowed)
    assert (swallowed.face, swallowed.damage, swallowed.back) == (BURST, 1, 3)
    assert position.asked().kind == "return_ship"
    position.play(ReturnShip("cruiser", "101"))
    assert (cruiser.damage, cruiser.sector) == (1, "101")
    sound(position)


@both_editions
def test_bh_blank(edition: str) -> None:
    position = near_hole(edition)
    swallowed = one(enter(position, BLANK), ShipSwallowed)
    assert (swallowed.damage, swallowed.back) == (0, 3)
    assert (position.asked().seat, position.asked().kind) == (0, "return_ship")
    assert position.sector("396").ships == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "back"), [(2, 4), (3, 4), (4, 5), (5, 5)])
def test_bh_2_bh_3_bh_4_bh_5(edition: str, face: int, back: int) -> None:
    """2 and 3: the round after; 4 and 5: the one after that."""
    position = near_hole(edition)
    swallowed = one(enter(position, face), ShipSwallowed)
    assert (swallowed.face, swallowed.damage, swallowed.back) == (face, 0, back)
    assert position.asked().kind != "return_ship"
    assert [away.back for away in position.state.away.values()] == [back]
    sound(position)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("before_last", "face", "late"),
    [(0, 2, True), (1, 4, True), (1, 3, False), (2, 5, False)],
    ids=["bh_last_round", "bh_round7_far", "bh_round7_near", "bh_round6_far"],
)
def test_bh_last_round_bh_round7_far_bh_round7_near_bh_round6_far(
    edition: str, before_last: int, face: int, late: bool
) -> None:
    """Who would come back after the last round, the eighth or New Dawn's ninth, is lost."""
    position = near_hole(edition)
    position.state.round = last_round(position) - before_last
    left = position.table.ships_left(0, "interceptor")
    effects = enter(position, face)
    assert [e.reason for e in of(effects, ShipLost)] == (["late"] if late else [])
    assert position.table.ships_left(0, "interceptor") == left + late
    expected = [] if late else [last_round(position)]
    assert [away.back for away in position.state.away.values()] == expected
    sound(position)


@both_editions
def test_bh_burst_no_hull(edition: str) -> None:
    """A ship without hull is destroyed: its owner may build it again, nobody wins by it."""
    position = near_hole(edition)
    assert position.table.stats(0, "interceptor").hull == 0
    effects = enter(position, BURST)
    assert one(effects, ShipLost).reason == "destroyed"
    assert position.state.away == {}
    assert position.table.ships_left(0, "interceptor") == 8
    effects += next_round(position) if position.asked().kind == "turn" else []
    assert not of(effects, ReputationDrawn)
    sound(position)


@both_editions
def test_ge_bh_2_damage_of_several_journeys_adds_up(edition: str) -> None:
    """A cruiser with one hull is destroyed by the second burst of an action."""
    position = near_hole(edition)
    cruiser = position.ship(0, "cruiser", HOME)
    enter(position, BURST, kind="cruiser")
    position.play(ReturnShip("cruiser", "101"))
    position.fact(ShipMoved(cruiser.id, 0, "cruiser", "101", (HOME,)))
    effects = enter(position, BURST, kind="cruiser")
    assert one(effects, ShipLost).reason == "destroyed"
    sound(position)


@both_editions
def test_bh_damage_clears(edition: str) -> None:
    """At the end of the combat phase, on the board and off it."""
    position = near_hole(edition)
    cruiser = position.ship(0, "cruiser", HOME)
    enter(position, BURST, kind="cruiser")
    position.play(ReturnShip("cruiser", "101"), Done())
    position.fact(ShipSwallowed(cruiser.id, 0, "cruiser", "101", 0, 5))
    assert cruiser.damage == 1
    effects = next_round(position)
    assert of(effects, DamageRepaired)
    assert position.state.away[cruiser.id].ship.damage == 0


# --- entering ------------------------------------------------------------------------------------


@both_editions
def test_bh_move_stops(edition: str) -> None:
    """However far the ship could go on, it ends its activation there."""
    position = near_hole(edition)
    position.join("206", "396")
    position.fit(0, "interceptor", None, None, None, "tachyon_drive")
    assert position.table.stats(0, "interceptor").movement == 3
    assert "206" not in position.options(Move, "interceptor", HOME)
    position.lay("201", "2.11")
    position.ship(0, "interceptor", "201")
    position.remove_ships(HOME)
    position.will_draw("black hole", BLANK - 1)
    moved = one(position.play(Move("interceptor", "201", "396")), ShipMoved)
    assert moved.route == (HOME, "396")
    assert position.options(ReturnShip, "interceptor") == ("101",)
    position.play(ReturnShip("interceptor", "101"))
    assert [s.sector for s in position.state.ships.values() if s.owner == 0] == ["101"]
    assert position.asked().context["left"] == 2


@both_editions
def test_bh_other_activations_go_on(edition: str) -> None:
    """Only the activation of the ship that entered is over."""
    position = near_hole(edition)
    position.ship(0, "cruiser", HOME)
    enter(position, 5)
    assert position.asked().context["left"] == 2
    enter(position, 2, kind="cruiser")
    assert sorted(away.back for away in position.state.away.values()) == [4, 5]


@both_editions
def test_bh_discovery_not_on_explore(edition: str) -> None:
    """The explorer takes neither the tile nor the sector."""
    position = game(edition)
    (hole,) = {"396", "399"} & set(position.state.supply.unseen["outer"])
    position.will_reveal(hole)
    position.play(Explore("3.0"))
    orientation = next(iter(position.options(PlaceSector, hole)))
    effects = position.play(PlaceSector(hole, orientation))
    assert not of(effects, DiscoveryRevealed)
    assert position.sector(hole).discovery
    assert position.asked().kind == "end_turn"
    sound(position)


@both_editions
def test_bh_discovery_first_entry(edition: str) -> None:
    """The tile goes to whose ship enters first, even if the ship is gone for rounds."""
    position = game(edition, round=3)
    position.join("396", HOME)
    position.sector("396").discovery = True
    position.state.supply.discovery_pile -= 1
    position.remove_ships(HOME)
    for _ in range(2):
        position.ship(1, "interceptor", HOME)
    position.play(Pass())
    position.will_draw("black hole", 4)
    position.will_discover("money")
    effects = position.play(Move("interceptor", HOME, "396"), seat=1)
    assert one(effects, DiscoveryRevealed).seat == 1
    assert (position.asked().seat, position.asked().kind) == (1, "discovery")
    position.play(KeepDiscovery())
    assert position.seat(1).kept_discoveries == ["money"]
    assert [away.back for away in position.state.away.values()] == [5]
    position.will_draw("black hole", 4)
    effects = position.play(Move("interceptor", HOME, "396"), seat=1)
    assert not of(effects, DiscoveryRevealed)
    sound(position)


def found(edition: str, tile: str, face: int = BLANK, kind: str = "interceptor") -> Position:
    """A ship of seat 0 enters first and turns up this discovery tile."""
    position = near_hole(edition)
    position.sector("396").discovery = True
    position.state.supply.discovery_pile -= 1
    if kind == "cruiser":
        position.ship(0, kind, HOME)
    position.will_draw("black hole", face - 1)
    position.will_discover(tile)
    position.play(Move(kind, HOME, "396"))
    assert position.asked().kind == "discovery"
    return position


@both_editions
def test_ge_bh_10_the_tile_comes_before_the_ship_is_put(edition: str) -> None:
    """A cruiser found there stands in the sector: it did not move in. It may leave as usual."""
    position = found(edition, "ancient_cruiser")
    effects = position.play(UseDiscovery())
    assert one(effects, ShipPlaced).sector == "396"
    assert position.asked().kind == "return_ship"
    position.play(ReturnShip("interceptor", "101"))
    assert HOME in position.options(Move, "cruiser", "396")
    position.play(Move("cruiser", "396", HOME))
    sound(position)


def test_ge_bh_10_structures_may_stand_there() -> None:
    """Nobody controls them; an orbital still brings its materials."""
    position = found("second_dawn", "ancient_orbital")
    before = position.seat().storage.materials
    position.play(UseDiscovery())
    assert position.sector("396").orbital
    assert position.seat().storage.materials == before + 2
    position.play(ReturnShip("interceptor", "101"))
    sound(position)


@both_editions
def test_ge_bh_11_damage_goes_with_the_hull_that_it_lies_on(edition: str) -> None:
    """A part found in the black hole takes the place of the only hull: the ship comes back with
    the damage that it can bear."""
    position = found(edition, "axion_computer", BURST, "cruiser")
    position.play(UseDiscovery())
    position.play(FitPart("cruiser", 1))
    assert position.table.stats(0, "cruiser").hull == 0
    sound(position)
    effects = position.play(ReturnShip("cruiser", "101"))
    assert one(effects, ShipRepaired).points == 1
    assert [s.damage for s in position.table.own_ships_in(0, position.sector("101"))] == [0]
    sound(position)


@both_editions
def test_ge_bh_11_an_upgrade_destroys_no_damaged_ship(edition: str) -> None:
    """A hull that is replaced takes its damage with it."""
    position = near_hole(edition)
    cruiser = position.ship(0, "cruiser", HOME)
    enter(position, BURST, kind="cruiser")
    position.play(ReturnShip("cruiser", "101"), Done(), seat=0)
    position.play(Pass())
    assert cruiser.damage == 1
    effects = position.play(Upgrade((), (("nuclear_source", "cruiser", 1),)))
    assert one(effects, ShipRepaired).ship == cruiser.id
    assert (cruiser.damage, position.table.stats(0, "cruiser").hull) == (0, 0)
    sound(position)


# --- what a black hole is ------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("draw", "kept", "left_out"), [(0, "396", "399"), (1, "399", "396")])
def test_bh_one_per_game(edition: str, draw: int, kept: str, left_out: str) -> None:
    """One of the two is drawn before the stacks are made; everybody knows which."""
    spec = RulesetSpec(edition, ("black_holes",))
    chance = ScriptedChance({"black holes": [draw]}, otherwise=LiveChance(b"one"))
    state, first = new_game(spec, 2, chance, TWO)
    assert one(first.effects, SectorsLeftOut).sectors == (left_out,)
    assert one(first.effects, SectorsLeftOut).audience is None
    assert {"396", "399"} & set(state.supply.unseen["outer"]) == {kept}


@both_editions
def test_ge_bh_1_nobody_controls_a_black_hole(edition: str) -> None:
    """No disc, neither by influence nor after combat, and nothing is built there."""
    position = near_hole(edition)
    position.ship(0, "cruiser", "396")
    position.lay("201", "2.11")
    position.ship(0, "cruiser", "201")
    assert "396" not in position.options(Influence, "track")
    assert "no place for an influence disc" in position.refusal(Influence("track", "396"))
    assert position.refusal(Build("interceptor", "396"))
    both_pass(position)
    assert position.asked().context["sectors"] == ["201"]


@both_editions
def test_ge_bh_6_no_retreat_into_a_black_hole(edition: str) -> None:
    """Retreat needs a sector that one controls; the only neighbour left is no refuge."""
    position = near_hole(edition)
    position.lift(HOME)
    position.remove_ships(HOME)
    position.ship(1, "interceptor", HOME)
    position.ship(0, "interceptor", HOME)
    position.will_roll(HOME, 1, 6)
    both_pass(position)
    assert position.asked().kind != "battle"
    reason = why_no_retreat(position.table, 0, "interceptor", position.sector(HOME), "396")
    assert "with your influence disc" in reason


@both_editions
def test_ge_bh_7_ships_inside_count_for_limits(edition: str) -> None:
    """Miniatures inside are not built again, and are when they are lost."""
    position = near_hole(edition)
    wait_inside(position, 3)
    for _ in range(5):
        position.ship(0, "interceptor", HOME)
    position.seat().storage.materials = 20
    while position.asked().seat:
        position.play(Pass())
    assert position.table.ships_left(0, "interceptor") == 0
    assert "interceptor" not in position.options(Build)
    assert "All your 8 interceptors" in position.refusal(Build("interceptor", HOME))


@both_editions
def test_ge_bh_7_ships_inside_keep_a_civilization_in_the_game(edition: str) -> None:
    """Neither disc nor ship on the board, but one inside: not eliminated until it is lost."""
    position = near_hole(edition)
    wait_inside(position)
    for square in list(position.sector(HOME).cubes):
        position.sector(HOME).cubes.remove(square)
        position.seat().cubes.add(square.rstrip("*"), 1)
    position.lift(HOME)
    assert not position.table.is_eliminated(0)
    next_round(position)
    assert position.seat().out == ""
    effects = both_pass(position)
    assert one(effects, ShipLost).reason == "missed"
    # Second Dawn eliminates at the end of the combat phase, New Dawn lets it play on.
    assert position.seat().out == {"new_dawn": "", "second_dawn": "eliminated"}[edition]


@both_editions
def test_ge_bh_7_ships_inside_leave_the_game_with_their_owner(edition: str) -> None:
    """A civilization that collapses takes them along."""
    position = near_hole(edition)
    wait_inside(position)
    for seat in position.state.seats:
        seat.storage.money = seat.storage.science = seat.storage.materials = 0
    position.seat(1).storage.money = 40
    position.seat().action_discs = {"move": 12}
    position.seat().discs = 0
    both_pass(position)
    assert position.seat().out == "collapsed"
    assert position.state.away == {}


@both_editions
def test_bh_the_turn_does_not_go_on_before_the_ship_is_put(edition: str) -> None:
    """Neither does it end nor does another ship move; at the deadline there is a place for it."""
    position = near_hole(edition)
    enter(position, BLANK)
    assert "say first where to" in position.refusal(Done())
    with pytest.raises(Refused):
        position.play(Move("interceptor", RIVAL_HOME, HOME), seat=0)
    effects = position.play(position.asked().default)
    assert one(effects, ShipReturned).sector == "101"
