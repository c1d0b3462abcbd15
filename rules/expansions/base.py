"""Expansion points: where the steps of the game ask the modules that are played with.

The steps know no module. What a module does it says in an ``Expansion``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from rules.content.schema import Catalog
from rules.decisions import Choice
from rules.orders import Order
from rules.play import Play
from rules.state.frames_action import TurnFrame
from rules.state.model import Ship
from rules.table import Table


@dataclass(frozen=True, slots=True)
class TurnRight:
    """A kind of order that a seat may begin its turn with, beside the actions.

    ``offer`` returns the choice, or ``None`` when the kind is not offered in this turn at all.
    """

    order: type[Order]
    offer: Callable[[Table, TurnFrame], Choice | None]
    play: Callable[[Play, TurnFrame, Order], None]


@dataclass(frozen=True, slots=True)
class Expansion:
    """What a module does at the expansion points; nothing where it names none."""

    left_out: Callable[[Catalog, Collection[str]], frozenset[str]] | None = None
    """Sector tiles that a game is played without, of which certain tiles are known to be used."""
    prepared: Callable[[Play], None] | None = None
    """The common supply has just been laid out."""
    turn_rights: tuple[TurnRight, ...] = ()
    turn_default: Callable[[Table, TurnFrame], Order | None] | None = None
    """What the deadline plays in a turn before passing, if anything."""
    wakes: Callable[[Table, int], bool] | None = None
    """Whether a seat that has passed is asked again, whatever it prefers."""
    arrived: Callable[[Play, Ship], None] | None = None
    """A ship has just ended a movement."""
    phase_opened: Callable[[Play, str], None] | None = None
    """A phase has begun; steps that are opened now come before its own."""
