"""One run of the engine: a table whose state changes by the effects it emits."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TypeVar

from rules.chance import Chance
from rules.effects.base import Effect
from rules.effects.flow import StepClosed, StepOpened, StepUpdated
from rules.fold import apply
from rules.ruleset import Ruleset
from rules.state.frames import Frame
from rules.state.model import GameState
from rules.table import Table

T = TypeVar("T", str, int)


class Play(Table):
    """A table that steps write to. Every change is an effect, applied as soon as it is emitted."""

    __slots__ = ("_drawn", "chance", "effects")

    def __init__(self, state: GameState, chance: Chance, rules: Ruleset | None = None) -> None:
        super().__init__(state, rules)
        self.chance = chance
        self.effects: list[Effect] = []

    def emit(self, effect: Effect) -> None:
        apply(self.state, effect)
        self.effects.append(effect)

    # --- flow ----------------------------------------------------------------------------------

    def open(self, frame: Frame) -> None:
        self.emit(StepOpened(frame))

    def update(self, frame: Frame) -> None:
        self.emit(StepUpdated(frame))

    def close(self) -> None:
        self.emit(StepClosed())

    # --- chance --------------------------------------------------------------------------------

    def draw(self, stream: str, bounds: Iterable[int]) -> tuple[int, ...]:
        """Outcomes below the bounds. The effect that tells of them must carry ``stream`` and the
        numbers as ``draws``: folding it moves the stream on."""
        state = self.state
        index = state.draws.get(stream, 0)
        return tuple(
            self.chance.draw(stream, index + n, state.redraw, bound)
            for n, bound in enumerate(bounds)
        )

    def draw_from(
        self,
        stream: str,
        counts: Mapping[T, int],
        number: int,
        uncounted: Container[T] = frozenset(),
    ) -> tuple[tuple[T, ...], tuple[int, ...]]:
        """Up to ``number`` items of a multiset without putting back: the items and the draws.

        Items that are ``uncounted`` come out beside them.
        """
        items = [key for key in sorted(counts) for _ in range(counts[key])]
        index = self.state.draws.get(stream, 0)
        drawn: list[T] = []
        draws: list[int] = []
        while items and number > 0:
            bound = len(items)
            draw = self.chance.draw(stream, index + len(draws), self.state.redraw, bound)
            draws.append(draw)
            drawn.append(items.pop(draw))
            number -= drawn[-1] not in uncounted
        return tuple(drawn), tuple(draws)
