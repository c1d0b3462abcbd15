"""Exploring: where, how the tile lies, control, stacks (EX-*)."""

from __future__ import annotations

import pytest

from rules.effects.boards import DiscoveryRevealed
from rules.effects.galaxy import SectorDiscarded, SectorRevealed, StackRefilled
from rules.orders import (
    Colonize,
    Decline,
    DiscardSector,
    Done,
    Explore,
    Influence,
    Pass,
    PlaceSector,
    Refresh,
    TakeControl,
)
from rules.steps.explore import explorable, orientations
from tests.builders import HOME, RIVAL_HOME, Position

INNER = "1.0"  # Through the home's bottom wormhole.
LEFT = "2.11"  # Through its bottom left one.
WALL = "2.1"  # Behind its bottom right edge, which has none.


def after_discarding(position: Position, zone: str = INNER) -> Position:
    position.play(Explore(zone), DiscardSector())
    return position


# --- EX-1 -------------------------------------------------------------------------------------------


def test_ex_1_discarding_ends_the_turn_at_once() -> None:
    """Discarding ends the turn: no colony ship may be used afterwards."""
    position = after_discarding(Position())
    assert (position.asked().seat, position.asked().kind) == (1, "turn")


def test_ex_1_colony_ships_may_be_used_before_discarding() -> None:
    """The action runs until the tile is discarded, and colony ships belong to any time of it."""
    position = Position()
    position.lay("201", LEFT, disc=0)
    position.play(Explore(INNER), Colonize("201", "money", "money"), DiscardSector())
    assert position.seat(0).used_colony_ships == 1


def test_ex_1_a_second_exploration_survives_a_discarded_first_tile() -> None:
    """Planta explores twice: discarding the first tile leaves the second exploration."""
    position = Position(("planta", "terran_federation"))
    position.play(Explore(str(position.options(Explore)[0])), DiscardSector())
    assert (position.asked().seat, position.asked().kind) == (0, "explore")
    position.play(Explore(str(position.options(Explore)[0])), DiscardSector())
    assert position.asked().seat == 1


def test_ex_1_a_discarded_tile_lies_open_beside_its_stack() -> None:
    """Discards are placed face up and are not drawn again while the stack lasts."""
    position = Position()
    position.will_reveal("101")
    effects = position.play(Explore(INNER), DiscardSector())
    assert SectorDiscarded("inner", "101") in effects
    assert position.state.supply.discards["inner"] == ["101"]
    assert "101" not in position.state.supply.unseen["inner"]


# --- EX-2: the zone -----------------------------------------------------------------------------------


def test_ex_2_zones_lie_behind_wormholes_of_places_with_a_disc() -> None:
    """One explores through a wormhole of a sector with an own disc."""
    position = Position()
    assert set(explorable(position.table, 0)) == {"1.0", "2.11", "3.0", "3.1"}
    assert "wormhole" in position.refusal(Explore(WALL))


def test_ex_2_with_the_generator_any_edge_will_do() -> None:
    position = Position()
    position.learn(0, "wormhole_generator")
    around = {position.zone_beside(HOME, edge) for edge in range(6)}
    assert set(explorable(position.table, 0)) == around


def test_ex_2_an_occupied_zone_and_a_far_one_are_refused_with_the_reason() -> None:
    position = Position()
    position.lay("101", INNER)
    assert "101" in position.refusal(Explore(INNER))
    assert "not next to" in position.refusal(Explore("3.9"))


def test_ex_2_an_unpinned_ship_explores_and_a_pinned_one_does_not() -> None:
    """From a place with only a ship one explores unless the ship is pinned."""
    position = Position()
    position.lay("102", INNER)  # wormholes 0, 2, 3, 5
    beyond = position.zone_beside("102", 2)
    assert beyond not in explorable(position.table, 0)
    position.ship(0, "interceptor", "102")
    assert beyond in explorable(position.table, 0)
    position.guard("102")
    assert beyond not in explorable(position.table, 0)
    assert "pinned" in position.refusal(Explore(beyond))
    position.ship(0, "interceptor", "102")
    assert beyond in explorable(position.table, 0)


def test_ex_2_a_disc_explores_whatever_ships_are_there() -> None:
    """Only a place with nothing but ships needs one that is not pinned."""
    position = Position()
    position.ship(1, "cruiser", HOME)
    position.ship(1, "cruiser", HOME)
    assert INNER in explorable(position.table, 0)


# --- EX-2: the tile -----------------------------------------------------------------------------------


