"""Measuring and printing: medians of several runs, yardsticks interleaved."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

RUNS = 7


@dataclass
class Row:
    """One figure. ``value`` and its bounds are in ``unit``; for rates more is better.

    ``ratio``: against the yardstick, with the most (for rates: the least) it should be.
    """

    what: str
    value: float
    unit: str
    target: float | None = None
    limit: float | None = None
    ratio: float | None = None
    ratio_goal: float | None = None
    yardstick: str = ""
    more_is_better: bool = False

    def _meets(self, value: float, bound: float | None) -> bool:
        if bound is None:
            return True
        return value >= bound if self.more_is_better else value <= bound

    @property
    def verdict(self) -> str:
        notes = []
        if not self._meets(self.value, self.limit):
            notes.append(f"LIMIT missed by {self._factor(self.value, self.limit):.2f}x")
        elif not self._meets(self.value, self.target):
            notes.append(f"target missed by {self._factor(self.value, self.target):.2f}x")
        if self.ratio is not None and not self._meets(self.ratio, self.ratio_goal):
            notes.append(f"ratio missed by {self._factor(self.ratio, self.ratio_goal):.2f}x")
        return "; ".join(notes) or "met"

    def _factor(self, value: float, bound: float | None) -> float:
        assert bound is not None
        return bound / value if self.more_is_better else value / bound


def seconds(action: Callable[[], object]) -> float:
    """Wall time of one call, without garbage collection in between."""
    gc.collect()
    gc.disable()
    try:
        began = time.perf_counter()
        action()
        return time.perf_counter() - began
    finally:
        gc.enable()


def each(actions: Iterable[Callable[[], object]]) -> list[float]:
    """Wall time of each action, called once, in a process that goes on working: no collection of
    garbage in between, which would empty the processor's caches before every short action."""
    gc.collect()
    gc.disable()
    try:
        times = []
        for action in actions:
            began = time.perf_counter()
            action()
            times.append(time.perf_counter() - began)
        return times
    finally:
        gc.enable()


def interleaved(*actions: Callable[[], object], runs: int = RUNS) -> list[float]:
    """Median seconds of each action, the actions taking turns."""
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(runs):
        for taken, action in zip(times, actions, strict=True):
            taken.append(seconds(action))
    return [statistics.median(taken) for taken in times]


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def show(rows: list[Row]) -> None:
    header = f"{'what':58} {'figure':>12} {'target':>9} {'limit':>9} {'ratio':>7} {'goal':>6}"
    print(header + "  verdict")
    for row in rows:
        numbers = [
            f"{row.value:9.3f} {row.unit}",
            "" if row.target is None else f"{row.target:g}",
            "" if row.limit is None else f"{row.limit:g}",
            "" if row.ratio is None else f"{row.ratio:.2f}",
            "" if row.ratio_goal is None else f"{row.ratio_goal:g}",
        ]
        print(
            f"{row.what:58} {numbers[0]:>12} {numbers[1]:>9} {numbers[2]:>9} {numbers[3]:>7} "
            f"{numbers[4]:>6}  {row.verdict}" + (f" ({row.yardstick})" if row.yardstick else "")
        )
    missed = [row for row in rows if row.verdict != "met"]
    print(f"\n{len(rows) - len(missed)} of {len(rows)} goals met", end="")
    print(f"; missed: {', '.join(row.what for row in missed)}" if missed else "")
