"""Exact chances by dynamic programming.

Damage only grows, so the states of a battle can be taken in the order of the damage done. Within
a state only misses keep the battle where it is: the ship types take turns until one of them
changes something. How often each gets its turn is a geometric series with a closed form.
"""

import math
from typing import NamedTuple

from rules.odds.reader import Battle
from rules.odds.result import Outcome
from rules.odds.volleys import FleetState, Volleys

MOST_STATES = 100_000_000
"""Conceivable states of a battle beyond which nothing is tried."""

RESULT_WORK = 80
"""Steps of work that finding out one result of a volley counts for; passing on the chance of a
state counts for one."""


class TooLargeError(Exception):
    """The battle has too many states for the work allowed."""


def solve(battle: Battle, work: int) -> Outcome:
    """The exact chances of `battle`, in which damage only grows.

    Raises TooLargeError if that needs more than `work` steps or the battle has more than
    `MOST_STATES` conceivable states.
    """
    check_states(battle)
    solver = _Solver(battle, work)
    solver.fire_missiles()
    solver.fight()
    return solver.outcome()


def check_states(battle: Battle) -> None:
    """Raises TooLargeError if the battle has more than `MOST_STATES` conceivable states."""
    states = conceivable_states(battle)
    if states > MOST_STATES:
        raise TooLargeError(f"{states} states are conceivable")


def conceivable_states(battle: Battle) -> int:
    """How many states of the ships of both sides there are, reachable or not."""
    return math.prod(
        # Each ship is destroyed or bears damage up to its hull; ships of a type are alike.
        math.comb(count + group.stats.hull + 1, count)
        for fleet in battle.fleets
        for group, count in zip(fleet.groups, fleet.counts, strict=True)
    )


class _Volley(NamedTuple):
    """Chance that nothing changes, and the enemy states that may follow with their chances."""

    stay: float
    ends: tuple[tuple[int, float], ...]


