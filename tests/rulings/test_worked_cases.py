"""Further worked cases of the rule book by their ids: research, blueprints, the order of battles,
reputation draws, upkeep, and the questions and answers that concern species and diplomacy."""

from __future__ import annotations

import pytest

from rules.blueprint import blueprint_fault, totals
from rules.content import load_catalog
from rules.effects.battle import (
    BattleStarted,
    DiceRolled,
    PopulationAttacked,
    RetreatAnnounced,
    ShipsRetreated,
)
from rules.effects.boards import DiscsGained, GraveyardEmptied, Paid
from rules.orders import (
    Abandon,
    Build,
    Colonize,
    Done,
    Explore,
    Influence,
    Pass,
    PlaceSector,
    Propose,
    Research,
    Retreat,
    ReturnCube,
    Trade,
    Upgrade,
)
from rules.state.frames_combat import SectorCombatFrame
from rules.state.model import NPC, Stock
from rules.steps.parties import descending
from rules.steps.reputation import earned_draws
from rules.steps.rights import colonize_choice
from rules.steps.scoring import score_lines
from tests.builders import HOME, RIVAL_HOME, Position

CATALOG = load_catalog("new_dawn")
TERRAN = "terran_directorate"


# --- research and blueprints ---------------------------------------------------------------------


def test_research_two_with_hydran() -> None:
    """Four Nano technologies: Fusion Drive costs its minimum of 3, then Wormhole Generator 10,
    since the first counts for the second; one disc is used."""
    position = Position(("hydran_progress", "terran_union"))
    for tech in ("nanorobots", "orbital", "monolith"):
        position.learn(0, tech)
    position.seat().storage = Stock(0, 13, 0)
    position.state.supply.techs = {"fusion_drive": 1, "wormhole_generator": 1}
    effects = position.play(Research("fusion_drive"), Research("wormhole_generator"))
    assert [e.science for e in effects if isinstance(e, Paid)] == [3, 10]
    assert len(position.seat().techs["nano"]) == 6
    assert position.seat().action_discs == {"research": 1}


def test_drives_are_cumulative() -> None:
    """Two Fusion Drives: movement 4, initiative 4 and 4 energy from the parts."""
    drives = ("fusion_drive", "fusion_drive", "fusion_source", None)
    stats = totals(CATALOG, TERRAN, "interceptor", drives)
    bare = totals(CATALOG, TERRAN, "interceptor", (None, None, "fusion_source", None))
    assert stats.movement == 4
    assert stats.initiative - bare.initiative == 4
    assert bare.energy - stats.energy == 4


@pytest.mark.parametrize(
    "part", ["ion_cannon", "nuclear_drive", "nuclear_source", "hull", "electron_computer"]
)
def test_default_parts_need_no_technology(part: str) -> None:
    position = Position()
    position.seat().techs = {"military": [], "grid": [], "nano": []}
    offered = {item[1] for item in position.options(Upgrade) if item[0] == "place"}  # type: ignore[index]
    assert part in offered


@pytest.mark.parametrize(
    ("ship", "needed"),
    [("interceptor", True), ("cruiser", True), ("dreadnought", True), ("starbase", False)],
)
def test_drive_rules(ship: str, needed: bool) -> None:
    """Every ship but the starbase needs a drive, and the starbase may have none."""
    slots = CATALOG.species[TERRAN].blueprints[ship].slots
    without = tuple("nuclear_source" if part == "nuclear_drive" else part for part in slots)
    assert bool(blueprint_fault(CATALOG, TERRAN, ship, without)) == needed
    if not needed:
        driven = tuple("nuclear_drive" if part is None else part for part in slots)
        assert blueprint_fault(CATALOG, TERRAN, ship, driven)


# --- battles -------------------------------------------------------------------------------------


def test_battle_order() -> None:
    """By descending number; the center comes last."""
    assert descending(["001", "204", "305", "231"]) == ("305", "231", "204", "001")


def _duel(*ships: str) -> Position:
    """Seat 1 defends 105 below the home of seat 0, whose ships attack."""
    position = Position()
    position.lay("105", position.zone_beside(HOME, 3))
    position.ship(1, "cruiser", "105")
    for kind in ships:
        position.ship(0, kind, "105")
    return position


def test_retreat_timing() -> None:
    """A type that announces its retreat is still a target until its next turn, then it leaves as
    a whole."""
    position = _duel("interceptor", "interceptor")
    position.fit(1, "cruiser", None, "hull")
    position.will_roll("105", *[1] * 6)
    position.to_combat()
    assert position.asked().kind == "battle"
    position.will_roll("105", *[1] * 6)
    effects = position.play(Retreat(HOME))
    (announced,) = [e for e in effects if isinstance(e, RetreatAnnounced)]
    left = [e for e in effects if isinstance(e, ShipsRetreated)]
    assert len(announced.ships) == 2
    assert [set(e.ships) for e in left] == [set(announced.ships)]
    assert effects.index(announced) < effects.index(left[0])
    between = effects[effects.index(announced) : effects.index(left[0])]
    assert any(isinstance(e, DiceRolled) for e in between)


