"""Discovery tiles of nebulae: who takes them, where they go, and those that cannot be placed."""

from __future__ import annotations

import pytest

from rules.effects.battle import BattleStarted
from rules.effects.boards import (
    DiscoveriesReturned,
    DiscoveryDiscarded,
    DiscoveryRevealed,
    DiscoveryUsed,
)
from rules.effects.galaxy import ShipPlaced, WarpPortalPlaced
from rules.orders import (
    Explore,
    KeepDiscovery,
    Move,
    Pass,
    PlaceSector,
    Research,
    ResearchRare,
    UseDiscovery,
)
from tests.builders import HOME, Position
from tests.rulings.galactic_events.boards import (
    both_editions,
    both_pass,
    nebula,
    of,
    one,
    sound,
    with_tile,
)


def will_find(position: Position, *tiles: str) -> None:
    """The next discovery tiles, one after another."""
    counts = dict(position.state.supply.discoveries)
    for tile in tiles:
        position.will_draw("discovery", sum(counts[t] for t in counts if t < tile))
        counts[tile] -= 1


def gathering(
    edition: str, *tiles: str, part: str = "295a", more: tuple[str, ...] = ()
) -> Position:
    """The combat phase is over, and a cruiser of seat 0 is in a part where these tiles come up."""
    position = with_tile(nebula(edition, more=more), part)
    position.ship(0, "interceptor", part)
    will_find(position, *tiles)
    both_pass(position)
    return position


@both_editions
def test_ne_tile_at_end_of_combat(edition: str) -> None:
    """In both editions, with no disc: the ship in the part takes its tile."""
    position = gathering(edition, "money")
    assert (position.asked().seat, position.asked().kind) == (0, "discovery")
    assert position.asked().context == {"sector": "295a", "discovery": "money"}
    money = position.seat().storage.money
    position.play(UseDiscovery())
    gained = position.table.catalog.discoveries["money"].effect.money
    # The tile is used before upkeep is paid.
    assert gained > 0
    assert position.seat().storage.money != money
    sound(position)


@both_editions
def test_ge_ne_7_the_tile_is_taken_without_a_disc_in_new_dawn_too(edition: str) -> None:
    """Tiles that go with a disc elsewhere go to the ships here; each part by itself."""
    position = with_tile(with_tile(nebula(edition), "295a"), "295c")
    position.ship(0, "interceptor", "295a")
    position.ship(1, "interceptor", "295c")
    will_find(position, "money")
    both_pass(position)
    assert (position.asked().seat, position.asked().context["sector"]) == (0, "295a")
    position.play(KeepDiscovery())
    assert (position.asked().seat, position.asked().context["sector"]) == (1, "295c")
    position.play(KeepDiscovery())
    assert position.seat(0).kept_discoveries == ["money"]
    assert len(position.seat(1).kept_discoveries) == 1
    sound(position)


@both_editions
def test_ge_ne_7_only_who_survives_takes_it(edition: str) -> None:
    """The ships that are left after the battles of the part."""
    position = with_tile(nebula(edition), "295a")
    position.ship(1, "interceptor", "295a")
    position.ship(0, "interceptor", "295a")
    position.will_roll("295a", 6)
    effects = both_pass(position)
    assert one(effects, BattleStarted).attacker == 0
    found = one(effects, DiscoveryRevealed)
    assert found.seat == 1
    assert [s.owner for s in position.table.ships_in(position.sector("295a"))] == [1]


@both_editions
def test_ne_other_part(edition: str) -> None:
    position = with_tile(nebula(edition), "295a")
    position.ship(0, "interceptor", "295b")
    effects = both_pass(position)
    assert not of(effects, DiscoveryRevealed)
    assert position.sector("295a").discovery


@both_editions
def test_ne_not_while_moving(edition: str) -> None:
    position = with_tile(nebula(edition), "295a")
    effects = position.play(Move("interceptor", HOME, "295a"))
    assert not of(effects, DiscoveryRevealed)
    assert position.asked().kind == "move"


@both_editions
def test_ne_component_reward(edition: str) -> None:
    """What the tile adds to the sector comes to the part."""
    position = gathering(edition, "ancient_cruiser", part="295c")
    effects = position.play(UseDiscovery())
    assert one(effects, ShipPlaced).sector == "295c"
    sound(position)


def test_ne_component_reward_of_a_second_tile() -> None:
    """Also when it was drawn for another one: nobody has to control the part."""
    position = gathering("second_dawn", "ancient_orbital", "ancient_cruiser", part="295c")
    assert position.asked().context == {"sector": "295c", "discovery": "ancient_cruiser"}
    effects = position.play(UseDiscovery())
    assert one(effects, ShipPlaced).sector == "295c"
    sound(position)


