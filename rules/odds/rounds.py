"""Exact chances of battles in which damage does not only grow on the side that is shot at: ships
repair themselves, or dice hurt their own side.

The chance of every state is carried on from ship type to ship type and round to round, until next
to none is left of battles that go on.
"""

import math
from collections.abc import Iterable

from rules.odds.exact import RESULT_WORK, TooLargeError, check_states
from rules.odds.reader import Battle
from rules.odds.result import Outcome
from rules.odds.volleys import FleetState, Step, Volleys

NEGLIGIBLE = 1e-12
"""Chance of all battles that still go on below which they are left out."""

States = tuple[FleetState, FleetState]
Chances = dict[States, float]
Blows = tuple[tuple[FleetState, int, float], ...]


def solve_rounds(battle: Battle, work: int) -> Outcome:
    """The exact chances of `battle`.

    Raises TooLargeError if that needs more than `work` steps or the battle has more states than
    can be kept.
    """
    check_states(battle)
    solver = _Rounds(battle, work)
    solver.fight()
    return solver.outcome()


class _Rounds:
    def __init__(self, battle: Battle, work: int) -> None:
        self._volleys = Volleys(battle)
        self._work = work
        self._passed = 0
        self._going: Chances = {self._volleys.start: 1.0}
        self._ended: Chances = {}
        self._stalemates: Chances = {}
        self._blows: dict[tuple[Step, int, FleetState], Blows] = {}
        self._backfires: dict[tuple[int, FleetState, int], FleetState] = {}

    def fight(self) -> None:
        """Missiles, then engagement rounds."""
        self._fire(self._volleys.missiles)
        rounds = 0
        while math.fsum(self._going.values()) > NEGLIGIBLE:
            self._set_stalemates_aside(rounds)
            self._fire(self._volleys.cannons[0 if rounds else self._volleys.first :])
            repaired: Chances = {}
            for (first, second), chance in self._going.items():
                after = (self._volleys.repaired(0, first), self._volleys.repaired(1, second))
                repaired[after] = repaired.get(after, 0.0) + chance
            self._going = repaired
            rounds += 1

    def _set_stalemates_aside(self, rounds: int) -> None:
        for states in [s for s in self._going if self._volleys.stalemate(s, rounds)]:
            chance = self._going.pop(states)
            self._stalemates[states] = self._stalemates.get(states, 0.0) + chance

    def _fire(self, steps: Iterable[Step]) -> None:
        """Each of the ship types fires once, where it is left."""
        for step in steps:
            after: Chances = {}
            for states, chance in self._going.items():
                ships = len(states[step.side][step.group])
                if not ships:
                    after[states] = after.get(states, 0.0) + chance
                    continue
                for reached, share in self._after(step, ships, states):
                    to = after if all(map(any, reached)) else self._ended
                    to[reached] = to.get(reached, 0.0) + chance * share
            self._going = after

    def _after(self, step: Step, ships: int, states: States) -> Iterable[tuple[States, float]]:
        """The states that a volley may lead to."""
        enemy = states[1 - step.side]
        key = (step, ships, enemy)
        blows = self._blows.get(key)
        if blows is None:
            chances = self._volleys.chances(step, ships, enemy)
            blows = tuple((end, hurt, chance) for (end, hurt), chance in chances.items())
            self._blows[key] = blows
        self._passed += len(blows)
        if self._passed + RESULT_WORK * self._volleys.evaluated > self._work:
            raise TooLargeError(f"more than {self._work} steps")
        for end, hurt, chance in blows:
            own = self._backfire(step.side, states[step.side], hurt)
            yield ((own, end) if step.side == 0 else (end, own)), chance

    def _backfire(self, side: int, state: FleetState, points: int) -> FleetState:
        key = (side, state, points)
        known = self._backfires.get(key)
        if known is None:
            known = self._backfires[key] = self._volleys.backfire(side, state, points)
        return known

    def outcome(self) -> Outcome:
        """What `fight` found."""
        ends = [*self._ended.items(), *self._stalemates.items()]
        # What is left out is shared out among the rest.
        total = math.fsum(chance for _, chance in ends)
        wins, mutual = [0.0, 0.0], 0.0
        survivors = [[0.0] * len(fleet) for fleet in self._volleys.start]
        for states, chance in ends:
            if not any(map(any, states)):
                mutual += chance / total
                continue
            # In a stalemate the attacker retreats or is destroyed.
            winner = 0 if any(states[0]) and not any(states[1]) else 1
            wins[winner] += chance / total
            for group, ships in enumerate(states[winner]):
                survivors[winner][group] += chance / total * len(ships)
        return Outcome(
            attacker=wins[0],
            defender=wins[1],
            mutual=mutual,
            stalemate=math.fsum(self._stalemates.values()) / total,
            survivors=(tuple(survivors[0]), tuple(survivors[1])),
            method="exact",
        )
