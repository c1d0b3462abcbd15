"""Who fights whom in Second Dawn, and in which order (CB-1 to CB-3, CB-9, CB-10)."""

from __future__ import annotations

from rules.effects.base import Effect
from rules.effects.battle import BattleStarted, DamageRepaired, DiceRolled, ShipDestroyed
from rules.effects.boards import ReputationDrawn
from rules.effects.galaxy import DiscPlaced, DiscRemoved
from rules.orders import Decline, TakeControl
from rules.state.model import NPC
from tests.builders import Position

TERRANS = ("terran_directorate", "terran_federation", "terran_union")


def battles(effects: list[Effect]) -> list[tuple[str, int, int]]:
    return [(e.sector, e.attacker, e.defender) for e in effects if isinstance(e, BattleStarted)]


def test_cb_1_battles_in_descending_sector_number() -> None:
    """The sector with the highest number first (Resolve Battles)."""
    p = Position(TERRANS[:2], "second_dawn")
    for sector, zone in (("102", "1.1"), ("318", "5.0"), ("211", "1.2")):
        p.lay(sector, zone)
        p.ship(0, "interceptor", sector)
        p.ship(1, "starbase", sector)
    assert [sector for sector, _, _ in battles(p.to_combat())] == ["318", "211", "102"]


def test_cb_1_reverse_order_of_entry_the_controller_last_then_the_guards() -> None:
    """The last to enter attacks; who controls the sector defends and fights last of the players;
    the survivor fights the ships without a player."""
    p = Position(TERRANS, "second_dawn")
    p.lay("102", "1.1", disc=2)
    for seat in (0, 1, 2):
        p.ship(seat, "interceptor", "102")
    p.guard("102", "guardian")
    for seat in (0, 2):
        p.fit(seat, "interceptor", None, "hull")
    p.fit(1, "interceptor", "plasma_missile", None, "gluon_computer", "transition_drive")
    p.will_roll("102", 6, 1, 6, 1, 1, 1, 1)
    assert battles(p.to_combat()) == [("102", 1, 0), ("102", 1, 2), ("102", 1, NPC)]


def test_cb_2_missiles_fire_in_each_battle_and_damage_stays() -> None:
    """Both battles of the sector begin with missiles; a point of damage of the first counts in
    the second, until all is repaired; each seat draws once, in order of entry."""
    p = Position(TERRANS, "second_dawn")
    p.lay("102", "1.1")
    p.ship(0, "interceptor", "102")
    p.ship(1, "interceptor", "102")
    mine = p.ship(2, "cruiser", "102")
    p.fit(2, "cruiser", "shard_hull", "soliton_missile", "plasma_cannon")
    for seat in (0, 1):
        p.fit(seat, "interceptor", None, "ion_cannon")
    # Both interceptors act first in their battles: each hits once before it is destroyed.
    p.will_roll("102", 1, 6, 6, 1, 6, 6)
    effects = p.to_combat()
    rolls = [(e.owner, e.round) for e in effects if isinstance(e, DiceRolled)]
    assert rolls == [(2, 0), (1, 1), (2, 1), (2, 0), (0, 1), (2, 1)]
    assert not [e for e in effects if isinstance(e, DamageRepaired)], "it waits for the disc"
    assert mine.damage == 2
    drawn = [(e.seat, e.count) for e in effects if isinstance(e, ReputationDrawn)]
    assert drawn == [(0, 1), (1, 1), (2, 3)]
    assert [e for e in p.play(Decline()) if isinstance(e, DamageRepaired)]
    assert mine.damage == 0


def test_cb_3_players_fight_first_where_one_has_a_truce_with_the_ancients() -> None:
    """Descendants of Draco beside Ancients are attacked: the invader fights them, then the
    Ancients."""
    p = Position(("descendants_of_draco", "terran_directorate"), "second_dawn")
    p.lay("102", "1.1", disc=0)
    p.ship(0, "interceptor", "102")
    p.guard("102")
    p.ship(1, "cruiser", "102")
    p.fit(1, "cruiser", "shard_hull", "antimatter_missile", "antimatter_cannon")
    p.will_roll("102", 6, 6)
    effects = p.to_combat()
    assert battles(effects) == [("102", 1, 0), ("102", 1, NPC)]
    assert [(e.owner, e.by) for e in effects if isinstance(e, ShipDestroyed)] == [(0, 1), (NPC, 1)]


def test_cb_9_all_removals_come_before_placements() -> None:
    """Sectors without cubes lose their discs to a ship alone there, all of them at once; then
    discs are placed in turn order, also those that just came home."""
    p = Position(TERRANS[:2], "second_dawn")
    for sector, zone, seat, disc in (("102", "1.1", 1, 0), ("103", "1.2", 0, 1)):
        p.lay(sector, zone, disc=disc)
        p.ship(seat, "interceptor", sector)
    p.seat(0).discs = 0
    p.seat(0).action_discs = {}
    effects = p.to_combat()
    moved = [e for e in effects if isinstance(e, DiscPlaced | DiscRemoved)]
    assert moved == [DiscRemoved(0, "102"), DiscRemoved(1, "103")]
    assert (p.asked().seat, p.options(TakeControl)) == (0, ("103",))
    p.play(TakeControl("103"))
    assert (p.asked().seat, p.options(TakeControl)) == (1, ("102",))


def test_cb_10_ships_without_a_player_take_no_cube_and_no_disc() -> None:
    """Guards that are left in a sector with a disc do nothing to it."""
    p = Position(TERRANS[:2], "second_dawn")
    p.lay("102", "1.1", disc=1)
    p.settle(1, "102", "money", "money")
    p.guard("102", "guardian")
    p.ship(1, "interceptor", "102")
    p.will_roll("102", 6, 6, 6)
    p.to_combat()
    assert p.sector("102").disc == 1
    assert p.sector("102").cubes == ["money"]
