"""Facts. Only effects change a state; every log entry holds those that its order caused."""

from __future__ import annotations

from typing import Union

from rules.effects.base import ChanceEffect, Effect
from rules.effects.battle import BattleEffect
from rules.effects.boards import BoardEffect
from rules.effects.diplomacy import DiplomacyEffect
from rules.effects.flow import FlowEffect
from rules.effects.galaxy import GalaxyEffect
from rules.expansions.effects import ExpansionEffect

AnyEffect = Union[
    FlowEffect, BoardEffect, GalaxyEffect, BattleEffect, DiplomacyEffect, ExpansionEffect
]

__all__ = ["AnyEffect", "ChanceEffect", "Effect"]
