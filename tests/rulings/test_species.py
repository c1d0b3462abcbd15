"""Species: every power of the six alien boards and the six Terran ones, from setup to scoring."""

from __future__ import annotations

import pytest

from rules.chance import LiveChance, ScriptedChance
from rules.content import load_catalog
from rules.effects.boards import ReputationDealt
from rules.effects.flow import BoardsDealt
from rules.effects.galaxy import CubeLeft, DiscRemoved
from rules.engine import new_game, open_decisions, play
from rules.invariants import conservation_faults
from rules.log import Event
from rules.orders import (
    Build,
    ChooseSpecies,
    Decline,
    Done,
    Explore,
    Move,
    PlaceSector,
    Research,
    Trade,
    Upgrade,
)
from rules.state.model import GameState, RulesetSpec, Stock
from rules.steps.scoring import score_lines
from rules.table import Table
from rules.views import player_view, visible_effects
from tests.builders import Position

CATALOG = load_catalog("new_dawn")
ALIENS = tuple(s.id for s in CATALOG.species.values() if s.kind == "alien")
TERRANS = tuple(s.id for s in CATALOG.species.values() if s.kind == "terran")
BOTH: dict[str, object] = {"species": ["terran", "alien"]}


def _against(species: str) -> Position:
    """``species`` in seat 0 against Terrans of another board."""
    other = CATALOG.species[species].other_board_side
    rival = next(t for t in TERRANS if t not in (other, species))
    return Position((species, rival))


# --- setup -------------------------------------------------------------------------------------


@pytest.mark.parametrize("species", [*ALIENS, *TERRANS])
def test_setup_puts_everything_of_the_board_in_its_place(species: str) -> None:
    """Storage, discs, colony ships, technologies, cubes, ship and sector are those of the board."""
    position = _against(species)
    board, seat = CATALOG.species[species], position.seat()
    home = position.sector(board.starting_sector)
    stored = board.storage
    assert seat.storage == Stock(stored.money, stored.science, stored.materials)
    assert seat.discs == board.influence_discs - 1
    assert (seat.colony_ships, seat.used_colony_ships) == (board.colony_ships, 0)
    assert sorted(t for track in seat.techs.values() for t in track) == sorted(board.starting_techs)
    assert home.disc == 0
    ships = [ship.kind for ship in position.table.own_ships_in(0, home)]
    assert ships == [kind for kind, number in board.starting_ships.items() for _ in range(number)]
    people = board.starting_population
    cubes = [cube.rstrip("*") for cube in home.cubes]
    assert [cubes.count(k) for k in ("money", "science", "materials")] == [
        people.money,
        people.science,
        people.materials,
    ]
    assert len(seat.reputation) == board.starting_reputation
    assert not conservation_faults(position.table)


def test_eridani_draws_two_reputation_tiles_that_are_its_secret() -> None:
    position = _against("eridani_empire")
    (dealt,) = [e for e in position.setup.effects if isinstance(e, ReputationDealt)]
    assert dealt.count == 2
    assert sorted(dealt.values) == sorted(position.seat().reputation)
    assert position.state.supply.reputation_left == sum(CATALOG.setup.reputation_bag.values()) - 2
    rival = player_view(position.state, 1).table.seat(0)
    assert rival.reputation == [0, 0]
    others = [e for e in visible_effects(position.setup, 1) if isinstance(e, ReputationDealt)]
    assert [(e.values, e.draws) for e in others] == [((), ())]


def test_eridani_begins_with_two_circles_empty() -> None:
    """Eleven discs, one of them at home: three empty circles, one money of upkeep at once."""
    position = _against("eridani_empire")
    assert position.table.empty_circles(0) == 3
    assert position.table.upkeep(0) == 1
    assert position.table.upkeep(1) == 0


def test_hydran_has_a_cube_on_the_advanced_science_square() -> None:
    """The cube needs no technology at setup."""
    position = _against("hydran_progress")
    assert sorted(position.sector("224").cubes) == ["money", "science", "science*"]
    assert position.table.production(0, "science") == 4


def test_orion_starts_with_a_cruiser() -> None:
    position = _against("orion_hegemony")
    assert [s.kind for s in position.state.ships.values() if s.owner == 0] == ["cruiser"]
    stats = position.table.stats(0, "cruiser")
    assert (stats.initiative, stats.shield, stats.energy) == (3, 1, 3)


# --- figures at work ---------------------------------------------------------------------------


@pytest.mark.parametrize("species", [*ALIENS, "terran_union"])
def test_trade_at_the_rate_of_the_board(species: str) -> None:
    position = _against(species)
    give, gain = CATALOG.species[species].trade_rate
    position.seat().storage = Stock(give, 0, 0)
    position.play(Trade("money", "science", gain))
    assert position.seat().storage == Stock(0, gain, 0)
    position.seat().storage = Stock(give - 1, 0, 0)
    assert f"{gain} for {give}" in position.refusal(Trade("money", "science", gain))


@pytest.mark.parametrize("species", ALIENS)
def test_aliens_move_twice_and_terrans_three_times(species: str) -> None:
    """One ship twice, or two ships once each."""
    position = _against(species)
    home = CATALOG.species[species].starting_sector
    kind = next(iter(CATALOG.species[species].starting_ships))
    position.join("201", home)
    position.play(Move(kind, home, "201"))
    assert position.asked().context["left"] == 1
    position.play(Move(kind, "201", home))
    assert position.asked().kind == "end_turn"


