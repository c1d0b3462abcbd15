"""Discovery tiles: using, keeping, technologies, cruisers and parts (DI-*)."""

from __future__ import annotations

import pytest

from rules.chance import RefusingChance
from rules.effects.boards import DiscoveryKept, Gained, PartReturned, TechTaken
from rules.effects.galaxy import ShipPlaced
from rules.orders import (
    Done,
    FitPart,
    Influence,
    KeepDiscovery,
    SetAside,
    TakeArtifact,
    TakeTech,
    UseDiscovery,
)
from rules.play import Play
from rules.steps.discovery import open_discovery
from tests.builders import HOME, Position


def found(discovery: str, position: Position | None = None) -> Position:
    """Seat 0 has placed a disc on a sector next to its home and turned up this tile."""
    position = position or Position()
    position.lay("206", position.zone_beside(HOME, 0), discovery=True)
    position.will_discover(discovery)
    position.play(Influence("track", "206"))
    return position


def with_supply(techs: dict[str, int]) -> Position:
    position = Position()
    position.state.supply.techs = techs
    return position


# --- choosing a side ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("discovery", "kind", "amount"),
    [("money", "money", 8), ("science", "science", 5), ("materials", "materials", 6)],
)
def test_discovery_resources_are_gained(discovery: str, kind: str, amount: int) -> None:
    position = found(discovery)
    before = position.seat(0).storage.of(kind)
    assert position.asked().default == UseDiscovery()
    effects = position.play(UseDiscovery())
    assert sum(isinstance(e, Gained) for e in effects) == 1
    assert position.seat(0).storage.of(kind) == before + amount
    assert position.seat(0).kept_discoveries == []


def test_discovery_kept_is_worth_two_points() -> None:
    position = found("money")
    position.play(KeepDiscovery())
    assert position.seat(0).kept_discoveries == ["money"]
    assert ("discoveries", 2) in [(x.source, x.amount) for x in position.table.score_lines(0)]


def test_discovery_is_decided_at_once() -> None:
    """The side is chosen immediately: the turn cannot be ended before."""
    position = found("money")
    assert "decided at once" in position.refusal(Done())


def test_discovery_after_the_choice_the_action_goes_on() -> None:
    position = found("money")
    position.play(KeepDiscovery())
    assert (position.asked().kind, position.asked().context["left"]) == ("influence", 1)


def test_discovery_tile_leaves_the_unseen_ones() -> None:
    """What was turned up cannot be turned up again."""
    position = found("shard_hull")
    assert "shard_hull" not in position.state.supply.discoveries
    assert position.asked().context["discovery"] == "shard_hull"


def test_discovery_can_only_be_opened_where_a_tile_lies() -> None:
    play = Play(Position().state, RefusingChance())
    with pytest.raises(ValueError, match="no discovery tile lies in sector 221"):
        open_discovery(play, 0, HOME)


# --- DI-1 -----------------------------------------------------------------------------------------------


def test_di_1_ancient_technology_is_the_cheapest_not_owned() -> None:
    """By printed cost; owned ones do not count; it is free and goes to its track."""
    # The starbase (4) is owned from the start; fusion drive costs 4, phase shield 8.
    position = found(
        "ancient_technology", with_supply({"starbase": 1, "fusion_drive": 2, "phase_shield": 1})
    )
    science = position.seat(0).storage.science
    effects = position.play(UseDiscovery())
    assert TechTaken(0, "fusion_drive", "nano") in effects
    assert position.seat(0).techs["nano"] == ["fusion_drive"]
    assert position.state.supply.techs["fusion_drive"] == 1
    assert position.seat(0).storage.science == science


def test_di_1_discounts_do_not_make_a_technology_cheaper() -> None:
    """The printed cost is compared: a discount on a track changes nothing."""
    position = with_supply({"fusion_source": 1, "phase_shield": 1})
    position.seat(0).techs["military"] += ["neutron_bombs", "plasma_cannon", "advanced_mining"]
    costs = position.table.catalog.techs
    assert costs["fusion_source"].cost < costs["phase_shield"].cost
    assert costs["phase_shield"].min_cost <= costs["fusion_source"].cost + 1
    found("ancient_technology", position).play(UseDiscovery())
    assert position.seat(0).techs["grid"] == ["fusion_source"]


def test_di_1_ties_are_the_players_choice() -> None:
    position = Position()
    techs = position.table.catalog.techs
    cost = techs["fusion_source"].cost
    tied = [t for t in techs if techs[t].cost == cost and not position.table.has_tech(0, t)]
    assert len(tied) > 1
    position.state.supply.techs = {**dict.fromkeys(tied, 1), "antimatter_cannon": 1}
    found("ancient_technology", position).play(UseDiscovery())
    assert position.asked().kind == "ancient_tech"
    assert sorted(map(str, position.options(TakeTech))) == sorted(tied)
    assert "cheapest" in position.refusal(TakeTech("antimatter_cannon"))
    position.play(TakeTech(tied[-1]))
    assert position.table.has_tech(0, tied[-1])


