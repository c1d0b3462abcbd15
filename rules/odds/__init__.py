"""Winning chances of one battle fought to the end.

`odds` takes a battle as read from JSON (`rules.odds.reader` describes it) and answers with plain
values for JSON. What a battle is:

- Missiles are fired once by every type that has them, in initiative order, then engagement rounds
  follow until one side is gone. Nobody retreats. The defender wins initiative ties.
- Each side assigns its dice by the rule for non-player ships unless the file names another rule.
- If ships of both sides are left and none of them has a cannon, neither side can destroy the
  other (rule section Stalemate). The attacker must then retreat or is destroyed: the battle counts
  for the defender, and no ship of the attacker counts as a survivor. Ships that repair themselves
  may bring this about too: see `rules.battle.can_destroy` and `MOST_ROUNDS`.
- Both sides are destroyed together (`p_mutual`) only by dice that hurt their own side: types act
  one after the other, and a side without ships does not act.
"""

from collections.abc import Mapping
from typing import Any

from rules.odds.exact import TooLargeError, solve
from rules.odds.reader import Battle, BattleError, read_battle
from rules.odds.result import Outcome
from rules.odds.rounds import solve_rounds
from rules.odds.simulation import simulate

__all__ = ["EXACT_WORK", "BattleError", "odds", "odds_of"]

EXACT_WORK = 3_000_000
"""Steps of the exact computation before it gives way to simulation: a few seconds."""


def odds(battle: Mapping[str, Any]) -> dict[str, Any]:
    """The chances of the battle described by `battle` (see `rules.odds.reader`).

    The answer has the keys `p_attacker`, `p_defender` (stalemates included), `p_mutual`,
    `p_stalemate`, `expected_survivors` (mean number of ships left by side and type), `method`
    (`exact` or `monte_carlo`) and `standard_error` of `p_attacker` (0 if exact). The same battle
    always gets the same answer.

    Raises BattleError saying what is wrong with the description and what would be right.
    """
    read = read_battle(battle)
    return odds_of(read).as_dict(read)


def odds_of(
    battle: Battle, exact_work: int = EXACT_WORK, runs: int = 0, most_work: int = 0
) -> Outcome:
    """The chances of a battle: exact if that takes at most `exact_work` steps, else simulated; for
    `runs` and `most_work` see `rules.odds.simulation.simulate`."""
    try:
        if battle.damage_only_grows:
            return solve(battle, exact_work)
        return solve_rounds(battle, exact_work)
    except TooLargeError:
        return simulate(battle, runs, most_work)