def test_initiative_tie() -> None:
    """The defender goes first."""
    position = _duel("cruiser")
    position.will_roll("105", *[1] * 40)
    effects = position.to_combat()
    rolled = [e for e in effects if isinstance(e, DiceRolled)]
    assert rolled[0].owner == 1


def test_pinning() -> None:
    """Three own ships against two: one may leave."""
    position = _duel("interceptor", "interceptor", "interceptor")
    position.ship(1, "interceptor", "105")
    assert position.table.unpinned(0, position.sector("105")) == 1


def test_gcds_pins_all() -> None:
    position = Position()
    for _ in range(5):
        position.ship(0, "interceptor", "001")
    assert position.table.unpinned(0, position.sector("001")) == 0


def test_population_damage_split() -> None:
    """One orange hit destroys two cubes."""
    position = Position()
    position.lay("104", position.zone_beside(HOME, 3), disc=1)
    position.settle(1, "104", "money", "money")
    position.settle(1, "104", "science", "science")
    position.ship(0, "interceptor", "104")
    position.fit(0, "interceptor", "fusion_source", "plasma_cannon")
    position.to_combat()
    position.will_draw(f"population {position.state.round} 104", 5)
    position.play(next(iter(position.asked().orders())))
    assert position.sector("104").cubes == []


def test_planta_population() -> None:
    """An enemy ship at the end of combat destroys all cubes without a roll."""
    position = Position((TERRAN, "planta"))
    position.remove_ships("226")
    position.ship(0, "interceptor", "226")
    position.fit(0, "interceptor", None, "hull")
    effects = position.to_combat()
    while position.state.phase == "combat":
        effects += position.play(position.asked().default)
    assert position.sector("226").cubes == []
    assert not any(isinstance(e, PopulationAttacked) for e in effects)


# --- reputation draws ----------------------------------------------------------------------------

BATTLES = {
    "battle_only": ((), False, 1),
    "one_ancient": (("ancient",), False, 2),
    "two_ancients": (("ancient", "ancient"), False, 3),
    "gcds": (("gcds",), False, 4),
    "dreadnought_and_cruiser": (("dreadnought", "cruiser"), False, 5),
    "all_retreated": (("interceptor",), True, 1),
    "destroyed_while_retreating": ((), True, 0),
}


@pytest.mark.parametrize("case", BATTLES)
def test_reputation_draws(case: str) -> None:
    """One for the battle, lost to whoever announced the retreat of all its ships; those for ships
    destroyed stay; five at most."""
    destroyed, withdrew, draws = BATTLES[case]
    tiles = sum(CATALOG.setup.reputation_draws[kind] for kind in destroyed)
    frame = SectorCombatFrame(
        "105", (0,), (0,), (tiles,), fought=(0,), withdrew=(0,) if withdrew else ()
    )
    assert dict(earned_draws(Position().table, frame)).get(0, 0) == draws


def test_several_battles_one_hex() -> None:
    """Three parties: whoever wins twice has one tile for taking part."""
    frame = SectorCombatFrame("105", (0, 1), (0,), (0, 0), fought=(0, 1))
    assert earned_draws(Position().table, frame) == ((0, 1), (1, 1))


# --- upkeep --------------------------------------------------------------------------------------


def _short() -> Position:
    """Seat 0 lacks money in upkeep."""
    position = Position()
    position.lay("207", position.zone_beside(HOME, 4), disc=0)
    position.seat().discs = 6
    position.seat().storage = Stock(0, 4, 0)
    position.seat().colony_ships, position.seat().used_colony_ships = 0, 3
    position.to_combat()
    return position


def test_bankruptcy_options() -> None:
    """Trade science or materials, or remove a disc; both only while money is short."""
    position = _short()
    assert position.asked().kind == "upkeep"
    assert position.asked().context["short"] > 0
    assert position.options(Trade) == ("science",)
    assert set(position.options(Abandon)) == {"207", HOME}
    assert "short" in position.refusal(Done())


def test_colony_ships_in_upkeep() -> None:
    """What is left may be used, but not beside enemy ships."""
    position = Position()
    position.lay("104", position.zone_beside(HOME, 3), disc=0)
    position.ship(1, "interceptor", "104")
    choice = colonize_choice(position.table, 0, beside_enemies=False)
    assert "104" not in choice.candidates(())
    assert "104" in colonize_choice(position.table, 0).candidates(())


def test_graveyard_return() -> None:
    """In cleanup; a full track pushes the cube to another, of its owner's choice."""
    position = Position()
    seat = position.seat()
    position.sector(HOME).cubes.remove("money")
    seat.graveyard.money = 1
    seat.cubes = Stock(12, 8, 10)
    seat.colony_ships, seat.used_colony_ships = 0, 3
    position.to_combat()
    assert position.state.phase == "cleanup"
    assert position.options(ReturnCube) == ("science", "materials")
    effects = position.play(ReturnCube("materials"))
    assert GraveyardEmptied(0, "money", "materials", 1) in effects


