"""What follows the battles of Second Dawn: population, discs, discovery tiles (CB-8, CB-9, EX-3)."""

from __future__ import annotations

import pytest

from rules.effects.base import Effect
from rules.effects.battle import DamageRepaired, PopulationAttacked, PopulationBombed
from rules.effects.boards import DiscoveryRevealed
from rules.effects.galaxy import DiscPlaced, DiscRemoved
from rules.invariants import conservation_faults
from rules.orders import Bombard, Decline, DestroyCube, KeepDiscovery, Order, Spare, TakeControl
from tests.builders import Position

FIELD, OTHER = "102", "103"
TWO = ("terran_directorate", "terran_federation")


def occupied(*species: str, kind: str = "interceptor") -> Position:
    """A sector of seat 1 with two cubes, and a ship of seat 0."""
    p = Position(species or TWO, "second_dawn")
    p.lay(FIELD, "1.1", disc=1)
    for square, track in (("money", "money"), ("science", "science")):
        p.settle(1, FIELD, square, track)
    p.ship(0, kind, FIELD)
    return p


def rolls_population(p: Position, *faces: int) -> None:
    p.will_draw(f"population {p.state.round} {FIELD}", *(face - 1 for face in faces))


# --- population ---------------------------------------------------------------------------------


def test_cb_8_each_point_destroys_a_cube_and_it_goes_to_the_graveyard() -> None:
    """Ships attack once with their cannons; a hit with a red die may be spread over cubes."""
    p = occupied()
    p.fit(0, "interceptor", None, "antimatter_cannon", "fusion_source")
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "bombard")
    rolls_population(p, 6)
    effects = p.play(Bombard())
    assert [e.damage for e in effects if isinstance(e, PopulationAttacked)] == [4]
    assert p.sector(FIELD).cubes == []
    assert (p.seat(1).graveyard.money, p.seat(1).graveyard.science) == (1, 1)
    assert [(e.seat, e.sector) for e in effects if isinstance(e, DiscRemoved)] == [(1, FIELD)]
    p.play(TakeControl(FIELD))
    assert p.sector(FIELD).disc == 0
    while p.state.phase != "action":
        p.play(p.asked().default)
    assert p.seat(1).graveyard.total() == 0, "they come home in the cleanup"
    assert not conservation_faults(p.table)


def test_cb_8_missiles_do_not_attack_population() -> None:
    """Only weapons that are no missiles count, so ships without cannons attack nobody."""
    p = occupied()
    p.fit(0, "interceptor", None, "flux_missile")
    assert not any(isinstance(e, PopulationAttacked) for e in p.to_combat())
    assert len(p.sector(FIELD).cubes) == 2
    assert p.state.phase != "combat"


def test_cb_8_attacker_names_the_cube_and_may_spare_all() -> None:
    """One point, two cubes: the attacker chooses; it need not attack at all."""
    p = occupied()
    p.to_combat()
    rolls_population(p, 6)
    p.play(Bombard())
    assert set(p.options(DestroyCube)) == {"money", "science"}
    p.play(DestroyCube("science"))
    assert p.sector(FIELD).cubes == ["money"]
    assert p.sector(FIELD).disc == 1
    p = occupied()
    p.to_combat()
    p.play(Spare())
    assert len(p.sector(FIELD).cubes) == 2


def bombing(*, absorber: bool, species: tuple[str, ...] = TWO) -> tuple[Position, list[Effect]]:
    p = occupied(*species)
    p.seat(0).techs["military"].append("neutron_bombs")
    if absorber:
        p.seat(1).techs["grid"].append("neutron_absorber")
    return p, p.to_combat()


def test_cb_8_neutron_bombs_destroy_all_population_without_dice() -> None:
    """All cubes of the sector, without a roll."""
    p, _ = bombing(absorber=False)
    assert p.asked().context["bombs"] is True
    effects = p.play(Bombard())
    assert PopulationBombed(FIELD, 0) in effects
    assert not any(isinstance(e, PopulationAttacked) for e in effects)
    assert p.sector(FIELD).cubes == []


def test_cb_8_neutron_absorber_cancels_them() -> None:
    """The owner of a Neutron Absorber is attacked with dice as without bombs."""
    p, _ = bombing(absorber=True)
    assert p.asked().context["bombs"] is False
    rolls_population(p, 1)
    effects = p.play(Bombard())
    assert [e.damage for e in effects if isinstance(e, PopulationAttacked)] == [0]
    assert len(p.sector(FIELD).cubes) == 2


