"""Leaving the game: collapse in upkeep, elimination, giving up (Bankruptcy, Player Elimination)."""

from __future__ import annotations

from rules.effects.flow import SeatLeft
from rules.play import Play
from rules.steps.scoring import score_lines


def leave(play: Play, seat: int, reason: str) -> None:
    """Count the score of ``seat`` as it stands and take its components off the board (UP-3).

    Structures stay, and so do ambassadors that others received. The step of ``seat`` must be
    closed or updated by the caller; the seat is not asked again. ``reason``: ``collapsed``,
    ``eliminated`` or ``resigned``.
    """
    lines = tuple(score_lines(play, seat))
    play.emit(SeatLeft(seat, reason, sum(line.amount for line in lines), lines))
