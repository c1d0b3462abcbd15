"""Black holes: when and where ships come back, and what happens to those that do not."""

from __future__ import annotations

from rules.effects.battle import BattleStarted
from rules.expansions.galactic_events.effects import (
    ShipLost,
    ShipReturned,
    ShipSwallowed,
    SupernovaExploded,
)
from rules.expansions.galactic_events.orders import ReturnShip
from rules.geometry import zone_neighbours
from rules.orders import Build, Done, Move, Pass, Refresh, Resign
from rules.state.model import NPC
from tests.builders import HOME, RIVAL_HOME, Position
from tests.rulings.galactic_events.boards import (
    BLANK,
    both_editions,
    both_pass,
    enter,
    near_hole,
    next_round,
    of,
    one,
    others_act,
    sound,
    wait_inside,
)


def due(edition: str, number: int = 1, inner: tuple[str, ...] = ("101",)) -> Position:
    """It is the turn of seat 0 in the round in which interceptors come back; seat 1 waits."""
    position = near_hole(edition, round=4, inner=inner)
    wait_inside(position, number)
    others_act(position)
    next_round(position)
    assert position.asked().seat == 0
    return position


def returned(position: Position, sector: str = "101") -> list[int]:
    """Ships that came back to a sector, in order of entry."""
    return [ship.owner for ship in position.table.ships_in(position.sector(sector))]


# --- when ----------------------------------------------------------------------------------------


@both_editions
def test_bh_before_an_action(edition: str) -> None:
    """The ship comes back before the action of a turn and can take part in it."""
    position = due(edition)
    assert position.asked().kind == "turn"
    effects = position.play(ReturnShip("interceptor", "101"))
    assert one(effects, ShipReturned).source == "396"
    assert position.asked().kind == "turn"
    position.play(Build("interceptor", HOME))
    assert not position.offers(ReturnShip)
    sound(position)


@both_editions
def test_bh_not_before_its_round_nor_after_the_action(edition: str) -> None:
    position = near_hole(edition)
    wait_inside(position)
    position.play(Pass(), seat=1)
    assert "returns in round 4, not before" in position.refusal(ReturnShip("interceptor", "101"))
    position = due(edition)
    position.play(Refresh())
    assert position.refusal(ReturnShip("interceptor", "101"))


@both_editions
def test_bh_several_returns(edition: str) -> None:
    """Two ships that are due: both before one action, or each before an action of its own."""
    position = due(edition, 2)
    position.play(ReturnShip("interceptor", "101"), ReturnShip("interceptor", "101"))
    assert returned(position) == [0, 0]
    assert position.asked().kind == "turn"
    position = due(edition, 2)
    position.play(ReturnShip("interceptor", "101"), Refresh(), Done(), seat=0)
    others_act(position)
    position.play(ReturnShip("interceptor", "101"), Refresh(), Done(), seat=0)
    assert returned(position) == [0, 0]
    assert position.state.away == {}
    sound(position)


@both_editions
def test_bh_missed(edition: str) -> None:
    """A ship that is not brought back in its round goes to the supply."""
    position = due(edition)
    left = position.table.ships_left(0, "interceptor")
    effects = both_pass(position)
    assert one(effects, ShipLost).reason == "missed"
    assert position.state.away == {}
    assert position.table.ships_left(0, "interceptor") == left + 1
    sound(position)


@both_editions
def test_ge_bh_5_a_passed_seat_is_woken_and_brings_its_ship_back(edition: str) -> None:
    """Whatever it prefers; it may then react or pass again. Afterwards it is left alone."""
    position = due(edition)
    position.play(Pass(), seat=0)
    position.play(Refresh(), Done(), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "reaction")
    position.play(ReturnShip("interceptor", "101"))
    assert position.offers(Build)
    position.play(Pass(), seat=0)
    assert returned(position) == [0]
    position.play(Refresh(), Done(), seat=1)
    assert position.asked().seat == 1
    sound(position)


@both_editions
def test_ge_bh_5_it_needs_a_disc_to_react_with(edition: str) -> None:
    """Whoever cannot react is not woken: the ship is lost."""
    position = due(edition)
    position.play(Pass(), seat=0)
    position.seat().action_discs = {"build": position.seat().discs}
    position.seat().discs = 0
    position.play(Refresh(), Done(), seat=1)
    assert position.asked().seat == 1
    assert one(both_pass(position), ShipLost).reason == "missed"


