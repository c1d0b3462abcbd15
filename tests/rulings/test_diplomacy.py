"""Diplomacy: offers, answers, relations and their end (Diplomatic Relations)."""

from __future__ import annotations

import pytest

from rules.decisions import Decision
from rules.effects.diplomacy import (
    ReputationReturned,
    TraitorNamed,
    TreatyBroken,
    TreatyFormed,
)
from rules.effects.galaxy import DiscPlaced, ShipMoved
from rules.engine import open_decisions
from rules.invariants import conservation_faults
from rules.orders import (
    Accept,
    Move,
    Pass,
    Propose,
    Resign,
    ReturnCube,
)
from rules.state.model import RESOURCES, Ambassador, Stock
from rules.steps.diplomacy import why_no_treaty
from rules.steps.move import routes
from rules.steps.scoring import score_lines
from tests.builders import HOME, Position

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")


def _neighbours(species: tuple[str, ...] = FOUR) -> Position:
    """Seat 1 holds 101, which a full wormhole joins to the home of seat 0."""
    position = Position(species)
    position.join("101", HOME, disc=1)
    return position


def _partners() -> Position:
    """Seats 0 and 1 have relations; seat 1 is asked for its turn."""
    position = _neighbours()
    position.play(Propose(1, "money"))
    position.play(Accept(0, "science"), seat=1)
    position.play(Pass())
    return position


def _treaty(position: Position, seat: int) -> Decision:
    return next(d for d in open_decisions(position.table) if d.seat == seat and d.kind == "treaty")


def _points(position: Position, seat: int, source: str) -> int:
    return sum(x.amount for x in score_lines(position.table, seat) if x.source == source)


# --- forming -----------------------------------------------------------------------------------


def test_dp_1_each_gives_an_ambassador_with_a_cube_of_its_choice() -> None:
    """Both productions rise, both have a point more, and nothing is lost."""
    position = _neighbours()
    cubes = [position.seat(n).cubes.total() for n in (0, 1)]
    assert position.options(Propose) == (1,)
    assert position.options(Propose, 1) == RESOURCES
    position.play(Propose(1, "money"))
    income = position.table.production(1, "science")
    (formed,) = [
        e for e in position.play(Accept(0, "science"), seat=1) if isinstance(e, TreatyFormed)
    ]
    assert (formed.track, formed.to_track) == ("money", "science")
    assert [position.seat(n).cubes.total() for n in (0, 1)] == [cubes[0] - 1, cubes[1] - 1]
    assert position.table.production(1, "science") > income
    assert [a.seat for a in position.seat(0).ambassadors] == [1]
    assert [a.seat for a in position.seat(1).ambassadors] == [0]
    assert [position.seat(n).spare_ambassadors for n in (0, 1)] == [2, 2]
    assert _points(position, 0, "ambassadors") == _points(position, 1, "ambassadors") == 1
    assert not conservation_faults(position.table)


@pytest.mark.parametrize("species", [FOUR[:2], FOUR[:3]])
def test_dp_1_not_with_two_or_three_players(species: tuple[str, ...]) -> None:
    position = Position(species)
    position.join("101", HOME, disc=1)
    assert not position.offers(Propose)
    assert "Diplomacy" in position.refusal(Propose(1, "money"))


def test_dp_1_a_full_wormhole_is_needed_whatever_the_generator_allows() -> None:
    position = _neighbours()
    tile = position.table.tile("101").wormholes
    closed = next(turn for turn in range(6) if _full_links(position, turn) == 0 and len(tile) < 6)
    position.sector("101").orientation = closed
    position.learn(0, "wormhole_generator")
    assert "101" in position.table.reach(0, position.sector(HOME))
    assert "full wormhole" in position.refusal(Propose(1, "money"))


def _full_links(position: Position, turn: int) -> int:
    position.sector("101").orientation = turn
    links = position.table.links(position.sector(HOME))
    return sum(full for other, full in links if other == "101")


def test_dp_1_no_ship_may_stand_against_the_other() -> None:
    """A ship in a sector with a disc, or with a ship, of the other forbids relations; ships in
    different sectors do not."""
    position = _neighbours()
    ship = position.ship(0, "cruiser", "101")
    assert "101" in position.refusal(Propose(1, "money"))
    position.remove_ships("101")
    assert ship.id not in position.state.ships
    position.ship(0, "cruiser", "001")
    assert position.offers(Propose)
    position.ship(1, "interceptor", "001")
    assert "001" in position.refusal(Propose(1, "money"))