def test_ex_2_the_tile_needs_a_full_connection() -> None:
    """One wormhole of the tile must meet one of a sector with an own disc or ship."""
    position = Position()
    # 201 has the wormholes 1, 3, 5; the home lies at the upper right edge (1) of the zone.
    assert orientations(position.table, 0, LEFT, "201") == (0, 2, 4)
    position.will_reveal("201")
    position.play(Explore(LEFT))
    assert "connects" in position.refusal(PlaceSector("201", 1))
    position.play(PlaceSector("201", 2))
    assert position.sector("201").orientation == 2
    assert position.table.reach(0, position.sector("201")) == [HOME]


def test_ex_2_the_connection_may_be_to_a_pinned_ship() -> None:
    """Connecting is not exploring: any place with an own ship counts, pinned or not."""
    position = Position()
    position.lay("101", INNER)  # wormhole at its edge 5, towards LEFT
    position.guard("101")
    assert orientations(position.table, 0, LEFT, "201") == (0, 2, 4)
    position.ship(0, "interceptor", "101")
    assert orientations(position.table, 0, LEFT, "201") == (0, 1, 2, 3, 4, 5)


def test_ex_2_another_seats_sector_does_not_connect() -> None:
    position = Position()
    position.lay("101", INNER, disc=1)
    assert orientations(position.table, 0, LEFT, "201") == (0, 2, 4)


def test_ex_2_half_link_with_the_generator() -> None:
    """With the generator a wormhole on one side is enough, on the tile's or on the place's."""
    position = Position()
    position.learn(0, "wormhole_generator")
    # The home has a wormhole towards LEFT, so the tile may lie in any way.
    assert orientations(position.table, 0, LEFT, "201") == (0, 1, 2, 3, 4, 5)
    # Towards WALL it has none: the tile must show one to the home, at its edge 5.
    assert orientations(position.table, 0, WALL, "201") == (0, 2, 4)


def test_ex_2_half_link_only_from_explored_place() -> None:
    """Half a connection must be to a place that the zone is explored from; a pinned ship's place
    is none."""
    position = Position()
    position.learn(0, "wormhole_generator")
    position.lay("101", INNER, orientation=1)  # no wormhole towards WALL
    position.ship(0, "interceptor", "101")
    position.guard("101")
    assert orientations(position.table, 0, WALL, "201") == (0, 2, 4)
    position.ship(0, "interceptor", "101")
    assert orientations(position.table, 0, WALL, "201") == (0, 1, 2, 3, 4, 5)


# --- EX-3 ---------------------------------------------------------------------------------------------


def explored(sector: str, zone: str = LEFT) -> Position:
    """Seat 0 has laid ``sector`` in its first legal orientation."""
    position = Position()
    position.will_reveal(sector)
    position.play(Explore(zone))
    position.play(PlaceSector(sector, int(str(position.options(PlaceSector, sector)[0]))))
    return position


def test_ex_3_the_discovery_goes_to_whoever_places_a_disc() -> None:
    """Laying the tile leaves the discovery face down; the disc takes it."""
    position = explored("206")
    assert position.sector("206").discovery
    effects = position.play(TakeControl("206"))
    assert any(isinstance(e, DiscoveryRevealed) for e in effects)
    assert not position.sector("206").discovery
    assert position.sector("206").disc == 0


def test_ex_3_declining_control_leaves_the_discovery_for_later() -> None:
    position = explored("206")
    position.play(Decline())
    assert position.sector("206").discovery
    position.end_turn()
    position.play(Pass(), seat=1)
    effects = position.play(Influence("track", "206"), seat=0)
    assert any(isinstance(e, DiscoveryRevealed) and e.seat == 0 for e in effects)


def test_ex_3_ancients_keep_disc_and_discovery_away() -> None:
    """Ancients must be destroyed first: no control is offered beside them."""
    position = explored("203")
    assert [ship.kind for ship in position.table.guards_in(position.sector("203"))] == [
        "ancient",
        "ancient",
    ]
    assert position.asked().kind == "end_turn"
    assert position.sector("203").discovery


def test_explore_control_needs_a_disc_on_the_track() -> None:
    """The disc comes from the track, after the action's own was paid."""
    position = Position()
    position.seat(0).discs = 1
    position.will_reveal("201")
    position.play(Explore(LEFT), PlaceSector("201", 0))
    assert position.asked().kind == "end_turn"
    assert position.sector("201").disc is None


def test_explore_done_instead_of_control_ends_the_turn() -> None:
    position = explored("201")
    assert position.asked().kind == "control"
    position.play(Done())
    assert position.sector("201").disc is None
    assert position.asked().seat == 1


