"""The hooks of a game: those of the modules that it is played with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from rules.content.schema import Catalog
from rules.expansions.base import Expansion, TurnRight
from rules.expansions.galactic_events import black_holes, pulsars, supernovas
from rules.orders import Order
from rules.play import Play
from rules.state.frames_action import TurnFrame
from rules.state.model import Ship
from rules.table import Table

EXPANSIONS: dict[str, Expansion] = {
    "pulsars": pulsars.EXPANSION,
    "black_holes": black_holes.EXPANSION,
    "supernovas": supernovas.EXPANSION,
}
"""Modules that do more than add components. Their hooks are called in this order."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """See ``Expansion``; here are those of all modules of a game."""

    left_out: tuple[Callable[[Catalog, Collection[str]], frozenset[str]], ...] = ()
    prepared: tuple[Callable[[Play], None], ...] = ()
    turn_rights: tuple[TurnRight, ...] = ()
    turn_defaults: tuple[Callable[[Table, TurnFrame], Order | None], ...] = ()
    wakes: tuple[Callable[[Table, int], bool], ...] = ()
    arrived: tuple[Callable[[Play, Ship], None], ...] = ()
    phase_opened: tuple[Callable[[Play, str], None], ...] = ()


def hooks_of(modules: Collection[str]) -> Hooks:
    """The hooks of a game with these modules."""
    found = [expansion for name, expansion in EXPANSIONS.items() if name in modules]
    return Hooks(
        tuple(e.left_out for e in found if e.left_out),
        tuple(e.prepared for e in found if e.prepared),
        tuple(right for e in found for right in e.turn_rights),
        tuple(e.turn_default for e in found if e.turn_default),
        tuple(e.wakes for e in found if e.wakes),
        tuple(e.arrived for e in found if e.arrived),
        tuple(e.phase_opened for e in found if e.phase_opened),
    )
