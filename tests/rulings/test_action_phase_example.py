"""The Action Phase Example of the rule book, step by step.

Its pictures are lost, so the map is laid out here: homes of North 231, East 226, South 230 and
West 224; North also holds 309, South 107 and the sector of the fight, 209; West holds 202
behind the home sector. No printed sector of the middle ring shows what East finds first: 203 without its
Ancients stands for it.
"""

from __future__ import annotations

from rules.effects.boards import DiscSpent, Paid
from rules.effects.diplomacy import ReputationReturned, TraitorNamed, TreatyBroken, TreatyFormed
from rules.effects.flow import PhaseStarted
from rules.effects.galaxy import SectorDiscarded
from rules.geometry import opposite, turned, zone_neighbours
from rules.orders import (
    Accept,
    Build,
    Colonize,
    DiscardSector,
    Done,
    Explore,
    Influence,
    KeepDiscovery,
    Move,
    Pass,
    PlaceSector,
    Propose,
    Research,
    ReturnCube,
    TakeControl,
    Upgrade,
)
from rules.state.model import Stock
from rules.steps.diplomacy import why_no_treaty
from tests.builders import Position

NORTH, EAST, SOUTH, WEST = range(4)
FIGHT = "209"


def _lay(
    position: Position, sector: str, zone: str, links: dict[str, bool], disc: int | None
) -> None:
    """Lay a tile so that its edge to each of the zones has a wormhole or none."""
    around = zone_neighbours(zone)
    tile = position.table.tile(sector).wormholes
    turn = next(
        t
        for t in range(6)
        if all((around.index(z) in turned(tile, t)) == hole for z, hole in links.items())
    )
    position.lay(sector, zone, turn, disc)


def _table() -> Position:
    position = Position(("terran_alliance", "planta", "mechanema", "hydran_progress"))
    _lay(position, "309", "3.5", {"3.6": True, "2.3": False}, NORTH)
    _lay(position, "107", "1.4", {"2.8": True, "2.9": True}, SOUTH)
    _lay(position, FIGHT, "2.9", {"1.4": True, "2.10": False}, SOUTH)
    position.join("202", "224", disc=WEST)
    position.lay("208", "2.5", disc=EAST)
    _lay(position, "210", "1.2", {"2.4": True}, None)
    for seat in (NORTH, SOUTH):
        position.fact(TreatyFormed(seat, WEST, "money", "science"))
    _hold_reputation(position, NORTH, [1, 2, 3, 2])
    for seat, tech in (
        (NORTH, "orbital"),
        (EAST, "advanced_mining"),
        (SOUTH, "plasma_missile"),
        (SOUTH, "fusion_source"),
        *((WEST, tech) for tech in ("nanorobots", "orbital", "monolith")),
    ):
        position.learn(seat, tech)
    for boards in position.state.seats:
        boards.storage = Stock(10, 20, 20)
    position.state.supply.techs = {"fusion_drive": 1, "wormhole_generator": 1}
    position.fit(SOUTH, "interceptor", "electron_computer")
    position.fit(SOUTH, "cruiser", None, None, None, "fusion_source")
    for kind in ("interceptor", "interceptor", "interceptor"):
        position.ship(SOUTH, kind, FIGHT)
    position.ship(SOUTH, "cruiser", "107")
    position.ship(WEST, "interceptor", "224")
    position.ship(WEST, "interceptor", "202")
    position.ship(WEST, "cruiser", "202")
    return position


def _hold_reputation(position: Position, seat: int, values: list[int]) -> None:
    position.seat(seat).reputation = values
    supply = position.state.supply
    for value in values:
        supply.reputation[value] -= 1
        supply.reputation_left -= 1


def _place(position: Position, tile: str, seat: int, *apart_from: str, to: str = "") -> None:
    """Lay the tile just turned up; connected to ``to``, not to those of ``apart_from``."""
    zone = position.asked().context["zone"]
    around = zone_neighbours(zone)
    for turn in position.options(PlaceSector, tile):
        holes = turned(position.table.tile(tile).wormholes, int(str(turn)))
        joined = {
            other
            for edge, beside in enumerate(around)
            if edge in holes
            and (other := position.state.zones.get(beside)) is not None
            and opposite(edge) in position.table.wormholes(position.sector(other))
        }
        if not joined.intersection(apart_from) and (not to or to in joined):
            position.play(PlaceSector(tile, int(str(turn))), seat=seat)
            return
    raise AssertionError(f"{tile} cannot be laid so in {zone}")


