"""Standing orders in whole games of both editions: whatever they say is legal, and most of what a
battle asks they do say."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.decisions import check
from rules.engine import open_decisions
from rules.log import Event
from rules.policies.standing import (
    Answer,
    BattleOrders,
    PlannedTurns,
    ReactionOrders,
    StandingOrders,
    Stop,
    answer,
    checked,
    ship_kinds,
)
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from rules.views import player_view

COMBAT = frozenset({"battle", "stalemate", "assign", "bombard", "destroy_cube"})


def wishes(table: Table) -> list[StandingOrders]:
    """One of each kind, and battle orders of every sort."""
    return [
        BattleOrders(below_ships=2, below_chance=40),
        BattleOrders(targets="most_kills", population="spare"),
        BattleOrders(targets="deadliest", tracks=("science", "money", "materials")),
        BattleOrders(targets="smallest", below_chance=99),
        BattleOrders(targets="kinds", kinds=tuple(reversed(ship_kinds(table)))),
        ReactionOrders(sectors=("001",) if "001" in table.state.sectors else ()),
        PlannedTurns(turns=("pass",)),
    ]


@pytest.mark.parametrize(
    "spec",
    [
        RulesetSpec("new_dawn"),
        RulesetSpec("new_dawn", options={"reactions": "ask"}),
        RulesetSpec("second_dawn", ("extras",)),
        RulesetSpec("second_dawn", options={"reactions": "ask", "blueprint_ancient": "drawn"}),
    ],
    ids=["new dawn", "new dawn with reactions", "second dawn", "second dawn with reactions"],
)
@pytest.mark.parametrize("seed", [3, 4])
def test_whatever_standing_orders_say_is_legal(spec: RulesetSpec, seed: int) -> None:
    said: Counter[str] = Counter()

    def watch(state: GameState, event: Event) -> None:
        table = Table(state)
        for decision in open_decisions(table):
            if decision.kind not in COMBAT | {"reaction", "turn"}:
                continue
            view = player_view(state, decision.seat)
            own = next(d for d in view.decisions if d.id == decision.id)
            for orders in wishes(table):
                verdict = answer(checked(orders, view, decision.seat), view, own)
                assert not isinstance(verdict, Stop)
                if decision.kind in COMBAT and isinstance(orders, BattleOrders):
                    assert isinstance(verdict, Answer)
                if isinstance(verdict, Answer):
                    check(decision, verdict.orders[0])
                    said[decision.kind] += 1

    state, _ = simulate(spec, ["greedy", "varied", "greedy"], seed, watch=watch)
    assert state.finished
    assert said["turn"]
    assert said["battle"] + said["assign"]
