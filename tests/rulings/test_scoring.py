"""Victory points and the final ranking."""

from __future__ import annotations

import pytest

from rules.orders import Pass
from rules.state.model import Ambassador, Line, Stock
from rules.steps.scoring import final_scores, score_lines
from tests.builders import HOME, TWO, Position


def lines(position: Position, seat: int = 0) -> dict[str, int]:
    return {line.source: line.amount for line in score_lines(position.table, seat)}


def with_techs(position: Position, **counts: int) -> None:
    """So many technologies on each track."""
    for track, count in counts.items():
        of_track = [t.id for t in position.table.catalog.techs.values() if t.track == track]
        position.seat().techs[track] = of_track[:count]


@pytest.mark.parametrize(("tiles", "vp"), [(0, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 5), (8, 5)])
def test_sc_1_technology_track(tiles: int, vp: int) -> None:
    """4, 5, 6, 7 tiles on a track are worth 1, 2, 3, 5; an eighth adds nothing."""
    position = Position()
    with_techs(position, nano=tiles)
    assert lines(position).get("nano_techs", 0) == vp


def test_sc_1_tracks_are_counted_apart() -> None:
    """Four military, six grid and three nano techs: 1 + 3 + 0."""
    position = Position()
    with_techs(position, military=4, grid=6, nano=3)
    found = lines(position)
    assert found.get("military_techs") == 1
    assert found.get("grid_techs") == 3
    assert "nano_techs" not in found


def test_scoring_every_source() -> None:
    """Reputation, ambassadors, sectors, discovery tiles, monoliths, traitor."""
    position = Position()
    boards = position.seat()
    boards.reputation = [4, 1]
    boards.ambassadors = [Ambassador(1)]
    boards.kept_discoveries = ["shard_hull", "hypergrid_source"]
    boards.traitor = True
    position.lay("307", "5.0", disc=0)
    position.sector(HOME).monolith = True
    position.sector("307").monolith = True
    assert lines(position) == {
        "reputation": 5,
        "ambassadors": 1,
        "sectors": 3 + 1,
        "discoveries": 4,
        "monoliths": 6,
        "traitor": -2,
    }


def test_scoring_monolith_counts_for_the_disc() -> None:
    """A monolith in a sector without an own disc is worth nothing to its builder."""
    position = Position()
    position.sector(HOME).monolith = True
    position.lift(HOME)
    assert lines(position) == {}


def test_scoring_bonuses_of_species() -> None:
    """Planta: a point a sector. Draco: a point an ancient on the board."""
    position = Position(("planta", "descendants_of_draco"))
    position.lay("307", "5.0", disc=0)
    position.guard("307")
    position.guard("307")
    assert lines(position, 0)["score_per_sector"] == 2
    assert lines(position, 1)["score_per_ancient"] == 2
    assert "score_per_ancient" not in lines(position, 0)


def test_sc_1_ties_go_by_stored_resources() -> None:
    """Equal points: the larger store of money, science and materials in all wins."""
    position = Position()
    position.seat(0).storage = Stock(4, 4, 4)
    position.seat(1).storage = Stock(0, 15, 0)
    scores = final_scores(position.table).scores
    assert [s.total for s in scores] == [3, 3]
    assert [(s.tie_break, s.place) for s in scores] == [(12, 2), (15, 1)]


def test_sc_1_what_is_still_tied_shares_the_place() -> None:
    """Equal points and equal stores: both are first, the next one is third."""
    position = Position((*TWO, "terran_union"))
    for seat in (0, 1):
        position.seat(seat).storage = Stock(2, 2, 2)
    position.seat(2).storage = Stock(1, 0, 0)
    assert [s.place for s in final_scores(position.table).scores] == [1, 1, 3]


def test_game_ends_after_the_ninth_round() -> None:
    """Everybody passing every time, nine rounds are played and scored."""
    position = Position()
    while not position.state.finished:
        position.play(Pass() if position.asked().kind == "turn" else position.asked().default)
    assert position.state.round == 9
    assert position.state.phase == "ended"
    assert [s.lines for s in position.state.scores] == [[Line("sectors", 3)]] * 2
