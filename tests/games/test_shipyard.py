"""Ship design without a decision: anything is tried, judged, cut into orders and fought with."""

from __future__ import annotations

import pytest

from games.rendering.duels import fought
from games.rendering.ships import ShipPage, ship_page
from rules.battle import ShipStats
from rules.steps.research import least_cost
from rules.views import player_view
from tests.builders import Position
from tests.games.test_designer import NAMES, learned


def page(position: Position, path: str = "", at: str = "", seat: int = 0, viewer: int | None = 0):
    view = player_view(position.state, viewer)

    def url(of: int, path: str, at: str) -> str:
        return f"?of={of}&path={path}&at={at}"

    return ship_page(view, seat, NAMES, path, at, url)


def test_everything_can_be_tried_and_is_judged():
    position = Position()
    position.state.supply.techs = {"plasma_cannon": 1}
    free = page(position, "place:plasma_cannon:interceptor:1", "interceptor")
    assert not free.design.legal
    bad = [check.text for check in free.design.checks if not check.good]
    cost = least_cost(position.table, 0, "plasma_cannon")
    assert bad == [
        "Energy 4 of 3: 1 short",
        f"Plasma Cannon needs the technology: {cost} science",
    ]
    assert free.order == ""
    assert "needs the technology Plasma Cannon" in free.refusal


def test_a_draft_becomes_the_order_that_is_asked_for():
    position = Position()
    free = page(position, "place:hull:interceptor:1", "interceptor")
    assert free.order == "place:hull:interceptor:1"
    assert [stage.text for stage in free.stages] == ["upgrade place hull on interceptor 1"]
    # Of somebody else's ships nothing becomes an order.
    other = page(position, "place:hull:interceptor:1", "interceptor", seat=1)
    assert (other.own, other.order, other.decision) == (False, "", "")
    assert page(position, viewer=None).own is False


def test_a_draft_of_many_parts_is_cut_into_orders_that_are_legal_one_by_one():
    """One part at a time in Second Dawn: the source must come before the cannon."""
    position = learned("plasma_cannon", "fusion_source", edition="second_dawn")
    path = "place:plasma_cannon:interceptor:1~place:fusion_source:interceptor:3"
    free = page(position, path, "interceptor")
    assert [(stage.text, stage.fault) for stage in free.stages] == [
        ("upgrade place fusion source on interceptor 3", ""),
        ("upgrade place plasma cannon on interceptor 1", ""),
    ]
    assert free.order == "place:fusion_source:interceptor:3"


@pytest.mark.parametrize(
    "path",
    ["~", "place", "place:x:y:z", "place:hull:cruiser:99", "return:cruiser", "a:b:c:d", "~" * 300],
)
def test_what_an_address_does_not_mean_is_left_out(path):
    assert page(Position(), path, at="x:y").design.changes == []


def test_duels_are_those_of_the_battle():
    """Two equal interceptors: whoever defends fires first, so the attacker wins less often."""
    position = Position()
    free = page(position, at="interceptor")
    (equal,) = [d for d in free.duels if (d.owner, d.kind) == ("South", "interceptor")]
    assert (equal.hits, equal.hit_by) == ("6", "6")
    assert equal.attacks is not None
    assert equal.defends is not None
    # One die of a six each: (1/6 * 5/6) / (1 - 25/36) = 5/11.
    assert (equal.attacks.before, equal.defends.before) == (45, 55)
    better = page(position, "place:hull:interceptor:1", "interceptor")
    (stronger,) = [d for d in better.duels if (d.owner, d.kind) == ("South", "interceptor")]
    assert stronger.attacks is not None
    assert stronger.attacks.before == 45 < stronger.attacks.after


def test_nobody_attacks_with_a_starbase_or_is_attacked_by_one():
    free: ShipPage = page(Position(), at="starbase")
    assert {duel.owner for duel in free.duels} == {"South"}
    assert all(duel.attacks is None for duel in free.duels)
    assert "starbase" not in {duel.kind for duel in free.duels}
    flying = {(d.kind, d.defends is None) for d in page(Position(), at="cruiser").duels}
    assert {("starbase", True), ("ancient", True), ("gcds", True), ("cruiser", False)} <= flying


def test_duels_of_the_strongest_designs_are_exact_and_quick():
    """Nothing is left to simulation, which would take seconds and would not be sure."""
    rules = Position(edition="second_dawn", modules=("extras",)).table.rules
    armed = [
        ShipStats(initiative=3, hull=9, computer=3, shield=3, cannons=("red", "blue", "orange")),
        ShipStats(initiative=3, hull=7, computer=3, cannons=("yellow",) * 6, repair=1),
        ShipStats(initiative=3, hull=4, missiles=("orange",) * 8, cannons=("rift", "rift")),
    ]
    for attacker in armed:
        for defender in armed:
            assert fought(rules, attacker, defender).method == "exact"
