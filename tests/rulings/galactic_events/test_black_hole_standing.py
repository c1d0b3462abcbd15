"""Ships that are due and what was decided beforehand: standing orders lose no ship."""

from __future__ import annotations

from rules.expansions.galactic_events.orders import ReturnShip
from rules.orders import Done, Pass, Refresh
from rules.policies.standing import (
    Answer,
    PlannedTurns,
    ReactionOrders,
    StandingOrders,
    Stop,
    answer,
)
from rules.views import player_view
from tests.builders import HOME, Position
from tests.rulings.galactic_events.boards import (
    both_editions,
    near_hole,
    next_round,
    others_act,
    wait_inside,
)


def due(edition: str) -> Position:
    """An interceptor of seat 0 is to come back this round; seat 0 is asked."""
    position = near_hole(edition)
    wait_inside(position)
    others_act(position)
    next_round(position)
    assert position.asked().seat == 0
    return position


def said(position: Position, orders: StandingOrders) -> Answer | Stop | None:
    asked = position.asked()
    return answer(orders, player_view(position.state, asked.seat), asked)


@both_editions
def test_ge_bh_12_a_planned_pass_does_not_lose_a_ship(edition: str) -> None:
    """The plan stops there; one that brings the ship back first is carried out."""
    position = due(edition)
    for plan in ("pass", "then pass"):
        stopped = said(position, PlannedTurns(turns=(plan,)))
        assert isinstance(stopped, Stop)
        assert stopped.reason
    found = said(position, PlannedTurns(turns=("bring interceptor to 101; pass",)))
    assert isinstance(found, Answer)
    assert found.orders == (ReturnShip("interceptor", "101"), Pass())
    acts = said(position, PlannedTurns(turns=(f"build interceptor {HOME}", "pass")))
    assert isinstance(acts, Answer)


@both_editions
def test_ge_bh_12_a_standing_order_for_reactions_lets_the_owner_be_asked(edition: str) -> None:
    """It passes again only when the ship is back."""
    position = due(edition)
    position.play(Pass(), seat=0)
    position.play(Refresh(), Done(), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "reaction")
    for orders in (ReactionOrders(), ReactionOrders(sectors=("101",))):
        assert said(position, orders) is None
    position.play(position.asked().default, seat=0)
    found = said(position, ReactionOrders())
    assert isinstance(found, Answer)
    assert found.orders == (Pass(),)
