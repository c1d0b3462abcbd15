"""Discs, discoveries and repair at the end of the combat phase (CB-9)."""

from __future__ import annotations

from rules.effects.base import Effect
from rules.effects.battle import DamageRepaired
from rules.effects.boards import DiscoveryRevealed
from rules.effects.galaxy import DiscPlaced, DiscRemoved
from rules.orders import Colonize, Decline, KeepDiscovery, Spare, TakeControl, Trade
from tests.builders import Position

FIELD = "102"
OTHER = "103"


def _discs(effects: list[Effect]) -> list[DiscPlaced | DiscRemoved]:
    return [e for e in effects if isinstance(e, DiscPlaced | DiscRemoved)]


def _position(*fields: tuple[str, int, int | None]) -> Position:
    """Sectors with a ship of a seat and the disc of another or none."""
    p = Position()
    for zone, (sector, seat, disc) in zip(("1.1", "1.2", "1.4", "1.5"), fields, strict=False):
        p.lay(sector, zone, disc=disc)
        p.ship(seat, "interceptor", sector)
    return p


def test_cb_9_sector_without_cubes_loses_its_disc_to_a_ship_alone_there() -> None:
    """Without cubes the disc goes home without an attack, also where there never were cubes, and
    whoever has the ship may place a disc."""
    p = _position((FIELD, 0, 1))
    before = p.seat(1).discs
    effects = p.to_combat()
    assert _discs(effects) == [DiscRemoved(1, FIELD)]
    assert p.seat(1).discs == before + 1
    assert (p.asked().seat, p.asked().kind) == (0, "control")
    effects = p.play(TakeControl(FIELD))
    assert _discs(effects) == [DiscPlaced(0, FIELD)]


def test_cb_9_disc_with_cubes_stays() -> None:
    """With a cube left the disc stays and nobody else may place one."""
    p = _position((FIELD, 0, 1))
    p.settle(1, FIELD, "science", "science")
    p.to_combat()
    assert _discs(p.play(Spare())) == []
    assert p.sector(FIELD).disc == 1


def test_cb_9_structures_stay_when_the_disc_leaves() -> None:
    """Orbital and monolith remain with whoever controls the sector."""
    p = _position((FIELD, 0, 1))
    p.sector(FIELD).orbital = p.sector(FIELD).monolith = True
    p.to_combat()
    p.play(TakeControl(FIELD))
    assert p.sector(FIELD).orbital
    assert p.sector(FIELD).monolith


def test_cb_9_all_removals_come_before_placements_in_turn_order() -> None:
    """First every disc that has to go is gone, then the start player places, then the others."""
    p = _position((FIELD, 1, 0), (OTHER, 0, 1), ("104", 1, None))
    effects = p.to_combat()
    assert {type(e) for e in _discs(effects)} == {DiscRemoved}
    assert len(_discs(effects)) == 2
    assert p.asked().seat == 0
    assert p.options(TakeControl) == (OTHER,)
    p.play(Decline())
    assert p.asked().seat == 1
    assert p.options(TakeControl) == (FIELD, "104")
    assert "ships are alone" in p.refusal(TakeControl("001"))
    assert "controlled" in p.refusal(TakeControl("221"))
    p.play(TakeControl("104"))
    assert p.options(TakeControl) == (FIELD,)
    p.play(TakeControl(FIELD))
    assert p.state.phase != "combat"


def test_cb_9_disc_of_a_removal_can_be_placed_at_once() -> None:
    """A disc that came home in the removals may be placed in the same phase."""
    p = _position((FIELD, 1, 0), (OTHER, 0, None))
    p.seat(0).discs = 0
    p.seat(0).action_discs = {}
    p.to_combat()
    assert p.asked().seat == 0
    p.play(TakeControl(OTHER))
    assert p.seat(0).discs == 0


def test_cb_9_without_a_disc_on_the_track_nobody_is_asked() -> None:
    """Only discs of the influence track are placed."""
    p = _position((FIELD, 0, None))
    p.seat(0).discs = 0
    p.to_combat()
    assert p.state.phase != "combat"
    assert p.sector(FIELD).disc is None


def test_cb_9_no_disc_beside_guards_that_survived() -> None:
    """Where non-players are left nobody places a disc."""
    p = _position((FIELD, 0, None))
    p.guard(FIELD)
    p.will_roll(FIELD, 1, 6, 6)
    p.to_combat()
    assert p.state.phase != "combat"
    assert p.sector(FIELD).disc is None


def test_cb_9_discoveries_follow_the_placements_then_repair() -> None:
    """Discovery tiles are taken with the disc, after all placements; damage goes last."""
    p = Position()
    for sector, zone, seat in ((FIELD, "1.1", 0), (OTHER, "1.2", 1)):
        p.lay(sector, zone, discovery=True)
        p.ship(seat, "interceptor", sector)
    p.ship(0, "cruiser", "221").damage = 1
    p.to_combat()
    effects = p.play(TakeControl(FIELD))
    assert not any(isinstance(e, DiscoveryRevealed) for e in effects)
    p.will_discover("money")
    effects = p.play(TakeControl(OTHER))
    assert [(e.seat, e.sector) for e in effects if isinstance(e, DiscoveryRevealed)] == [(0, FIELD)]
    p.will_discover("money")
    effects = p.play(KeepDiscovery())
    assert [(e.seat, e.sector) for e in effects if isinstance(e, DiscoveryRevealed)] == [(1, OTHER)]
    assert not any(isinstance(e, DamageRepaired) for e in effects)
    effects = p.play(KeepDiscovery())
    assert any(isinstance(e, DamageRepaired) for e in effects)


def test_discovery_tile_stays_without_a_disc() -> None:
    """Who places no disc takes no discovery tile."""
    p = Position()
    p.lay(FIELD, "1.1", discovery=True)
    p.ship(0, "interceptor", FIELD)
    p.to_combat()
    p.play(Decline())
    assert p.sector(FIELD).discovery


def test_no_colony_ships_and_no_trade_in_the_combat_phase() -> None:
    """Colony ships and trade belong to one's own action and to upkeep."""
    p = _position((FIELD, 0, None))
    p.to_combat()
    assert p.asked().kind == "control"
    assert not p.offers(Colonize)
    assert not p.offers(Trade)


def test_default_at_the_deadline_takes_control_of_the_best_sector() -> None:
    """The default places discs, in the sector worth most first."""
    p = _position((OTHER, 0, None), (FIELD, 0, None))
    p.to_combat()
    assert p.asked().default == TakeControl(FIELD)
    assert p.table.tile(FIELD).vp > p.table.tile(OTHER).vp
