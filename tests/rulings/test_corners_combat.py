"""Corners of the combat phase: several parties, retreats one after another, what follows."""

from __future__ import annotations

from typing import TypeVar

from rules.effects.base import Effect
from rules.effects.battle import BattleEnded, BattleStarted, ShipDestroyed, ShipsRetreated
from rules.effects.boards import DiscoveryKept, DiscsGained, Gained, ReputationDrawn
from rules.effects.galaxy import DiscPlaced, DiscRemoved, ShipPlaced
from rules.orders import (
    Attack,
    Bombard,
    Colonize,
    DestroyCube,
    FitPart,
    KeepDiscovery,
    KeepReputation,
    Retreat,
    ReturnCube,
    SetAside,
    TakeArtifact,
    TakeControl,
    UseDiscovery,
)
from rules.state.model import NPC
from tests.builders import HOME, Position

THREE = ("terran_directorate", "terran_federation", "terran_union")
FIELD = "105"
DEADLY = ("antimatter_cannon", "antimatter_cannon", None, "gluon_computer")

E = TypeVar("E", bound=Effect)


def _of(effects: list[Effect], kind: type[E]) -> list[E]:
    return [e for e in effects if isinstance(e, kind)]


def _draws(effects: list[Effect]) -> list[tuple[int, int]]:
    return [(e.seat, e.count) for e in _of(effects, ReputationDrawn)]


def _rest(position: Position, effects: list[Effect]) -> list[Effect]:
    """The rest of combat, everybody answering with the default."""
    while position.state.phase == "combat":
        effects += position.play(position.asked().default)
    return effects


def _field(*ships: tuple[int, str], disc: int | None = None) -> Position:
    position = Position(THREE)
    position.lay(FIELD, "1.0", disc=disc)
    position.remove_ships(HOME)
    for owner, kind in ships:
        position.ship(owner, kind, FIELD)
    return position


# --- several parties ---------------------------------------------------------------------------


def test_cb_1_controller_meets_the_survivor_and_then_its_guests_are_gone() -> None:
    """Controller, two guests: the guests fight first; who lost all ships earlier never meets the
    controller; all three took part or not as it happened."""
    position = _field((0, "cruiser"), (1, "interceptor"), (2, "interceptor"), disc=0)
    position.fit(0, "cruiser", "antimatter_cannon", "gluon_computer", "fusion_drive")
    position.fit(2, "interceptor", *DEADLY)
    effects = _rest(position, position.to_combat())
    battles = [(e.attacker, e.defender) for e in _of(effects, BattleStarted)]
    assert battles == [(2, 1), (2, 0)]
    assert {seat for seat, _ in _draws(effects)} == {0, 1, 2}
    assert [seat for seat, _ in _draws(effects)] == [0, 1, 2], "draws follow the order of entry"


def test_cb_1_both_gone_leave_the_next_party_without_a_battle() -> None:
    """If the first two leave nobody behind, the third has nobody to fight: no battle, no tile."""
    position = _field((2, "cruiser"), (0, "interceptor"), (1, "interceptor"))
    position.lay("103", "1.5", disc=1)
    effects = position.to_combat()
    effects += position.play(Retreat(HOME), seat=0)
    effects += position.play(Retreat("103"), seat=1)
    effects = _rest(position, effects)
    assert [(e.attacker, e.defender) for e in _of(effects, BattleStarted)] == [(1, 0)]
    assert [e.winner for e in _of(effects, BattleEnded)] == [None]
    assert {e.target for e in _of(effects, ShipsRetreated)} == {HOME, "103"}
    assert _draws(effects) == [], "all who fought withdrew, and the third did not fight"
    assert position.sector(FIELD).disc == 2


def test_cb_2_kills_of_two_battles_add_up_and_stop_at_five() -> None:
    """One interceptor and one dreadnought in two battles: 1 + 1 + 3 = 5 tiles."""
    position = _field((1, "dreadnought"), (2, "interceptor"), (0, "interceptor"))
    position.fit(0, "interceptor", *DEADLY)
    position.fit(1, "dreadnought", None, None, None)
    for _ in range(4):
        position.ship(0, "interceptor", FIELD)
    effects = _rest(position, position.to_combat())
    winners = [e.winner for e in _of(effects, BattleEnded)]
    assert winners == [0, 0]
    assert dict(_draws(effects))[0] == 5


# --- retreats ----------------------------------------------------------------------------------


def test_cb_4_a_later_battle_of_the_sector_loses_the_tile_earned_by_the_first() -> None:
    """Taking part counts once per sector: who wins a battle and then withdraws with all ships
    from the next one draws for kills only."""
    position = _field((1, "cruiser"), (2, "interceptor"), (0, "interceptor"))
    position.fit(0, "interceptor", "antimatter_cannon", "gluon_computer")
    effects = position.to_combat()
    # Seat 0 destroys seat 2's interceptor, then faces seat 1.
    while not _of(effects, BattleEnded):
        position.will_roll(FIELD, 6)
        effects += position.play(Attack())
    assert _of(effects, ShipDestroyed)[0].owner == 2
    assert position.asked().seat == 0
    effects += position.play(Retreat(HOME))
    effects = _rest(position, effects)
    assert dict(_draws(effects))[0] == 1