def test_ne_component_reward_warp_portal() -> None:
    """A portal joins the part, not the tile."""
    position = gathering("second_dawn", "ancient_warp_portal", more=("warp_portals",))
    effects = position.play(UseDiscovery())
    assert one(effects, WarpPortalPlaced).sector == "295a"
    sound(position)


@pytest.mark.parametrize(
    ("drawn", "kept"),
    [
        (("ancient_orbital", "soliton_charger"), "soliton_charger"),
        (("ancient_orbital", "ancient_monolith", "money"), "money"),
        (("ancient_monolith", "money"), "money"),
    ],
    ids=["ne_redraw_orbital", "ne_redraw_chain", "ne_redraw_before_vp"],
)
def test_ne_redraw_orbital_ne_redraw_chain_ne_redraw_before_vp(
    drawn: tuple[str, ...], kept: str
) -> None:
    """Orbitals and monoliths are put aside before anything is chosen; the tile that comes in
    their place may be used or kept for its points."""
    position = gathering("second_dawn", *drawn)
    assert position.asked().context == {"sector": "295a", "discovery": kept}
    assert position.state.supply.discarded_discoveries == dict.fromkeys(drawn[:-1], 1)
    assert not position.sector("295a").orbital
    position.play(KeepDiscovery())
    assert position.seat().kept_discoveries == [kept]
    sound(position)


def running_out(*left: str) -> Position:
    """A tile lies in part A, and these are all that is unseen."""
    position = with_tile(nebula("second_dawn"), "295a")
    supply = position.state.supply
    supply.discoveries = {tile: left.count(tile) for tile in sorted(left)}
    for sector in position.state.sectors.values():
        sector.discovery = sector.id == "295a"
    supply.discovery_pile = len(left) - 1
    position.ship(0, "interceptor", "295a")
    return position


def test_ge_ne_6_with_an_empty_supply_there_is_no_other_tile() -> None:
    """All that was put aside could not be placed either: the ship gets nothing."""
    position = running_out("ancient_orbital")
    effects = both_pass(position)
    assert one(effects, DiscoveryDiscarded).discovery == "ancient_orbital"
    assert not of(effects, DiscoveryUsed)
    assert position.asked().kind == "turn"
    sound(position)


def test_ge_ne_6_discards_come_back_only_when_the_supply_is_empty() -> None:
    """For a tile that is laid or that a technology turns up."""
    position = running_out("ancient_orbital", "money")
    will_find(position, "ancient_orbital", "money")
    both_pass(position)
    assert position.state.supply.discarded_discoveries == {"ancient_orbital": 1}
    position.play(KeepDiscovery())
    assert position.state.supply.discovery_pile == 0
    while position.asked().seat:
        position.play(Pass())
    position.will_reveal("301")
    position.play(Explore("3.0"))
    orientation = next(iter(position.options(PlaceSector, "301")))
    effects = position.play(PlaceSector("301", orientation))
    assert of(effects, DiscoveriesReturned)
    assert position.state.supply.discarded_discoveries == {}
    sound(position)


def test_ge_ne_6_ancient_labs_turn_up_a_tile_that_was_put_aside() -> None:
    position = running_out("ancient_orbital")
    both_pass(position)
    while position.asked().seat:
        position.play(Pass())
    position.seat().storage.science = 40
    position.state.supply.techs["ancient_labs"] = 1
    position.state.supply.tech_bag.pop("ancient_labs", None)
    assert not position.options(Research) or "ancient_labs" not in position.options(Research)
    effects = position.play(ResearchRare("ancient_labs", "grid"))
    assert of(effects, DiscoveriesReturned)
    assert one(effects, DiscoveryRevealed).discovery == "ancient_orbital"
    position.play(UseDiscovery())
    assert position.sector(HOME).orbital
    sound(position)


@both_editions
def test_ge_ne_5_draco_takes_its_tile_beside_ancients_next_door(edition: str) -> None:
    """Its ships stand with the Ancient of part B in peace; the tiles of the other parts go to
    ships that are there, not to ships beside."""
    draco = ("descendants_of_draco", "terran_federation")
    for part, finds in (("295a", True), ("295b", False)):
        position = with_tile(nebula(edition, draco), "295a")
        position.guard("295b")
        position.ship(0, "interceptor", part)
        effects = both_pass(position)
        assert not of(effects, BattleStarted)
        assert bool(of(effects, DiscoveryRevealed)) == finds
        assert len(position.sector("295b").ships) == 1 + (part == "295b")