def test_action_phase_example() -> None:
    position = _table()
    state, table = position.state, position.table

    # 1. North builds a cruiser and an orbital for 10 materials.
    paid = [*position.play(Build("cruiser", "231")), *position.play(Build("orbital", "231"))]
    assert DiscSpent(NORTH, "build") in paid
    assert sum(e.materials for e in paid if isinstance(e, Paid)) == 10
    position.play(Done())

    # 2. East explores: takes control, keeps the discovery for its points, settles two cubes; the
    # second tile is discarded.
    position.will_reveal("203")
    ancients, state.supply.ancients = state.supply.ancients, 0
    position.play(Explore("2.3"))
    _place(position, "203", EAST, "309")
    state.supply.ancients = ancients
    discs = position.seat(EAST).discs
    position.play(TakeControl("203"))
    assert position.seat(EAST).discs == discs - 1
    position.play(KeepDiscovery())
    assert len(position.seat(EAST).kept_discoveries) == 1
    position.play(Colonize("203", "money", "money"), Colonize("203", "science", "science"))
    assert position.seat(EAST).colony_ships == 2
    position.will_reveal("304")
    position.play(Explore("3.6"))
    assert SectorDiscarded("outer", "304") in position.play(DiscardSector())
    assert state.supply.discards["outer"] == ["304"]

    # 3. South returns a computer and takes three tiles.
    assert position.asked().seat == SOUTH
    position.play(
        Upgrade(
            (("interceptor", 1),),
            (
                ("plasma_missile", "interceptor", 1),
                ("ion_cannon", "cruiser", 2),
                ("positron_computer", "cruiser", 5),
            ),
        )
    )
    assert position.table.stats(SOUTH, "interceptor").missiles == ("orange", "orange")
    position.play(Done())

    # 4. West researches for 3 (discount 4, but at least 3) and 10 (discount 6) science.
    paid = position.play(Research("fusion_drive"), Research("wormhole_generator"))
    assert [e.science for e in paid if isinstance(e, Paid)] == [3, 10]
    position.play(Done())
    position.seat(WEST).tiles["interceptor"] = [None, None, "fusion_source", "fusion_drive"]
    position.seat(WEST).tiles["cruiser"][3] = "fusion_source"
    position.seat(WEST).tiles["cruiser"][5] = "fusion_drive"

    # 5. North explores a sector with two Ancients above a discovery tile.
    position.will_reveal("301")
    position.play(Explore("3.3"))
    _place(position, "301", NORTH)
    assert position.sector("301").discovery
    assert len(table.guards_in(position.sector("301"))) == 2
    position.play(Done())

    # 6. East explores two, settles the first (materials on its advanced square) and connects.
    assert "full wormhole" in why_no_treaty(position.table, EAST, NORTH)
    position.will_reveal("318")
    position.play(Explore("3.7"))
    _place(position, "318", EAST)
    position.play(TakeControl("318"))
    position.play(Colonize("318", "gray", "money"), Colonize("318", "materials*", "materials"))
    assert position.seat(EAST).colony_ships == 0
    position.will_reveal("308")
    position.play(Explore("3.6"))
    _place(position, "308", EAST, to="309")
    position.play(TakeControl("308"))
    position.play(Propose(NORTH, "science"), seat=EAST)
    effects = position.play(Accept(EAST, "money"), seat=NORTH)
    assert [e.values for e in effects if isinstance(e, ReputationReturned)] == [(1,)]
    assert {a.seat for a in position.seat(NORTH).ambassadors} == {EAST, WEST}
    position.play(Done(), seat=EAST)

    # 7. South passes first and begins the next round.
    position.play(Pass(), seat=SOUTH)
    assert state.next_start == SOUTH

    # 8. West attacks through half a wormhole: relations end, the attacker is the traitor.
    assert (FIGHT, False) in position.table.links(position.sector("224"))
    effects = position.play(Move("interceptor", "224", FIGHT), seat=WEST)
    assert TreatyBroken(WEST, SOUTH, FIGHT) in effects
    assert TraitorNamed(WEST) in effects
    position.play(ReturnCube("money"), seat=WEST)
    position.play(ReturnCube("money"), seat=SOUTH)
    position.play(Move("interceptor", "224", FIGHT), seat=WEST)
    assert position.seat(WEST).traitor
    assert "traitor" in why_no_treaty(position.table, WEST, SOUTH)
    position.play(Done(), seat=WEST)

    # 9. North passes.
    position.play(Pass(), seat=NORTH)

    # 10. East moves two discs and uses the colony ships turned up with them.
    position.play(Influence("208", "210"), Influence("308", "track"), seat=EAST)
    assert position.seat(EAST).colony_ships == 2
    position.play(Colonize("210", "money", "money"), seat=EAST)
    position.play(Colonize("210", "materials", "materials"), seat=EAST)
    position.play(Done(), seat=EAST)

    # 11. South reacts: one movement of the cruiser.
    assert (position.asked().seat, position.asked().kind) == (SOUTH, "reaction")
    position.play(Move("cruiser", "107", FIGHT))
    assert position.asked().seat == SOUTH
    position.play(Done())

    # 12. West moves an interceptor and a cruiser two sectors each.
    position.play(Move("interceptor", "202", FIGHT), Move("cruiser", "202", FIGHT), seat=WEST)
    position.play(Done(), seat=WEST)
    entered = [(s.owner, s.kind) for s in position.table.ships_in(position.sector(FIGHT))]
    assert entered == [
        *[(SOUTH, "interceptor")] * 3,
        *[(WEST, "interceptor")] * 2,
        (SOUTH, "cruiser"),
        (WEST, "interceptor"),
        (WEST, "cruiser"),
    ]

    # 13. All pass; the action phase ends at once.
    for seat in (NORTH, EAST, SOUTH):
        position.play(Pass(), seat=seat)
    effects = position.play(Pass(), seat=WEST)
    assert PhaseStarted("combat") in effects
