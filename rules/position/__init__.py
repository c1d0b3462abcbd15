"""Positions as text: any state of a game, written by hand or exported.

``load`` reads a position file and fills in what it does not say; ``dump`` writes a state
completely; ``faults`` tells what is impossible in a state; ``play_from`` plays on from one. The
format is documented in ``docs/POSITION.md``.
"""

from __future__ import annotations

from rules.position.complete import complete
from rules.position.errors import PositionError
from rules.position.faults import faults
from rules.position.flow import add_flow
from rules.position.reader import read_draft
from rules.position.report import report, report_lines
from rules.position.what_if import play_from
from rules.position.writer import dump
from rules.state.model import GameState

__all__ = ["PositionError", "dump", "faults", "load", "play_from", "report", "report_lines"]


def load(text: str, edition: str = "") -> GameState:
    """The state that a position file describes; ``load(dump(state))`` equals ``state``.

    ``edition`` is that of a file which names none.

    Raises ``PositionError`` for a line that cannot be read. Whether the position is possible,
    ``faults`` says.
    """
    draft = read_draft(text, edition)
    state = complete(draft)
    add_flow(state, draft)
    return state
