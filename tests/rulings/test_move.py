"""Moving ships: wormholes, movement value, pinning, the defence system, reactions (MO-*)."""

from __future__ import annotations

from rules.effects.galaxy import ShipMoved
from rules.orders import Build, Done, Explore, Move, Pass
from tests.builders import HOME, Position

UP = "3.0"  # Above the home, through its top wormhole.
INNER = "1.0"  # Below it.
WALL = "2.1"  # Behind its bottom right edge, which has none.


def corridor(movement: int = 1) -> Position:
    """206 - home - 102 - center, all joined by full wormholes; interceptors move ``movement``."""
    position = Position()
    position.lay("206", UP)
    position.lay("102", INNER)
    drive = {1: None, 2: "fusion_drive", 3: "tachyon_drive"}[movement]
    position.seat(0).tiles["interceptor"][3] = drive
    return position


def interceptor(position: Position, source: str, target: str) -> tuple[str, ...]:
    """Move an interceptor and return its route."""
    effects = position.play(Move("interceptor", source, target))
    return next(e.route for e in effects if isinstance(e, ShipMoved))


# --- wormholes and movement value -----------------------------------------------------------------------


def test_move_goes_through_full_wormholes_to_explored_sectors_only() -> None:
    position = corridor()
    assert position.options(Move, "interceptor", HOME) == ("102", "206")
    assert "explored" in position.refusal(Move("interceptor", HOME, "999"))


def test_move_needs_a_wormhole_on_both_sides_or_the_generator() -> None:
    """A wormhole on one side is enough with the generator."""
    position = corridor()
    position.lay("201", WALL)
    assert 5 in position.table.wormholes(position.sector("201"))
    assert "201" not in position.options(Move, "interceptor", HOME)
    assert "No way leads" in position.refusal(Move("interceptor", HOME, "201"))
    position.learn(0, "wormhole_generator")
    assert "201" in position.options(Move, "interceptor", HOME)


def test_move_as_far_as_the_movement_value_allows() -> None:
    """One movement leads as many sectors as the drives of the type add up to."""
    position = corridor()
    assert "too far" in position.refusal(Move("interceptor", HOME, "001"))
    position = corridor(movement=2)
    assert interceptor(position, HOME, "001") == ("102", "001")


def test_move_three_movements_of_one_ship_or_of_several() -> None:
    """An action has three movements; the same ship may use them one after another."""
    position = corridor()
    position.play(Move("interceptor", HOME, "206"), Move("interceptor", "206", HOME))
    assert position.asked().context["left"] == 1
    position.ship(0, "cruiser", HOME)
    position.play(Move("cruiser", HOME, "102"))
    assert position.asked().kind == "end_turn"


def test_move_done_ends_the_turn_with_movements_left() -> None:
    position = corridor()
    position.play(Move("interceptor", HOME, "206"), Done())
    assert position.asked().seat == 1


def test_move_starbases_do_not() -> None:
    """A starbase has no drive and so cannot move."""
    position = corridor()
    position.ship(0, "starbase", HOME)
    assert "starbase" not in position.options(Move)
    assert "no drive" in position.refusal(Move("starbase", HOME, "206"))


def test_move_discs_of_others_do_not_hinder() -> None:
    """Only ships hold a ship up: a sector with another seat's disc is passed freely."""
    position = corridor(movement=2)
    position.lay("101", position.zone_beside("102", 2), orientation=0)
    position.sector("102").disc = 1
    assert position.table.reach(0, position.sector("102")) == [HOME, "101", "001"]
    assert interceptor(position, HOME, "101") == ("102", "101")


def test_move_takes_the_shortest_route_with_the_lowest_numbers() -> None:
    """Two routes of two steps lead to the center's neighbour: the order is always the same."""
    position = Position()
    position.lay("101", INNER, orientation=1)  # no wormhole at edge 1 only
    position.lay("103", position.zone_beside(HOME, 4), orientation=1)  # none at edge 4 only
    beyond = position.zone_beside("101", 4)
    position.lay("105", beyond, orientation=0)  # wormholes 0, 1, 3, 4, 5
    position.seat(0).tiles["interceptor"][3] = "conformal_drive"
    reach = position.table.reach(0, position.sector("105"))
    assert {"101", "103"} <= set(reach)
    assert interceptor(position, HOME, "105") == ("101", "105")


def test_move_the_ship_that_entered_last_moves() -> None:
    """Ships of a type are alike; the one that entered last leaves, so that the others keep their
    place in the order of entry."""
    position = corridor()
    first, *_ = position.sector(HOME).ships
    last = position.ship(0, "interceptor", HOME)
    position.play(Move("interceptor", HOME, "206"))
    assert position.sector(HOME).ships == [first]
    assert position.sector("206").ships == [last.id]