def test_cb_4_groups_leave_one_after_another() -> None:
    """Interceptors go in the first round, the cruiser announces in the second; the last of them
    to announce loses the tile, and each group leaves at its own next turn."""
    position = _field((0, "interceptor"), (0, "cruiser"), (1, "cruiser"))
    position.fit(1, "cruiser", "improved_hull", "improved_hull", "improved_hull")
    position.will_roll(FIELD, 1, 1, 1, 1)
    effects = position.to_combat()
    gone = []
    for answer in (Retreat(HOME), Attack(), Retreat(HOME)):
        assert position.asked().seat == 0
        position.will_roll(FIELD, 1, 1, 1, 1)
        effects = position.play(answer)
        gone += [(e.kind, e.target) for e in _of(effects, ShipsRetreated)]
    assert gone == [("interceptor", HOME), ("cruiser", HOME)]
    assert 0 not in dict(_draws(effects))
    assert {s.sector for s in position.state.ships.values() if s.owner == 0} == {HOME}


def test_cb_4_a_battle_lost_elsewhere_opens_or_closes_a_way_out() -> None:
    """Sectors are fought from the highest number down: where the enemy has been destroyed before,
    a retreat is possible in a later battle; where it has won, it is not."""
    for enemy_wins in (False, True):
        position = _field((0, "interceptor"), (1, "cruiser"))
        position.ship(0, "cruiser", HOME)
        position.ship(1, "interceptor", HOME)
        position.fit(1, "interceptor", *DEADLY if enemy_wins else (None, "hull"))
        position.fit(0, "cruiser", *(("hull",) if enemy_wins else ("antimatter_cannon",)))
        position.fit(0, "interceptor", "fusion_drive", "fusion_drive")
        effects = position.to_combat()
        while not _of(effects, BattleEnded):
            effects += position.play(position.asked().default)
        assert _of(effects, BattleEnded)[0].sector == HOME
        offered = (
            position.state.phase == "combat"
            and position.asked().kind == "battle"
            and position.asked().seat == 0
        )
        assert offered == (not enemy_wins)


# --- population ----------------------------------------------------------------------------------


def test_cb_8_several_ships_gray_and_orbital_cubes() -> None:
    """All dice are rolled first, then the attacker names a cube for each point, then the owner
    names a graveyard for each gray or orbital cube, and its disc goes home."""
    position = Position()
    position.lay("211", "1.1", disc=1)
    position.sector("211").orbital = True
    for square, track in (("money", "money"), ("gray", "science"), ("orbital", "money")):
        position.settle(1, "211", square, track)
    for kind in ("interceptor", "interceptor", "cruiser"):
        position.ship(0, kind, "211")
    position.to_combat()
    position.will_draw(f"population {position.state.round} 211", 5, 0, 4)
    position.play(Bombard())
    assert position.asked().kind == "destroy_cube"
    assert position.asked().context["left"] == 2
    position.play(DestroyCube("orbital"), DestroyCube("gray"))
    assert (position.asked().seat, position.asked().kind) == (1, "return_cube")
    assert set(position.options(ReturnCube)) == {"money", "science"}, "the orbital's cube first"
    position.play(ReturnCube("science"))
    assert set(position.options(ReturnCube)) == {"money", "science", "materials"}
    position.play(ReturnCube("materials"))
    assert position.sector("211").cubes == ["money"]
    assert position.sector("211").disc == 1, "a cube is left, so the disc stays"
    assert position.sector("211").orbital


def test_cb_8_graveyard_does_not_fill_the_track_before_cleanup() -> None:
    """Destroyed cubes lower no production in the upkeep of the same round and come home after."""
    position = Position()
    position.lay("106", "1.1", disc=1)
    position.settle(1, "106", "science", "science")
    position.ship(0, "interceptor", "106")
    position.learn(0, "neutron_bombs")
    produced = position.table.production(1, "science")
    position.to_combat()
    effects = position.play(Bombard())
    assert position.seat(1).graveyard.science == 1
    assert _of(effects, DiscRemoved)
    position.seat(0).colony_ships = position.seat(1).colony_ships = 0
    effects = position.play(TakeControl("106"))
    gained = next(e for e in _of(effects, Gained) if e.seat == 1 and e.reason == "production")
    assert gained.science == produced
    assert position.seat(1).graveyard.science == 0
    assert position.table.production(1, "science") < produced


# --- discs and discoveries after combat ------------------------------------------------------------


