"""Frames of Galactic Events."""

from __future__ import annotations

from typing import Union

from rules.state.frames_action import MoveFrame
from rules.state.frames_base import FrameBase
from rules.state.frames_round import UpkeepFrame


class ReturnFrame(FrameBase, frozen=True, tag="return_ship"):
    """``ship`` of ``seat`` comes back from a black hole at once; its owner says where."""

    seat: int
    ship: int


class SupernovasFrame(FrameBase, frozen=True, tag="supernovas"):
    """``sectors`` for which dice are still to be rolled, next first."""

    sectors: tuple[str, ...]


INSIDE: dict[type[FrameBase], type[FrameBase]] = {
    ReturnFrame: MoveFrame,
    SupernovasFrame: UpkeepFrame,
}
"""The step that each of them lies in."""

GalacticEventsFrames = Union[ReturnFrame, SupernovasFrame]
