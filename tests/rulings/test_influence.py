"""Influence: disc moves, connections, cubes going home, colony ships turned up (IN-*)."""

from __future__ import annotations

import pytest

from rules.editions.new_dawn import NewDawn
from rules.effects.boards import ColonyShipsRefreshed, CubeReturned, DiscoveryRevealed
from rules.effects.galaxy import CubeLeft
from rules.orders import Colonize, Done, Influence, Refresh, ReturnCube
from tests.builders import HOME, Position

UP = "3.0"  # Above the home, through its top wormhole.
INNER = "1.0"  # Below it.


def beside_home(disc: int | None = None, discovery: bool = False) -> Position:
    """206 lies above the home and is connected to it: its wormholes are 1, 2, 3, 5. So is 103
    below it, without a disc."""
    position = Position()
    position.lay("103", INNER)
    position.lay("206", UP, disc=disc, discovery=discovery)
    return position


def gray_sector() -> Position:
    """103 lies below the home, connected to it, with a disc and a cube from money on its gray
    square."""
    position = Position()
    position.lay("103", INNER, disc=0)
    position.settle(0, "103", "gray", "money")
    return position


def chain(disc: int | None = 0) -> Position:
    """Home - 206 - 202; only 206 is connected to 202."""
    position = beside_home(disc=disc)
    # 202 has the wormholes 1, 3, 5; turned by a sixth, its edge 2 leads to 206.
    position.lay("202", position.zone_beside("206", 5), orientation=1)
    return position


# --- IN-1 ---------------------------------------------------------------------------------------------


def test_in_1_the_actions_own_disc_is_paid_first() -> None:
    """The last disc of the track pays the action, so none is left to place."""
    position = beside_home()
    position.seat(0).discs = 1
    assert position.options(Influence) == (HOME,)
    assert "paid first" in position.refusal(Influence("track", "206"))
    position.seat(0).discs = 2
    position.play(Influence("track", "206"))
    assert (position.sector("206").disc, position.seat(0).discs) == (0, 0)


def test_in_1_a_disc_may_not_use_the_connection_that_only_it_provides() -> None:
    """When the disc is lifted there is no connection any more."""
    position = chain()
    assert "202" in position.options(Influence, "track")
    assert "202" not in position.options(Influence, "206")
    assert "Only the disc that you would lift" in position.refusal(Influence("206", "202"))


def test_in_1_a_ship_left_behind_keeps_the_connection() -> None:
    position = chain()
    position.ship(0, "interceptor", "206")
    position.play(Influence("206", "202"))
    assert (position.sector("206").disc, position.sector("202").disc) == (None, 0)


def test_in_1_another_disc_keeps_the_connection() -> None:
    """A disc may go to where another of one's discs connects."""
    position = beside_home(disc=0)
    position.play(Influence("206", "103"))
    assert position.sector("103").disc == 0


def test_in_1_lifting_and_replacing_are_two_moves() -> None:
    """Returning a disc to the sector it left is allowed and costs both moves; the cubes come
    home meanwhile (FAQ)."""
    position = gray_sector()
    before = position.seat(0).discs
    assert "disc already" in position.refusal(Influence("103", "103"))
    position.play(Influence("103", "track"), ReturnCube("money"), Influence("track", "103"))
    assert (position.sector("103").disc, position.sector("103").cubes) == (0, [])
    assert position.seat(0).discs == before - 1
    assert not position.offers(Influence)