def _conquered(discovery: str, tile: str = FIELD) -> Position:
    """Seat 0 destroys the Ancient of a sector and takes the discovery tile with its disc."""
    position = Position()
    position.lay(tile, "1.0", discovery=True)
    position.ship(0, "interceptor", tile)
    position.guard(tile)
    position.fit(0, "interceptor", "antimatter_cannon", "antimatter_cannon")
    position.will_roll(tile, 6, 6)
    effects = position.to_combat()
    while position.asked().kind == "battle":
        position.will_roll(tile, 6, 6)
        effects += position.play(position.asked().default)
    assert (position.asked().seat, position.asked().kind) == (0, "control")
    position.will_discover(discovery)
    position.play(TakeControl(tile))
    return position


def test_di_2_cruiser_found_after_combat_stands_in_the_sector() -> None:
    """The Ancient Cruiser appears undamaged where it was found; no battle is left to fight."""
    position = _conquered("ancient_cruiser")
    effects = position.play(UseDiscovery())
    (placed,) = _of(effects, ShipPlaced)
    assert (placed.owner, placed.kind, placed.sector) == (0, "cruiser", FIELD)
    assert position.state.phase != "combat"


def test_di_2_part_found_after_combat_is_fitted_or_set_aside() -> None:
    """The part may go on a blueprint at once, without any action, or beside the board."""
    position = _conquered("shard_hull")
    assert not position.offers(Colonize)
    position.play(UseDiscovery())
    assert position.asked().kind == "fit_part"
    position.play(FitPart("cruiser", 1))
    assert position.seat().tiles["cruiser"][0] == "shard_hull"
    position = _conquered("shard_hull")
    position.play(UseDiscovery(), SetAside())
    assert position.seat().kept_parts == ["shard_hull"]


def test_di_1_technology_found_after_combat_works_at_once() -> None:
    """Advanced Robotics gives its disc, the Artifact Key the resources of each artifact, the one
    of the sector just taken included."""
    position = _conquered("ancient_technology")
    position.state.supply.techs = {"advanced_robotics": 1}
    assert _of(position.play(UseDiscovery()), DiscsGained) == [DiscsGained(0, 1)]
    position = _conquered("ancient_technology")
    position.state.supply.techs = {"artifact_key": 1}
    position.play(UseDiscovery())
    assert position.asked().context["left"] == 2, "home and the conquered sector"
    gained = [*position.play(TakeArtifact("money")), *position.play(TakeArtifact("science"))]
    artifacts = [e for e in _of(gained, Gained) if e.reason == "artifact"]
    assert [(e.money, e.science) for e in artifacts] == [(5, 0), (0, 5)]


def test_cb_9_control_with_the_track_empty_after_discs_came_home() -> None:
    """A seat that just lost a sector has that disc to place elsewhere, but only one."""
    position = Position()
    position.remove_ships(HOME)
    for sector, zone in (("102", "1.0"), ("103", "1.1"), ("104", "1.2")):
        position.lay(sector, zone)
    position.fact(DiscPlaced(0, "104"))
    position.ship(1, "interceptor", "104")
    position.ship(0, "interceptor", "102")
    position.ship(0, "interceptor", "103")
    position.seat(0).discs = 0
    position.to_combat()
    assert position.options(TakeControl) == ("102", "103")
    position.play(TakeControl("103"))
    assert position.asked().seat == 1, "no disc is left for the other sector"


def test_cb_10_guards_beside_cubes_keep_the_population_alive() -> None:
    """Ancients that win against the guests of a sector touch neither cubes nor disc."""
    position = Position()
    position.lay("106", "1.1", disc=1)
    position.settle(1, "106", "science", "science")
    position.guard("106")
    position.ship(0, "interceptor", "106")
    position.will_roll("106", 6, 6)
    effects = position.to_combat()
    assert _of(effects, ShipDestroyed)[0].by == NPC
    assert position.sector("106").cubes == ["science"]
    assert position.sector("106").disc == 1


def test_cb_7_full_track_with_choice_may_refuse_all_drawn_tiles() -> None:
    """With ``ask`` and a full track: keep one for one of the track, or none at all."""
    position = _field((0, "interceptor"), (1, "interceptor"))
    position.fit(0, "interceptor", *DEADLY)
    position.seat(0).preferences["reputation"] = "ask"
    held = position.seat(0).reputation = [4, 3, 2, 1]
    effects = position.to_combat()
    while position.asked().kind in ("battle", "assign"):
        effects += position.play(position.asked().default)
    assert position.asked().kind == "reputation"
    assert position.asked().context["full"]
    drawn = position.options(KeepReputation)
    assert drawn[-1] == 0
    assert set(position.options(KeepReputation, drawn[0])) == {1, 2, 3, 4}
    assert position.options(KeepReputation, 0) == (0,)
    position.play(KeepReputation(0, 0))
    assert position.seat(0).reputation == held


def test_discovery_kept_after_combat_scores() -> None:
    position = _conquered("money")
    effects = position.play(KeepDiscovery())
    assert _of(effects, DiscoveryKept)
    assert position.seat().kept_discoveries == ["money"]
