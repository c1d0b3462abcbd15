"""Effects of all expansions."""

from __future__ import annotations

from rules.expansions.galactic_events.effects import GalacticEventsEffect

ExpansionEffect = GalacticEventsEffect
