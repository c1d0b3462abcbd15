"""Cubes on their way home: forced ones move by themselves, others wait for their owner."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import CubeReturned
from rules.effects.galaxy import CubeLeft
from rules.orders import Atom, Order, ReturnCube
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_round import CubesHomeFrame
from rules.state.model import RESOURCES
from rules.steps.base import Step, asks
from rules.steps.rights import allowed_tracks
from rules.table import Table


def send_home(
    play: Play, seat: int, sector: str, squares: list[str], *, graveyard: bool = False
) -> None:
    """Take the cubes off ``squares`` of a sector and open the step that brings them home."""
    if not squares:
        return
    for square in squares:
        play.emit(CubeLeft(seat, sector, square))
    cubes = tuple(allowed_tracks(square) for square in squares)
    play.open(CubesHomeFrame(seat, cubes, "graveyard" if graveyard else "track", sector))


def _tracks(table: Table, frame: CubesHomeFrame) -> tuple[str, ...]:
    """Where the next cube may go; a full track pushes it to another (FAQ, IN-2)."""
    allowed = frame.cubes[0]
    if frame.to == "graveyard":
        return allowed
    open_tracks = tuple(t for t in allowed if table.track_room(frame.seat, t) > 0)
    return open_tracks or tuple(t for t in RESOURCES if table.track_room(frame.seat, t) > 0)


def _return(play: Play, frame: CubesHomeFrame, track: str) -> None:
    play.emit(CubeReturned(frame.seat, track, frame.to == "graveyard"))
    rest = frame.cubes[1:]
    play.update(CubesHomeFrame(frame.seat, rest, frame.to, frame.place))


def _advance(play: Play, frame: CubesHomeFrame) -> bool:
    if not frame.cubes:
        play.close()
        return True
    # Cubes with one home go first, so that a choice is made with full knowledge of the tracks.
    cubes = tuple(sorted(frame.cubes, key=len))
    if cubes != frame.cubes:
        play.update(CubesHomeFrame(frame.seat, cubes, frame.to, frame.place))
        return True
    tracks = _tracks(play, frame)
    if len(tracks) == 1:
        _return(play, frame, tracks[0])
        return True
    return False


def _default(table: Table, seat: int, tracks: tuple[str, ...]) -> str:
    """The track with the fewest cubes, which has the next square with the highest number; in
    upkeep, where sectors are given up for want of money, the money track comes last."""
    short = table.state.phase == "upkeep"

    def rank(track: str) -> tuple[bool, int, int]:
        cubes = table.seat(seat).cubes.of(track)
        return short and track == "money", cubes, RESOURCES.index(track)

    return min(tracks, key=rank)


def _decisions(table: Table, frame: CubesHomeFrame) -> list[Decision]:
    tracks = _tracks(table, frame)

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return tracks

    def why(prefix: Prefix, value: Atom) -> str:
        return "The cube may only go to a track that its square allows and that has room (FAQ)."

    choice = Choice(ReturnCube, ("track",), candidates, why)
    default = ReturnCube(_default(table, frame.seat, tracks))
    context = {"sector": frame.place, "to": frame.to, "left": len(frame.cubes)}
    return [Decision(frame.seat, "return_cube", (choice,), default, context)]


def _play(play: Play, frame: CubesHomeFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, ReturnCube)
    _return(play, frame, order.track)


STEPS: dict[type[FrameBase], Step] = {
    CubesHomeFrame: Step(_advance, _decisions, _play, asks("return_cube"))
}
