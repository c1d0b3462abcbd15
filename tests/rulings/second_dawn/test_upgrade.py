"""Upgrades in Second Dawn: activations, energy and drives, ancient parts, parts beside slots."""

from __future__ import annotations

import pytest

from rules.blueprint import blueprint_fault, parts_on
from rules.effects.flow import StepOpened
from rules.invariants import conservation_faults
from rules.orders import Done, FitPart, Pass, SetAside, Upgrade, UseDiscovery
from rules.state.frames_action import DiscoveryFrame
from tests.builders import HOME, Position

MUON = "muon_source"


def game(species: str = "terran_directorate") -> Position:
    return Position((species, "terran_federation"), "second_dawn")


def finding(part: str) -> Position:
    """Seat 0 has just found an ancient part and uses it."""
    position = game()
    supply = position.state.supply
    del supply.discoveries[part]
    supply.discovery_pile -= 1
    position.fact(StepOpened(DiscoveryFrame(0, HOME, part)))
    position.play(UseDiscovery())
    return position


HULLS = (
    ("hull", "interceptor", 1),
    ("hull", "cruiser", 2),
    ("hull", "dreadnought", 3),
    ("hull", "starbase", 4),
)


def place_each(position: Position, count: int, seat: int = 0) -> None:
    """One hull for each of ``count`` activations."""
    for hull in HULLS[:count]:
        position.play(Upgrade((), (hull,)), seat=seat)


@pytest.mark.parametrize(("species", "placed"), [("terran_directorate", 2), ("mechanema", 3)])
def test_sd_ug_1_each_activation_places_one_part(species: str, placed: int) -> None:
    """As many activations as the board says, each an order of its own with one placement."""
    position = game(species)
    assert "At most one part" in position.refusal(Upgrade((), HULLS[:2]))
    place_each(position, placed - 1)
    assert position.asked().kind == "upgrade"
    position.play(Upgrade((), (HULLS[placed - 1],)))
    assert position.asked().kind == "end_turn"


def test_sd_ug_1_the_rest_of_the_activations_may_be_left() -> None:
    """An activation may return tiles alone, and the action may end before the last one."""
    position = game()
    position.seat().tiles["cruiser"][1] = "hull"
    position.play(Upgrade((("cruiser", 2),), ()))
    assert position.asked().kind == "upgrade"
    turn = position.asked().seat
    position.play(Done())
    assert position.asked().seat != turn


def test_sd_ug_1_energy_is_judged_after_each_activation() -> None:
    """A blueprint that only the next activation would mend is not allowed in between."""
    position = game()
    for tech in ("plasma_cannon", "fusion_source"):
        position.learn(0, tech)
    dear = Upgrade((), (("plasma_cannon", "interceptor", 1),))
    assert "energy" in position.refusal(dear)
    position.play(Upgrade((), (("fusion_source", "interceptor", 3),)))
    position.play(dear)
    assert position.table.stats(0, "interceptor").energy >= 0


def test_sd_ug_1_pico_modulator_adds_two_but_not_to_a_reaction() -> None:
    position = game()
    position.learn(0, "pico_modulator", "nano")
    place_each(position, 4)
    assert position.asked().kind == "end_turn"
    position = game()
    position.learn(0, "pico_modulator", "nano")
    position.play(Pass(), seat=0)
    place_each(position, 2, seat=1)
    position.play(Done(), seat=1)
    place_each(position, 1)
    assert position.asked().kind == "end_turn"


def test_sd_ug_1_energy_and_drives() -> None:
    """No blueprint may consume more than it produces, none but the starbase may lack a drive."""
    position = game()
    for tech in ("plasma_cannon", "fusion_drive"):
        position.learn(0, tech)
    assert "energy" in position.refusal(Upgrade((), (("plasma_cannon", "interceptor", 1),)))
    assert "needs a drive" in position.refusal(Upgrade((), (("hull", "interceptor", 4),)))
    assert "no drive" in position.refusal(Upgrade((), (("fusion_drive", "starbase", 4),)))


def test_sd_ug_1_parts_of_rare_technologies() -> None:
    """A rare technology opens its part like any other."""
    position = game()
    order = Upgrade((), (("absorption_shield", "interceptor", 1),))
    assert "Absorption Shield" in position.refusal(order)
    position.learn(0, "absorption_shield", "grid")
    position.play(order)
    assert position.table.stats(0, "interceptor").shield == 1


def test_sd_di_2_a_replaced_ancient_part_leaves_the_game() -> None:
    position = game()
    position.seat().tiles["cruiser"][1] = "shard_hull"
    del position.state.supply.discoveries["shard_hull"]
    position.state.supply.discovery_pile -= 1
    position.play(Upgrade((("cruiser", 2),), (("hull", "cruiser", 2),)))
    assert position.seat().tiles["cruiser"][1] == "hull"
    assert "shard_hull" not in position.seat().kept_parts
    assert not conservation_faults(position.table)


def test_sd_di_4_the_muon_source_lies_beside_the_slots() -> None:
    """It takes no slot, on ships and on the starbase, and its energy counts at once."""
    position = finding(MUON)
    slots = {ship: len(tiles) for ship, tiles in position.seat().tiles.items()}
    for ship, count in slots.items():
        assert position.options(FitPart, ship) == (count + 1,)
    assert "beside the slots" in position.refusal(FitPart("interceptor", 1))
    before = position.table.stats(0, "interceptor")
    position.play(FitPart("interceptor", slots["interceptor"] + 1))
    stats = position.table.stats(0, "interceptor")
    assert (stats.energy, stats.initiative) == (before.energy + 2, before.initiative + 1)
    assert position.seat().beside == {"interceptor": MUON}
    assert position.seat().tiles["interceptor"] == [None] * slots["interceptor"]
    assert not conservation_faults(position.table)


def test_sd_di_4_it_powers_what_an_upgrade_places_and_stays_there() -> None:
    position = finding(MUON)
    position.learn(0, "plasma_cannon")
    position.play(FitPart("interceptor", 5))
    for slot in (1, 2):
        position.play(Upgrade((), (("plasma_cannon", "interceptor", slot),)))
    table, boards = position.table, position.seat()
    slots = parts_on(table.species(0), boards, "interceptor")
    assert slots == ("plasma_cannon", "plasma_cannon", "nuclear_source", "nuclear_drive", MUON)
    assert not blueprint_fault(table.catalog, boards.species, "interceptor", slots)
    position.end_turn()
    position.play(Pass(), seat=1)
    assert "stays there" in position.refusal(Upgrade((("interceptor", 5),), ()))


def test_sd_di_4_set_aside_it_is_one_of_the_placements_of_an_upgrade() -> None:
    """It comes before what it powers; nothing else lies beside the slots."""
    position = finding(MUON)
    position.learn(0, "plasma_cannon")
    position.play(SetAside())
    cannon = ("plasma_cannon", "interceptor", 1)
    assert "on the slots 1 to 4" in position.refusal(Upgrade((), (("hull", "interceptor", 5),)))
    assert "beside the slots" in position.refusal(Upgrade((), ((MUON, "interceptor", 1),)))
    position.play(Upgrade((), ((MUON, "interceptor", 5),)), Upgrade((), (cannon,)))
    assert position.seat().beside == {"interceptor": MUON}
    assert position.seat().kept_parts == []
