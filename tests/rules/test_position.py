"""Positions as text: every state can be exported and read back, by hand much less is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules
from rules.chance import LiveChance, ScriptedChance
from rules.content.loader import load_catalog
from rules.engine import decision_for, new_game, play, resume
from rules.invariants import conservation_faults
from rules.log import Event, state_hash
from rules.notation import read_order
from rules.orders import Move
from rules.position import dump, faults, load, play_from
from rules.position.blocks import PLAYER, SECTOR, SUPPLY
from rules.position.reader import TOP
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from rules.views import player_view

NEW_DAWN = RulesetSpec("new_dawn")
TWO = "edition new_dawn\nplayer 0 terran_directorate\nplayer 1 terran_federation\n"
DOCUMENT = (Path(rules.__file__).parent / "docs" / "POSITION.md").read_text()
SHORT = DOCUMENT.split("```position short\n")[1].split("```")[0]

GAMES = [
    (["varied"] * 2, 1, 1),
    (["greedy", "varied"], 3, 2),
    (["varied", "random", "greedy"], 6, 3),
    (["varied"] * 4, 5, 4),
    (["varied"] * 5, 8, 6),
    (["greedy", "varied"] * 3, 2, 6),
]
"""Policies, seed, and how many events lie between exports while only known steps are open."""


@pytest.mark.parametrize(("policies", "seed", "every"), GAMES)
def test_states_of_a_game_survive_as_text(policies: list[str], seed: int, every: int) -> None:
    """Reading an exported position gives an equal state, in the middle of every step too, and no
    state of a game is impossible."""
    seen: set[str] = set()

    def watch(state: GameState, event: Event) -> None:
        kinds = _steps(state)
        if event.seq % every and kinds <= seen and "combat" not in kinds:
            return
        seen.update(kinds)
        back = load(dump(state))
        assert state_hash(back) == state_hash(state), f"event {event.seq}"
        assert list(back.sectors) == list(state.sectors)
        if event.seq % 5 == 0 or "combat" in kinds:
            assert faults(state) == [], f"event {event.seq}"

    state, _ = simulate(NEW_DAWN, policies, seed, watch=watch)
    assert load(dump(state)) == state


def _steps(state: GameState) -> set[str]:
    return {str(type(frame).__struct_config__.tag) for frame in state.frames}


def test_a_battle_survives_as_text_at_every_decision() -> None:
    """Rounds, dice on the table, damage and retreats are part of a position."""
    guards = (
        "sector 101 at 1.0 turn 3\n  ship 0 dreadnought\n  ship 1 cruiser\n  ship 1 interceptor"
    )
    state = load("edition new_dawn\nphase combat\n" + TWO.partition("\n")[2] + guards)
    # Sixes hit: the dreadnought's two cannons may choose between two targets.
    chance = ScriptedChance({"battle 1 101": [5] * 40}, otherwise=LiveChance(b"battle"))
    resume(state, 1, chance)
    seen: set[str] = set()
    while state.phase == "combat":
        seen |= _steps(state)
        assert load(dump(state)) == state
        assert faults(state) == []
        pending = state.pending[0]
        decision = decision_for(Table(state), pending.seat, pending.id)
        play(state, state.seq + 1, pending.seat, decision.default, chance, pending.id)
    assert {"battle", "assign"} <= seen


@pytest.mark.parametrize("keyword", [*TOP, *PLAYER, *SECTOR, *SUPPLY])
def test_every_line_is_documented(keyword: str) -> None:
    """Each keyword stands at the beginning of an example in the document."""
    examples = re.findall(r"`([^`\n]+)`|^([a-z].*)$", DOCUMENT, re.MULTILINE)
    assert any(f"{one or two} ".startswith(f"{keyword} ") for one, two in examples)


def test_a_position_before_boards_are_chosen_survives() -> None:
    """During setup players without a species are part of the position."""
    state, _ = new_game(NEW_DAWN, 3, LiveChance(b"setup"))
    assert load(dump(state)) == state
    assert faults(state) == []


def test_a_view_survives_with_hidden_reputation() -> None:
    """Tiles whose values a viewer may not know stay hidden and are no fault."""
    state = load(TWO.replace("federation", "federation\n  reputation 3 2"))
    board = player_view(state, 0).board
    text = dump(board)
    assert "reputation ? ?" in text
    assert load(text) == board
    assert faults(board) == []


def test_two_lines_of_players_are_the_start_of_a_game() -> None:
    """What is not said is as at the start: boards, homes, center, stacks and bags."""
    state = load(TWO)
    fresh, _ = new_game(NEW_DAWN, 2, LiveChance(b""), ("terran_directorate", "terran_federation"))
    assert state.seats == fresh.seats
    assert state.zones == fresh.zones
    assert state.sectors.keys() == fresh.sectors.keys()
    assert [(s.owner, s.kind, s.sector) for s in state.ships.values()] == [
        (s.owner, s.kind, s.sector) for s in fresh.ships.values()
    ]
    assert state.supply.stacks == fresh.supply.stacks
    assert state.supply.unseen == fresh.supply.unseen
    assert state.supply.ancients == fresh.supply.ancients
    assert conservation_faults(Table(state)) == []
    assert [(p.seat, p.kind) for p in state.pending] == [(0, "turn")]


def test_short_position_of_the_document() -> None:
    """The example holds what its lines say, the rest is computed, and it can be played."""
    state = load(SHORT)
    assert faults(state) == []
    boards = state.seats[0]
    assert boards.cubes.money == load_catalog("new_dawn").setup.population_cubes_per_track - 2
    assert boards.discs == 11
    assert boards.tiles["interceptor"] == ["gauss_shield", None, None, None]
    assert boards.techs["military"] == ["starbase", "plasma_cannon"]
    assert [state.ships[n].owner for n in state.sectors["101"].ships] == [0, 0, 1, 1]
    assert state.seats[1].storage.science == 12
    assert state.seats[1].storage.money == 2
    assert state.supply.techs == {"fusion_drive": 1, "improved_hull": 2}
    decision = decision_for(Table(state), 0)
    order = read_order("move interceptor from 221 to 101", decision, Table(state))
    assert isinstance(order, Move)
    play(state, 1, 0, order, LiveChance(b""))
    assert state.sectors["101"].ships[-1] in state.ships


def test_cubes_of_gray_squares_come_from_the_fullest_track() -> None:
    """Documented default: gray cubes even out the tracks."""
    lines = (
        "sector 314 at 3.1\n  disc 0\n  cubes gray\nsector 309 at 3.2\n  disc 0\n  cubes money\n"
    )
    cubes = load(TWO + lines).seats[0].cubes
    assert (cubes.money, cubes.science, cubes.materials) == (9, 9, 10)


def test_completing_a_written_position_changes_nothing() -> None:
    """Exporting a hand-written position and reading it again gives the same."""
    state = load(SHORT)
    assert load(dump(state)) == state


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ("turn 1\n", [(1, "turn")]),
        ("start 1\n", [(1, "turn")]),
        ("phase combat\n", []),
        ("phase upkeep\n", [(0, "upkeep"), (1, "upkeep")]),
    ],
)
def test_flow_follows_from_phase_and_turn(lines: str, asked: list[tuple[int, str]]) -> None:
    """Without flow lines the phase is at its beginning; in upkeep both may use colony ships."""
    free = "sector 309 at 3.1\n  disc 0\nsector 310 at 3.4\n  disc 1\n"
    state = load("edition new_dawn\n" + lines + TWO.partition("\n")[2] + free)
    assert [(p.seat, p.kind) for p in state.pending] == asked


def test_turn_passes_over_those_who_passed() -> None:
    """If the start player has passed, the next in order moves and has the marker next round."""
    state = load(TWO.replace("directorate", "directorate\n  passed"))
    assert [(p.seat, p.kind) for p in state.pending] == [(1, "turn")]
    assert state.next_start == 0


def test_a_game_goes_on_from_a_position() -> None:
    """A what-if game ends, leaves the position as it was, and is the same for the same seed."""
    state = load(SHORT)
    before = state_hash(state)
    ended, log = play_from(state, ["varied", "varied"], 3)
    assert ended.finished
    assert state_hash(state) == before
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert state_hash(play_from(state, ["varied", "varied"], 3)[0]) == state_hash(ended)


def test_what_waits_for_nobody_goes_on_by_itself() -> None:
    """A battle phase written by hand is fought when the game goes on."""
    state = load(SHORT.replace("round 4", "round 4\nphase combat"))
    assert state.pending == []
    ended, log = play_from(state, ["default", "default"], 1)
    assert log[0].seat is None
    assert log[0].effects
    assert ended.finished


def test_a_game_from_a_position_needs_a_policy_a_seat() -> None:
    """Too few policies are refused."""
    with pytest.raises(ValueError, match="2 players need 2 policies"):
        play_from(load(TWO), ["varied"], 1)
