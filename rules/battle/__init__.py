"""The arithmetic of battles: who fires when, what hits, who takes it.

Pure functions over plain values. The step that plays a battle and the odds of a battle both use
them, so what is foretold and what happens follow the same rules. No edition is known here: damage
of colours and sizes of ships come from the content and are passed in.
"""

from rules.battle.assignment import (
    ASSIGNMENT_RULES,
    AssignmentRule,
    assign,
    damage_dealt,
    npc_assignment,
    prepare,
)
from rules.battle.attack import Attack, Part, Pool
from rules.battle.dice import HIGHEST_FACE, LOWEST_FACE, RolledDie, attack_dice, hits, rolled_dice
from rules.battle.ships import (
    ShipGroup,
    ShipStats,
    Side,
    Target,
    initiative_order,
    size_ranks,
)

__all__ = [
    "ASSIGNMENT_RULES",
    "HIGHEST_FACE",
    "LOWEST_FACE",
    "AssignmentRule",
    "Attack",
    "Part",
    "Pool",
    "RolledDie",
    "ShipGroup",
    "ShipStats",
    "Side",
    "Target",
    "assign",
    "attack_dice",
    "damage_dealt",
    "hits",
    "initiative_order",
    "npc_assignment",
    "prepare",
    "rolled_dice",
    "size_ranks",
]
