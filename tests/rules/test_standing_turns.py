"""Planned turns and reactions as policies: what is played, what belongs to a later turn, what
stops a plan."""

from __future__ import annotations

import pytest

from rules.effects.flow import PreferenceSet
from rules.orders import Build, Done, Explore, Order, Pass, Prefer, Trade
from rules.policies.standing import (
    Answer,
    PlannedTurns,
    ReactionOrders,
    StandingError,
    StandingOrders,
    Stop,
    answer,
    checked,
    decode_standing,
    encode_standing,
    standing_from_builtins,
)
from rules.policies.standing.orders import NoShipEntered, PlannedTurn
from rules.views import player_view
from tests.builders import HOME, RIVAL_HOME, Position


def said(p: Position, orders: StandingOrders) -> Answer | Stop | None:
    asked = p.asked()
    return answer(orders, player_view(p.state, asked.seat), asked)


def planned(p: Position, *turns: str) -> Answer:
    found = said(p, PlannedTurns(turns=turns))
    assert isinstance(found, Answer), found
    return found


def rich() -> Position:
    """Seat 0 can pay for what it wants."""
    p = Position()
    p.seat(0).storage.materials = 20
    p.seat(0).storage.money = 20
    return p


def test_a_turn_ends_by_itself() -> None:
    text = f"build interceptor {HOME}"
    found = planned(rich(), text)
    assert found.orders[0] == Build("interceptor", HOME)
    assert set(found.orders[1:]) == {Done()}
    assert found.why == PlannedTurn(text)
    assert (found.left, found.handed_back) == (None, "")


def test_orders_of_one_action_are_one_turn() -> None:
    build = Build("interceptor", HOME)
    found = planned(rich(), f"build interceptor {HOME}; build interceptor {HOME}")
    assert [order for order in found.orders if order != Done()] == [build, build]
    assert found.left is None


def test_another_action_belongs_to_the_next_turn() -> None:
    """One action a turn: the rest of the line waits, and keeps its order."""
    found = planned(rich(), f"build interceptor {HOME}; explore 1.1; then pass", "pass")
    assert found.orders[0] == Build("interceptor", HOME)
    assert Explore("1.1") not in found.orders
    assert found.left == PlannedTurns(turns=("explore 1.1; then pass", "pass"))
    assert found.handed_back == ""


def test_a_line_is_a_turn() -> None:
    found = planned(rich(), "trade 2 money for 1 science; pass", "pass")
    assert found.orders == (Trade("money", "science", 1), Pass())
    assert found.left == PlannedTurns(turns=("pass",))


def test_what_follows_on_chance_in_the_same_turn_is_handed_back() -> None:
    p = rich()
    zone = str(p.options(Explore)[0])
    found = planned(p, f"explore {zone}; place 0", "pass")
    assert found.orders == (Explore(zone),)
    assert (found.left, found.handed_back) == (None, "place 0; pass")
    alone = planned(p, f"explore {zone}", "pass")
    assert alone.orders == (Explore(zone),)
    assert (alone.left, alone.handed_back) == (PlannedTurns(turns=("pass",)), "")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (f"build dreadnought {HOME}", f"build dreadnought {HOME}"),
        (
            f"build interceptor {HOME}; build interceptor {RIVAL_HOME}",
            f"build interceptor {RIVAL_HOME}",
        ),
    ],
)
def test_a_plan_stops_at_what_is_not_legal_and_nothing_is_played(text: str, at: str) -> None:
    p = Position()
    p.seat(0).storage.materials = 7
    p.seat(0).storage.money = 0
    before = p.state.seq
    found = said(p, PlannedTurns(turns=(text, "pass")))
    assert isinstance(found, Stop)
    assert found.text == at
    assert found.reason
    assert p.state.seq == before


def test_plans_say_nothing_beside_the_own_turn() -> None:
    p = rich()
    p.play(Build("interceptor", HOME))
    assert p.asked().kind != "turn"
    assert said(p, PlannedTurns(turns=("pass",))) is None


def test_what_a_seat_does_not_know_plays_no_part() -> None:
    """The plan is tried on the view: the same with other secrets behind it."""
    found = []
    for tile in (1, 4):
        p = rich()
        p.seat(1).reputation = [tile]
        p.seat(1).preferences = {"reputation": "ask"} if tile == 1 else {}
        found.append(planned(p, f"build interceptor {HOME}"))
    assert found[0] == found[1]


# --- reactions -----------------------------------------------------------------------------------


def passed() -> Position:
    """Seat 0 has passed and is asked for a reaction."""
    p = Position()
    p.play(Pass())
    p.play(Build("interceptor", RIVAL_HOME))
    while p.asked().seat == 1:
        p.play(Done())
    assert (p.asked().seat, p.asked().kind) == (0, "reaction")
    return p


def orders_of(found: Answer | Stop | None) -> tuple[Order, ...]:
    assert isinstance(found, Answer)
    return found.orders


def test_reactions_are_passed_unless_a_ship_enters() -> None:
    p = passed()
    watch = ReactionOrders(sectors=(HOME,))
    assert said(p, watch) == Answer((Pass(),), NoShipEntered((HOME,)))
    p.ship(-1, "ancient", HOME)
    assert orders_of(said(p, watch)) == (Pass(),)
    ship = p.ship(1, "interceptor", HOME)
    assert said(p, watch) is None
    assert orders_of(said(p, ReactionOrders(sectors=(HOME,), known=(ship.id,)))) == (Pass(),)
    assert orders_of(said(p, ReactionOrders(sectors=(RIVAL_HOME,), known=tuple(p.state.ships))))


def test_without_sectors_there_is_no_reaction_at_all() -> None:
    p = passed()
    p.ship(1, "interceptor", HOME)
    assert orders_of(said(p, ReactionOrders())) == (Pass(),)


def test_the_preference_that_lets_the_seat_be_asked_is_set_on_its_turn() -> None:
    p = Position()
    assert said(p, ReactionOrders(sectors=(HOME,))) is None
    p.fact(PreferenceSet(0, "reactions", "skip"))
    assert orders_of(said(p, ReactionOrders(sectors=(HOME,)))) == (Prefer("reactions", "ask"),)
    assert said(p, ReactionOrders()) is None


# --- what can be kept ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orders", "field"),
    [
        (PlannedTurns(turns=("frobnicate 221",)), "turns"),
        (PlannedTurns(turns=("; ;",)), "turns"),
        (ReactionOrders(sectors=("999",)), "sectors"),
        (ReactionOrders(sectors=(HOME, HOME)), "sectors"),
    ],
)
def test_what_means_nothing_is_refused_with_the_field(orders: StandingOrders, field: str) -> None:
    p = Position()
    with pytest.raises(StandingError) as refused:
        checked(orders, player_view(p.state, 0), 0)
    assert refused.value.field == field
    assert refused.value.reason


def test_what_is_not_possible_yet_may_be_planned() -> None:
    p = Position()
    plan = PlannedTurns(turns=(f"build dreadnought {HOME}; then pass",))
    assert checked(plan, player_view(p.state, 1), 1) == plan


def test_standing_orders_are_stored_and_read_back() -> None:
    for orders in (PlannedTurns(turns=("pass",)), ReactionOrders(sectors=(HOME,), known=(3,))):
        assert decode_standing(encode_standing(orders)) == orders
    with pytest.raises(ValueError, match="below_chance"):
        standing_from_builtins({"standing": "battle", "below_chance": 100})
    with pytest.raises(ValueError, match="unknown"):
        standing_from_builtins({"standing": "battle", "wish": "win"})
