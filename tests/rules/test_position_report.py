"""The command that explains a position file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.engine import decision_for
from rules.log import state_hash
from rules.notation import show
from rules.orders import Build
from rules.position import dump, load, report
from rules.simulate import simulate
from rules.state.model import RulesetSpec
from rules.table import Table

POSITION = """
edition new_dawn
round 4
player 0 terran_directorate
  techs start gauss_shield fusion_source improved_hull
  tiles interceptor gauss_shield
  tiles cruiser improved_hull fusion_source
  storage materials 8
  reputation 4 3
  kept discoveries money
player 1 terran_federation
sector 101 at 1.0 turn 3
  disc 0
  cubes money
  monolith
  ship 0 cruiser
"""


def test_figures_of_a_player() -> None:
    """Upkeep by empty circles, production by cubes off the tracks, points by source."""
    me, other = report(load(POSITION))["players"]
    # Two of thirteen discs are away: the first empty circles cost nothing.
    assert me["upkeep"] == 0
    assert me["production"] == {"money": 4, "science": 3, "materials": 3}
    assert me["vp"] == {
        "total": 17,
        "sources": {"reputation": 7, "sectors": 5, "discoveries": 2, "monoliths": 3},
    }
    assert me["sectors"] == ["101", "221"]
    assert other["vp"]["sources"] == {"sectors": 3}


def test_upkeep_grows_with_empty_circles() -> None:
    """Six discs on sectors and actions cost what the seventh circle from the right shows."""
    busy = POSITION.replace("  reputation", "  action discs build 4\n  reputation")
    assert report(load(busy))["players"][0]["upkeep"] == 5


def test_figures_of_ships() -> None:
    """Printed parts, tiles over them and fixed bonuses are added up for every ship type."""
    ships = report(load(POSITION))["players"][0]["ships"]
    assert ships["interceptor"] == {
        "on_map": 1,
        "off_board": 0,
        "left": 7,
        "energy_balance": 1,
        "initiative": 3,
        "hull": 0,
        "computer": 0,
        "shield": 1,
        "movement": 1,
        "cannons": ["yellow"],
        "missiles": [],
    }
    assert ships["cruiser"]["hull"] == 2
    assert ships["cruiser"]["energy_balance"] == 7
    assert ships["starbase"]["movement"] == 0


def test_legal_orders_are_those_of_the_engine() -> None:
    """Orders stand there in notation, so many of each kind, with their number."""
    state = load(POSITION)
    (told,) = report(state, 3)["decisions"]
    choice = decision_for(Table(state), 0).choice(Build)
    assert choice is not None
    legal = [show(order) for order in choice.orders()]
    assert told["orders"]["build"] == {
        "count": len(legal),
        "more": False,
        "shown": legal[:3],
    }
    assert told["orders"]["pass"]["shown"] == ["pass"]
    assert told["orders"]["upgrade"]["more"] is True
    assert (told["player"], told["asked"]) == (0, "turn")


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object], str]:
    code = main(["position", *arguments])
    out = capsys.readouterr().out
    answer: dict[str, object] = json.loads(out.splitlines()[-1])
    return code, answer, out


def test_command_prints_lines_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines for people come first, JSON is the last line, and --out writes everything."""
    file, full = tmp_path / "short.txt", tmp_path / "full.txt"
    file.write_text(POSITION)
    code, answer, out = _run(capsys, str(file), "--orders", "2", "--out", str(full))
    assert code == 0
    assert "17 VP: reputation 7, sectors 5, discoveries 2, monoliths 3" in out
    assert "cruiser (1 on the map): energy +7" in out
    assert answer["state_hash"] == state_hash(load(full.read_text()))
    again = _run(capsys, str(full), "--orders", "2")
    assert again == (0, answer, out)


def test_command_refuses_what_is_impossible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1, with every fault; nothing is written."""
    file, full = tmp_path / "short.txt", tmp_path / "full.txt"
    file.write_text(POSITION.replace("4 3", "4 4 4 4 4").replace("storage", "discs 3\n  storage"))
    code, answer, _ = _run(capsys, str(file), "--out", str(full))
    assert code == 1
    found = answer["faults"]
    assert isinstance(found, list)
    assert len(found) == 3
    assert not full.exists()


def test_command_names_the_line_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1 with the number of the line; so for a number of orders that is none."""
    file = tmp_path / "short.txt"
    file.write_text(POSITION.replace("monolith", "monolit"))
    code, answer, _ = _run(capsys, str(file))
    assert (code, str(answer["error"])[:8]) == (1, "line 15:")
    assert _run(capsys, str(file), "--orders", "-1")[0] == 1


def test_a_finished_game_is_explained_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Points are those of the final ranking, of seats that left as well, and nobody is asked."""
    state, _ = simulate(RulesetSpec("new_dawn"), ["random"] * 3, 2)
    file = tmp_path / "end.txt"
    file.write_text(dump(state))
    code, answer, out = _run(capsys, str(file))
    assert code == 0
    assert "The game has ended." in out
    players = answer["players"]
    assert isinstance(players, list)
    totals = {player["player"]: player["vp"]["total"] for player in players}
    assert totals == {score.seat: score.total for score in state.scores}
    assert answer["decisions"] == []
