"""Nebulae: three parts, each a place of its own, and their discovery tiles."""

from __future__ import annotations

from rules.effects.battle import BattleStarted
from rules.effects.boards import (
    DiscoveryRevealed,
)
from rules.effects.galaxy import SectorPlaced, ShipMoved, ShipPlaced
from rules.orders import (
    Build,
    DiscardSector,
    Explore,
    Influence,
    Move,
    PlaceSector,
    Retreat,
)
from rules.state.model import NPC
from tests.builders import HOME, Position
from tests.rulings.galactic_events.boards import (
    BESIDE,
    PARTS,
    both_editions,
    both_pass,
    game,
    nebula,
    of,
    one,
    sound,
)

# --- the tile ------------------------------------------------------------------------------------


@both_editions
def test_ne_explored_setup(edition: str) -> None:
    """A tile in A and C, an Ancient in B; whoever explores it finds nothing and places no disc."""
    position = game(edition)
    position.will_reveal("295")
    position.play(Explore(BESIDE))
    assert position.options(PlaceSector, "295") == (0, 1, 2, 3, 4, 5)
    effects = position.play(PlaceSector("295", 1))
    assert [e.sector for e in of(effects, SectorPlaced)] == list(PARTS)
    assert [part for part in PARTS if position.sector(part).discovery] == ["295a", "295c"]
    assert [(e.owner, e.kind, e.sector) for e in of(effects, ShipPlaced)] == [
        (NPC, "ancient", "295b")
    ]
    assert position.state.zones[BESIDE] == "295"
    sound(position)


@both_editions
def test_ne_not_on_explore(edition: str) -> None:
    """Part A holds no Ancient; even so its tile waits."""
    position = game(edition)
    position.will_reveal("295")
    position.play(Explore(BESIDE))
    effects = position.play(PlaceSector("295", 1))
    assert not of(effects, DiscoveryRevealed)
    assert position.asked().kind == "end_turn"


@both_editions
def test_ge_ne_2_one_tile_for_each_symbol(edition: str) -> None:
    """Both nebulae alike: two discovery tiles and one Ancient."""
    position = game(edition)
    catalog = position.table.catalog
    for tile in ("295", "395"):
        parts = [catalog.sectors[part] for part in position.table.rules.places[tile]]
        assert [part.discovery for part in parts] == [True, False, True]
        assert [part.ancients for part in parts] == [0, 1, 0]


@both_editions
def test_nebula_may_be_discarded_like_any_tile(edition: str) -> None:
    """The tile goes to the discards as a whole, and Descendants of Draco see one tile."""
    position = game(edition, ("descendants_of_draco", "terran_federation"))
    position.will_reveal("295")
    position.play(Explore(BESIDE))
    assert position.asked().context["sectors"] == ["295"]
    position.play(DiscardSector())
    assert position.state.supply.discards["middle"] == ["295"]
    sound(position)


# --- discs ---------------------------------------------------------------------------------------


@both_editions
def test_ne_no_disc(edition: str) -> None:
    """Neither with influence nor after combat, and nothing is built there."""
    position = nebula(edition)
    position.lay("201", "3.0")
    position.ship(0, "cruiser", "201")
    position.ship(0, "cruiser", "295a")
    assert not set(PARTS) & set(position.options(Influence, "track"))
    assert "no place for an influence disc" in position.refusal(Influence("track", "295a"))
    assert position.refusal(Build("interceptor", "295a"))
    both_pass(position)
    assert position.asked().context["sectors"] == ["201"]


@both_editions
def test_ge_ne_4_a_ship_in_a_part_lets_discs_go_to_its_neighbours(edition: str) -> None:
    """Through the wormholes of that part only."""
    position = nebula(edition)
    position.lift(HOME)
    position.remove_ships(HOME)
    position.ship(0, "interceptor", "295a")
    assert HOME in position.options(Influence, "track")
    position.remove_ships("295a")
    position.ship(0, "interceptor", "295c")
    assert HOME not in position.options(Influence, "track")


# --- moving and exploring ------------------------------------------------------------------------


@both_editions
def test_ge_ne_1_the_parts_are_joined_inside(edition: str) -> None:
    """Each to both others, fully, and to what lies at its own edges."""
    position = nebula(edition)
    links = {part: dict(position.table.links(position.sector(part))) for part in PARTS}
    for part in PARTS:
        assert {other: links[part].get(other) for other in PARTS if other != part} == {
            other: True for other in PARTS if other != part
        }
    assert links["295a"][HOME]
    assert HOME not in links["295b"]
    assert HOME not in links["295c"]


def beyond(edition: str, movement: int = 2) -> Position:
    """206 at an edge of part C; interceptors of seat 0 move two steps."""
    position = nebula(edition)
    zone = position.zone_beside("295c", 5)
    turn = next(t for t in range(6) if (1 + t) % 6 == 2)
    position.lay("206", zone, turn)
    assert "206" in dict(position.table.links(position.sector("295c")))
    position.fit(0, "interceptor", None, None, None, "fusion_drive")
    assert position.table.stats(0, "interceptor").movement == movement
    return position


