"""Why a text is no position."""

from __future__ import annotations


class PositionError(ValueError):
    """A line of a position file that cannot be read.

    ``line``: its number from 1, or 0 when the text as a whole is at fault. ``reason``: what is
    wrong and what would be right.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason
