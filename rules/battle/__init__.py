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
    own_damage,
    prepare,
)
from rules.battle.attack import Attack, Part, Pool
from rules.battle.dice import (
    HIGHEST_FACE,
    LOWEST_FACE,
    PrintedFace,
    RolledDie,
    attack_dice,
    hits,
    rolled_dice,
    self_damage,
)
from rules.battle.ships import (
    MOST_ROUNDS,
    ShipGroup,
    ShipStats,
    Side,
    Target,
    can_destroy,
    initiative_order,
    size_ranks,
)

__all__ = [
    "ASSIGNMENT_RULES",
    "HIGHEST_FACE",
    "LOWEST_FACE",
    "MOST_ROUNDS",
    "AssignmentRule",
    "Attack",
    "Part",
    "Pool",
    "PrintedFace",
    "RolledDie",
    "ShipGroup",
    "ShipStats",
    "Side",
    "Target",
    "assign",
    "attack_dice",
    "can_destroy",
    "damage_dealt",
    "hits",
    "initiative_order",
    "npc_assignment",
    "own_damage",
    "prepare",
    "rolled_dice",
    "self_damage",
    "size_ranks",
]
