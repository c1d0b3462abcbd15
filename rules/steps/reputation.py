"""Reputation tiles: how many are drawn after the battles of a sector, and which one is kept."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import ReputationDrawn, ReputationSettled
from rules.orders import Atom, KeepReputation, Order
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import ReputationFrame, SectorCombatFrame
from rules.steps.base import Step
from rules.steps.reputation_track import reputation_room
from rules.steps.rights import preference
from rules.table import Table

STREAM = "reputation"


def earned_draws(table: Table, combat: SectorCombatFrame) -> tuple[tuple[int, int], ...]:
    """Who draws how many tiles, in order of entry (Reputation Tiles, Retreat Penalty)."""
    setup = table.catalog.setup
    draws = []
    for seat, tiles in zip(combat.entry, combat.tiles, strict=True):
        number = tiles
        if seat in combat.fought and seat not in combat.withdrew:
            number += setup.reputation_draws["battle"]
        if number:
            draws.append((seat, min(number, setup.reputation_max)))
    return tuple(draws)


def best_choice(table: Table, seat: int) -> KeepReputation:
    """The drawn tile worth most; for a full track, only if it beats the lowest tile there."""
    boards = table.seat(seat)
    best = max(boards.drawn, default=0)
    room = reputation_room(table, seat)
    if len(boards.reputation) < room:
        return KeepReputation(best, 0)
    lowest = min(boards.reputation, default=0)
    if not room or best <= lowest:
        return KeepReputation(0, 0)
    return KeepReputation(best, lowest)


def draw_tiles(play: Play, seat: int, number: int) -> bool:
    """Draw up to ``number`` tiles into the hand of the seat; says whether the bag had any."""
    values, draws = play.draw_from(STREAM, play.state.supply.reputation, number)
    if values:
        play.emit(ReputationDrawn(seat, len(values), values, stream=STREAM, draws=draws))
    return bool(values)


def settle(play: Play, seat: int, order: KeepReputation) -> None:
    """Keep a drawn tile or none; the rest goes back to the bag."""
    held = len(play.seat(seat).reputation) + bool(order.value) - bool(order.instead)
    play.emit(ReputationSettled(seat, held, order.value, order.instead))


def _advance(play: Play, frame: ReputationFrame) -> bool:
    if frame.choosing:
        return False
    if not frame.draws:
        play.close()
        return True
    seat, number = frame.draws[0]
    rest = ReputationFrame(frame.sector, frame.draws[1:])
    if not draw_tiles(play, seat, number):
        play.update(rest)
    elif preference(play, seat, "reputation") == "ask" and reputation_room(play, seat):
        play.update(ReputationFrame(frame.sector, frame.draws, choosing=True))
    else:
        settle(play, seat, best_choice(play, seat))
        play.update(rest)
    return True


def _decisions(table: Table, frame: ReputationFrame) -> list[Decision]:
    seat = frame.draws[0][0]
    boards = table.seat(seat)
    room = reputation_room(table, seat)
    full = len(boards.reputation) >= room

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            # Relations formed meanwhile may have taken the last space.
            drawn = set(boards.drawn) if room else ()
            return (*sorted(drawn, reverse=True), 0)
        if prefix[0] and full:
            return tuple(sorted(set(boards.reputation)))
        return (0,)

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 0 and not room:
            return "Ambassadors fill your track: no tile can be kept, say 0 (Diplomatic Relations)."
        if len(prefix) == 0:
            return "Keep one of the tiles that you drew, or none: 0 (Reputation Tiles)."
        if prefix[0] and full:
            return "Your track is full: say which of its tiles goes back (Reputation Tiles)."
        return "A tile only goes back for one that is kept on a full track (Reputation Tiles)."

    choice = Choice(KeepReputation, ("value", "instead"), candidates, why)
    context = {"sector": frame.sector, "drawn": len(boards.drawn), "full": full}
    return [Decision(seat, "reputation", (choice,), best_choice(table, seat), context)]


def _play(play: Play, frame: ReputationFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, KeepReputation)
    settle(play, decision.seat, order)
    play.update(ReputationFrame(frame.sector, frame.draws[1:]))


STEPS: dict[type[FrameBase], Step] = {ReputationFrame: Step(_advance, _decisions, _play)}
