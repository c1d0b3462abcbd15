"""Rounds of Second Dawn: cleanup, elimination, upkeep, the end of the game and its points."""

from __future__ import annotations

import pytest

from rules.content import load_catalog
from rules.effects.base import Effect
from rules.effects.boards import Gained, TechsDrawn
from rules.effects.flow import SeatLeft
from rules.effects.galaxy import WarpPortalPlaced
from rules.invariants import conservation_faults
from rules.orders import Pass, Trade
from rules.state.model import Ambassador, Line, Stock
from rules.steps.scoring import final_scores, score_lines
from tests.builders import Position

CATALOG = load_catalog("second_dawn")
SPECIES = CATALOG.species
TERRANS = tuple(s.id for s in SPECIES.values() if s.kind == "terran")


def second_dawn(*species: str) -> Position:
    return Position(species or TERRANS[:2], "second_dawn")


def lines(position: Position, seat: int = 0) -> dict[str, int]:
    return {line.source: line.amount for line in score_lines(position.table, seat)}


def clear(position: Position, seat: int) -> None:
    """Take everything that the seat has on the board."""
    home = position.sector(position.seat(seat).home)
    position.remove_ships(home.id)
    for square in list(home.cubes):
        home.cubes.remove(square)
        position.seat(seat).cubes.add(square.removesuffix("*"), 1)
    position.lift(home.id)


# --- cleanup -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "tiles"), [(2, 5), (3, 6), (4, 7), (5, 8), (6, 9)])
def test_cleanup_draws_regular_tiles_by_the_number_of_players(players: int, tiles: int) -> None:
    """So many tiles that are not rare; rare ones come beside them (Cleanup Phase)."""
    position = second_dawn(*TERRANS[:players])
    drawn = [e for e in position.to_combat() if isinstance(e, TechsDrawn)]
    regular = [t for e in drawn for t in e.techs if CATALOG.techs[t].track != "rare"]
    assert len(regular) == tiles
    assert CATALOG.techs[drawn[0].techs[-1]].track != "rare"


def test_first_to_pass_gets_two_money_and_begins_the_next_round() -> None:
    """Whoever passes first; nobody else (Passing)."""
    position = second_dawn()
    gained = [e for e in position.play(Pass()) if isinstance(e, Gained)]
    assert gained == [Gained(0, "first_pass", 2)]
    position.play(Pass())
    assert position.state.round == 2
    assert position.state.start_seat == 0
    assert position.asked().seat == 0


# --- elimination (UP-3) --------------------------------------------------------------------------


def left(effects: list[Effect]) -> list[tuple[int, str]]:
    return [(e.seat, e.reason) for e in effects if isinstance(e, SeatLeft)]


def test_sd_up_3_whoever_has_neither_disc_nor_ship_after_combat_is_out() -> None:
    """Its score is what it has then; the others play on, and upkeep asks nothing of it."""
    position = second_dawn(*TERRANS[:3])
    clear(position, 1)
    position.seat(1).kept_discoveries = ["shard_hull"]
    position.state.supply.discoveries["shard_hull"] -= 1
    position.state.supply.discovery_pile -= 1
    effects = position.to_combat()
    assert left(effects) == [(1, "eliminated")]
    assert position.seat(1).out_score == 2
    assert position.seat(1).out_lines == [Line("discoveries", 2)]
    assert position.state.round == 2
    assert not conservation_faults(position.table)
    asked = []
    for _ in range(2):
        asked.append(position.asked().seat)
        position.play(Pass())
    assert asked == [0, 2]


def test_sd_up_3_a_ship_or_a_disc_keeps_a_seat_in_the_game() -> None:
    """A disc without ships, or ships without a disc, are enough."""
    for keep_ship in (True, False):
        position = second_dawn()
        clear(position, 1)
        if keep_ship:
            position.ship(1, "interceptor", position.seat(1).home)
        else:
            position.lay("318", "5.0", disc=1)
        assert left(position.to_combat()) == []
        assert not position.seat(1).out


def test_sd_up_3_the_start_marker_of_a_seat_that_is_out_passes_on() -> None:
    """Seat 0 passes first and is out after combat: seat 1 begins the next round."""
    position = second_dawn(*TERRANS[:3])
    clear(position, 0)
    assert left(position.to_combat()) == [(0, "eliminated")]
    assert position.state.start_seat == 1


