"""Whole games between random players: they end in time, lose no component, and replay alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.codec import decode_event, encode_event
from rules.effects.galaxy import ShipMoved
from rules.invariants import conservation_faults
from rules.log import Event, fold_events, state_hash
from rules.logfile import BadGameFile, Header, read_game, replay, verify, write_game
from rules.simulate import default_species, seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table

NEW_DAWN = RulesetSpec("new_dawn")
GAMES = [(2 + seed % 5, seed) for seed in range(40)]
SOAK = [(2 + seed % 5, seed) for seed in range(1000, 1000 + int(os.environ.get("SOAK_SEEDS", "0")))]


MIXES = (
    ["varied"],
    ["random"],
    ["greedy", "varied"],
    ["varied", "random"],
    ["greedy"],
)


def _policies(players: int, seed: int) -> list[str]:
    """Uniformly random players go bankrupt early; the others see the late game."""
    mix = MIXES[seed // 5 % len(MIXES)]
    return [mix[seat % len(mix)] for seat in range(players)]


def _play_checked(players: int, seed: int) -> tuple[GameState, list[Event]]:
    def watch(state: GameState, event: Event) -> None:
        faults = conservation_faults(Table(state))
        assert not faults, f"seed {seed}, event {event.seq} ({event.order}): {faults}"

    return simulate(NEW_DAWN, _policies(players, seed), seed, watch=watch)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_random_game_ends_keeps_components_and_folds_alike(players: int, seed: int) -> None:
    """A game lasts nine rounds unless every civilization collapsed; no component is ever lost or
    made; folding the stored effects gives the state that play left."""
    state, log = _play_checked(players, seed)
    assert state.finished
    assert state.round == 9 or all(seat.out for seat in state.seats)
    assert len(state.scores) == players
    stored = [decode_event(encode_event(event)) for event in log]
    assert state_hash(fold_events(stored)) == state_hash(state)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "seed"), SOAK)
def test_many_random_games(players: int, seed: int) -> None:
    """The same over many more seeds."""
    state, log = _play_checked(players, seed)
    assert state.finished
    assert state_hash(fold_events(log)) == state_hash(state)


@pytest.fixture(scope="module")
def stored_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    _state, log = simulate(NEW_DAWN, ["varied"] * 3, 5)
    header = Header(
        ruleset=NEW_DAWN,
        seats=3,
        species=default_species(NEW_DAWN, 3),
        seed=seed_bytes(5).hex(),
    )
    with path.open("w") as out:
        write_game(out, header, log)
    return path


def _command(*arguments: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "rules", *arguments], capture_output=True, text=True, timeout=120
    )
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return answer | {"exit": done.returncode}


def test_fresh_processes_agree_on_the_hash(stored_game: Path) -> None:
    """Simulating, folding and verifying in processes of their own give the same state."""
    played = _command("simulate", "--players", "3", "--seed", "5", "--policy", "varied")
    folded = _command("replay", str(stored_game))
    checked = _command("verify", str(stored_game))
    assert played["state_hash"] == folded["state_hash"] == checked["state_hash"]
    assert checked["seed_checked"] is True
    assert played["exit"] == folded["exit"] == checked["exit"] == 0


def test_changed_line_is_refused_with_its_event(stored_game: Path, tmp_path: Path) -> None:
    """A changed event is refused by number, by replay and by verify."""
    lines = stored_game.read_text().splitlines()
    row = json.loads(lines[8])
    row["seat"] = (row["seat"] + 1) % 3
    lines[8] = json.dumps(row)
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join(lines) + "\n")
    for command in ("replay", "verify"):
        answer = _command(command, str(changed))
        assert answer["exit"] == 1
        assert "event 7" in str(answer["error"])


def test_rewritten_outcome_is_refused_although_the_hashes_fit(stored_game: Path) -> None:
    """Whoever changes an outcome and computes all hashes anew still fails against the seed."""
    with stored_game.open() as lines:
        header, events = read_game(lines)
    at = next(n for n, event in enumerate(events) if n and event.holds_chance)
    raw = json.loads(encode_event(events[at]))
    for effect in raw["effects"]:
        if effect.get("draws"):
            effect["draws"] = [draw + 1 for draw in effect["draws"]]
    events[at] = decode_event(json.dumps(raw))
    with pytest.raises(BadGameFile, match=f"event {at}"):
        verify(header, events)


def test_left_out_event_is_refused(stored_game: Path) -> None:
    """A log with a gap is refused."""
    with stored_game.open() as lines:
        rows = lines.readlines()
    with pytest.raises(BadGameFile, match="event 5"):
        read_game(rows[:6] + rows[7:])


def test_replay_names_the_event_that_does_not_fit(stored_game: Path) -> None:
    """Folding effects that contradict the game before them is an error with the event's number."""
    with stored_game.open() as lines:
        _, events = read_game(lines)
    moved = next(
        n for n, e in enumerate(events) if any(isinstance(f, ShipMoved) for f in e.effects)
    )
    broken = [*events[:1], *events[moved:]]
    with pytest.raises(BadGameFile, match=f"event {moved}"):
        replay(broken)
