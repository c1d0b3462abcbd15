"""The round structure: phases in order, rounds until the last one, then the end of the game."""

from __future__ import annotations

from rules.effects.flow import PhaseStarted, RoundStarted
from rules.play import Play
from rules.state.frames_action import ActionPhaseFrame
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import CombatFrame
from rules.state.frames_round import CleanupFrame, RoundFrame, UpkeepFrame
from rules.steps.base import Step
from rules.steps.diplomacy import lapse
from rules.steps.leaving import leave

_PHASE_FRAMES = {
    "combat": CombatFrame,
    "upkeep": UpkeepFrame,
    "cleanup": CleanupFrame,
}


def _advance(play: Play, frame: RoundFrame) -> bool:
    phases = play.rules.edition.phases
    state = play.state
    if frame.next == 0:
        if state.round == play.catalog.setup.rounds or not play.playing():
            _end_game(play)
            return False
        start = state.start_seat if state.next_start is None else state.next_start
        play.emit(RoundStarted(state.round + 1, _still_playing(play, start)))
    if state.phase == "combat" and play.rules.edition.wiped_out_are_eliminated:
        _eliminate(play)
    phase = phases[frame.next]
    play.update(RoundFrame((frame.next + 1) % len(phases)))
    play.emit(PhaseStarted(phase))
    if phase == "action":
        play.open(ActionPhaseFrame(state.start_seat))
    else:
        play.open(_PHASE_FRAMES[phase]())
    for opened in play.rules.hooks.phase_opened:
        opened(play, phase)
    return True


def _eliminate(play: Play) -> None:
    """Seats without disc and ship after combat leave with what they have scored."""
    for seat in play.order_from(play.state.start_seat):
        if play.is_eliminated(seat):
            leave(play, seat, "eliminated")


def _still_playing(play: Play, seat: int) -> int:
    """The start marker passes to the next in order when its holder has left the game."""
    return next(s for s in play.order_from(seat) if not play.seat(s).out)


def _end_game(play: Play) -> None:
    from rules.steps.scoring import final_scores

    for seat in play.state.turn_order:
        lapse(play, seat)
    play.emit(PhaseStarted("ended"))
    play.emit(final_scores(play))


STEPS: dict[type[FrameBase], Step] = {RoundFrame: Step(_advance)}
