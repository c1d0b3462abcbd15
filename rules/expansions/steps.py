"""Steps of all expansions."""

from __future__ import annotations

from rules.expansions.galactic_events import black_holes, supernovas

STEPS = {**black_holes.STEPS, **supernovas.STEPS}
