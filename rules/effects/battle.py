"""Effects of the combat phase."""

from __future__ import annotations

from typing import Union

from rules.effects.base import Effect


class ShipDestroyed(Effect, frozen=True, tag="ship_destroyed"):
    """A ship was destroyed by ``by`` (-1: a non-player)."""

    ship: int
    owner: int
    kind: str
    sector: str
    by: int


class DamageRepaired(Effect, frozen=True, tag="damage_repaired"):
    """All damage was taken off all ships."""


BattleEffect = Union[ShipDestroyed, DamageRepaired]