def test_cb_8_neutron_absorber_needs_a_cannon_against_it() -> None:
    """Without cannons bombs alone do nothing to the owner of a Neutron Absorber."""
    p = occupied()
    p.fit(0, "interceptor", None, "flux_missile")
    p.seat(0).techs["military"].append("neutron_bombs")
    p.seat(1).techs["nano"].append("neutron_absorber")
    p.to_combat()
    assert p.state.phase != "combat"
    assert len(p.sector(FIELD).cubes) == 2


@pytest.mark.parametrize("absorber", [False, True])
def test_cb_8_population_of_planta_dies_by_itself(absorber: bool) -> None:
    """No roll and no bombs are needed, and a Neutron Absorber does not help Planta."""
    p = occupied("terran_directorate", "planta")
    if absorber:
        p.seat(1).techs["nano"].append("neutron_absorber")
    effects = p.to_combat()
    assert PopulationBombed(FIELD, 0) in effects
    assert p.sector(FIELD).cubes == []


# --- discovery tiles (EX-3) ----------------------------------------------------------------------


def guarded(*, discs: int | None = None) -> Position:
    """An Ancient falls to the missiles of seat 0 in a sector with a discovery tile."""
    p = Position(edition="second_dawn")
    p.lay("101", "1.1", discovery=True)
    p.ship(0, "interceptor", "101")
    p.guard("101")
    p.fit(0, "interceptor", "plasma_missile")
    if discs is not None:
        p.seat(0).discs = discs
    p.will_roll("101", 6, 1)
    return p


def revealed(effects: list[Effect]) -> list[tuple[int, str]]:
    return [(e.seat, e.sector) for e in effects if isinstance(e, DiscoveryRevealed)]


@pytest.mark.parametrize("order", [TakeControl("101"), Decline()])
def test_ex_3_guarded_tile_goes_to_the_ship_with_a_disc_or_without(order: Order) -> None:
    """After discs are placed the tile goes to the ship there, whether it has a disc or not."""
    p = guarded()
    p.to_combat()
    assert p.asked().kind == "control"
    p.will_discover("shard_hull")
    effects = p.play(order)
    assert revealed(effects) == [(0, "101")]
    assert (p.asked().seat, p.asked().kind) == (0, "discovery")
    effects = p.play(KeepDiscovery())
    assert p.seat(0).kept_discoveries == ["shard_hull"]
    assert not p.sector("101").discovery
    assert p.state.phase != "combat"


def test_ex_3_guarded_tile_needs_no_disc_on_the_track() -> None:
    """A seat without a disc to place still takes the tile."""
    p = guarded(discs=0)
    p.will_discover("shard_hull")
    effects = p.to_combat()
    assert revealed(effects) == [(0, "101")]
    assert not any(isinstance(e, DiscPlaced) for e in effects)


def test_ex_3_tile_stays_while_guards_are_left() -> None:
    """Guards that survive keep the tile, and so do Ancients beside whom Draco's ships may be."""
    p = Position(("descendants_of_draco", "terran_directorate"), "second_dawn")
    p.lay("101", "1.1", discovery=True, disc=0)
    p.ship(0, "interceptor", "101")
    p.guard("101")
    assert revealed(p.to_combat()) == []
    assert p.sector("101").discovery
    p = guarded()
    p.fit(0, "interceptor", None)
    p.will_roll("101", 6, 6)
    assert revealed(p.to_combat()) == []
    assert p.sector("101").discovery


def test_ex_3_tiles_are_taken_in_turn_order_then_damage_goes() -> None:
    """After all placements: the start player's tiles first, each seat's by descending number;
    damage is repaired when the last of them is dealt with."""
    p = Position(edition="second_dawn")
    for sector, zone, seat in ((FIELD, "1.1", 1), (OTHER, "1.2", 0), ("104", "1.4", 0)):
        p.lay(sector, zone, discovery=True)
        p.ship(seat, "interceptor", sector)
        p.seat(seat).discs = 0
    p.ship(0, "cruiser", p.seat(0).home).damage = 1
    p.will_discover("shard_hull")
    taken = [revealed(p.to_combat())]
    for tile in ("ion_turret", "ion_missile"):
        p.will_discover(tile)
        effects = p.play(KeepDiscovery())
        assert not any(isinstance(e, DamageRepaired) for e in effects)
        taken.append(revealed(effects))
    assert taken == [[(0, "104")], [(0, OTHER)], [(1, FIELD)]]
    assert any(isinstance(e, DamageRepaired) for e in p.play(KeepDiscovery()))