def test_hydran_researches_twice_with_one_action() -> None:
    position = _against("hydran_progress")
    position.seat().storage = Stock(0, 20, 0)
    position.state.supply.techs = {"neutron_bombs": 1, "gauss_shield": 1, "nanorobots": 1}
    discs = position.seat().discs
    position.play(Research("neutron_bombs"))
    assert position.asked().context == {"left": 1}
    position.play(Research("gauss_shield"))
    assert position.asked().kind == "end_turn"
    assert position.seat().discs == discs - 1


def test_mechanema_builds_three_for_less_and_upgrades_three() -> None:
    position = _against("mechanema")
    position.seat().storage = Stock(0, 0, 30)
    position.play(*[Build(kind, "230") for kind in ("interceptor", "cruiser", "dreadnought")])
    assert position.asked().kind == "end_turn"
    assert position.seat().storage.materials == 30 - 2 - 4 - 7
    position = _against("mechanema")
    three = (("hull", "cruiser", 2), ("hull", "dreadnought", 3), ("hull", "starbase", 4))
    position.play(Upgrade((), three))
    assert position.table.stats(0, "dreadnought").hull == 3


def test_planta_explores_two_zones_and_may_stop_after_the_first() -> None:
    """The second exploration is decided after seeing the first tile."""
    position = _against("planta")
    zones = [str(zone) for zone in position.options(Explore) if str(zone).startswith("1.")]
    tiles = CATALOG.sectors.values()
    position.will_reveal(next(t.id for t in tiles if t.ring == "inner" and not t.ancients))
    position.play(Explore(zones[0]))
    place = position.asked().choice(PlaceSector)
    assert place is not None
    position.play(next(iter(place.orders())))
    assert position.asked().kind == "control"
    position.play(Decline())
    assert position.asked().kind == "explore"
    assert position.offers(Explore)
    position.play(Done())
    assert position.asked().seat == 1


def test_planta_has_four_colony_ships_and_a_point_for_each_sector() -> None:
    position = _against("planta")
    assert position.seat().colony_ships == 4
    position.join("101", "226", disc=0)
    lines = {line.source: line.amount for line in score_lines(position.table, 0)}
    assert lines["score_per_sector"] == 2


def test_planta_fleet_has_a_computer_and_a_slot_less() -> None:
    position = _against("planta")
    assert len(position.seat().tiles["interceptor"]) == 3
    assert position.table.stats(0, "interceptor").computer == 1


def test_cb_8_population_of_planta_dies_beside_an_enemy_ship() -> None:
    """No dice, no weapon needed: an unarmed ship left alone there is enough."""
    position = _against("planta")
    rival = 1
    position.remove_ships("226")
    position.ship(rival, "interceptor", "226")
    position.fit(rival, "interceptor", None, "hull")
    effects = position.to_combat()
    if position.asked().kind == "bombard":
        effects += position.play(next(iter(position.asked().orders())))
    assert sum(isinstance(e, CubeLeft) for e in effects) == 3
    assert DiscRemoved(0, "226") in effects


# --- choosing boards ---------------------------------------------------------------------------


def _game(options: dict[str, object], seats: int = 4) -> tuple[GameState, Event]:
    chance = ScriptedChance({"start order": [2]}, otherwise=LiveChance(b"boards"))
    return new_game(RulesetSpec("new_dawn", options=options), seats, chance)


def test_se_1_taking_one_side_of_a_board_removes_the_other() -> None:
    state, _ = _game(BOTH)
    chance = LiveChance(b"boards")
    play(state, 1, 1, ChooseSpecies("terran_union"), chance)
    (decision,) = open_decisions(Table(state))
    choice = decision.choice(ChooseSpecies)
    assert choice is not None
    assert {"terran_union", "planta"}.isdisjoint(choice.candidates(()))
    assert len(choice.candidates(())) == 10


def test_se_1_boards_dealt_at_random_differ_and_nobody_chooses() -> None:
    state, setup = _game({**BOTH, "boards": "random"}, 6)
    assert state.phase == "action"
    (dealt,) = [e for e in setup.effects if isinstance(e, BoardsDealt)]
    assert [seat.species for seat in state.seats] == list(dealt.species)
    colours = {CATALOG.species[name].color for name in dealt.species}
    assert len(colours) == 6
    assert not conservation_faults(Table(state))


def test_se_1_a_draft_offers_one_board_more_than_seats() -> None:
    """Both sides of five boards for four players, chosen in the rule book's order."""
    state, setup = _game({**BOTH, "boards": "draft"})
    (pool,) = [e for e in setup.effects if isinstance(e, BoardsDealt)]
    assert pool.pool
    assert len(pool.species) == 10
    (decision,) = open_decisions(Table(state))
    assert decision.seat == 1
    choice = decision.choice(ChooseSpecies)
    assert choice is not None
    assert set(choice.candidates(())) == set(pool.species)
    left_out = next(name for name in CATALOG.species if name not in pool.species)
    assert choice.why((), left_out)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"boards": "auction"}, "choose, random, draft"), ({"species": ["robots"]}, "alien, terran")],
)
def test_setup_refuses_options_that_it_does_not_know(
    options: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        _game(options)