def test_dp_1_diplomacy_figure() -> None:
    """Green and red: connected without ships; blue and red: a red interceptor in a blue sector;
    blue and green: interceptors of both in one sector."""
    red, green, blue = 0, 1, 2
    position = _neighbours()
    position.join("103", HOME, disc=blue)
    position.join("105", "101", disc=blue)
    position.ship(red, "interceptor", "103")
    position.ship(green, "interceptor", "001")
    position.ship(blue, "interceptor", "001")
    assert why_no_treaty(position.table, green, red) == ""
    assert "103" in why_no_treaty(position.table, blue, red)
    assert "001" in why_no_treaty(position.table, blue, green)


def test_dp_1_a_traitor_forms_no_relations() -> None:
    position = _neighbours()
    position.seat(0).traitor = True
    assert "traitor" in position.refusal(Propose(1, "money"))
    position.seat(0).traitor = False
    position.seat(1).traitor = True
    assert "traitor" in position.refusal(Propose(1, "money"))


def test_dp_1_one_ambassador_from_each() -> None:
    position = _neighbours()
    position.play(Propose(1, "money"))
    position.play(Accept(0, "science"), seat=1)
    assert "already" in position.refusal(Propose(1, "money"))


def test_dp_1_both_need_an_ambassador_and_a_cube() -> None:
    position = _neighbours()
    position.seat(1).spare_ambassadors = 0
    assert "no ambassador left" in position.refusal(Propose(1, "money"))
    position.seat(1).spare_ambassadors = 3
    position.seat(1).cubes = Stock()
    assert "no population cube" in position.refusal(Propose(1, "money"))
    position.seat(1).cubes = Stock(1)
    position.seat(0).cubes = Stock(0, 1)
    assert position.options(Propose, 1) == ("science",)


def test_dp_1_full_tracks_return_their_lowest_reputation_tiles() -> None:
    """Planta has three spaces for either kind and one for an ambassador only: the first ambassador
    costs no tile. Mechanema has four for either: a full track gives up its lowest tile."""
    position = Position(("terran_directorate", "mechanema", "planta", "terran_alliance"))
    position.join("101", HOME, disc=1)
    for seat, tiles in ((0, [2, 1, 3, 1]), (1, [3, 1, 2, 1])):
        position.seat(seat).reputation = list(tiles)
        for value in tiles:
            position.state.supply.reputation[value] -= 1
            position.state.supply.reputation_left -= 1
    position.play(Propose(1, "money"))
    assert _treaty(position, 1).context["returns"] == 1
    effects = position.play(Accept(0, "materials"), seat=1)
    returned = [e for e in effects if isinstance(e, ReputationReturned)]
    assert [(e.seat, e.count, e.values) for e in returned] == [(1, 1, (1,))]
    assert returned[0].audience == 1
    assert returned[0].shadow() == ReputationReturned(1, 1)
    assert position.seat(0).reputation == [2, 1, 3, 1]
    assert sorted(position.seat(1).reputation) == [1, 2, 3]
    assert not conservation_faults(position.table)


def test_dp_1_ambassadors_are_never_discarded_to_make_room() -> None:
    """A track whose spaces all hold ambassadors takes no further one."""
    position = _neighbours()
    position.seat(1).ambassadors = [Ambassador(seat) for seat in (2, 3, 4, 5)]
    assert "full of ambassadors" in why_no_treaty(position.table, 0, 1)


def test_dp_1_orion_keeps_its_space_for_reputation() -> None:
    """Four spaces for either kind and one that only takes reputation: a full track loses one tile
    to an ambassador, and with four ambassadors one tile stays."""
    position = _neighbours(("terran_directorate", "orion_hegemony", "mechanema", "planta"))
    position.seat(1).reputation = [1, 1, 1, 2, 2]
    position.play(Propose(1, "money"))
    assert _treaty(position, 1).context["returns"] == 1


# --- breaking ----------------------------------------------------------------------------------