@both_editions
def test_ge_bh_5_a_reaction_may_follow(edition: str) -> None:
    position = due(edition)
    position.seat().storage.materials = 10
    position.play(Pass(), seat=0)
    position.play(Refresh(), Done(), seat=1)
    position.play(ReturnShip("interceptor", "101"), Build("interceptor", HOME))
    assert position.seat().action_discs["reaction"] == 1
    assert not position.offers(ReturnShip)


@both_editions
def test_ge_bh_5_entering_in_a_reaction_lets_a_ship_come_back_at_once(edition: str) -> None:
    """The movement of a reaction may lead into the black hole."""
    position = near_hole(edition)
    position.seat().preferences["reactions"] = "ask"
    position.play(Pass(), seat=0)
    position.play(Refresh(), Done(), seat=1)
    enter(position, BLANK)
    assert position.asked().kind == "return_ship"
    position.play(ReturnShip("interceptor", "101"))
    assert returned(position) == [0]


@both_editions
def test_ge_bh_12_at_the_deadline_the_ship_comes_back_first(edition: str) -> None:
    """To a sector of its own without enemies, else to one without enemies; then the seat passes."""
    position = due(edition, inner=("101", "104"))
    position.guard("101")
    assert position.asked().default == ReturnShip("interceptor", "104")
    position.play(position.asked().default)
    assert position.asked().default == Pass()


@both_editions
def test_ge_bh_12_passing_is_possible_without_bringing_it_back(edition: str) -> None:
    """Also for whoever has no disc for an action: the turn itself is enough to bring it back."""
    position = due(edition)
    position.seat().action_discs = {"build": position.seat().discs}
    position.seat().discs = 0
    assert position.options(ReturnShip) == ("interceptor",)
    position.play(ReturnShip("interceptor", "101"), Pass(), seat=0)
    assert returned(position) == [0]
    sound(position)


# --- where ---------------------------------------------------------------------------------------


@both_editions
def test_bh_cygnus_targets(edition: str) -> None:
    """Inner sectors; neither the center nor those of other rings."""
    position = near_hole(edition, inner=("101", "104"))
    position.lay("205", "2.11")
    enter(position, BLANK)
    assert position.options(ReturnShip, "interceptor") == ("101", "104")
    for sector in ("001", "205", HOME, "396"):
        assert "inner ring" in position.refusal(ReturnShip("interceptor", sector))


@both_editions
def test_bh_cygnus_none(edition: str) -> None:
    """Without an inner sector the ship goes to the supply."""
    position = near_hole(edition, inner=())
    position.lay("205", "2.11")
    left = position.table.ships_left(0, "interceptor")
    effects = enter(position, BLANK)
    assert one(effects, ShipLost).reason == "nowhere"
    assert position.table.ships_left(0, "interceptor") == left + 1
    assert position.asked().kind != "return_ship"
    sound(position)


@both_editions
def test_bh_cygnus_none_in_a_later_round(edition: str) -> None:
    """A ship that is due waits for a sector until the action phase ends."""
    position = due(edition, inner=())
    assert not position.offers(ReturnShip)
    assert "will be lost" in position.refusal(ReturnShip("interceptor", "101"))
    position.play(Pass(), seat=0)
    position.play(Refresh(), Done(), seat=1)
    assert position.asked().seat == 1  # There is nothing to wake seat 0 for.
    assert one(both_pass(position), ShipLost).reason == "nowhere"


@both_editions
def test_ge_bh_9_inner_is_where_the_sector_lies(edition: str) -> None:
    """A sector of the middle stack would not count for its number but for its place."""
    position = near_hole(edition, inner=())
    position.lay("205", "1.3")
    position.lay("101", "4.9")
    enter(position, BLANK)
    assert position.options(ReturnShip, "interceptor") == ("205",)


def frontier(position: Position) -> list[str]:
    """Sectors with a printed wormhole that faces a zone without a sector, by hand."""
    found = []
    for sector in position.state.sectors.values():
        printed = position.table.tile(sector.id).wormholes
        edges = [(edge + sector.orientation) % 6 for edge in printed]
        if any(zone_neighbours(sector.zone)[edge] not in position.state.zones for edge in edges):
            found.append(sector.id)
    return found


