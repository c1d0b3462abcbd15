"""Folding: effects change the state. No rules, no edition, no chance in here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.effects.base import ChanceEffect, Effect
from rules.expansions.fold import EXPANSIONS
from rules.fold.battle import BATTLE
from rules.fold.boards import BOARDS
from rules.fold.diplomacy import DIPLOMACY
from rules.fold.flow import FLOW
from rules.fold.galaxy import GALAXY
from rules.state.model import GameState

_APPLY: dict[type[Effect], Callable[[GameState, Any], None]] = {
    **FLOW,
    **BOARDS,
    **GALAXY,
    **BATTLE,
    **DIPLOMACY,
    **EXPANSIONS,
}


def apply(state: GameState, effect: Effect) -> None:
    """Change ``state`` by one effect."""
    if isinstance(effect, ChanceEffect) and effect.draws:
        state.draws[effect.stream] = state.draws.get(effect.stream, 0) + len(effect.draws)
    _APPLY[type(effect)](state, effect)


def fold(state: GameState, seq: int, effects: Iterable[Effect]) -> None:
    """Change ``state`` by the effects of event number ``seq``."""
    state.seq = seq
    for effect in effects:
        apply(state, effect)
