"""Frames of the combat phase."""

from __future__ import annotations

from typing import Union

from rules.state.frames_base import FrameBase


class CombatFrame(FrameBase, frozen=True, tag="combat"):
    """The combat phase. ``sectors``: where battles are still to be fought, next first.
    ``stage``: ``battles``, ``removals``, ``placements``, ``discoveries``, ``repair``."""

    sectors: tuple[str, ...] = ()
    stage: str = "battles"


CombatFrames = Union[CombatFrame]
