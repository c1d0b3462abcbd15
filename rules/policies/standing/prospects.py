"""The chance of winning a battle that is under way."""

from __future__ import annotations

from rules.odds import odds_of
from rules.odds.sectors import battle_under_way
from rules.state.frames_combat import BattleFrame
from rules.table import Table

EXACT_WORK = 60_000
"""Steps of the exact computation before battles are played instead: all but the largest battles
are worked out, in a few hundredths of a second."""
RUNS = 500
"""Battles played where that is not enough, half a second for the largest fleets: the standard error
is at most 0.023."""

DICE_RULES = {"most_kills": "most_kills", "smallest": "smallest_first"}
"""Wishes for dice that have a rule of their own; any other is the usual rule with other ranks."""


def winning_percent(table: Table, frame: BattleFrame, seat: int, targets: str) -> int:
    """Percent, rounded down, with which ``seat`` wins the battle if nobody retreats any more.

    Ships on their way out count for neither side. ``targets``: how the seat assigns its dice; the
    enemy goes by the rule for non-player ships. The same position gives the same answer on every
    machine.
    """
    battle = battle_under_way(table, frame)
    if battle is None:
        sector = table.state.sectors[frame.sector]
        own = table.own_ships_in(seat, sector)
        return 100 if any(not ship.retreat for ship in own) else 0
    side = (frame.attacker, frame.defender).index(seat)
    fleets = list(battle.fleets)
    fleets[side] = fleets[side]._replace(policy=DICE_RULES.get(targets, "npc"))
    outcome = odds_of(battle._replace(fleets=(fleets[0], fleets[1])), EXACT_WORK, RUNS)
    return int(100 * (outcome.defender if side else outcome.attacker))