# --- questions and answers -----------------------------------------------------------------------


def test_extra_discs_do_not_fit() -> None:
    """They lie on the rightmost space and can be used."""
    position = Position()
    position.seat().discs = 13
    position.fact(DiscsGained(0, 1))
    assert position.table.empty_circles(0) == 0
    assert position.table.upkeep(0, fewer_discs=1) == position.table.upkeep(0)
    assert position.offers(Influence)


def test_influence_connection_disc() -> None:
    """The disc that alone connects two sectors cannot be moved from one to the other."""
    position = Position()
    position.join("101", HOME)
    position.remove_ships(HOME)
    assert "connection" in position.refusal(Influence(HOME, "101"))


def test_draco_discovery_after_ancients_die() -> None:
    """A disc that lies there takes no tile; a disc placed anew does."""
    position = Position(("descendants_of_draco", "terran_union"))
    position.join("104", "228", disc=0)
    position.sector("104").discovery = True
    position.state.supply.discovery_pile -= 1
    position.play(Influence("104", "track"))
    position.play(Influence("track", "104"))
    assert position.asked().kind == "discovery"
    position = Position(("descendants_of_draco", "terran_union"))
    position.join("104", "228", disc=0)
    position.sector("104").discovery = True
    position.to_combat()
    assert position.sector("104").discovery


@pytest.mark.parametrize("species", ["descendants_of_draco", "planta"])
def test_explore_abilities_optional(species: str) -> None:
    """Decided after seeing the first tile: it is laid, and the turn may end."""
    position = Position((species, "terran_conglomerate"))
    zone = next(str(z) for z in position.options(Explore) if str(z).startswith("1."))
    position.will_reveal("102")
    position.play(Explore(zone))
    place = position.asked().choice(PlaceSector)
    assert place is not None
    position.play(next(iter(place.orders())))
    position.play(Done())
    assert position.asked().seat == 1


def test_orbital_cube() -> None:
    """From the money or the science track."""
    position = Position()
    position.sector(HOME).orbital = True
    assert position.options(Colonize, HOME, "orbital") == ("money", "science")


FOUR = (TERRAN, "planta", "mechanema", "terran_alliance")


def test_diplomacy_needs_full_wormhole() -> None:
    """Half a wormhole and the generator do not do."""
    position = Position(FOUR)
    position.join("101", HOME, disc=1)
    assert position.options(Propose) == (1,)
    closed = next(t for t in range(6) if not _full(position, t))
    assert not _full(position, closed)
    position.learn(0, "wormhole_generator")
    assert "full wormhole" in position.refusal(Propose(1, "money"))


def _full(position: Position, turn: int) -> bool:
    position.sector("101").orientation = turn
    return ("101", True) in position.table.links(position.sector(HOME))


def test_diplomacy_not_with_traitor() -> None:
    position = Position(FOUR)
    position.join("101", HOME, disc=1)
    position.seat(1).traitor = True
    assert "traitor" in position.refusal(Propose(1, "money"))


def test_colony_ships_when_passing() -> None:
    """Usable when passing and when passing again."""
    position = Position()
    position.lay("102", position.zone_beside(HOME, 3), disc=0)
    assert position.offers(Colonize)
    position.play(Pass())
    position.play(Build("interceptor", RIVAL_HOME))
    position.play(Done())
    assert (position.asked().seat, position.asked().kind) == (0, "reaction")
    assert position.offers(Colonize)


# --- scoring -------------------------------------------------------------------------------------


def _tech_points(**tiles: int) -> int:
    position = Position()
    for track, number in tiles.items():
        position.seat().techs[track] = [f"tile {n}" for n in range(number)]
    lines = score_lines(position.table, 0)
    return sum(line.amount for line in lines if line.source.endswith("_techs"))


def test_tech_tracks() -> None:
    """4, 6 and 3 tiles: 1 + 3 + 0."""
    assert _tech_points(military=4, grid=6, nano=3) == 4


def test_tech_track_seven() -> None:
    assert _tech_points(military=0, grid=0, nano=7) == 5


# --- three parties -------------------------------------------------------------------------------


def test_truce_holds_in_every_battle_of_a_sector() -> None:
    """Ancients, a Draco fleet and an invader: the invader meets Draco, then the Ancients."""
    position = Position(("descendants_of_draco", TERRAN))
    position.join("105", "228")
    position.guard("105")
    position.ship(0, "interceptor", "105")
    for _ in range(2):
        position.ship(1, "dreadnought", "105")
    position.fit(1, "dreadnought", None, None, "hull")
    position.will_roll("105", *[6] * 60)
    effects = position.to_combat()
    while position.state.phase == "combat":
        effects += position.play(position.asked().default)
    battles = [(e.attacker, e.defender) for e in effects if isinstance(e, BattleStarted)]
    assert battles[0] == (1, 0)
    assert (0, NPC) not in battles
