"""Fold of the effects of all expansions."""

from __future__ import annotations

from rules.expansions.galactic_events.fold import GALACTIC_EVENTS

EXPANSIONS = {**GALACTIC_EVENTS}