def test_dp_2_a_ship_that_enters_breaks_relations() -> None:
    """Both ambassadors and cubes go home, each owner chooses its track, the aggressor takes the
    traitor card: two points less."""
    position = _partners()
    position.ship(1, "interceptor", "101")
    effects = position.play(Move("interceptor", "101", HOME))
    assert [e for e in effects if isinstance(e, TreatyBroken)] == [TreatyBroken(1, 0, HOME)]
    assert [e for e in effects if isinstance(e, TraitorNamed)] == [TraitorNamed(1)]
    for seat in (1, 0):
        decision = position.asked()
        assert (decision.seat, decision.kind) == (seat, "return_cube")
        assert position.options(ReturnCube) == RESOURCES
        before = position.seat(seat).cubes.materials
        position.play(ReturnCube("materials"))
        assert position.seat(seat).cubes.materials == before + 1
    # The ship is pinned there: nothing more can move.
    assert (position.asked().seat, position.asked().kind) == (1, "end_turn")
    assert not position.seat(0).ambassadors
    assert not position.seat(1).ambassadors
    assert [position.seat(n).spare_ambassadors for n in (0, 1)] == [3, 3]
    assert _points(position, 1, "traitor") == -2
    assert not conservation_faults(position.table)


def test_dp_2_meeting_a_ship_of_the_partner_breaks_too() -> None:
    position = _partners()
    position.join("103", "101")
    position.ship(0, "interceptor", "103")
    position.ship(1, "interceptor", "101")
    effects = position.play(Move("interceptor", "101", "103"))
    assert any(isinstance(e, TreatyBroken) for e in effects)


def test_dp_2_attacking_somebody_else_breaks_nothing() -> None:
    position = _partners()
    position.join("103", "101", disc=2)
    position.ship(1, "interceptor", "101")
    effects = position.play(Move("interceptor", "101", "103"))
    assert not any(isinstance(e, (TreatyBroken, TraitorNamed)) for e in effects)


def test_dp_2_the_traitor_card_passes_from_its_holder() -> None:
    position = _partners()
    position.seat(3).traitor = True
    position.ship(1, "interceptor", "101")
    effects = position.play(Move("interceptor", "101", HOME))
    assert TraitorNamed(1, 3) in effects
    assert [boards.traitor for boards in position.state.seats] == [False, True, False, False]


def _fast_ship_at_101() -> Position:
    """An interceptor of seat 1 with movement 3 in 101; the home of its partner leads to 207."""
    position = _partners()
    position.seat(1).tiles["interceptor"] = [None, None, "tachyon_drive"]
    position.remove_ships(HOME)
    position.join("207", HOME)
    position.ship(1, "interceptor", "101")
    return position


def test_mo_2_passing_through_a_sector_of_the_partner_breaks() -> None:
    """207 can only be reached through the home of the partner: relations are broken on the way,
    and the ship goes on."""
    position = _fast_ship_at_101()
    effects = position.play(Move("interceptor", "101", "207"))
    (moved,) = [e for e in effects if isinstance(e, ShipMoved)]
    assert moved.route == (HOME, "207")
    assert TreatyBroken(1, 0, HOME) in effects


def test_mo_2_a_way_round_is_taken_where_the_movement_allows() -> None:
    """From one side of the inner ring to the other the way through the center is shorter; when
    the partner holds it, a ship that is fast enough goes round."""
    position = _partners()
    position.remove_ships("001")
    for tile, zone in (("103", "1.0"), ("105", "1.1"), ("107", "1.2"), ("106", "1.3")):
        position.lay(tile, zone)
    position.learn(1, "wormhole_generator")
    assert routes(position.table, 1, "103", 3)["106"] == ("001", "106")
    position.fact(DiscPlaced(0, "001"))
    assert routes(position.table, 1, "103", 3)["106"] == ("105", "107", "106")
    assert routes(position.table, 1, "103", 2)["106"] == ("001", "106")


def test_up_3_partners_keep_the_ambassadors_of_a_seat_that_left() -> None:
    """Its score holds the ambassadors that it had; those it gave keep their point and place."""
    position = _partners()
    position.lift("101")
    home = position.seat(1).home
    for square in list(position.sector(home).cubes):
        position.sector(home).cubes.remove(square)
        position.seat(1).cubes.add(square, 1)
    position.lift(home)
    position.remove_ships(home)
    position.play(Resign())
    assert position.seat(1).out == "resigned"
    assert [a.seat for a in position.seat(0).ambassadors] == [1]
    assert _points(position, 0, "ambassadors") == 1
    assert any(x.source == "ambassadors" for x in position.seat(1).out_lines)
    assert not conservation_faults(position.table)
