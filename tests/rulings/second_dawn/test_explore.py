"""Exploring in Second Dawn: activations, discoveries at once, where a tile may touch."""

from __future__ import annotations

from rules.effects.base import Effect
from rules.effects.boards import DiscoveryRevealed, Gained
from rules.effects.galaxy import SectorDiscarded
from rules.orders import (
    Colonize,
    Decline,
    DiscardSector,
    Explore,
    KeepDiscovery,
    PlaceSector,
    TakeControl,
    UseDiscovery,
)
from rules.steps.explore import orientations
from tests.builders import HOME, Position

INNER = "1.0"  # Through the home's bottom wormhole.
LEFT = "2.11"  # Through its bottom left one.
WALL = "2.1"  # Behind its bottom right edge, which has none.
PLANTA = ("planta", "terran_federation")
DRACO = ("descendants_of_draco", "terran_federation")


def game(*species: str) -> Position:
    return Position(species or ("terran_directorate", "terran_federation"), "second_dawn")


def lay(position: Position, sector: str, zone: str, discovery: str = "") -> list[Effect]:
    """Explore ``zone``, turn up ``sector`` and lay it in its first legal orientation; the tile
    that is found there, if any, is ``discovery``."""
    position.will_reveal(sector)
    position.play(Explore(zone))
    if discovery:
        position.will_discover(discovery)
    turn = int(str(position.options(PlaceSector, sector)[0]))
    return position.play(PlaceSector(sector, turn))


def test_sd_ex_1_discarding_ends_the_activation_only() -> None:
    """The turn goes on: colony ships are used after the tile was discarded."""
    position = game()
    position.lay("201", LEFT, disc=0)
    effects = position.play(Explore(INNER), DiscardSector())
    assert any(isinstance(e, SectorDiscarded) for e in effects)
    assert (position.asked().seat, position.asked().kind) == (0, "end_turn")
    position.play(Colonize("201", "money", "money"))
    assert position.seat().used_colony_ships == 1


def test_sd_ex_1_each_activation_explores_one_zone() -> None:
    """Planta has two activations: the second may start from the sector of the first, with its
    disc; both tiles may be discarded."""
    position = game(*PLANTA)
    zone = str(position.options(Explore)[0])
    position.play(Explore(zone), DiscardSector())
    assert (position.asked().seat, position.asked().kind) == (0, "explore")
    position.play(Explore(str(position.options(Explore)[0])), DiscardSector())
    assert position.asked().kind == "end_turn"

    position = game(*PLANTA)
    home = position.seat().home
    zone = str(position.options(Explore)[0])
    lay(position, "103", zone)
    assert position.asked().kind == "control"
    position.play(TakeControl("103"))
    assert position.asked().kind == "explore"
    beside_home = {position.zone_beside(home, edge) for edge in range(6)}
    assert not set(map(str, position.options(Explore))) <= beside_home


def test_sd_ex_2_half_a_link_to_any_own_place() -> None:
    """With the generator half a connection to any place with an own disc or ship is enough, also
    where the zone is not explored from: beside a pinned ship."""
    position = game()
    position.learn(0, "wormhole_generator")
    # The tile must show a wormhole to the home, at its edge 5.
    assert orientations(position.table, 0, WALL, "201") == (0, 2, 4)
    # 106 has no wormhole towards WALL; half of one at the tile's edge to it is enough.
    position.lay("106", INNER, orientation=2)
    assert 1 not in position.table.wormholes(position.sector("106"))
    position.ship(0, "interceptor", "106")
    position.guard("106")
    assert orientations(position.table, 0, WALL, "201") == (0, 1, 2, 3, 4, 5)


