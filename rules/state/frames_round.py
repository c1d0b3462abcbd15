"""Frames of setup, of the round and of the phases after combat."""

from __future__ import annotations

from typing import Union

from rules.state.frames_base import FrameBase


class SetupFrame(FrameBase, frozen=True, tag="setup"):
    """Seats choose their boards, in ``order``; those before ``index`` have chosen. ``pool``:
    the species they choose from, empty for all of this game."""

    order: tuple[int, ...]
    index: int = 0
    pool: tuple[str, ...] = ()


class RoundFrame(FrameBase, frozen=True, tag="round"):
    """The phase to open next, as an index into the edition's phases."""

    next: int = 0


class UpkeepFrame(FrameBase, frozen=True, tag="upkeep"):
    """``done``: seats that have paid, in any order. ``giving_up``: seats that have given up
    sectors for want of money; their colony ships stay where they are."""

    done: tuple[int, ...] = ()
    giving_up: tuple[int, ...] = ()


class CleanupFrame(FrameBase, frozen=True, tag="cleanup"):
    """Cleanup; waits only while cubes of full tracks need a choice. ``stage``: 0 tiles are to be
    drawn, 1 boards are to be cleared."""

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
