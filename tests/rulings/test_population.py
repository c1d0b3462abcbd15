"""Attacks on population (CB-8, CB-10)."""

from __future__ import annotations

import pytest

from rules.effects.base import Effect
from rules.effects.battle import (
    BattleEnded,
    PopulationAttacked,
    PopulationBombed,
    PopulationSpared,
)
from rules.effects.boards import CubeReturned, ReputationDrawn
from rules.effects.galaxy import CubeLeft, DiscPlaced, DiscRemoved
from rules.orders import Bombard, DestroyCube, ReturnCube, Spare
from rules.state.model import NPC
from tests.builders import Position

FIELD = "101"
"""Squares for money, materials and advanced materials."""


def _sector(*ships: str, cubes: tuple[str, ...] = ("money", "materials")) -> Position:
    """Ships of seat 0 in a sector of seat 1 with cubes."""
    p = Position()
    p.lay(FIELD, "1.1", disc=1)
    for square in cubes:
        p.settle(1, FIELD, square, square.rstrip("*"))
    for kind in ships:
        p.ship(0, kind, FIELD)
    return p


def _dice(p: Position, *faces: int, sector: str = FIELD) -> None:
    p.will_draw(f"population {p.state.round} {sector}", *(face - 1 for face in faces))


def _left(effects: list[Effect]) -> list[str]:
    return [e.square for e in effects if isinstance(e, CubeLeft)]


def test_cb_8_each_ship_attacks_once_with_all_its_cannons() -> None:
    """Every ship rolls the dice of its cannons once, missiles stay silent; each type has its own
    computer: the cruiser's 5 hits, the interceptor's does not."""
    p = _sector("interceptor", "interceptor", "cruiser")
    p.fit(0, "interceptor", "plasma_missile")
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "bombard")
    assert p.asked().context["dice"] == {
        "interceptor": ["yellow", "yellow"],
        "cruiser": ["yellow"],
    }
    _dice(p, 5, 6, 5)
    effects = p.play(Bombard())
    rolls = [(e.kind, e.ships, e.faces, e.damage) for e in effects if type(e) is PopulationAttacked]
    assert rolls == [("interceptor", 2, (5, 6), 1), ("cruiser", 1, (5,), 1)]
    assert sorted(_left(effects)) == ["materials", "money"]


def test_cb_8_population_has_no_shield() -> None:
    """The owner's shields do not protect cubes."""
    p = _sector("cruiser", cubes=("money",))
    p.fit(1, "interceptor", "phase_shield")
    p.to_combat()
    _dice(p, 5)
    assert _left(p.play(Bombard())) == ["money"]


def test_cb_8_one_die_may_destroy_several_cubes() -> None:
    """Every point destroys a cube: a red die that hits kills up to four."""
    p = _sector("interceptor", cubes=("money", "materials", "materials*"))
    p.fit(0, "interceptor", None, "antimatter_cannon")
    p.to_combat()
    _dice(p, 6)
    assert sorted(_left(p.play(Bombard()))) == ["materials", "materials*", "money"]


def test_cb_8_attacker_chooses_the_cubes() -> None:
    """With fewer points than cubes the attacker names each cube; a miss destroys nothing."""
    p = _sector("interceptor", cubes=("money", "materials", "materials*"))
    p.fit(0, "interceptor", None, "plasma_cannon")
    p.to_combat()
    _dice(p, 6)
    p.play(Bombard())
    assert (p.asked().seat, p.asked().kind) == (0, "destroy_cube")
    assert p.options(DestroyCube) == ("money", "materials", "materials*")
    p.play(DestroyCube("materials"))
    assert p.options(DestroyCube) == ("money", "materials*")
    assert "cube that is there" in p.refusal(DestroyCube("materials"))
    effects = p.play(DestroyCube("materials*"))
    assert _left(effects) == ["materials", "materials*"]
    assert p.sector(FIELD).cubes == ["money"]
    assert effects.count(CubeReturned(1, "materials", True)) == 2
    assert p.sector(FIELD).disc == 1

    p = _sector("interceptor")
    p.to_combat()
    _dice(p, 5)
    assert _left(p.play(Bombard())) == []


def test_cb_8_equal_cubes_need_no_choice() -> None:
    """Where only equal cubes stand, the point takes one of them without a question."""
    p = Position()
    p.remove_ships("001")
    p.fact(DiscPlaced(1, "001"))
    for track in ("money", "science"):
        p.settle(1, "001", "gray", track)
    p.ship(0, "interceptor", "001")
    p.to_combat()
    _dice(p, 6, sector="001")
    assert _left(p.play(Bombard())) == ["gray"]
    assert (p.asked().seat, p.asked().kind) == (1, "return_cube")
    assert p.options(ReturnCube) == ("money", "science", "materials")