def test_in_1_an_edition_may_forbid_the_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the edition says so, no disc goes back to a sector that one left in this action."""
    monkeypatch.setattr(NewDawn, "relift_same_sector", False, raising=False)
    position = beside_home(disc=0)
    position.play(Influence("206", "track"))
    assert "206" not in position.options(Influence, "track")
    assert "took part" in position.refusal(Influence("track", "206"))


# --- where a disc may go ------------------------------------------------------------------------------


def test_influence_target_must_be_empty_of_discs_and_enemy_ships() -> None:
    """Ships of others and of nobody bar the sector, own ships beside them or not."""
    position = beside_home()
    position.guard("206")
    position.ship(0, "cruiser", "206")
    assert "206" not in position.options(Influence, "track")
    assert "Enemy ships" in position.refusal(Influence("track", "206"))
    position.remove_ships("206")
    position.ship(1, "interceptor", "206")
    assert "206" not in position.options(Influence, "track")
    position.remove_ships("206")
    assert "206" in position.options(Influence, "track")


def test_influence_another_seats_disc_bars_the_sector() -> None:
    position = beside_home(disc=1)
    position.ship(0, "cruiser", "206")
    assert "disc already" in position.refusal(Influence("track", "206"))


def test_influence_needs_a_full_wormhole_and_with_the_generator_half_of_one() -> None:
    position = beside_home()
    position.lay("202", position.zone_beside(HOME, 2))  # the home has no wormhole there
    assert position.table.wormholes(position.sector("202")) >= {5}
    assert "No wormhole" in position.refusal(Influence("track", "202"))
    position.learn(0, "wormhole_generator")
    position.play(Influence("track", "202"))
    assert position.sector("202").disc == 0


def test_influence_a_sector_with_only_own_ships_needs_no_connection() -> None:
    position = Position()
    position.lay("103", INNER)
    position.lay("206", "3.9")
    assert "206" not in position.options(Influence, "track")
    position.ship(0, "interceptor", "206")
    position.play(Influence("track", "206"))
    assert position.sector("206").disc == 0


def test_influence_next_to_a_ship_even_if_it_is_pinned() -> None:
    """A place with an own ship connects, whatever else is there."""
    position = chain(disc=None)
    assert "202" not in position.options(Influence, "track")
    position.ship(0, "interceptor", "206")
    position.guard("206")
    assert "202" in position.options(Influence, "track")


def test_influence_withdrawing_from_beside_enemy_ships() -> None:
    """A disc may leave a sector with enemy ships."""
    position = beside_home(disc=0)
    position.ship(1, "interceptor", "206")
    position.play(Influence("206", "track"))
    assert position.sector("206").disc is None


def test_influence_the_center_is_closed_while_its_defence_stands() -> None:
    position = Position()
    position.lay("102", INNER, disc=0)  # wormhole 3 faces the center
    assert "001" not in position.options(Influence, "track")
    position.remove_ships("001")
    assert "001" in position.options(Influence, "track")


def test_influence_two_moves_and_done_at_any_time() -> None:
    position = beside_home()
    position.play(Influence("track", "206"))
    assert position.asked().context["left"] == 1
    position.play(Done())
    assert position.asked().seat == 1


def test_influence_a_disc_takes_the_discovery_tile() -> None:
    position = beside_home(discovery=True)
    effects = position.play(Influence("track", "206"))
    assert [e.sector for e in effects if isinstance(e, DiscoveryRevealed)] == ["206"]
    assert position.asked().kind == "discovery"


# --- IN-2 ---------------------------------------------------------------------------------------------


def test_in_2_colony_ships_are_turned_up_without_any_disc_move() -> None:
    position = Position()
    seat = position.seat(0)
    seat.colony_ships, seat.used_colony_ships = 0, 3
    effects = position.play(Refresh())
    assert ColonyShipsRefreshed(0, 2) in effects
    assert (seat.colony_ships, seat.used_colony_ships) == (2, 1)


def test_in_2_ships_used_within_the_action_are_turned_up_too() -> None:
    """What is left of the two refreshes serves colony ships used later in the action."""
    position = Position()
    position.lay("106", INNER, disc=0)
    seat = position.seat(0)
    seat.colony_ships, seat.used_colony_ships = 2, 1
    position.play(Refresh())
    assert (seat.colony_ships, position.asked().context["refresh"]) == (3, 1)
    position.play(Colonize("106", "science", "science"))
    assert (seat.colony_ships, position.asked().context["refresh"]) == (3, 0)
    position.play(Colonize("106", "materials", "materials"))
    assert (seat.colony_ships, seat.used_colony_ships) == (2, 1)


def test_in_2_the_second_refresh_is_open_after_both_disc_moves() -> None:
    position = beside_home(disc=0)
    position.play(Influence("206", "track"), Influence("track", "206"))
    position.play(Colonize("206", "materials", "materials"))
    assert position.seat(0).used_colony_ships == 0


def test_in_2_cubes_of_gray_squares_and_orbitals_go_where_their_owner_likes() -> None:
    """A coloured square's cube goes home by itself, a gray one's to any track, an orbital's to
    money or science."""
    position = Position()
    position.lay("106", INNER, disc=0)
    position.sector("106").orbital = True
    squares = [square.name for square in position.table.tile("106").squares]
    assert squares == ["science", "materials"]
    position.settle(0, "106", "science", "science")
    position.settle(0, "106", "orbital", "money")
    effects = position.play(Influence("106", "track"))
    assert CubeReturned(0, "science") in effects
    assert position.options(ReturnCube) == ("money", "science")
    position.play(ReturnCube("science"))
    assert position.seat(0).cubes.science == 11


def test_in_2_a_full_track_pushes_the_cube_to_another() -> None:
    position = gray_sector()
    position.seat(0).cubes.money = 12
    position.play(Influence("103", "track"))
    assert position.options(ReturnCube) == ("science", "materials")


def test_in_2_cubes_are_home_before_a_discovery_is_turned_up() -> None:
    """The disc's old sector is cleared before its new one pays off."""
    position = gray_sector()
    position.lay("206", UP, discovery=True)
    effects = position.play(Influence("103", "206"))
    assert any(isinstance(e, CubeLeft) for e in effects)
    assert position.asked().kind == "return_cube"
    effects = position.play(ReturnCube("money"))
    assert any(isinstance(e, DiscoveryRevealed) for e in effects)
