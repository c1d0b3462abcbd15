"""Frames of setup, of the round and of the phases after combat."""

from __future__ import annotations

from typing import Union

from rules.state.frames_base import FrameBase


class SetupFrame(FrameBase, frozen=True, tag="setup"):
    """Seats choose their boards, in ``order``; those before ``index`` have chosen."""

    order: tuple[int, ...]
    index: int = 0


class RoundFrame(FrameBase, frozen=True, tag="round"):
    """The phase to open next, as an index into the edition's phases."""

    next: int = 0


class UpkeepFrame(FrameBase, frozen=True, tag="upkeep"):
    """Seats that have paid, in any order."""

    done: tuple[int, ...] = ()


class CleanupFrame(FrameBase, frozen=True, tag="cleanup"):
    """Cleanup; waits only while cubes of full tracks need a choice."""

    stage: int = 0


class CubesHomeFrame(FrameBase, frozen=True, tag="cubes_home"):
    """Cubes of ``seat`` that leave ``place`` and whose track its owner chooses.

    ``cubes``: the tracks each cube may go to, one entry a cube. ``to``: ``track`` or
    ``graveyard``.
    """

    seat: int
    cubes: tuple[tuple[str, ...], ...]
    to: str = "track"
    place: str = ""


RoundFrames = Union[SetupFrame, RoundFrame, UpkeepFrame, CleanupFrame, CubesHomeFrame]