def test_cb_8_owner_chooses_the_graveyard_of_gray_and_orbital_cubes() -> None:
    """Destroyed cubes go to graveyards of their colour; for gray squares and orbitals their owner
    chooses, an orbital's between money and science."""
    p = _sector("interceptor", cubes=("money",))
    p.sector(FIELD).orbital = True
    p.settle(1, FIELD, "orbital", "science")
    p.fit(0, "interceptor", None, "plasma_cannon")
    p.to_combat()
    _dice(p, 6)
    returned = p.play(Bombard())
    assert (p.asked().seat, p.asked().kind) == (1, "return_cube")
    assert p.options(ReturnCube) == ("money", "science")
    effects = p.play(ReturnCube("science"))
    assert CubeReturned(1, "science", True) in effects
    assert CubeReturned(1, "money", True) in returned
    # The orbital itself stays.
    assert p.sector(FIELD).orbital


def test_cb_8_attack_may_be_declined() -> None:
    """The population may be spared; the disc then stays."""
    p = _sector("interceptor")
    p.to_combat()
    effects = p.play(Spare())
    assert PopulationSpared(FIELD, 0) in effects
    assert p.sector(FIELD).cubes == ["money", "materials"]
    assert p.sector(FIELD).disc == 1


def test_cb_8_neutron_bombs_destroy_all_without_dice() -> None:
    """With Neutron Bombs no dice are rolled, even by ships without cannons."""
    p = _sector("interceptor", cubes=("money", "materials", "materials*"))
    p.fit(0, "interceptor", None, "hull")
    p.learn(0, "neutron_bombs")
    p.to_combat()
    effects = p.play(Bombard())
    assert PopulationBombed(FIELD, 0) in effects
    assert not any(isinstance(e, PopulationAttacked) for e in effects)
    assert p.sector(FIELD).cubes == []


def test_ships_without_cannons_cannot_attack_population() -> None:
    """Missiles are of no use against population: nobody is asked."""
    p = _sector("interceptor")
    p.fit(0, "interceptor", "plasma_missile", "hull")
    effects = p.to_combat()
    assert _left(effects) == []
    assert p.sector(FIELD).cubes == ["money", "materials"]


def test_cb_8_cubes_of_planta_die_without_dice() -> None:
    """The population of Planta is destroyed by any enemy ship without dice or choice."""
    p = Position(("terran_directorate", "planta"))
    p.lay(FIELD, "1.1", disc=1)
    p.settle(1, FIELD, "money", "money")
    p.ship(0, "interceptor", FIELD)
    p.fit(0, "interceptor", None, "hull")
    effects = p.to_combat()
    assert PopulationBombed(FIELD, 0) in effects
    assert _left(effects) == ["money"]


def test_cb_8_no_reputation_for_population() -> None:
    """Destroying cubes draws nothing."""
    p = _sector("interceptor")
    p.learn(0, "neutron_bombs")
    p.to_combat()
    assert not any(isinstance(e, ReputationDrawn) for e in p.play(Bombard()))


def test_population_is_attacked_after_all_battles_of_all_sectors() -> None:
    """Every battle is over before anybody attacks population, also in higher sectors; attackers
    follow in turn order, each from the highest sector down."""
    p = Position()
    for sector, zone in (("305", "1.1"), ("210", "1.5")):
        p.lay(sector, zone, disc=0)
        square = p.table.free_squares(p.sector(sector))[0]
        p.settle(0, sector, square, "money")
        p.ship(1, "interceptor", sector)
    p.lay(FIELD, "1.2", disc=1)
    p.settle(1, FIELD, "money", "money")
    p.ship(0, "interceptor", FIELD)
    p.lay("102", "1.4")
    p.ship(0, "interceptor", "102")
    p.ship(1, "interceptor", "102")
    effects = p.to_combat()
    while p.asked().kind != "bombard":
        effects += p.play(p.asked().default)
    assert [e.sector for e in effects if isinstance(e, BattleEnded)] == ["102"]
    asked = []
    while p.state.phase == "combat" and p.asked().kind == "bombard":
        asked.append((p.asked().seat, p.asked().context["sector"]))
        p.play(Spare())
    assert asked == [(0, FIELD), (1, "305"), (1, "210")]


def test_only_ships_that_are_alone_attack_population() -> None:
    """The controller's surviving ships protect the population."""
    p = _sector("interceptor")
    p.ship(1, "interceptor", FIELD)
    p.will_roll(FIELD, 6)
    effects = p.to_combat()
    while p.state.phase == "combat" and p.asked().seat == 1:
        p.will_roll(FIELD, 6)
        effects += p.play(p.asked().default)
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [1]
    assert _left(effects) == []


@pytest.mark.parametrize("cubes", [(), ("money",)])
def test_cb_10_non_players_neither_attack_population_nor_remove_discs(
    cubes: tuple[str, ...],
) -> None:
    """Non-players that win a battle leave the population and the disc of the sector alone."""
    p = Position(("descendants_of_draco", "mechanema"))
    p.lay(FIELD, "1.1", disc=0)
    for square in cubes:
        p.settle(0, FIELD, square, square)
    p.guard(FIELD)
    p.ship(1, "interceptor", FIELD)
    p.will_roll(FIELD, 1, 6, 6)
    effects = p.to_combat()
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [NPC]
    assert p.sector(FIELD).cubes == list(cubes)
    assert not any(isinstance(e, DiscRemoved) for e in effects)