class _Solver:
    """Passes chance from state to state; fleet states are numbered, each side for itself."""

    def __init__(self, battle: Battle, work: int) -> None:
        self._volleys = Volleys(battle)
        self._work = work
        self._passed = 0
        self._numbers: tuple[dict[FleetState, int], dict[FleetState, int]] = ({}, {})
        self._states: tuple[list[FleetState], list[FleetState]] = ([], [])
        self._lost: tuple[list[int], list[int]] = ([], [])
        self._ships: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
        self._left: tuple[list[bool], list[bool]] = ([], [])
        self._known: dict[tuple[bool, int, int, int], _Volley] = {}
        start = (self._number(0, self._volleys.start[0]), self._number(1, self._volleys.start[1]))
        self._missiles = {start: 1.0}
        # By damage done, by state: the chance of arriving before each of the cannon steps.
        self._waiting: dict[int, dict[tuple[int, int], list[float]]] = {}
        self._ended: dict[tuple[int, int], float] = {}
        self._stalemates: dict[tuple[int, int], float] = {}

    def fire_missiles(self) -> None:
        """All missile steps, once each."""
        for number, step in enumerate(self._volleys.missiles):
            after: dict[tuple[int, int], float] = {}
            for state, chance in self._missiles.items():
                ships = self._ships[step.side][state[step.side]][step.group]
                if not ships:
                    after[state] = after.get(state, 0.0) + chance
                    continue
                volley = self._volley(True, number, ships, state[1 - step.side])
                if volley.stay:
                    after[state] = after.get(state, 0.0) + chance * volley.stay
                for end, share in volley.ends:
                    reached = (state[0], end) if step.side == 0 else (end, state[1])
                    self._add(after, reached, chance * share)
                self._count(len(volley.ends))
            self._missiles = after

    def _add(
        self, states: dict[tuple[int, int], float], state: tuple[int, int], chance: float
    ) -> None:
        """Adds chance to a state, or to the ended battles if one side is gone."""
        to = states if self._left[0][state[0]] and self._left[1][state[1]] else self._ended
        to[state] = to.get(state, 0.0) + chance

    def fight(self) -> None:
        """The engagement rounds, to the end."""
        for state, chance in self._missiles.items():
            lost = self._lost[0][state[0]] + self._lost[1][state[1]]
            turn = self._volleys.first % max(1, len(self._volleys.cannons))
            self._arrive(state, lost, turn, chance)
        while self._waiting:
            states = self._waiting.pop(min(self._waiting))
            for state, arrivals in states.items():
                self._leave(state, arrivals)

    def outcome(self) -> Outcome:
        """What `fire_missiles` and `fight` found."""
        survivors = [[0.0] * len(ships[0]) for ships in self._ships]
        wins = [0.0, 0.0]
        for state, chance in self._ended.items():
            winner = 0 if self._left[0][state[0]] else 1
            wins[winner] += chance
            for group, ships in enumerate(self._ships[winner][state[winner]]):
                survivors[winner][group] += chance * ships
        stalemate = math.fsum(self._stalemates.values())
        for state, chance in self._stalemates.items():
            for group, ships in enumerate(self._ships[1][state[1]]):
                survivors[1][group] += chance * ships
        # Rounding may leave the sum a hair beside one, and no chance may be above one.
        total = wins[0] + wins[1] + stalemate
        return Outcome(
            attacker=wins[0] / total,
            defender=(wins[1] + stalemate) / total,
            stalemate=stalemate / total,
            survivors=(
                tuple(ships / total for ships in survivors[0]),
                tuple(ships / total for ships in survivors[1]),
            ),
            method="exact",
        )

    def _leave(self, state: tuple[int, int], arrivals: list[float]) -> None:
        """Passes on the chance that arrived in `state`, turn by turn."""
        turns: list[_Volley | None] = []
        for number, step in enumerate(self._volleys.cannons):
            ships = self._ships[step.side][state[step.side]][step.group]
            enemy = state[1 - step.side]
            turns.append(self._volley(False, number, ships, enemy) if ships else None)
        if not any(turns):
            self._stalemates[state] = self._stalemates.get(state, 0.0) + sum(arrivals)
            return
        # The chance that comes round to the first turn after a whole round, for what arrived
        # this round and for what was there at its beginning.
        round_trip, carried = 1.0, 0.0
        for arrival, turn in zip(arrivals, turns, strict=True):
            stay = turn.stay if turn else 1.0
            round_trip *= stay
            carried = (carried + arrival) * stay
        present = carried / (1.0 - round_trip)
        for number, (step, turn) in enumerate(zip(self._volleys.cannons, turns, strict=True)):
            present += arrivals[number]
            if turn is None or not present:
                continue
            self._pass_on(state, step.side, turn, present, (number + 1) % len(turns))
            present *= turn.stay

    def _pass_on(
        self, state: tuple[int, int], side: int, volley: _Volley, chance: float, turn: int
    ) -> None:
        """Brings `chance` from `state` to where the volley of `side` leads, before `turn`."""
        enemy = 1 - side
        left, lost = self._left[enemy], self._lost[enemy]
        own = self._lost[side][state[side]]
        for end, share in volley.ends:
            reached = (state[0], end) if side == 0 else (end, state[1])
            if left[end]:
                self._arrive(reached, own + lost[end], turn, chance * share)
            else:
                self._ended[reached] = self._ended.get(reached, 0.0) + chance * share
        self._count(len(volley.ends))

    def _arrive(self, state: tuple[int, int], lost: int, turn: int, chance: float) -> None:
        layer = self._waiting.get(lost)
        if layer is None:
            layer = self._waiting[lost] = {}
        arrivals = layer.get(state)
        if arrivals is None:
            arrivals = layer[state] = [0.0] * max(1, len(self._volleys.cannons))
        arrivals[turn] += chance

    def _volley(self, missiles: bool, number: int, ships: int, enemy: int) -> _Volley:
        key = (missiles, number, ships, enemy)
        known = self._known.get(key)
        if known is None:
            step = (self._volleys.missiles if missiles else self._volleys.cannons)[number]
            side = 1 - step.side
            state = self._states[side][enemy]
            chances = {end: c for (end, _), c in self._volleys.chances(step, ships, state).items()}
            stay = chances.pop(state, 0.0)
            ends = tuple((self._number(side, end), chance) for end, chance in chances.items())
            known = self._known[key] = _Volley(stay, ends)
            self._count(0)
        return known

    def _number(self, side: int, state: FleetState) -> int:
        known = self._numbers[side].get(state)
        if known is None:
            known = self._numbers[side][state] = len(self._states[side])
            self._states[side].append(state)
            self._lost[side].append(self._volleys.lost(side, state))
            self._ships[side].append(tuple(map(len, state)))
            self._left[side].append(any(state))
        return known

    def _count(self, passed: int) -> None:
        self._passed += passed
        if self._passed + RESULT_WORK * self._volleys.evaluated > self._work:
            raise TooLargeError(f"more than {self._work} steps")
