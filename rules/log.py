"""Entries of the log and how a log is folded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from rules.effects import AnyEffect
from rules.effects.base import ChanceEffect, Effect
from rules.effects.flow import Rewound
from rules.fold import fold
from rules.orders import AnyOrder, Order
from rules.state.model import GameState, RulesetSpec

ENGINE_VERSION = "1"
"""Raised when a correction of the rules changes what an order does."""


class Event(msgspec.Struct, frozen=True):
    """One entry of the log.

    ``actor``: who acted for the seat: ``setup``, ``player``, ``bot``, ``standing_order``,
    ``deadline`` or ``moderator``. ``decision``: id of the decision the order answers.
    """

    seq: int
    seat: int | None
    actor: str
    order: AnyOrder | None
    effects: tuple[AnyEffect, ...]
    decision: str = ""
    engine: str = ENGINE_VERSION

    @classmethod
    def of(
        cls,
        seq: int,
        seat: int | None,
        actor: str,
        order: Order | None,
        effects: Iterable[Effect],
        decision: str = "",
    ) -> Event:
        """An event of the current engine."""
        return cls(seq, seat, actor, cast(Any, order), cast(Any, tuple(effects)), decision)

    @property
    def holds_chance(self) -> bool:
        """Whether an outcome of chance is in it: such an event cannot be undone by its seat."""
        return any(isinstance(e, ChanceEffect) and e.draws for e in self.effects)


def effective(events: Iterable[Event]) -> list[Event]:
    """The events that count: those cut off by a rewind are left out, the rewinds stay."""
    history: list[Event] = []
    for event in events:
        for effect in event.effects:
            if isinstance(effect, Rewound):
                while history and history[-1].seq > effect.to:
                    history.pop()
        history.append(event)
    return history


def fold_events(events: Sequence[Event]) -> GameState:
    """The state after all events, rewinds respected. The first event creates the game."""
    state = GameState(RulesetSpec(""))
    for event in effective(events):
        fold(state, event.seq, event.effects)
    return state


def state_hash(state: GameState) -> str:
    """A fingerprint of the state: equal on every machine for equal states."""
    plain = msgspec.to_builtins(state, str_keys=True)
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


def effects_equal(left: Sequence[Effect], right: Sequence[Effect]) -> int | None:
    """Index of the first effect in which two lists differ, or ``None``."""
    if list(left) == list(right):
        return None
    for index in range(max(len(left), len(right))):
        if index >= len(left) or index >= len(right) or left[index] != right[index]:
            return index
    return None
