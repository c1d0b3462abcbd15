"""What one person may know. Views are made here and nowhere else.

Pages, mails, the API and policies receive a ``PlayerView``; no other code takes the secrets out.
"""

from __future__ import annotations

from typing import Any

from rules.codec import copy_state
from rules.decisions import Decision
from rules.effects.base import Effect
from rules.engine import open_decisions
from rules.log import Event
from rules.orders import Order
from rules.state.model import GameState, Pending
from rules.table import Table

HIDDEN = 0
"""Value of a reputation tile that the viewer may not know."""


class PlayerView:
    """A state without the secrets that ``viewer`` may not know, and what is asked of it.

    ``viewer`` is a seat, or ``None`` for an onlooker. ``table`` answers questions about the
    redacted state. ``decisions`` are the viewer's own; ``waiting_for`` names everybody's open
    decisions (seat and kind are public).
    """

    __slots__ = ("decisions", "table", "viewer", "waiting_for")

    def __init__(self, viewer: int | None, board: GameState) -> None:
        self.viewer = viewer
        self.table = Table(board)
        self.waiting_for: tuple[Pending, ...] = tuple(board.pending)
        self.decisions: list[Decision] = (
            []
            if viewer is None
            else [decision.remembering() for decision in open_decisions(self.table, viewer)]
        )

    @property
    def board(self) -> GameState:
        """The redacted state."""
        return self.table.state


def player_view(state: GameState, viewer: int | None, *, own: bool = False) -> PlayerView:
    """The view of ``viewer`` on ``state``, which is not touched unless it is ``own``: read for
    this view alone."""
    board = state if own else copy_state(state)
    board.supply.reputation = {}
    for number, seat in enumerate(board.seats):
        if number != viewer and not board.finished:
            seat.reputation = [HIDDEN] * len(seat.reputation)
            seat.drawn = [HIDDEN] * len(seat.drawn)
        if number != viewer:
            seat.preferences = {}
    return PlayerView(viewer, board)


def visible_effects(event: Event, viewer: int | None, *, revealed: bool = False) -> list[Effect]:
    """The effects of an event as ``viewer`` may read them; all of them once ``revealed``."""
    effects: list[Effect] = []
    for effect in event.effects:
        if revealed or effect.audience is None or effect.audience == viewer:
            effects.append(effect)
        elif (shadow := effect.shadow()) is not None:
            effects.append(shadow)
    return effects


def order_for(event: Event, viewer: int | None, *, revealed: bool = False) -> Order | None:
    """The order of an event if ``viewer`` may read it: some orders name what is secret."""
    order: Order | None = event.order
    if order is None or revealed or viewer == event.seat or not order.secret:
        return order
    return None


def actor_for(event: Event, viewer: int | None) -> Any:
    """Who acted, as far as ``viewer`` may know: others see the move, not what made it."""
    if event.seat is None or viewer == event.seat:
        return event.actor
    return "player"
