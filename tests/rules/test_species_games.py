"""Whole games of mixed species with diplomacy: nothing is lost, and the powers come into play."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.chance import LiveChance
from rules.content import load_catalog
from rules.decisions import Decision
from rules.engine import decision_for, new_game, play
from rules.invariants import conservation_faults
from rules.log import Event, fold_events, state_hash
from rules.orders import Accept, Order, Propose
from rules.policies import policy_named
from rules.simulate import seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from rules.views import PlayerView, player_view

NEW_DAWN = RulesetSpec("new_dawn")
CATALOG = load_catalog("new_dawn")
GAMES = [(2 + seed % 5, seed) for seed in range(100, 120)]
MIXES = (["varied"], ["random"], ["greedy", "varied"], ["greedy"])


def mixed_species(players: int, seed: int) -> tuple[str, ...]:
    """A side of a different board for each seat, mostly aliens."""
    rng = random.Random(seed)
    boards = [s for s in CATALOG.species.values() if s.kind == "alien"]
    return tuple(
        board.id if rng.random() < 0.75 else board.other_board_side or board.id
        for board in rng.sample(boards, players)
    )


def _watch(state: GameState, event: Event) -> None:
    faults = conservation_faults(Table(state))
    assert not faults, f"event {event.seq} ({event.order}): {faults}"


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_games_of_mixed_species_keep_every_component(players: int, seed: int) -> None:
    """After every event all pieces are counted; the folded log is the state that play left."""
    mix = MIXES[seed // 5 % len(MIXES)]
    policies = [mix[seat % len(mix)] for seat in range(players)]
    species = mixed_species(players, seed)
    state, log = simulate(NEW_DAWN, policies, seed, species, watch=_watch)
    assert state.finished
    assert [seat.species for seat in state.seats] == list(species)
    assert state_hash(fold_events(log)) == state_hash(state)


def _diplomat(view: PlayerView, decision: Decision, salt: int) -> Order:
    """Offers and accepts whatever it can, and else plays to score."""
    for kind in (Accept, Propose):
        choice = decision.choice(kind)
        if choice is not None and (orders := list(choice.orders())):
            return orders[salt % len(orders)]
    return policy_named("greedy").choose(view, decision, salt)


@pytest.mark.parametrize("seed", range(6))
def test_games_of_diplomats(seed: int) -> None:
    """Relations are formed and broken again and again; after every event nothing is lost, and
    partners always have each other's ambassador."""
    players = 4 + seed % 3
    chance = LiveChance(seed_bytes(seed))
    state, _ = new_game(NEW_DAWN, players, chance, mixed_species(players, seed))
    seen: Counter[str] = Counter()
    while not state.finished:
        waiting = state.pending[0]
        view = player_view(state, waiting.seat)
        decision = decision_for(view.table, waiting.seat, waiting.id)
        order = _diplomat(view, decision, state.seq)
        effects = play(state, state.seq + 1, waiting.seat, order, chance, waiting.id)
        seen.update(type(effect).__name__ for effect in effects)
        assert not conservation_faults(Table(state))
        for seat, boards in enumerate(state.seats):
            for ambassador in boards.ambassadors:
                assert any(a.seat == seat for a in state.seats[ambassador.seat].ambassadors)
    assert seen["TreatyProposed"] >= seen["TreatyFormed"] >= max(1, seen["TreatyBroken"])
    assert not state.proposals