def test_explore_after_control_colony_ships_settle_the_new_sector() -> None:
    """After placing the disc colony ships may be activated; then the turn waits for done."""
    position = explored("201")
    position.play(TakeControl("201"))
    square = str(position.options(Colonize, "201")[0])
    track = str(position.options(Colonize, "201", square)[0])
    position.play(Colonize("201", square, track))
    assert position.sector("201").cubes == [square]
    assert position.asked().kind == "end_turn"
    assert "one action a turn" in position.refusal(Explore(INNER))


def test_explore_a_revealed_tile_is_placed_or_discarded_before_anything_else() -> None:
    position = Position()
    position.play(Explore(INNER))
    assert "Place or discard" in position.refusal(Done())


def test_explore_defaults_place_the_tile_and_take_control() -> None:
    """At the deadline the tile is laid in its first legal orientation and controlled."""
    position = Position()
    position.will_reveal("201")
    position.play(Explore(LEFT))
    assert position.asked().default == PlaceSector("201", 0)
    position.play(position.asked().default)
    assert position.asked().default == TakeControl("201")


# --- EX-4 ---------------------------------------------------------------------------------------------


def test_ex_4_an_empty_stack_is_made_anew_from_its_discards() -> None:
    position = Position()
    supply = position.state.supply
    supply.stacks["inner"], supply.unseen["inner"] = 0, []
    supply.discards["inner"] = ["105"]
    effects = position.play(Explore(INNER))
    assert [e for e in effects if isinstance(e, StackRefilled)] == [StackRefilled("inner")]
    assert [e.sector for e in effects if isinstance(e, SectorRevealed)] == ["105"]
    assert (supply.stacks["inner"], supply.discards["inner"]) == (0, [])


def test_ex_4_a_ring_without_stack_and_discards_is_closed() -> None:
    position = Position()
    supply = position.state.supply
    supply.stacks["inner"], supply.unseen["inner"] = 0, []
    assert INNER not in position.options(Explore)
    assert "inner ring" in position.refusal(Explore(INNER))
    assert LEFT in position.options(Explore)


def test_ex_4_the_outer_stack_ends_at_its_count() -> None:
    """The outer stack holds only some of the outer tiles; the others never come."""
    position = Position()
    supply = position.state.supply
    assert (supply.stacks["outer"], len(supply.unseen["outer"])) == (5, 18)
    supply.stacks["outer"] = 1
    position.play(Explore("3.0"))
    position.play(PlaceSector(*_first_placing(position)))
    assert len(supply.unseen["outer"]) == 17
    assert not [zone for zone in explorable(position.table, 0) if zone.startswith("3.")]


def test_ex_4_refilling_the_outer_stack_leaves_the_unused_tiles_out() -> None:
    """Only discarded tiles make the new stack."""
    position = Position()
    supply = position.state.supply
    supply.stacks["outer"] = 0
    supply.unseen["outer"].remove("310")
    supply.discards["outer"] = ["310"]
    position.play(Explore("3.0"))
    assert supply.unseen["outer"] == []
    assert position.asked().context["sectors"] == ["310"]


def _first_placing(position: Position) -> tuple[str, int]:
    sector = str(position.options(PlaceSector)[0])
    return sector, int(str(position.options(PlaceSector, sector)[0]))


# --- EX-5 ---------------------------------------------------------------------------------------------


def test_ex_5_draco_may_turn_up_a_second_tile_and_lays_one() -> None:
    """Two tiles may be turned up, decided after the first; what is not laid is discarded."""
    position = Position(("descendants_of_draco", "terran_federation"))
    zone = next(str(z) for z in position.options(Explore) if str(z).startswith("1."))
    position.will_reveal("103")
    position.play(Explore(zone))
    position.will_reveal("106")
    position.play(Explore(zone))
    assert set(position.options(PlaceSector)) == {"103", "106"}
    assert not position.offers(Explore)
    orientation = int(str(position.options(PlaceSector, "106")[0]))
    position.play(PlaceSector("106", orientation))
    assert position.state.supply.discards["inner"] == ["103"]
    assert "106" in position.state.sectors


@pytest.mark.parametrize("discs", [0, 1])
def test_mo_3_without_a_disc_there_is_only_passing(discs: int) -> None:
    """An action costs a disc; with none on the track one passes (MO-3)."""
    position = Position()
    position.lay("201", LEFT, disc=0)
    position.seat(0).discs = discs
    assert position.offers(Explore) is bool(discs)
    assert position.offers(Refresh) is bool(discs)
    assert position.offers(Pass)
    assert position.offers(Colonize)
    if not discs:
        assert "only pass" in position.refusal(Explore(INNER))


def test_explore_rival_home_is_no_starting_point() -> None:
    """One explores from own places only."""
    position = Position()
    beside_rival = position.zone_beside(RIVAL_HOME, 0)
    assert "not next to" in position.refusal(Explore(beside_rival))
