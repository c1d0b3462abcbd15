"""Policies: every game comes to its end with legal orders, the same each time it is played, and
the greedy player is worth playing against."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from rules.battle import ShipStats
from rules.chance import LiveChance
from rules.codec import encode_state
from rules.content.loader import load_catalog
from rules.decisions import check
from rules.engine import decision_for, new_game, play
from rules.log import Event
from rules.odds import odds
from rules.orders import Colonize, Trade
from rules.policies import policy_named, policy_names
from rules.policies.heuristics.forces import win_chance
from rules.simulate import default_species, seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from rules.views import player_view

NEW_DAWN = RulesetSpec("new_dawn")

MOST_ORDERS = 350
"""Orders of one seat in a whole game, far above what any game needs: more would be a loop."""


def _totals(state: GameState) -> dict[int, int]:
    return {score.seat: score.total for score in state.scores}


def test_unknown_policy_is_refused_with_the_names_of_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"no policy is called 'clever'; there are .*greedy"):
        policy_named("clever")


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("name", policy_names())
def test_every_policy_finishes_its_games_with_legal_orders(name: str, players: int) -> None:
    """The engine refuses whatever is not among the candidates; no seat gives orders for ever."""
    given: Counter[int] = Counter()

    def watch(state: GameState, event: Event) -> None:
        if event.seat is not None:
            given[event.seat] += 1
            assert given[event.seat] < MOST_ORDERS, f"seat {event.seat} loops: {event.order}"

    state, _ = simulate(NEW_DAWN, [name] * players, 40 + players, watch=watch)
    assert state.finished
    assert len(state.scores) == players


@pytest.mark.parametrize("boards", ["choose", "draft"])
@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
@pytest.mark.parametrize("name", policy_names())
def test_every_policy_chooses_its_own_board(name: str, edition: str, boards: str) -> None:
    """A game that was only just set up: nobody has a board yet, and everybody comes to a turn."""
    chance = LiveChance(seed_bytes(7))
    spec = RulesetSpec(edition, options={"boards": boards})
    state, _ = new_game(spec, 4, chance)
    for _number in range(4):
        [waiting] = state.pending
        view = player_view(state, waiting.seat)
        decision = decision_for(view.table, waiting.seat, waiting.id)
        assert decision.kind == "species"
        order = policy_named(name).choose(view, decision, state.seq)
        play(state, state.seq + 1, waiting.seat, order, chance, waiting.id)
    assert len({seat.species for seat in state.seats} - {""}) == 4
    assert state.round == 1


def test_same_view_decision_and_salt_give_the_same_order_and_the_view_stays_as_it_was() -> None:
    """At every decision of a game each policy answers twice alike and changes nothing."""
    seed = 3
    chance = LiveChance(seed_bytes(seed))
    state, _ = new_game(NEW_DAWN, 2, chance, default_species(NEW_DAWN, 2))
    while not state.finished and state.round < 4:
        waiting = state.pending[0]
        answers: dict[str, Any] = {}
        for name in policy_names():
            for _ in range(2):
                view = player_view(state, waiting.seat)
                decision = decision_for(view.table, waiting.seat, waiting.id)
                before = encode_state(view.board)
                order = policy_named(name).choose(view, decision, state.seq)
                assert encode_state(view.board) == before, f"{name} changed its view"
                check(decision, order)
                assert answers.setdefault(name, order) == order
        play(state, state.seq + 1, waiting.seat, answers["greedy"], chance, waiting.id)


def test_greedy_plays_the_same_game_whatever_the_hashes_of_strings() -> None:
    """No answer hangs on the order of a set: processes with other hash seeds agree."""
    command = [sys.executable, "-m", "rules", "simulate", "--players", "2", "--policy", "greedy"]
    hashes = set()
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
        assert done.returncode == 0, done.stderr
        hashes.add(done.stdout.partition('"state_hash": ')[2].split(",")[0])
    assert len(hashes) == 1


def test_greedy_beats_players_without_a_plan_by_far() -> None:
    """From every seat it wins each game against players who only stay solvent; by more than 15
    points on average."""
    margins = []
    for seed in range(9):
        policies = ["varied"] * 3
        policies[seed % 3] = "greedy"
        totals = _totals(simulate(NEW_DAWN, policies, seed)[0])
        margins.append(totals.pop(seed % 3) - max(totals.values()))
    assert min(margins) > 0
    assert sum(margins) / len(margins) > 15


def test_greedy_players_score_well_among_themselves_and_stay_solvent() -> None:
    """About what people reach: nobody collapses, and 25 points or more on average."""
    totals: list[int] = []
    for seed in range(100, 104):
        state, _ = simulate(NEW_DAWN, ["greedy"] * 4, seed)
        assert not any(seat.out for seat in state.seats)
        totals += _totals(state).values()
    assert sum(totals) / len(totals) > 25


def test_greedy_colonizes_and_trades() -> None:
    """It uses the free rights: colony ships every game, trade where money or a goal needs it."""
    _, log = simulate(NEW_DAWN, ["greedy"] * 2, 8)
    kinds = Counter(type(event.order) for event in log)
    assert kinds[Colonize] >= 10
    assert kinds[Trade] >= 1


# --- the estimate of battles -----------------------------------------------------------------------

CATALOG = load_catalog("new_dawn")
DICE = tuple((colour, die.damage) for colour, die in CATALOG.setup.dice.items())


def _stats(kind: str) -> ShipStats:
    if kind in CATALOG.npcs:
        npc = CATALOG.npcs[kind]
        return ShipStats(
            initiative=npc.initiative, hull=npc.hull, computer=npc.computer, cannons=npc.cannons
        )
    state, _ = new_game(NEW_DAWN, 2, LiveChance(seed_bytes(0)), default_species(NEW_DAWN, 2))
    return Table(state).stats(0, kind)


def _side(kind: str, count: int) -> dict[str, Any]:
    stats = _stats(kind)
    figures = {name: getattr(stats, name) for name in ("initiative", "hull", "computer", "shield")}
    return {"ships": [{"type": kind, "count": count, **figures, "cannons": Counter(stats.cannons)}]}


BATTLES = (
    (("interceptor", 1), ("ancient", 1)),
    (("interceptor", 3), ("ancient", 1)),
    (("cruiser", 2), ("ancient", 1)),
    (("cruiser", 3), ("ancient", 2)),
    (("dreadnought", 1), ("ancient", 1)),
    (("dreadnought", 2), ("gcds", 1)),
    (("cruiser", 1), ("interceptor", 2)),
    (("cruiser", 4), ("ancient", 1)),
    (("interceptor", 2), ("gcds", 1)),
)


def test_estimate_of_battles_is_near_their_exact_odds() -> None:
    """Expected damage is no more than a rule of thumb, but tells good wars from bad ones."""
    errors = []
    for attacker, defender in BATTLES:
        battle = {"edition": "new_dawn", "attacker": _side(*attacker), "defender": _side(*defender)}
        fleets = [(_stats(kind),) * count for kind, count in (attacker, defender)]
        exact = odds(battle)["p_attacker"]
        errors.append(abs(win_chance(fleets[0], fleets[1], DICE) - exact))
    assert max(errors) < 0.3
    assert sum(errors) / len(errors) < 0.15
