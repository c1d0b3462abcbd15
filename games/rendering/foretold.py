"""What orders that were written as text would mean, one after the other."""

from __future__ import annotations

from collections.abc import Mapping

from games.reading import Reader
from games.rendering.consequences import consequences
from games.rendering.facts import Fact
from rules import engine
from rules.chance import ChanceRefused, RefusingChance
from rules.codec import copy_state
from rules.notation import show
from rules.table import Table
from rules.views import PlayerView

MOST_TOLD = 12
"""Orders of one text that are looked at."""

Told = tuple[str, list[Fact]]
"""An order as notation, and what it would mean."""


def text_facts(view: PlayerView, text: str, names: Mapping[int, str]) -> list[Told]:
    """Costs, changes and dangers of the orders of a text, up to the first outcome of chance; those
    without any are left out. They are tried out on what the seat of the view knows.

    Raises ``OrdersRefused`` at an order that is not possible.
    """
    assert view.viewer is not None, "whoever gives orders has a seat"
    state, reader = copy_state(view.board), Reader(orders=None, text=text)
    told: list[Told] = []
    for _number in range(MOST_TOLD):
        if not reader.more():
            break
        table = Table(state, view.table.rules)
        decision, order = reader.next(table, view.viewer, None)
        if facts := consequences(table, decision, order, names):
            told.append((show(order), facts))
        try:
            engine.play(
                state, state.seq + 1, view.viewer, order, RefusingChance(), decision.id or None
            )
        except ChanceRefused:
            break
    return told
