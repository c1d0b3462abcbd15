"""How an action ends; shared by the steps of all actions."""

from __future__ import annotations

from rules.play import Play
from rules.state.frames_action import TurnFrame
from rules.steps.diplomacy import judge_aggression


def end_turn(play: Play) -> None:
    """Close every step down to the turn, and the turn itself."""
    while not isinstance(frame := play.state.frames[-1], TurnFrame):
        play.close()
    play.close()
    if not frame.over:
        judge_aggression(play, frame.seat)


def finish_action(play: Play) -> None:
    """Close the innermost action step; back on the turn, only free rights are left."""
    play.close()
    if isinstance(play.state.frames[-1], TurnFrame):
        action_over(play)


def action_over(play: Play) -> None:
    """The action of the turn that is on top is finished."""
    frame = play.state.frames[-1]
    assert isinstance(frame, TurnFrame)
    play.update(TurnFrame(frame.seat, frame.action, over=True))
    judge_aggression(play, frame.seat)