def test_sd_up_3_nobody_left_ends_the_game() -> None:
    """All are out after combat: the game is over, with everybody's points."""
    position = second_dawn()
    for seat in (0, 1):
        clear(position, seat)
    position.to_combat()
    assert position.state.finished
    assert [score.total for score in position.state.scores] == [0, 0]


# --- upkeep --------------------------------------------------------------------------------------


@pytest.mark.parametrize("species", SPECIES)
def test_trade_at_the_rate_of_the_board(species: str) -> None:
    """So many given for so many received, as often as the store allows (Civilization Upkeep)."""
    board = SPECIES[species]
    rival = next(t for t in TERRANS if t not in (species, board.other_board_side))
    position = second_dawn(species, rival)
    position.seat().storage = Stock(0, 12, 0)
    give, gain = board.trade_rate
    options = position.options(Trade, "science", "materials")
    assert options == tuple(range(gain, 12 // give * gain + 1, gain))
    position.play(Trade("science", "materials", gain))
    assert position.seat().storage == Stock(0, 12 - give, gain)


# --- the end -------------------------------------------------------------------------------------


def test_game_ends_after_the_eighth_round() -> None:
    """Everybody passing every time, eight rounds are played and scored (Game End)."""
    position = second_dawn()
    while not position.state.finished:
        position.play(Pass() if position.asked().kind == "turn" else position.asked().default)
    assert position.state.round == 8
    homes = [CATALOG.sectors[seat.home].vp for seat in position.state.seats]
    assert [score.total for score in position.state.scores] == homes


def test_scoring_every_source() -> None:
    """Reputation, ambassadors, sectors, discovery tiles, monoliths, traitor tile (Scoring)."""
    position = second_dawn()
    boards = position.seat()
    boards.reputation = [4, 1]
    boards.ambassadors = [Ambassador(1)]
    boards.kept_discoveries = ["shard_hull", "hypergrid_source"]
    boards.traitor = True
    position.lay("271", "5.0", disc=0)
    position.sector(boards.home).monolith = True
    assert lines(position) == {
        "reputation": 5,
        "ambassadors": 1,
        "sectors": CATALOG.sectors[boards.home].vp + 2,
        "discoveries": 4,
        "monoliths": 3,
        "traitor": -2,
    }


@pytest.mark.parametrize(("tiles", "vp"), [(3, 0), (4, 1), (5, 2), (6, 3), (7, 5), (8, 5)])
def test_sd_sc_1_rare_technologies_count_on_the_track_they_lie_on(tiles: int, vp: int) -> None:
    """Starting, regular and rare tiles of a track count alike (Scoring, RE-2)."""
    position = second_dawn()
    rare = [t.id for t in CATALOG.techs.values() if t.track == "rare"]
    regular = [t.id for t in CATALOG.techs.values() if t.track == "nano"]
    position.seat().techs["nano"] = [*rare[:2], *regular[: tiles - 2]]
    assert lines(position).get("nano_techs", 0) == vp


def test_sd_sc_2_warp_portal_tiles_score_for_whoever_controls_the_sector() -> None:
    """The discovery tile's portal is worth two points, that of the technology one, whoever put
    it there; without a disc nobody has them."""
    position = second_dawn()
    first, second = (position.seat(seat).home for seat in (0, 1))
    position.fact(WarpPortalPlaced(0, first, 2), WarpPortalPlaced(0, second, 1))
    assert lines(position, 0)["warp_portals"] == 2
    assert lines(position, 1)["warp_portals"] == 1
    position.lift(second)
    assert "warp_portals" not in lines(position, 1)


def test_bonuses_of_species() -> None:
    """Planta: a point for each sector. Draco: a point for each Ancient left, no Guardian, no
    GCDS (Species bonuses)."""
    position = second_dawn("planta", "descendants_of_draco")
    position.lay("271", "5.0", disc=0)
    position.guard("271")
    position.guard("271")
    position.guard("271", "guardian")
    assert lines(position, 0)["score_per_sector"] == 2
    assert lines(position, 1)["score_per_ancient"] == 2


def test_ties_go_by_stored_resources() -> None:
    """Equal points: the larger store in all wins; equal stores share the place."""
    position = second_dawn(*TERRANS[:3])
    for seat, stored in enumerate((Stock(4, 4, 4), Stock(0, 15, 0), Stock(15, 0, 0))):
        position.seat(seat).storage = stored
    scores = final_scores(position.table).scores
    assert [score.total for score in scores] == [3, 3, 3]
    assert [score.place for score in scores] == [3, 1, 1]
