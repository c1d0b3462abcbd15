"""The Action Phase Example of the rule book, step by step.

Its pictures are lost, so the map is laid out here: homes of Alastair 231, Ken 226, Iain 230 and
Vernor 224; Alastair also holds 309, Iain 107 and the sector of the fight, 209; Vernor holds 202
behind his home. No printed sector of the middle ring shows what Ken finds first: 203 without its
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

ALASTAIR, KEN, IAIN, VERNOR = range(4)
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
    _lay(position, "309", "3.5", {"3.6": True, "2.3": False}, ALASTAIR)
    _lay(position, "107", "1.4", {"2.8": True, "2.9": True}, IAIN)
    _lay(position, FIGHT, "2.9", {"1.4": True, "2.10": False}, IAIN)
    position.join("202", "224", disc=VERNOR)
    position.lay("208", "2.5", disc=KEN)
    _lay(position, "210", "1.2", {"2.4": True}, None)
    for seat in (ALASTAIR, IAIN):
        position.fact(TreatyFormed(seat, VERNOR, "money", "science"))
    _hold_reputation(position, ALASTAIR, [1, 2, 3, 2])
    for seat, tech in (
        (ALASTAIR, "orbital"),
        (KEN, "advanced_mining"),
        (IAIN, "plasma_missile"),
        (IAIN, "fusion_source"),
        *((VERNOR, tech) for tech in ("nanorobots", "orbital", "monolith")),
    ):
        position.learn(seat, tech)
    for boards in position.state.seats:
        boards.storage = Stock(10, 20, 20)
    position.state.supply.techs = {"fusion_drive": 1, "wormhole_generator": 1}
    position.fit(IAIN, "interceptor", "electron_computer")
    position.fit(IAIN, "cruiser", None, None, None, "fusion_source")
    for kind in ("interceptor", "interceptor", "interceptor"):
        position.ship(IAIN, kind, FIGHT)
    position.ship(IAIN, "cruiser", "107")
    position.ship(VERNOR, "interceptor", "224")
    position.ship(VERNOR, "interceptor", "202")
    position.ship(VERNOR, "cruiser", "202")
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

    # 1. Alastair builds a cruiser and an orbital for 10 materials.
    paid = [*position.play(Build("cruiser", "231")), *position.play(Build("orbital", "231"))]
    assert DiscSpent(ALASTAIR, "build") in paid
    assert sum(e.materials for e in paid if isinstance(e, Paid)) == 10
    position.play(Done())

    # 2. Ken explores: takes control, keeps the discovery for its points, settles two cubes; the
    # second tile he discards.
    position.will_reveal("203")
    ancients, state.supply.ancients = state.supply.ancients, 0
    position.play(Explore("2.3"))
    _place(position, "203", KEN, "309")
    state.supply.ancients = ancients
    discs = position.seat(KEN).discs
    position.play(TakeControl("203"))
    assert position.seat(KEN).discs == discs - 1
    position.play(KeepDiscovery())
    assert len(position.seat(KEN).kept_discoveries) == 1
    position.play(Colonize("203", "money", "money"), Colonize("203", "science", "science"))
    assert position.seat(KEN).colony_ships == 2
    position.will_reveal("304")
    position.play(Explore("3.6"))
    assert SectorDiscarded("outer", "304") in position.play(DiscardSector())
    assert state.supply.discards["outer"] == ["304"]

    # 3. Iain returns a computer and takes three tiles.
    assert position.asked().seat == IAIN
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
    assert position.table.stats(IAIN, "interceptor").missiles == ("orange", "orange")
    position.play(Done())

    # 4. Vernor researches for 3 (discount 4, but at least 3) and 10 (discount 6) science.
    paid = position.play(Research("fusion_drive"), Research("wormhole_generator"))
    assert [e.science for e in paid if isinstance(e, Paid)] == [3, 10]
    position.play(Done())
    position.seat(VERNOR).tiles["interceptor"] = [None, None, "fusion_source", "fusion_drive"]
    position.seat(VERNOR).tiles["cruiser"][3] = "fusion_source"
    position.seat(VERNOR).tiles["cruiser"][5] = "fusion_drive"

    # 5. Alastair explores a sector with two Ancients above a discovery tile.
    position.will_reveal("301")
    position.play(Explore("3.3"))
    _place(position, "301", ALASTAIR)
    assert position.sector("301").discovery
    assert len(table.guards_in(position.sector("301"))) == 2
    position.play(Done())

    # 6. Ken explores two, settles the first (materials on its advanced square) and connects.
    assert "full wormhole" in why_no_treaty(position.table, KEN, ALASTAIR)
    position.will_reveal("318")
    position.play(Explore("3.7"))
    _place(position, "318", KEN)
    position.play(TakeControl("318"))
    position.play(Colonize("318", "gray", "money"), Colonize("318", "materials*", "materials"))
    assert position.seat(KEN).colony_ships == 0
    position.will_reveal("308")
    position.play(Explore("3.6"))
    _place(position, "308", KEN, to="309")
    position.play(TakeControl("308"))
    position.play(Propose(ALASTAIR, "science"), seat=KEN)
    effects = position.play(Accept(KEN, "money"), seat=ALASTAIR)
    assert [e.values for e in effects if isinstance(e, ReputationReturned)] == [(1,)]
    assert {a.seat for a in position.seat(ALASTAIR).ambassadors} == {KEN, VERNOR}
    position.play(Done(), seat=KEN)

    # 7. Iain passes first and begins the next round.
    position.play(Pass(), seat=IAIN)
    assert state.next_start == IAIN

    # 8. Vernor attacks through half a wormhole: relations end, he is the traitor.
    assert (FIGHT, False) in position.table.links(position.sector("224"))
    effects = position.play(Move("interceptor", "224", FIGHT), seat=VERNOR)
    assert TreatyBroken(VERNOR, IAIN, FIGHT) in effects
    assert TraitorNamed(VERNOR) in effects
    position.play(ReturnCube("money"), seat=VERNOR)
    position.play(ReturnCube("money"), seat=IAIN)
    position.play(Move("interceptor", "224", FIGHT), seat=VERNOR)
    assert position.seat(VERNOR).traitor
    assert "traitor" in why_no_treaty(position.table, VERNOR, IAIN)
    position.play(Done(), seat=VERNOR)

    # 9. Alastair passes.
    position.play(Pass(), seat=ALASTAIR)

    # 10. Ken moves two discs and uses the colony ships that he turns up.
    position.play(Influence("208", "210"), Influence("308", "track"), seat=KEN)
    assert position.seat(KEN).colony_ships == 2
    position.play(Colonize("210", "money", "money"), seat=KEN)
    position.play(Colonize("210", "materials", "materials"), seat=KEN)
    position.play(Done(), seat=KEN)

    # 11. Iain reacts: one movement of his cruiser.
    assert (position.asked().seat, position.asked().kind) == (IAIN, "reaction")
    position.play(Move("cruiser", "107", FIGHT))
    assert position.asked().seat == IAIN
    position.play(Done())

    # 12. Vernor moves an interceptor and a cruiser two sectors each.
    position.play(Move("interceptor", "202", FIGHT), Move("cruiser", "202", FIGHT), seat=VERNOR)
    position.play(Done(), seat=VERNOR)
    entered = [(s.owner, s.kind) for s in position.table.ships_in(position.sector(FIGHT))]
    assert entered == [
        *[(IAIN, "interceptor")] * 3,
        *[(VERNOR, "interceptor")] * 2,
        (IAIN, "cruiser"),
        (VERNOR, "interceptor"),
        (VERNOR, "cruiser"),
    ]

    # 13. All pass; the action phase ends at once.
    for seat in (ALASTAIR, KEN, IAIN):
        position.play(Pass(), seat=seat)
    effects = position.play(Pass(), seat=VERNOR)
    assert PhaseStarted("combat") in effects