@both_editions
def test_bh_v616_targets(edition: str) -> None:
    """A wormhole has to face the unexplored zone, a blank edge does not do."""
    position = near_hole(edition, hole="399", inner=())
    position.join("318", "399")  # Two wormholes: one leads back, the other will be filled.
    (free,) = (
        edge
        for edge in position.table.wormholes(position.sector("318"))
        if position.zone_beside("318", edge) not in position.state.zones
    )
    position.lay("205", position.zone_beside("318", free))
    enter(position, BLANK, hole="399")
    targets = position.options(ReturnShip, "interceptor")
    around = zone_neighbours(position.sector("318").zone)
    assert any(zone not in position.state.zones for zone in around)
    assert "318" not in targets
    assert HOME in targets
    assert set(targets) == set(frontier(position)) - {"399"}
    assert "wormhole that faces an unexplored zone" in position.refusal(
        ReturnShip("interceptor", "318")
    )


@both_editions
def test_ge_bh_8_the_generator_opens_no_further_targets(edition: str) -> None:
    """A printed wormhole it must be. Parts of nebulae count by their own edges, remnants never,
    and no ship comes back to a black hole, not even to a sector that would do."""
    position = near_hole(edition, hole="399", inner=())
    position.lay("397", "4.8")
    position.lay("395", "4.12")
    position.lay("205", position.zone_beside("395a", 0))
    position.lay("206", position.zone_beside("395a", 5))
    position.fact(SupernovaExploded("397", "397x"))
    before = None
    for generator in (False, True):
        if generator:
            position.learn(0, "wormhole_generator")
        else:
            enter(position, BLANK, hole="399")
        targets = position.options(ReturnShip, "interceptor")
        assert before in (None, targets)
        before = targets
    assert {"395b", "395c"} <= set(before or ())
    assert not {"395a", "397", "399"} & set(before or ())
    assert "399" in frontier(position)


# --- among others --------------------------------------------------------------------------------


@both_editions
def test_ge_bh_3_the_owner_chooses_and_is_the_last_to_arrive(edition: str) -> None:
    """It attacks whoever is there already, however long its ship has existed."""
    position = due(edition)
    position.ship(1, "interceptor", "101")
    position.play(ReturnShip("interceptor", "101"), Pass(), seat=0)
    assert returned(position) == [1, 0]
    battle = one(both_pass(position), BattleStarted)
    assert (battle.attacker, battle.defender) == (0, 1)


@both_editions
def test_ge_bh_3_guards_fight_and_pin_it(edition: str) -> None:
    """Coming back among Ancients is possible, getting away from them is not."""
    position = due(edition)
    position.guard("101")
    position.play(ReturnShip("interceptor", "101"))
    assert "101" not in position.options(Move, "interceptor")
    position.play(Pass(), seat=0)
    battle = of(both_pass(position), BattleStarted)
    assert [(b.attacker, b.defender) for b in battle] == [(0, NPC)]


@both_editions
def test_ge_bh_7_no_resigning_while_a_ship_is_inside(edition: str) -> None:
    """It is still part of the fleet; once it is lost its owner may resign (New Dawn) or is out."""
    position = due(edition)
    position.remove_ships(HOME)
    position.lift(HOME)
    position.sector(HOME).cubes = []
    assert not position.offers(Resign)
    position.state.away.clear()
    assert position.offers(Resign)


@both_editions
def test_ge_bh_12_ships_of_a_type_are_alike(edition: str) -> None:
    """Of several types each has its own round; of one type any may come back first."""
    position = due(edition, 2)
    cruiser = position.ship(0, "cruiser", HOME)
    position.fact(ShipSwallowed(cruiser.id, 0, "cruiser", "396", 0, 6))
    assert position.options(ReturnShip) == ("interceptor",)
    assert "returns in round 6" in position.refusal(ReturnShip("cruiser", "101"))
    assert "You have no dreadnought" in position.refusal(ReturnShip("dreadnought", "101"))
    position.play(ReturnShip("interceptor", "101"))
    assert position.options(ReturnShip) == ("interceptor",)
    assert RIVAL_HOME not in position.options(ReturnShip, "interceptor")
