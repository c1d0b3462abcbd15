"""Reactions: who is asked again after passing."""

from __future__ import annotations

import pytest

from rules.chance import LiveChance
from rules.engine import decision_for, new_game, play
from rules.orders import Done, Pass, Prefer
from rules.simulate import default_species, simulate
from rules.state.model import GameState, RulesetSpec, Ship
from rules.steps import step_of
from rules.table import Table

CHANCE = LiveChance(b"reactions")


def _game(wish: str = "") -> tuple[GameState, int, int]:
    """A two-player game in which the start player has passed, perhaps with a preference."""
    spec = RulesetSpec("new_dawn")
    state, _ = new_game(spec, 2, CHANCE, default_species(spec, 2))
    first = state.start_seat
    if wish:
        play(state, 1, first, Prefer("reactions", wish), CHANCE)
    play(state, state.seq + 1, first, Pass(), CHANCE)
    return state, first, 1 - first


def _act(state: GameState, seat: int) -> None:
    """The seat takes a small action and ends its turn."""
    decision = decision_for(Table(state), seat)
    order = next(o for o in decision.orders() if type(o).__name__ in ("Build", "Refresh"))
    play(state, state.seq + 1, seat, order, CHANCE)
    if state.pending[0].seat == seat and state.pending[0].kind != "turn":
        play(state, state.seq + 1, seat, Done(), CHANCE)


def test_who_passed_is_not_asked_again_by_default() -> None:
    """Waiting is the enemy: by default a seat that has passed is left alone this round."""
    state, _, second = _game()
    _act(state, second)
    assert [(p.seat, p.kind) for p in state.pending] == [(second, "turn")]


def test_who_wishes_so_is_asked_for_reactions() -> None:
    """A seat that prefers it may react at each of its turns (Reactions)."""
    state, first, second = _game("ask")
    _act(state, second)
    assert [(p.seat, p.kind) for p in state.pending] == [(first, "reaction")]


@pytest.mark.parametrize("enemy", [True, False])
def test_threat_wakes_a_seat_that_wishes_so(enemy: bool) -> None:
    """With the preference ``threat`` only another player's ship at own discs or ships wakes."""
    state, first, second = _game("threat")
    if enemy:
        home = state.seats[first].home
        state.ships[900] = Ship(900, second, "interceptor", home)
        state.sectors[home].ships.append(900)
    _act(state, second)
    asked = (first, "reaction") if enemy else (second, "turn")
    assert [(p.seat, p.kind) for p in state.pending] == [asked]


def test_keys_of_a_step_are_those_of_its_decisions() -> None:
    """What a step says cheaply about its decisions is what the decisions say themselves."""

    def watch(state: GameState, event: object) -> None:
        if state.frames and not state.finished:
            table, frame = Table(state), state.frames[-1]
            step = step_of(frame)
            asked = [(d.seat, d.kind, d.subject) for d in step.decisions(table, frame)]
            assert step.keys(table, frame) == asked

    simulate(RulesetSpec("new_dawn", options={"reactions": "ask"}), ["varied"] * 3, 3, watch=watch)
