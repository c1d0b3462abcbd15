"""Colony ships and trade: when and where (CO-*, TR-1)."""

from __future__ import annotations

from rules.effects.boards import Traded
from rules.orders import Build, Colonize, Done, Explore, Move, Pass, Trade
from rules.steps.rights import colonize_choice
from tests.builders import HOME, Position

INNER = "1.0"


def colony() -> Position:
    """103 below the home has a free gray square and an advanced money one."""
    position = Position()
    position.lay("103", INNER, disc=0)
    return position


def squares(position: Position, sector: str = "103") -> set[object]:
    return set(position.options(Colonize, sector))


# --- CO-1 -----------------------------------------------------------------------------------------------


def test_co_1_also_beside_enemy_ships_in_ones_own_action() -> None:
    position = colony()
    position.ship(1, "cruiser", "103")
    position.play(Colonize("103", "gray", "money"))
    assert position.sector("103").cubes == ["gray"]


def test_co_1_never_beside_enemy_ships_in_upkeep() -> None:
    position = colony()
    position.ship(1, "cruiser", "103")
    upkeep = colonize_choice(position.table, 0, beside_enemies=False)
    assert not upkeep.possible()
    assert "enemy ships" in upkeep.why((), "103")


def test_co_1_usable_when_passing_and_when_passing_again() -> None:
    position = colony()
    position.play(Colonize("103", "gray", "money"), Pass(), seat=0)
    position.play(Build("interceptor", "223"), Done(), seat=1)
    position.sector("103").cubes.clear()
    assert position.asked().kind == "reaction"
    position.play(Colonize("103", "gray", "science"), Pass(), seat=0)
    assert position.seat(0).used_colony_ships == 2


def test_co_1_not_within_a_reaction() -> None:
    """A reaction is no action: once one is taken, colony ships wait."""
    position = colony()
    position.play(Pass(), seat=0)
    position.play(Build("interceptor", "223"), Done(), seat=1)
    position.play(Move("interceptor", HOME, "103"))
    assert not position.offers(Colonize)
    assert "reaction" in position.refusal(Colonize("103", "gray", "money"))
    assert position.offers(Trade)


def test_co_1_used_when_passing_again_they_bar_a_reaction() -> None:
    """Colony ships first and a reaction after them would use them in a reaction."""
    position = colony()
    position.play(Pass(), seat=0)
    position.play(Build("interceptor", "223"), Done(), seat=1)
    assert position.offers(Move)
    position.play(Colonize("103", "gray", "money"), seat=0)
    assert position.asked().kind == "reaction"
    assert not position.offers(Move)
    assert "only pass again" in position.refusal(Move("interceptor", HOME, "103"))
    position.play(Pass())
    assert position.asked().seat == 1


def test_co_1_when_passing_again_without_a_disc() -> None:
    """Without a disc no reaction is possible, but passing again with colony ships is."""
    position = colony()
    position.play(Pass(), seat=0)
    position.seat(0).discs = 0
    position.seat(1).storage.materials = 9
    position.play(Build("interceptor", "223"), Done(), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "reaction")
    assert not position.offers(Move)
    position.play(Colonize("103", "gray", "money"), Pass())
    position.seat(0).colony_ships = 0
    position.play(Build("interceptor", "223"), Done(), seat=1)
    assert position.asked().seat == 1, "with nothing to do nobody is asked"


def test_co_1_while_a_tile_waits_to_be_placed() -> None:
    """Any time of the action is right."""
    position = colony()
    position.play(Explore("3.0"))
    assert position.offers(Colonize)


# --- CO-2 -----------------------------------------------------------------------------------------------


def test_co_2_a_cube_comes_from_the_track_of_the_square() -> None:
    position = Position()
    position.lay("106", INNER, disc=0)  # a science and a materials square
    assert position.options(Colonize, "106", "science") == ("science",)
    assert "takes a cube from science" in position.refusal(Colonize("106", "science", "money"))


def test_co_2_gray_from_any_track_and_orbitals_from_money_or_science() -> None:
    position = colony()
    position.sector("103").orbital = True
    assert position.options(Colonize, "103", "gray") == ("money", "science", "materials")
    assert position.options(Colonize, "103", "orbital") == ("money", "science")


def test_co_2_an_empty_track_gives_none() -> None:
    position = Position()
    position.lay("106", INNER, disc=0)
    position.seat(0).cubes.science = 0
    assert squares(position, "106") == {"materials"}
    assert "cube left" in position.refusal(Colonize("106", "science", "science"))


def test_co_2_advanced_squares_need_their_technology() -> None:
    position = colony()
    assert squares(position) == {"gray"}
    assert "needs Advanced Economy" in position.refusal(Colonize("103", "money*", "money"))
    position.learn(0, "advanced_economy")
    assert squares(position) == {"gray", "money*"}


def test_co_2_only_with_ones_own_disc_and_a_colony_ship() -> None:
    position = Position()
    position.lay("106", INNER)
    assert "your influence disc" in position.refusal(Colonize("106", "science", "science"))
    position.sector("106").disc = 0
    position.seat(0).colony_ships = 0
    assert "used this round" in position.refusal(Colonize("106", "science", "science"))


def test_co_2_a_square_holds_one_cube() -> None:
    position = colony()
    position.play(Colonize("103", "gray", "money"))
    assert not position.offers(Colonize)


# --- TR-1 -----------------------------------------------------------------------------------------------


def test_tr_1_at_the_species_rate_any_number_of_times() -> None:
    position = Position()
    storage = position.seat(0).storage
    storage.money, storage.science, storage.materials = 7, 0, 0
    assert position.options(Trade) == ("money",)
    assert position.options(Trade, "money", "science") == (1, 2, 3)
    effects = position.play(Trade("money", "science", 2), Trade("money", "materials", 1))
    assert Traded(0, "money", 4, "science", 2) in effects
    assert (storage.money, storage.science, storage.materials) == (1, 2, 1)


def test_tr_1_not_below_zero() -> None:
    position = Position()
    position.seat(0).storage.money = 3
    assert "at most 1 science" in position.refusal(Trade("money", "science", 2))
