"""Where every die, tile and draw comes from.

The rules never ask a random generator. They ask a ``Chance`` for a number below a bound, from a
named stream, at an index that is part of the game's state. Undoing an order and giving it again
therefore repeats the same outcome.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Protocol


class ChanceRefused(Exception):
    """A preview reached something that nobody can know yet."""


class ChanceMismatch(Exception):
    """A recorded outcome does not fit what the rules ask for."""


class Chance(Protocol):
    def draw(self, stream: str, index: int, redraw: int, bound: int) -> int:
        """A number from 0 to ``bound - 1``, decided by its place alone."""
        ...


class LiveChance:
    """Outcomes derived from a secret seed: HMAC-SHA256 of the place of the draw."""

    def __init__(self, seed: bytes) -> None:
        self._mac = hmac.new(seed, digestmod=hashlib.sha256)

    def draw(self, stream: str, index: int, redraw: int, bound: int) -> int:
        ceiling = (1 << 64) - (1 << 64) % bound
        attempt = 0
        while True:
            mac = self._mac.copy()
            mac.update(f"{stream}|{index}|{redraw}|{attempt}".encode())
            value = int.from_bytes(mac.digest()[:8], "big")
            if value < ceiling:
                return value % bound
            attempt += 1


class ScriptedChance:
    """Outcomes written down beforehand, by stream; for tests and recorded games.

    A stream without a script, or at the end of its script, falls back to ``otherwise``;
    without one it raises ``ChanceMismatch``.
    """

    def __init__(
        self, script: Mapping[str, Iterable[int]], otherwise: Chance | None = None
    ) -> None:
        self._script = {stream: list(values) for stream, values in script.items()}
        self._otherwise = otherwise

    def draw(self, stream: str, index: int, redraw: int, bound: int) -> int:
        values = self._script.get(stream)
        if not values:
            if self._otherwise is None:
                raise ChanceMismatch(f"no outcome is written down for {stream!r}, draw {index}")
            return self._otherwise.draw(stream, index, redraw, bound)
        value = values.pop(0)
        if not 0 <= value < bound:
            raise ChanceMismatch(f"{stream!r}: {value} is not below {bound}")
        return value


class RecordedChance:
    """The outcomes of one stored event, in order."""

    def __init__(self, draws: Iterable[tuple[str, tuple[int, ...]]]) -> None:
        self._draws = [(stream, value) for stream, values in draws for value in values]
        self._next = 0

    def draw(self, stream: str, index: int, redraw: int, bound: int) -> int:
        if self._next >= len(self._draws):
            raise ChanceMismatch(f"the event holds no outcome for {stream!r}")
        recorded, value = self._draws[self._next]
        if recorded != stream or not 0 <= value < bound:
            raise ChanceMismatch(
                f"the event holds {value} from {recorded!r}; the rules ask {stream!r} below {bound}"
            )
        self._next += 1
        return value

    @property
    def spent(self) -> bool:
        """Whether every recorded outcome was asked for."""
        return self._next == len(self._draws)


class RefusingChance:
    """For previews: stops instead of answering."""

    def draw(self, stream: str, index: int, redraw: int, bound: int) -> int:
        raise ChanceRefused(stream)


def commitment(seed: bytes) -> str:
    """What is published before a game starts, so that the seed can be checked after it."""
    return hashlib.sha256(b"eclipse-seed:" + seed).hexdigest()
