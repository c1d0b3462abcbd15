"""Influence action: discs move between the track and the sectors, colony ships are turned up."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import ColonyShipsRefreshed
from rules.effects.galaxy import DiscRemoved
from rules.orders import Atom, Done, Influence, Order, Refresh
from rules.play import Play
from rules.state.frames_action import InfluenceFrame
from rules.state.frames_base import FrameBase
from rules.state.model import Sector
from rules.steps.base import Step, asks
from rules.steps.cubes import send_home
from rules.steps.discovery import place_disc
from rules.steps.flow import end_turn, finish_action
from rules.steps.rights import free_choices, play_free
from rules.table import Table

TRACK = "track"


def _connected(table: Table, seat: int, sector: Sector, without: str) -> bool:
    """Whether a wormhole joins ``sector`` to a place with an own disc or ship. The disc that
    leaves ``without`` does not count (IN-1)."""
    for other in table.reach(seat, sector):
        place = table.state.sectors[other]
        if (place.disc == seat and other != without) or table.own_ships_in(seat, place):
            return True
    return False


def _why_not_there(table: Table, seat: int, source: str, sector: Sector) -> str:
    """Why a disc from ``source`` may not go to ``sector``; empty if it may."""
    if sector.disc is not None:
        return f"Sector {sector.id} has an influence disc already (Influence Action)."
    if not table.tile(sector.id).disc:
        return f"Sector {sector.id} has no place for an influence disc (Influence Action)."
    if not table.may_hold(seat, sector):
        return f"Enemy ships are in sector {sector.id} (Influence Action)."
    if table.own_ships_in(seat, sector) or _connected(table, seat, sector, without=source):
        return ""
    if source != TRACK and _connected(table, seat, sector, without=""):
        return (
            f"Only the disc that you would lift connects sector {sector.id}; once it is moved "
            "there is no connection (Influence Action, FAQ)."
        )
    return (
        f"No wormhole joins sector {sector.id} to a sector with your disc or ship "
        "(Influence Action)."
    )


def _targets(table: Table, seat: int, source: str, used: tuple[str, ...]) -> tuple[str, ...]:
    sectors = table.state.sectors
    found = tuple(
        name
        for name in sorted(sectors)
        if name not in used and not _why_not_there(table, seat, source, sectors[name])
    )
    return found if source == TRACK else (TRACK, *found)


def _choice(table: Table, seat: int, left: int, discs: int, used: tuple[str, ...]) -> Choice:
    """One disc move, with ``discs`` on the track that may be placed and sectors that took part
    in another move of the action already."""

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if not left:
            return ()
        if len(prefix) == 0:
            track = (TRACK,) if discs > 0 and _targets(table, seat, TRACK, used) else ()
            return (*track, *(s.id for s in table.own_sectors(seat) if s.id not in used))
        return _targets(table, seat, prefix[0], used)

    def why(prefix: Prefix, value: Atom) -> str:
        if not left:
            return "All disc moves of this action are done (Influence Action)."
        if value in used:
            return (
                f"Sector {value} took part in a disc move of this action already: one is the most "
                "(Influence Action)."
            )
        if len(prefix) == 0:
            return _why_not_source(value)
        if value in table.state.sectors:
            return _why_not_there(table, seat, prefix[0], table.state.sectors[value])
        return f"A disc goes to a sector or to the {TRACK}, where it is not yet (Influence Action)."

    def _why_not_source(value: Atom) -> str:
        if value != TRACK:
            return f"You have no disc in {value} (Influence Action)."
        if discs < 1:
            return "No disc is left on your influence track; the action's own is paid first (Influence Action)."
        return (
            "There is no sector that a disc from your track could go to: one without a disc and "
            "enemy ships, joined to a sector with your disc or ship or holding only your ships "
            "(Influence Action)."
        )

    return Choice(Influence, ("source", "target"), candidates, why)


# --- the action ----------------------------------------------------------------------------------


def offer(table: Table, seat: int, reaction: bool) -> Choice | None:
    # The action's own disc leaves the track first (IN-1).
    moves = table.species(seat).activations["influence"]
    return _choice(table, seat, moves, table.seat(seat).discs - 1, ())


def offer_refresh(table: Table, seat: int, reaction: bool) -> Choice | None:
    return Choice(Refresh)


def start(play: Play, seat: int, reaction: bool, order: Order) -> None:
    species = play.species(seat)
    play.open(InfluenceFrame(seat, species.activations["influence"], species.influence_refresh))
    _refresh(play)
    if isinstance(order, Influence):
        _move_disc(play, order)


def _refresh(play: Play) -> bool:
    """Turn up used colony ships as soon as there are any: waiting gains nothing (IN-2)."""
    frame = _frame(play)
    count = min(frame.refresh, play.seat(frame.seat).used_colony_ships)
    if not count:
        return False
    play.emit(ColonyShipsRefreshed(frame.seat, count))
    play.update(InfluenceFrame(frame.seat, frame.left, frame.refresh - count, frame.used))
    return True


def _frame(play: Play) -> InfluenceFrame:
    frame = play.state.frames[-1]
    assert isinstance(frame, InfluenceFrame)
    return frame


def _move_disc(play: Play, order: Influence) -> None:
    frame = _frame(play)
    seat, used = frame.seat, frame.used
    if not play.rules.edition.relift_same_sector:
        used = (*used, *(end for end in (order.source, order.target) if end != TRACK))
    play.update(InfluenceFrame(seat, frame.left - 1, frame.refresh, used))
    if order.source == TRACK:
        place_disc(play, seat, order.target)
        return
    to_track = order.target == TRACK
    cubes = list(play.state.sectors[order.source].cubes)
    play.emit(DiscRemoved(seat, order.source, lifted=not to_track))
    if not to_track:
        place_disc(play, seat, order.target, order.source)
    # Opened last, so that the cubes are home before a discovery tile is turned up.
    send_home(play, seat, order.source, cubes)


def _frame_choice(table: Table, frame: InfluenceFrame) -> Choice:
    discs = table.seat(frame.seat).discs
    return _choice(table, frame.seat, frame.left, discs, frame.used)


def _advance(play: Play, frame: InfluenceFrame) -> bool:
    if _refresh(play):
        return True
    if frame.refresh or _frame_choice(play, frame).possible():
        return False
    finish_action(play)
    return True


def _decisions(table: Table, frame: InfluenceFrame) -> list[Decision]:
    seat = frame.seat
    choices = (_frame_choice(table, frame), Choice(Done), *free_choices(table, seat))
    context = {"left": frame.left, "refresh": frame.refresh}
    return [Decision(seat, "influence", choices, Done(), context)]


def _play(play: Play, frame: InfluenceFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, Influence):
        _move_disc(play, order)
    elif isinstance(order, Done):
        end_turn(play)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {
    InfluenceFrame: Step(_advance, _decisions, _play, asks("influence"))
}
