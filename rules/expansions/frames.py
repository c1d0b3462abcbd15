"""Frames of all expansions."""

from __future__ import annotations

from rules.expansions.galactic_events import frames as galactic_events
from rules.state.frames_base import FrameBase

ExpansionFrames = galactic_events.GalacticEventsFrames

INSIDE: dict[type[FrameBase], type[FrameBase]] = {**galactic_events.INSIDE}
"""The step that each of them lies in."""
