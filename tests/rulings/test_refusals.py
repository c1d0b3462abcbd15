"""Refusals: whatever order is given at the wrong time, the reason says what the rules want."""

from __future__ import annotations

import random

import pytest

from rules.decisions import ASKED, Decision, Refused, check
from rules.engine import open_decisions
from rules.log import Event
from rules.orders import Build, Order, Research, TakeControl
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec, Stock
from rules.table import Table
from tests.builders import HOME, RIVAL_HOME, Position


def _refusal(decision: Decision, order: Order) -> Refused | None:
    try:
        check(decision, order)
    except Refused as refused:
        return refused
    return None


@pytest.mark.parametrize(
    ("seed", "species"),
    [
        (1, ()),
        (2, ()),
        (3, ("planta", "descendants_of_draco", "mechanema", "terran_alliance")),
    ],
)
def test_every_refusal_names_its_rule(seed: int, species: tuple[str, ...]) -> None:
    """Orders of other turns and seats, given at every decision of a game: the reason is a whole
    sentence with a heading of the rule book, never a bare 'not possible'."""
    rng = random.Random(seed)
    given: list[Order] = []
    bad: set[str] = set()
    refused = 0

    def watch(state: GameState, event: Event) -> None:
        nonlocal refused
        if event.order is not None:
            given.append(event.order)
        for decision in open_decisions(Table(state)):
            assert decision.kind in ASKED, decision.kind
            for order in rng.sample(given, min(12, len(given))):
                why = _refusal(decision, order)
                if why is None:
                    continue
                refused += 1
                whole = why.reason.endswith(".") and "not possible here" not in why.reason
                if not whole or not ("(" in why.reason or "preference" in why.reason):
                    bad.add(f"{decision.kind} {order}: {why.reason}")

    spec = RulesetSpec("new_dawn", options={"reactions": "ask"})
    simulate(spec, ["varied", "greedy"] * 2 if species else ["varied"] * 3, seed, species, watch)
    assert refused > 500
    assert not bad


def test_too_dear_says_whether_trading_would_pay() -> None:
    """Three materials short with enough science: the reason points to trade."""
    position = Position()
    position.seat().storage = Stock(0, 6, 5)
    assert "Trade for 3 more first" in position.refusal(Build("dreadnought", HOME))
    position.seat().storage = Stock(0, 1, 0)
    position.state.supply.techs["nanorobots"] = 1
    assert "Trade" not in position.refusal(Research("nanorobots"))


def test_an_order_for_another_question_says_what_is_asked() -> None:
    position = Position()
    assert "one action or pass" in position.refusal(TakeControl(RIVAL_HOME))
