"""A first round with a battle in it, thought out beforehand by the rules alone.

The same orders, given with the same seed through page and mail, must lead to the same game.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules import orders as o
from rules.chance import LiveChance
from rules.decisions import Choice, Decision
from rules.effects.battle import BattleEnded
from rules.engine import new_game, open_decisions, play
from rules.log import Event
from rules.simulate import seed_bytes
from rules.state.model import GameState, RulesetSpec
from rules.table import Table

FIGHTER, SETTLER = 0, 1
"""The seats: one looks for ancients and attacks them, the other explores, settles, researches."""
SPEC = RulesetSpec("new_dawn", options={"species": ["terran"], "boards": "choose"})
"""What the game is opened with."""
FLEET = 2
"""Interceptors that the fighter attacks with."""


@dataclass(frozen=True)
class Step:
    """One order of the plan and what it came to. ``kind``: of the decision that it answers."""

    seat: int
    kind: str
    order: o.Order
    event: Event


@dataclass(frozen=True)
class Plan:
    """``steps`` from the choice of boards to the end of round 1; ``sector``: of the battle."""

    seed: bytes
    steps: tuple[Step, ...]
    sector: str
    state: GameState


def plan() -> Plan:
    """The first seed with which the settler begins, and the fighter meets one ancient beside its
    home and beats it."""
    for number in range(500):
        found = _try(seed_bytes(number))
        if found is not None:
            return found
    raise AssertionError("no seed leads to a battle in round 1")


def _try(seed: bytes) -> Plan | None:
    chance = LiveChance(seed)
    state, _setup = new_game(SPEC, 2, chance)
    steps: list[Step] = []
    if open_decisions(Table(state))[0].seat != SETTLER:
        return None
    while state.round < 2:
        table = Table(state)
        decision = open_decisions(table)[0]
        order = _choose(table, decision, len([s for s in steps if s.seat == decision.seat]))
        if order is None:
            return None
        effects = play(state, state.seq + 1, decision.seat, order, chance, decision.id)
        event = Event.of(state.seq, decision.seat, "player", order, effects, decision.id)
        steps.append(Step(decision.seat, decision.kind, order, event))
    battles = [e for s in steps for e in s.event.effects if isinstance(e, BattleEnded)]
    settled = any(isinstance(step.order, o.Colonize) for step in steps)
    if len(battles) != 1 or battles[0].winner != FIGHTER or not settled:
        return None
    return Plan(seed, tuple(steps), battles[0].sector, state)


def _choose(table: Table, decision: Decision, given: int) -> o.Order | None:
    """The next order, or ``None`` if this seed leads nowhere; ``given``: orders of the seat so far."""
    choices = {choice.order: choice for choice in decision.choices}
    if decision.kind == "turn":
        turn = _fight if decision.seat == FIGHTER else _settle
        return turn(table, choices, given)
    if place := _first(choices.get(o.PlaceSector)):
        return place
    if decision.kind == "move":
        moves = [order for order in choices[o.Move].orders() if isinstance(order, o.Move)]
        return next((order for order in moves if order.target == _guarded(table)), o.Done())
    if decision.seat == SETTLER and (order := _first(choices.get(o.Colonize))):
        return order
    return _first(choices.get(o.TakeControl)) or decision.default


def _first(choice: Choice | None) -> o.Order | None:
    return next(iter(choice.orders()), None) if choice else None


def _settle(table: Table, choices: dict[type[o.Order], Choice], given: int) -> o.Order | None:
    """Explore, then research, then pass."""
    if given == 1:
        return _first(choices[o.Explore])
    if not table.seat(SETTLER).action_discs.get("research"):
        return _first(choices[o.Research])
    return o.Pass()


def _fight(table: Table, choices: dict[type[o.Order], Choice], given: int) -> o.Order | None:
    """Explore once, build the fleet, go in, pass."""
    home = table.seat(FIGHTER).home
    target = _guarded(table)
    if target is None:
        return _first(choices[o.Explore]) if given == 1 else None
    fleet = [ship for ship in table.state.ships.values() if ship.owner == FIGHTER]
    if len(fleet) < FLEET:
        return o.Build("interceptor", home)
    if fleet[0].sector == home:
        return o.Move("interceptor", home, target)
    return o.Pass()


def _guarded(table: Table) -> str | None:
    """A sector with one ancient that the fighter reaches from its home."""
    home = table.state.sectors[table.seat(FIGHTER).home]
    for sector in table.reach(FIGHTER, home):
        guards = table.guards_in(table.state.sectors[sector])
        if [ship.kind for ship in guards] == ["ancient"]:
            return sector
    return None
