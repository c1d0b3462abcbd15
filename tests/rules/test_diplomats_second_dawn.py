"""Games of Second Dawn between players who offer and accept whatever they can."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.chance import LiveChance
from rules.engine import decision_for, new_game, play
from rules.invariants import conservation_faults
from rules.simulate import seed_bytes
from rules.table import Table
from rules.views import player_view
from tests.rules.test_full_games_second_dawn import mixed_species, ruleset
from tests.rules.test_species_games import _diplomat


@pytest.mark.parametrize("seed", [10, 11, 12])
def test_games_of_diplomats(seed: int) -> None:
    """Relations are formed and broken; after every event nothing is lost, partners have each
    other's ambassador, and nobody's track holds more than its spaces."""
    players = 4 + seed % 3
    chance = LiveChance(seed_bytes(seed))
    state, _ = new_game(ruleset(seed), players, chance, mixed_species(players, seed))
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
    assert seen["TreatyFormed"] >= 1
    assert seen["TreatyProposed"] >= seen["TreatyFormed"]
    assert not state.proposals
    for seat in range(players):
        held = {line.source: line.amount for line in Table(state).score_lines(seat)}
        assert held.get("ambassadors", 0) == len(state.seats[seat].ambassadors)
