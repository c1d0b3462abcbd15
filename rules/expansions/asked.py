"""What each kind of decision of the expansions asks, for whoever answered something else."""

from __future__ import annotations

ASKED = {
    "return_ship": "Say where your ship comes back from the black hole (Black Hole).",
}