def test_move_an_arriving_ship_is_last_in_the_order_of_entry() -> None:
    position = corridor()
    rival = position.ship(1, "interceptor", "206")
    (own,) = position.sector(HOME).ships
    position.play(Move("interceptor", HOME, "206"))
    assert position.sector("206").ships == [rival.id, own]


# --- MO-1 -----------------------------------------------------------------------------------------------


def test_mo_1_leaving_one_ship_stays_for_each_enemy_ship() -> None:
    """As many ships as there are enemy ships stay, those beyond that number leave."""
    position = corridor()
    position.ship(1, "interceptor", HOME)
    assert "interceptor" not in position.options(Move)
    position.ship(0, "cruiser", HOME)
    assert position.options(Move, "interceptor") == (HOME,)
    position.play(Move("interceptor", HOME, "206"))
    assert position.options(Move) == ("interceptor",)
    assert position.options(Move, "interceptor") == ("206",)


def test_mo_1_a_pinned_ship_is_refused_with_the_reason() -> None:
    position = corridor()
    position.ship(0, "interceptor", "206")
    position.guard("206")
    assert "pinned" in position.refusal(Move("interceptor", "206", HOME))


def test_mo_1_which_ship_stays_may_change() -> None:
    """The ship that was pinned first may leave once another one stays for the enemy."""
    position = corridor()
    position.remove_ships(HOME)
    position.guard("102")
    position.ship(0, "interceptor", "102")
    position.ship(0, "cruiser", HOME)
    assert position.options(Move) == ("cruiser",)
    position.play(Move("cruiser", HOME, "102"))
    assert "interceptor" in position.options(Move)
    position.play(Move("interceptor", "102", HOME))
    assert [s.kind for s in position.table.ships_in(position.sector("102"))] == [
        "ancient",
        "cruiser",
    ]


def test_mo_1_entering_a_sector_with_enemies_ends_the_movement() -> None:
    """A lone ship that enters beside an enemy ship stays there, however fast it is."""
    position = corridor(movement=3)
    position.guard("102")
    targets = position.options(Move, "interceptor", HOME)
    assert "102" in targets
    assert "001" not in targets
    assert "held up" in position.refusal(Move("interceptor", HOME, "001"))


def test_mo_1_passing_through_beside_ships_that_stay() -> None:
    """A ship passes when enough own ships stay there for the enemies."""
    position = corridor(movement=2)
    position.guard("102")
    position.ship(0, "cruiser", "102")
    assert interceptor(position, HOME, "001") == ("102", "001")


def test_mo_1_every_enemy_ship_pins_one_on_the_way() -> None:
    position = corridor(movement=2)
    position.guard("102")
    position.ship(1, "interceptor", "102")
    position.ship(0, "cruiser", "102")
    assert "001" not in position.options(Move, "interceptor", HOME)


def test_mo_1_a_starbase_and_any_own_ship_count_as_staying() -> None:
    position = corridor()
    position.ship(1, "dreadnought", HOME)
    position.ship(0, "starbase", HOME)
    assert position.options(Move) == ("interceptor",)


def test_mo_1_the_defence_system_pins_everything() -> None:
    """It engages all ships in the center, however many, and cannot be passed."""
    position = corridor(movement=3)
    for _ in range(3):
        position.ship(0, "cruiser", "001")
    assert "cruiser" not in position.options(Move)
    beyond = position.zone_beside("001", 3)
    position.lay("106", beyond)
    assert 0 in position.table.wormholes(position.sector("106"))
    assert "106" not in position.options(Move, "interceptor", HOME)
    position.remove_ships("001")
    assert "106" in position.options(Move, "interceptor", HOME)


def test_mo_1_the_defence_system_is_named_when_a_ship_is_held() -> None:
    position = corridor()
    position.ship(0, "interceptor", "001")
    assert "defence system" in position.refusal(Move("interceptor", "001", "102"))


# --- reactions ------------------------------------------------------------------------------------------


def passed(position: Position) -> Position:
    """Seat 0 has passed and is asked again."""
    position.play(Pass(), seat=0)
    position.play(Build("interceptor", "223"), Done(), seat=1)
    return position


def test_move_reaction_is_one_movement() -> None:
    """After passing one ship moves once, and the reaction costs a disc."""
    position = passed(corridor())
    discs = position.seat(0).discs
    assert position.asked().kind == "reaction"
    position.play(Move("interceptor", HOME, "206"))
    assert position.asked().kind == "end_turn"
    assert (position.seat(0).discs, position.seat(0).action_discs) == (discs - 1, {"reaction": 1})


def test_mo_3_a_reaction_needs_a_disc_too() -> None:
    position = passed(corridor())
    position.seat(0).discs = 0
    assert not position.offers(Move)
    assert "only pass" in position.refusal(Move("interceptor", HOME, "206"))
    assert position.offers(Pass)


def test_reactions_are_no_explorations() -> None:
    """After passing only upgrade, build and move are possible."""
    position = passed(corridor())
    assert "After passing" in position.refusal(Explore("3.1"))
