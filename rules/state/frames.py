"""Frames of the flow: plain values that say how far each open step has come.

A step module owns the meaning of its frame; the stack of frames in the state says what is open.
Frames live in one module for each part of the round.
"""

from __future__ import annotations

from typing import Union

from rules.expansions.frames import ExpansionFrames
from rules.state.frames_action import ActionFrame
from rules.state.frames_combat import CombatFrames
from rules.state.frames_round import RoundFrames

Frame = Union[RoundFrames, ActionFrame, CombatFrames, ExpansionFrames]
