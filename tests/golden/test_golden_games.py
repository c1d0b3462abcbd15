"""Golden games are played again from their orders: every checkpoint must come out as written.

A difference means that the rules play an old game otherwise: record the games anew
(``python -m tests.golden.record``) only if that is meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.chance import LiveChance
from rules.effects.base import Effect
from rules.effects.boards import DiscoveryRevealed
from rules.engine import new_game, open_decisions, play
from rules.expansions.galactic_events.effects import (
    ShipReturned,
    SlotActivated,
    SupernovaRolled,
)
from rules.invariants import conservation_faults
from rules.notation import NotationError, read_order
from rules.orders import Order
from rules.simulate import seed_bytes
from rules.state.model import GameState
from rules.table import Table
from tests.golden.record import GAMES, HERE, facts, lines_of


def _read(state: GameState, seat: int, text: str) -> tuple[str, Order]:
    """The decision of the seat that the text answers, and the order that it means."""
    errors: list[NotationError] = []
    for decision in open_decisions(Table(state)):
        if decision.seat == seat:
            try:
                return decision.id, read_order(text, decision, Table(state))
            except NotationError as error:
                errors.append(error)
    raise AssertionError(f"player {seat + 1} cannot give {text!r}: {errors}")


def _replay(name: str, path: Path, told: list[Effect] | None = None) -> GameState:
    """Play a file again; the state at its end. ``told`` gets all effects."""
    lines = path.read_text(encoding="utf-8").splitlines()
    species = tuple(lines[1].split()[1:])
    chance = LiveChance(seed_bytes(int(lines[2].split()[1])))
    state, _ = new_game(GAMES[name].spec, len(species), chance, species)
    for number, line in enumerate(lines[3:], 4):
        head, _, text = line.partition(" ")
        if head != "=":
            decision, order = _read(state, int(head) - 1, text)
            effects = play(state, state.seq + 1, int(head) - 1, order, chance, decision)
            if told is not None:
                told += effects
            continue
        assert not conservation_faults(Table(state))
        what, _, said = text.partition(": ")
        if what == "end":
            found = ", ".join(f"{score.total} (place {score.place})" for score in state.scores)
        else:
            assert what == f"round {state.round}", f"line {number}"
            found = facts(state)
        assert found == said, f"line {number} ({what})"
    return state


@pytest.mark.parametrize("name", GAMES)
def test_golden_game_comes_out_as_it_was_recorded(name: str) -> None:
    """Complete games of both editions for different numbers of players, of mixed species, in
    notation."""
    path = HERE / f"{name}.txt"
    assert path.stat().st_size < 60_000
    state = _replay(name, path)
    assert state.finished
    assert state.round == Table(state).catalog.setup.rounds


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("galactic_events")])
def test_every_special_sector_matters_in_its_golden_games(name: str) -> None:
    """Slots of all three kinds, a ship through the black hole, supernovae that hold and that do
    not, tiles from the parts of nebulae."""
    told: list[Effect] = []
    _replay(name, HERE / f"{name}.txt", told)
    slots = {effect.slot for effect in told if isinstance(effect, SlotActivated)}
    explodes = {effect.explodes for effect in told if isinstance(effect, SupernovaRolled)}
    assert slots == {"move", "upgrade", "build"}
    assert explodes == {True, False}
    assert any(isinstance(effect, ShipReturned) for effect in told)
    assert any(
        isinstance(effect, DiscoveryRevealed) and not effect.sector.isdecimal() for effect in told
    )


def test_recording_tells_games_that_can_be_replayed(tmp_path: Path) -> None:
    """What the recorder writes now is replayed too, whatever the policies have become."""
    path = tmp_path / "game.txt"
    path.write_text("\n".join(lines_of("new_dawn_2")) + "\n", encoding="utf-8")
    assert _replay("new_dawn_2", path).finished