def test_sd_ex_3_the_explorer_takes_the_discovery_at_once() -> None:
    """The tile of a sector without Ancients is turned up before the disc is placed, and belongs to
    the explorer also if no disc follows."""
    position = game()
    effects = lay(position, "207", LEFT, "money")
    assert any(isinstance(e, DiscoveryRevealed) and e.seat == 0 for e in effects)
    assert not position.sector("207").discovery
    assert position.asked().kind == "discovery"
    effects = position.play(UseDiscovery())
    assert Gained(0, "discovery", 8) in effects
    assert position.asked().kind == "control"
    position.play(Decline())
    assert position.sector("207").disc is None


def test_sd_ex_3_ancients_guard_disc_and_discovery() -> None:
    position = game()
    lay(position, "203", LEFT)
    assert position.sector("203").discovery
    assert position.asked().kind == "end_turn"


def test_sd_ex_3_a_disc_placed_by_influence_turns_nothing_up() -> None:
    """Only explorers and winners of battles take tiles: a disc beside a face-down one does not."""
    position = game(*DRACO)
    home = position.seat().home
    zone = next(
        z
        for edge in sorted(position.table.wormholes(position.sector(home)))
        if (z := position.zone_beside(home, edge)).startswith("1.")
    )
    lay(position, "101", zone)
    assert position.asked().kind == "control"
    position.play(TakeControl("101"))
    assert position.sector("101").discovery
    assert position.sector("101").disc == 0


def test_sd_ex_5_draco_lays_one_of_two_tiles() -> None:
    """As in New Dawn the second tile is turned up after the first was seen; the rest goes to the
    discards, and a tile beside Ancients gets a disc but no discovery."""
    position = game(*DRACO)
    zone = next(str(z) for z in position.options(Explore) if str(z).startswith("1."))
    position.will_reveal("103")
    position.play(Explore(zone))
    position.will_reveal("106")
    position.play(Explore(zone))
    position.play(PlaceSector("106", int(str(position.options(PlaceSector, "106")[0]))))
    assert position.state.supply.discards["inner"] == ["103"]


def test_sd_di_6_ancient_technology_gives_no_rare_tile() -> None:
    """The cheapest regular technology that is lacking; a cheaper rare one does not count."""
    position = game()
    position.state.supply.techs = {"neutron_absorber": 1, "positron_computer": 1, "monolith": 1}
    lay(position, "207", LEFT, "ancient_technology")
    position.play(UseDiscovery())
    assert position.seat().techs["grid"] == ["positron_computer"]


def test_sd_di_3_structures_stand_in_the_sector_with_or_without_a_disc() -> None:
    """An Ancient Orbital brings materials too; it holds a cube once the sector is controlled."""
    position = game()
    materials = position.seat().storage.materials
    lay(position, "207", LEFT, "ancient_orbital")
    position.play(UseDiscovery())
    assert position.sector("207").orbital
    assert position.seat().storage.materials == materials + 2
    position.play(TakeControl("207"))
    position.play(Colonize("207", "orbital", "science"))
    assert position.sector("207").cubes == ["orbital"]


def test_sd_di_3_a_monolith_scores_for_whoever_controls_it() -> None:
    position = game()
    lay(position, "207", LEFT, "ancient_monolith")
    position.play(UseDiscovery())
    assert position.sector("207").monolith
    position.play(TakeControl("207"))
    lines = {line.source: line.amount for line in position.table.score_lines(0)}
    assert lines["monoliths"] == 3


def test_sd_di_3_what_has_no_room_is_kept_for_its_points() -> None:
    """No cruiser is left: the tile is kept without a question."""
    position = game()
    for _ in range(4):
        position.ship(0, "cruiser", HOME)
    lay(position, "207", LEFT, "ancient_cruiser")
    assert position.asked().kind == "control"
    assert position.seat().kept_discoveries == ["ancient_cruiser"]


def test_sd_di_3_all_tiles_may_be_kept() -> None:
    position = game()
    lay(position, "207", LEFT, "mixed_resources")
    position.play(KeepDiscovery())
    assert position.seat().kept_discoveries == ["mixed_resources"]
