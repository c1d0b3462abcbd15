"""Frames of all expansions."""

from __future__ import annotations

from rules.expansions.galactic_events.frames import GalacticEventsFrames

ExpansionFrames = GalacticEventsFrames