def test_di_1_instant_effects_apply() -> None:
    """Extra discs come at once, and the artifact key pays for each artifact."""
    position = found("ancient_technology", with_supply({"quantum_grid": 1}))
    discs = position.seat(0).discs
    position.play(UseDiscovery())
    assert position.seat(0).discs == discs + 2

    position = found("ancient_technology", with_supply({"artifact_key": 1}))
    position.sector("206").disc = 1
    position.lay("102", position.zone_beside(HOME, 3), disc=0)
    artifacts = sum(position.table.tile(s.id).artifacts for s in position.table.own_sectors(0))
    position.play(UseDiscovery())
    assert position.asked().kind == "artifact"
    money = position.seat(0).storage.money
    position.play(*[TakeArtifact("money")] * artifacts)
    assert position.seat(0).storage.money == money + 5 * artifacts


@pytest.mark.parametrize("techs", [{}, {"starbase": 2}])
def test_di_1_nothing_to_take_leaves_the_points(techs: dict[str, int]) -> None:
    """Only the victory points are left: the tile is kept without asking."""
    position = found("ancient_technology", with_supply(techs))
    assert position.seat(0).kept_discoveries == ["ancient_technology"]
    assert position.asked().kind == "influence"


# --- DI-2 -----------------------------------------------------------------------------------------------


def test_di_2_an_ancient_cruiser_appears_in_the_sector() -> None:
    position = found("ancient_cruiser")
    assert position.asked().default == KeepDiscovery()
    effects = position.play(UseDiscovery())
    placed = next(e for e in effects if isinstance(e, ShipPlaced))
    assert (placed.kind, placed.sector, placed.reason) == ("cruiser", "206", "discovery")


def test_di_2_without_an_unused_cruiser_only_the_points_are_left() -> None:
    position = Position()
    for _ in range(4):
        position.ship(0, "cruiser", HOME)
    found("ancient_cruiser", position)
    assert position.seat(0).kept_discoveries == ["ancient_cruiser"]


def test_di_2_a_part_may_be_set_aside() -> None:
    position = found("axion_computer")
    position.play(UseDiscovery())
    assert position.asked().kind == "fit_part"
    assert position.asked().default == SetAside()
    position.play(SetAside())
    assert position.seat(0).kept_parts == ["axion_computer"]


def test_di_2_a_part_goes_at_once_on_an_empty_or_a_printed_square() -> None:
    """Any ship, any slot; printed parts may be covered. Slots are counted from 1."""
    position = found("axion_computer")
    position.play(UseDiscovery(), FitPart("cruiser", 5))
    assert position.seat(0).tiles["cruiser"] == [None, None, None, None, "axion_computer", None]
    assert position.table.stats(0, "cruiser").computer == 3
    assert position.seat(0).kept_parts == []


def test_di_2_a_part_replaces_a_tile() -> None:
    """The tile on the slot goes back to the supply."""
    position = Position()
    position.seat(0).tiles["cruiser"][0] = "improved_hull"
    found("shard_hull", position)
    effects = position.play(UseDiscovery(), FitPart("cruiser", 1))
    assert PartReturned(0, "cruiser", 0, "improved_hull") in effects
    assert position.seat(0).tiles["cruiser"][0] == "shard_hull"


def test_di_2_a_replaced_ancient_part_leaves_the_game() -> None:
    position = Position()
    position.seat(0).tiles["cruiser"][0] = "axion_computer"
    found("shard_hull", position)
    position.play(UseDiscovery(), FitPart("cruiser", 1))
    assert position.seat(0).kept_parts == []


def test_di_2_the_blueprint_must_be_legal_afterwards() -> None:
    """Drives stay on ships that need one, starbases get none, energy does not run short."""
    position = found("axion_computer")
    position.play(UseDiscovery())
    # Slot 3 holds the source, slot 4 the only drive of the interceptor.
    assert position.options(FitPart, "interceptor") == (1, 2)
    assert "drive" in position.refusal(FitPart("interceptor", 4))
    assert "energy" in position.refusal(FitPart("interceptor", 3))
    assert "slots 1 to 4" in position.refusal(FitPart("interceptor", 5))

    position = found("conformal_drive")
    position.play(UseDiscovery())
    assert "starbase" not in position.options(FitPart)
    assert 4 in position.options(FitPart, "interceptor")


def test_di_2_a_part_changes_ships_already_built() -> None:
    """The blueprint counts for all ships of the type at once."""
    position = found("conformal_drive")
    position.play(UseDiscovery(), FitPart("interceptor", 4))
    assert position.table.stats(0, "interceptor").movement == 4


def test_discovery_kept_effect_names_the_tile() -> None:
    position = found("flux_shield")
    assert DiscoveryKept(0, "flux_shield") in position.play(KeepDiscovery())
