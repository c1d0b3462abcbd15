"""The flow of a position: which steps are open, and what they ask."""

from __future__ import annotations

from rules.chance import ChanceRefused, RefusingChance
from rules.codec import copy_state
from rules.engine import open_decisions
from rules.play import Play
from rules.position.draft import Draft
from rules.position.errors import PositionError
from rules.position.structure import structure_faults
from rules.position.text import show_fields
from rules.state.frames import Frame
from rules.state.frames_action import ActionPhaseFrame, TurnFrame
from rules.state.frames_combat import CombatFrame
from rules.state.frames_round import CleanupFrame, RoundFrame, SetupFrame, UpkeepFrame
from rules.state.model import GameState, Pending
from rules.steps import step_of
from rules.table import Table

_OPENED: dict[str, type[CombatFrame | UpkeepFrame | CleanupFrame]] = {
    "combat": CombatFrame,
    "upkeep": UpkeepFrame,
    "cleanup": CleanupFrame,
}


def add_flow(state: GameState, draft: Draft) -> None:
    """Give ``state`` the flow of the draft, or the beginning of its phase: in the action phase
    the turn of the seat that is to move. Decisions that are not given follow from it."""
    state.frames = _default_frames(state, draft.turn) if draft.frames is None else draft.frames
    if draft.pending is not None:
        state.pending = draft.pending
    elif not structure_faults(state) and not flow_fault(state):
        state.pending = [Pending(f"{state.seq}.{n}", *key) for n, key in enumerate(asked(state))]


def asked(state: GameState) -> list[tuple[int, str, str]]:
    """Seat, kind and subject of every decision that the flow waits for; none when the game goes
    on by itself."""
    if not state.frames or state.finished or _waits_for_nobody(state):
        return []
    return [(d.seat, d.kind, d.subject) for d in open_decisions(Table(state))]


def flow_fault(state: GameState) -> str:
    """Why the open steps cannot be followed, or an empty text.

    Steps rely on the frames that other steps made; those of a file may be any. Whether they hold
    together is judged by asking the innermost one.
    """
    try:
        asked(state)
    except (AssertionError, LookupError, TypeError, ValueError):
        words = show_fields(state.frames[-1])
        step = " ".join((str(type(state.frames[-1]).__struct_config__.tag), *words))
        return f"the step {step!r} cannot be open here: its values or the steps around it are wrong"
    return ""


def _waits_for_nobody(state: GameState) -> bool:
    """Whether the innermost step goes on without an order."""
    play = Play(copy_state(state), RefusingChance())
    frame = play.state.frames[-1]
    try:
        return step_of(frame).advance(play, frame)
    except ChanceRefused:
        return True


def _default_frames(state: GameState, turn: int | None) -> list[Frame]:
    table = Table(state)
    phases = table.rules.edition.phases
    if state.phase not in phases:
        frames: list[Frame] = [RoundFrame()]
        if state.phase == "setup":
            waiting = [s for s in state.turn_order if not state.seats[s].species]
            frames.append(SetupFrame(tuple(waiting)))
        return frames
    frames = [RoundFrame((phases.index(state.phase) + 1) % len(phases))]
    if state.phase in _OPENED:
        return [*frames, _OPENED[state.phase]()]
    if state.phase != "action":
        raise PositionError(0, f"write the flow of the {state.phase} phase: which steps are open")
    seats = state.seats
    moving = state.start_seat if turn is None else turn
    if moving not in state.turn_order:
        return [*frames, ActionPhaseFrame(moving)]
    order = table.order_from(moving)
    if turn is None:
        moving = next((s for s in order if not seats[s].passed and not seats[s].out), moving)
    if turn is None and (seats[moving].passed or seats[moving].out):
        return [*frames, ActionPhaseFrame(moving)]
    after = table.order_from(moving)[1 % len(order)]
    return [*frames, ActionPhaseFrame(after), TurnFrame(moving)]
