"""Whole games of Second Dawn: they end in time, lose no component, replay and verify alike."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rules.chance import commitment
from rules.codec import decode_event, encode_event
from rules.content import load_catalog
from rules.invariants import conservation_faults
from rules.log import Event, fold_events, state_hash
from rules.logfile import Header, verify
from rules.simulate import seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table

CATALOG = load_catalog("second_dawn")
KINDS = ("ancient", "guardian", "gcds")
MIXES = (
    ["varied"],
    ["random"],
    ["greedy", "varied"],
    ["varied", "random"],
    ["greedy"],
)
GAMES = [(2 + seed % 5, seed) for seed in range(40)]
SOAK = [(2 + seed % 5, seed) for seed in range(2000, 2000 + int(os.environ.get("SOAK_SEEDS", "0")))]


def ruleset(seed: int) -> RulesetSpec:
    """Every other game with warp portals, some with the small additions; blueprints are drawn."""
    modules = (*(("extras",) if seed % 8 > 5 else ()), *(("warp_portals",) if seed % 2 else ()))
    return RulesetSpec("second_dawn", modules, {f"blueprint_{kind}": "drawn" for kind in KINDS})


def mixed_species(players: int, seed: int) -> tuple[str, ...]:
    """A side of a different board for each seat, mostly aliens."""
    rng = random.Random(seed)
    boards = [s for s in CATALOG.species.values() if s.kind == "alien"]
    return tuple(
        board.id if rng.random() < 0.75 else board.other_board_side or board.id
        for board in rng.sample(boards, players)
    )


def policies(players: int, seed: int) -> list[str]:
    mix = MIXES[seed // 5 % len(MIXES)]
    return [mix[seat % len(mix)] for seat in range(players)]


def _play_checked(players: int, seed: int) -> tuple[GameState, list[Event]]:
    def watch(state: GameState, event: Event) -> None:
        faults = conservation_faults(Table(state))
        assert not faults, f"seed {seed}, event {event.seq} ({event.order}): {faults}"

    species = mixed_species(players, seed)
    return simulate(ruleset(seed), policies(players, seed), seed, species, watch=watch)


def _check_game(players: int, seed: int) -> None:
    state, log = _play_checked(players, seed)
    assert state.finished
    assert state.round == 8 or all(seat.out for seat in state.seats)
    assert len(state.scores) == players
    stored = [decode_event(encode_event(event)) for event in log]
    assert state_hash(fold_events(stored)) == state_hash(state)
    secret = seed_bytes(seed)
    header = Header(
        ruleset=ruleset(seed),
        seats=players,
        species=mixed_species(players, seed),
        seed=secret.hex(),
        commitment=commitment(secret),
    )
    assert state_hash(verify(header, stored)) == state_hash(state)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_game_ends_keeps_components_folds_and_verifies_alike(players: int, seed: int) -> None:
    """A game lasts eight rounds unless every civilization is gone; no component is ever lost or
    made; folding the stored effects gives the state that play left, and so does playing the
    stored orders again with the same seed."""
    _check_game(players, seed)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "seed"), SOAK)
def test_many_games(players: int, seed: int) -> None:
    """The same over many more seeds."""
    _check_game(players, seed)


def test_command_line_plays_folds_and_verifies(tmp_path: Path) -> None:
    """``simulate``, ``replay`` and ``verify`` of the edition agree in processes of their own."""

    def command(*arguments: str) -> dict[str, object]:
        done = subprocess.run(
            [sys.executable, "-m", "rules", *arguments], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
        return answer

    path = str(tmp_path / "game.jsonl")
    played = command(
        "simulate", "--edition", "second_dawn", "--players", "3", "--seed", "5",
        "--modules", "warp_portals", "--option", "blueprint_gcds=advanced",
        "--policy", "varied", "--out", path,
    )  # fmt: skip
    edition = ("--edition", "second_dawn")
    folded, checked = command("replay", path, *edition), command("verify", path, *edition)
    assert played["edition"] == "second_dawn"
    assert played["state_hash"] == folded["state_hash"] == checked["state_hash"]
    assert checked["seed_checked"] is True
