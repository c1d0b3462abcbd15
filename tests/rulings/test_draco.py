"""Descendants of Draco: their truce with the Ancients and their way of exploring."""

from __future__ import annotations

from rules.content import load_catalog
from rules.effects.battle import BattleStarted
from rules.effects.galaxy import SectorDiscarded
from rules.orders import (
    Colonize,
    DiscardSector,
    Done,
    Explore,
    Influence,
    Move,
    Pass,
    PlaceSector,
    TakeControl,
)
from rules.state.model import NPC
from rules.steps.scoring import score_lines
from tests.builders import Position

CATALOG = load_catalog("new_dawn")
DRACO = ("descendants_of_draco", "terran_union")


def _draco() -> Position:
    """Descendants against Terrans; beside their home lies 108 with an Ancient and a discovery."""
    position = Position(DRACO)
    position.join("108", "228")
    position.sector("108").discovery = True
    position.state.supply.discovery_pile -= 1
    position.guard("108")
    return position


def _inner_zone(position: Position) -> str:
    return next(str(zone) for zone in position.options(Explore) if str(zone).startswith("1."))


def test_ex_5_draco_may_turn_two_tiles_and_discard_both() -> None:
    position = Position(DRACO)
    zone = _inner_zone(position)
    for tile in ("103", "104"):
        position.will_reveal(tile)
        position.play(Explore(zone))
    assert position.asked().context["sectors"] == ["103", "104"]
    assert not position.offers(Explore)
    effects = position.play(DiscardSector())
    assert [e.sector for e in effects if isinstance(e, SectorDiscarded)] == ["103", "104"]


def test_ex_5_draco_places_a_disc_beside_ancients_but_takes_no_discovery() -> None:
    """By exploring and by influence; the tile stays face down under the Ancients."""
    position = _draco()
    position.play(Influence("track", "108"))
    assert position.sector("108").disc == 0
    assert position.sector("108").discovery
    assert position.asked().kind == "influence"


def test_ex_5_draco_controls_the_tile_with_ancients_just_explored() -> None:
    position = Position(DRACO)
    zone = _inner_zone(position)
    tile = next(t.id for t in CATALOG.sectors.values() if t.ring == "inner" and t.ancients)
    position.will_reveal(tile)
    position.play(Explore(zone))
    place = position.asked().choice(PlaceSector)
    assert place is not None
    position.play(next(iter(place.orders())))
    assert position.asked().kind == "control"
    position.play(TakeControl(tile))
    assert position.sector(tile).disc == 0
    assert position.table.guards_in(position.sector(tile))
    assert position.sector(tile).discovery == CATALOG.sectors[tile].discovery


def test_ex_5_the_defence_of_the_center_is_no_ancient() -> None:
    """Draco may not place a disc in the Galactic Center while the defence stands, and fights it."""
    position = _draco()
    position.ship(0, "cruiser", "001")
    assert "Enemy ships" in position.refusal(Influence("track", "001"))
    assert position.table.unpinned(0, position.sector("001")) == 0
    position.remove_ships("001")
    position.ship(0, "cruiser", "001")
    assert "001" in position.options(Influence, "track")


def test_mo_1_ancients_do_not_pin_draco() -> None:
    position = _draco()
    position.ship(0, "cruiser", "108")
    assert position.table.unpinned(0, position.sector("108")) == 1
    position.play(Move("cruiser", "108", "228"))
    assert "108" in position.options(Move, "cruiser", "228")


def test_cb_3_draco_never_fights_ancients() -> None:
    position = _draco()
    position.ship(0, "cruiser", "108")
    effects = position.to_combat()
    assert not any(isinstance(e, BattleStarted) for e in effects)


def test_ex_5_draco_ships_beside_ancients_may_place_a_disc_after_combat() -> None:
    position = _draco()
    position.ship(0, "cruiser", "108")
    position.to_combat()
    assert (position.asked().kind, position.options(TakeControl)) == ("control", ("108",))
    position.play(TakeControl("108"))
    assert position.sector("108").disc == 0
    assert position.sector("108").discovery


def test_co_1_draco_settles_beside_ancients_in_upkeep() -> None:
    """They are no enemy ships to it."""
    position = _draco()
    position.play(Influence("track", "108"))
    assert "108" in position.options(Colonize)
    assert not position.table.enemy_ships_in(0, position.sector("108"))
    assert position.table.enemy_ships_in(1, position.sector("108"))


def test_cb_3_invader_fights_draco_first_and_then_the_ancients() -> None:
    position = _draco()
    position.play(Influence("track", "108"))
    position.play(Done())
    position.ship(0, "interceptor", "108")
    for _ in range(2):
        position.ship(1, "dreadnought", "108")
    position.fit(1, "dreadnought", "plasma_cannon", None, None, None, "fusion_source")
    position.will_roll("108", *[6] * 40)
    effects = position.to_combat()
    battles: list[tuple[int, int]] = []
    while position.state.phase == "combat":
        battles += [(e.attacker, e.defender) for e in effects if isinstance(e, BattleStarted)]
        effects = position.play(position.asked().default)
    battles += [(e.attacker, e.defender) for e in effects if isinstance(e, BattleStarted)]
    assert battles == [(1, 0), (1, NPC)]


def test_draco_scores_a_point_for_each_ancient_left() -> None:
    position = _draco()
    position.guard("108")
    lines = {line.source: line.amount for line in score_lines(position.table, 0)}
    assert lines["score_per_ancient"] == 2


def test_discovery_stays_after_the_ancients_died_until_the_disc_is_placed_again() -> None:
    """A Draco disc that was there takes nothing; lifted and put back, it does (FAQ)."""
    position = _draco()
    position.play(Influence("track", "108"))
    position.play(Done())
    guard = position.table.guards_in(position.sector("108"))[0]
    position.sector("108").ships.remove(guard.id)
    del position.state.ships[guard.id]
    position.state.supply.ancients += 1
    position.play(Pass(), seat=1)
    assert position.sector("108").discovery
    position.play(Influence("108", "track"))
    position.play(Influence("track", "108"))
    assert position.asked().kind == "discovery"
