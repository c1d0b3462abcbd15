"""Cleanup phase: new technology tiles, discs and cubes home, colony ships up."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import ActionDiscsReturned, ColonyShipsRefreshed, GraveyardEmptied
from rules.orders import Atom, Order, ReturnCube
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_round import CleanupFrame
from rules.state.model import RESOURCES
from rules.steps.base import Step
from rules.steps.setup import draw_techs
from rules.table import Table

DRAW, BOARDS = 0, 1


def _advance(play: Play, frame: CleanupFrame) -> bool:
    state = play.state
    if frame.stage == DRAW:
        # After the last round nothing that cleanup does counts any more.
        if state.round >= play.catalog.setup.rounds or not play.playing():
            play.close()
            return True
        draw_techs(play, play.catalog.setup.players[len(state.seats)].tech_tiles_per_cleanup)
        play.update(CleanupFrame(BOARDS))
        for seat in play.order_from(state.start_seat):
            _clear(play, seat)
        return True
    moved = [_empty_graveyards(play, seat) for seat in play.playing()]
    if any(moved):
        return True
    if any(_stuck(play, seat) for seat in play.playing()):
        return False
    play.close()
    return True


def _clear(play: Play, seat: int) -> None:
    boards = play.seat(seat)
    if boards.out:
        return
    if boards.action_discs:
        play.emit(ActionDiscsReturned(seat))
    if boards.used_colony_ships:
        play.emit(ColonyShipsRefreshed(seat, boards.used_colony_ships))


# --- graveyards (UP-4) -------------------------------------------------------------------------


def _empty_graveyards(play: Play, seat: int) -> bool:
    """Bring home what needs no choice; says whether a cube moved."""
    moved = False
    for kind in RESOURCES:
        count = min(play.seat(seat).graveyard.of(kind), play.track_room(seat, kind))
        if count:
            play.emit(GraveyardEmptied(seat, kind, kind, count))
            moved = True
    if not moved and (kind := _stuck(play, seat)):
        tracks = _tracks(play, seat)
        if len(tracks) == 1:
            play.emit(GraveyardEmptied(seat, kind, tracks[0], 1))
            moved = True
    return moved


def _stuck(table: Table, seat: int) -> str:
    """A kind whose graveyard still holds a cube although its own track is full."""
    graveyard = table.seat(seat).graveyard
    return next((kind for kind in RESOURCES if graveyard.of(kind)), "")


def _tracks(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(kind for kind in RESOURCES if table.track_room(seat, kind) > 0)


def _decision(table: Table, seat: int) -> Decision:
    tracks = _tracks(table, seat)

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return tracks

    def why(prefix: Prefix, value: Atom) -> str:
        return "The cube's own track is full; it goes to another one that has room (Cleanup 2)."

    choice = Choice(ReturnCube, ("track",), candidates, why)
    cubes = table.seat(seat).cubes
    default = ReturnCube(min(tracks, key=cubes.of))
    context = {
        "kind": _stuck(table, seat),
        "to": "track",
        "left": table.seat(seat).graveyard.total(),
    }
    return Decision(seat, "return_cube", (choice,), default, context)


def _decisions(table: Table, frame: CleanupFrame) -> list[Decision]:
    order = table.order_from(table.state.start_seat)
    return [_decision(table, s) for s in order if not table.seat(s).out and _stuck(table, s)]


def _play(play: Play, frame: CleanupFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, ReturnCube)
    kind = _stuck(play, decision.seat)
    play.emit(GraveyardEmptied(decision.seat, kind, order.track, 1))


STEPS: dict[type[FrameBase], Step] = {CleanupFrame: Step(_advance, _decisions, _play)}
