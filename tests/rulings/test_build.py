"""Build: where, what and how much."""

from __future__ import annotations

from rules.effects.boards import Paid
from rules.orders import Build, Done, Trade
from tests.builders import HOME, Position


def rich(materials: int = 40) -> Position:
    """Seat 0 can build whatever it wants."""
    position = Position()
    position.seat().storage.materials = materials
    return position


def test_bu_1_only_in_sectors_with_an_own_disc() -> None:
    """Ships and structures come into sectors that hold the builder's influence disc."""
    position = rich()
    position.lay("206", "3.0")
    position.ship(0, "cruiser", "206")
    assert position.options(Build, "interceptor") == (HOME,)
    assert "sectors with your disc" in position.refusal(Build("interceptor", "206"))


def test_bu_1_beside_enemy_ships_and_last_in_the_order_of_entry() -> None:
    """Enemy ships do not hinder building; a built ship entered after all others."""
    position = rich()
    enemy = position.ship(1, "cruiser", HOME)
    position.play(Build("starbase", HOME))
    ships = position.sector(HOME).ships
    assert ships[-1] != enemy.id
    assert position.state.ships[ships[-1]].kind == "starbase"


def test_build_two_for_their_costs_then_the_action_is_over() -> None:
    """A cruiser and an orbital cost ten materials; a third thing needs another action."""
    position = rich(10)
    position.learn(0, "orbital")
    effects = position.play(Build("cruiser", HOME), Build("orbital", HOME))
    assert sum(e.materials for e in effects if isinstance(e, Paid)) == 10
    assert position.seat().storage.materials == 0
    assert position.sector(HOME).orbital
    assert position.asked().kind == "end_turn"


def test_build_nanorobots_add_one_to_actions_only() -> None:
    """Nanorobots: one more with the action, none with a reaction."""
    position = rich()
    position.learn(0, "nanorobots")
    position.play(*[Build("interceptor", HOME)] * 3)
    assert position.asked().kind == "end_turn"

    position = rich()
    position.learn(0, "nanorobots")
    position.seat().passed = True
    position.play(Build("interceptor", HOME))
    assert position.asked().kind == "end_turn"
    assert position.seat().action_discs == {"reaction": 1}


def test_build_reaction_builds_one() -> None:
    """A reaction builds one ship or structure."""
    position = rich()
    position.seat().passed = True
    position.play(Build("interceptor", HOME))
    assert position.asked().kind == "end_turn"


def test_build_starbase_orbital_and_monolith_need_their_technology() -> None:
    """Terrans start with the Starbase technology only."""
    position = rich()
    assert position.options(Build) == ("interceptor", "cruiser", "dreadnought", "starbase")
    assert "Building an orbital needs its technology" in position.refusal(Build("orbital", HOME))
    position.learn(0, "monolith")
    assert "monolith" in position.options(Build)


def test_build_one_orbital_and_one_monolith_in_a_sector() -> None:
    """A sector holds one of each; both together are allowed."""
    position = rich()
    position.learn(0, "orbital")
    position.learn(0, "monolith")
    position.play(Build("orbital", HOME), Build("monolith", HOME), Done())
    assert position.sector(HOME).monolith
    position = rich()
    position.learn(0, "orbital")
    position.play(Build("orbital", HOME))
    assert "has room for an orbital" in position.refusal(Build("orbital", HOME))


def test_build_no_more_ships_than_miniatures() -> None:
    """Eight interceptors, four cruisers, two dreadnoughts and four starbases exist."""
    for kind, limit in (("interceptor", 8), ("cruiser", 4), ("dreadnought", 2), ("starbase", 4)):
        position = rich()
        while position.table.ships_left(0, kind):
            position.ship(0, kind, HOME)
        assert f"All your {limit} {kind}s" in position.refusal(Build(kind, HOME))


def test_build_needs_the_materials() -> None:
    """The refusal names cost and stock."""
    position = rich(4)
    assert position.options(Build) == ("interceptor", "starbase")
    assert "A cruiser costs 5 materials; you have 4" in position.refusal(Build("cruiser", HOME))


def test_build_waits_while_a_trade_could_pay_for_more() -> None:
    """The second thing may be paid with traded resources, so the action is not over yet."""
    position = rich(3)
    position.seat().storage.money = 6
    position.play(Build("interceptor", HOME))
    assert position.asked().kind == "build"
    assert not position.offers(Build)
    position.play(Trade("money", "materials", 3), Build("starbase", HOME))
    assert position.asked().kind == "end_turn"