@both_editions
def test_ne_part_is_sector_move(edition: str) -> None:
    """From outside to one part, to another and out again are three steps: two activations."""
    position = beyond(edition)
    assert "206" not in position.options(Move, "interceptor", HOME)
    assert "too far" in position.refusal(Move("interceptor", HOME, "206"))
    moved = one(position.play(Move("interceptor", HOME, "295c")), ShipMoved)
    assert moved.route == ("295a", "295c")
    moved = one(position.play(Move("interceptor", "295c", "206")), ShipMoved)
    assert moved.route == ("206",)
    assert position.asked().context["left"] == 1


@both_editions
def test_ne_part_is_sector_move_short(edition: str) -> None:
    """From outside through one part and out at its other edge are two steps: one activation."""
    position = beyond(edition)
    position.remove_ships(HOME)
    position.ship(0, "interceptor", "295a")
    moved = one(position.play(Move("interceptor", "295a", "206")), ShipMoved)
    assert moved.route == ("295c", "206")
    assert position.asked().context["left"] == 2


@both_editions
def test_ne_a_movement_names_the_part(edition: str) -> None:
    """The number of the tile alone is no place."""
    position = nebula(edition)
    assert "295a, 295b, 295c" in position.refusal(Move("interceptor", HOME, "295"))


def test_ge_ne_3_a_jump_leads_to_the_part_across_the_edge() -> None:
    """Wormholes or not: to the part that touches the edge, and to no other one."""
    position = game("second_dawn", more=("extras",))
    position.lay("395", "3.2", 3)  # Beside 201, whose edge there is blank: part A is nearest.
    position.lay("201", "2.1")
    (edge,) = (e for e in range(6) if position.zone_beside("201", e) == "3.2")
    nearest = position.table.place_facing("3.2", (edge + 3) % 6)
    assert nearest is not None
    position.remove_ships(HOME)
    position.ship(0, "interceptor", "201")
    position.fit(0, "interceptor", "jump_drive", None, None, None)
    reached = {p for p in position.options(Move, "interceptor", "201") if str(p)[:3] == "395"}
    # Two steps: the jump, and one more through the wormholes inside.
    assert nearest.id in reached
    position.fit(0, "interceptor", None, None, None, "jump_drive")
    assert position.table.stats(0, "interceptor").movement == 1
    reached = {p for p in position.options(Move, "interceptor", "201") if str(p)[:3] == "395"}
    assert reached == {nearest.id}


@both_editions
def test_ne_explore_from_part(edition: str) -> None:
    """A ship in a part explores through the edges of that part, with the generator too."""
    for generator in (False, True):
        position = game(edition)
        position.lay("295", "4.12")  # As printed: A has the edges 5 and 0.
        position.ship(0, "interceptor", "295a")
        if generator:
            position.learn(0, "wormhole_generator")
        zones = [position.zone_beside("295a", edge) for edge in range(6)]
        explorable = [edge for edge in range(6) if zones[edge] in position.options(Explore)]
        assert explorable == [0, 5]


@both_editions
def test_ge_ne_3_a_pinned_ship_of_a_part_does_not_explore(edition: str) -> None:
    """Enemies in the same part pin it, those next door do not."""
    position = game(edition)
    position.lay("295", "4.12")
    position.ship(0, "interceptor", "295b")
    zone = position.zone_beside("295b", 1)
    position.guard("295a")
    assert zone in position.options(Explore)
    assert "295b" in position.options(Move, "interceptor")
    position.guard("295b")
    assert zone not in position.options(Explore)
    assert "295b" not in position.options(Move, "interceptor")


# --- battles -------------------------------------------------------------------------------------


@both_editions
def test_ge_ne_3_battles_are_fought_part_by_part(edition: str) -> None:
    """Ships in different parts do not meet; the parts of a tile are fought over in their order."""
    position = nebula(edition)
    position.ship(0, "interceptor", "295a")
    position.ship(1, "interceptor", "295b")
    effects = both_pass(position)
    assert not of(effects, BattleStarted)
    position = nebula(edition)
    position.lift(HOME)
    for part in ("295c", "295a"):
        position.ship(0, "interceptor", part)
        position.ship(1, "interceptor", part)
    position.will_roll("295a", 6)
    position.will_roll("295c", 6)
    effects = both_pass(position)
    assert [b.sector for b in of(effects, BattleStarted)] == ["295a", "295c"]


@both_editions
def test_ge_ne_3_retreat_from_a_part_through_its_own_wormholes(edition: str) -> None:
    """To a neighbour that one controls; never to another part, where no disc lies."""
    position = nebula(edition)
    position.ship(1, "interceptor", "295a")
    position.ship(0, "interceptor", "295a")
    position.will_roll("295a", 1)
    both_pass(position)
    assert (position.asked().seat, position.asked().kind) == (0, "battle")
    assert position.options(Retreat) == (HOME,)
    assert position.refusal(Retreat("295b"))
    position = nebula(edition)
    position.ship(1, "interceptor", "295c")
    position.ship(0, "interceptor", "295c")
    both_pass(position)
    assert position.asked().kind != "battle"
