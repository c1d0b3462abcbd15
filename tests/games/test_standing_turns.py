"""Turns planned beforehand, and reactions left to a standing order, in stored games."""

from __future__ import annotations

import pytest

from games.errors import StandingRefused
from games.models import StandingOrder
from games.services.standing_orders import ended_orders, play_standing, set_standing
from games.services.undo import undo, undoable
from rules.notation import show
from rules.orders import Build, Done, Explore, Pass, Prefer
from rules.policies.standing import PlannedTurns, ReactionOrders, decode_standing
from tests.games.battlefield import battlefield
from tests.games.helpers import fresh, legal, on_move, send
from tests.games.standing import act, buildable, by_standing_orders, in_turn

HOMES = ("221", "223")

pytestmark = pytest.mark.django_db

# --- planned turns -------------------------------------------------------------------------------


def test_a_planned_turn_is_played_when_its_turn_comes_and_no_sooner(game, north, south) -> None:
    seat, user, other = in_turn(north, south, game)
    other_seat = 1 - seat
    build = Build("interceptor", HOMES[other_seat])
    set_standing(game=game, user=other, orders=PlannedTurns(turns=(f"{show(build)}; then pass",)))
    assert by_standing_orders(game) == []
    send(game, "pass", seat, user)
    played = by_standing_orders(game)
    assert played[0] == (other_seat, build)
    # The rest of the plan is another turn, and it comes at once: the first has passed.
    assert played[-1] == (other_seat, Pass())
    assert [order for _, order in played] == [build, Done(), Pass()]
    assert fresh(game).phase != "action" or on_move(game)[0] == seat
    (row,) = StandingOrder.objects.all()
    assert (row.ended, row.text) == ("used", "")


def test_a_plan_set_on_the_own_turn_begins_at_once(game, north, south) -> None:
    seat, user, _ = in_turn(north, south, game)
    set_standing(game=game, user=user, orders=PlannedTurns(turns=("pass",)))
    assert by_standing_orders(game) == [(seat, Pass())]
    assert on_move(game)[0] != seat


def test_a_plan_that_is_not_legal_waits_for_the_player_and_says_why(game, north, south) -> None:
    seat, user, other = in_turn(north, south, game)
    text = "build monolith 221"
    set_standing(game=game, user=other, orders=PlannedTurns(turns=(text, "pass")))
    send(game, "pass", seat, user)
    assert by_standing_orders(game) == []
    assert on_move(game) == (1 - seat, other)
    (row,) = ended_orders(fresh(game), other)
    assert (row.ended, row.text) == ("impossible", text)
    assert row.reason


def test_a_turn_is_played_as_a_whole_or_not_at_all(game, north, south) -> None:
    """The second order of the same action is not possible: the first is not given either."""
    seat, user, other = in_turn(north, south, game)
    plan = PlannedTurns(turns=("trade 2 money for 1 science; build interceptor 221 nonsense",))
    with pytest.raises(StandingRefused) as refused:
        set_standing(game=game, user=other, orders=plan)
    assert refused.value.field == "turns"
    plan = PlannedTurns(turns=("trade 2 money for 1 materials; build dreadnought 999; done",))
    with pytest.raises(StandingRefused):
        set_standing(game=game, user=other, orders=plan)
    home = HOMES[1 - seat]
    units = "; ".join([f"build dreadnought {home}"] * 2)
    set_standing(game=game, user=other, orders=PlannedTurns(turns=(units,)))
    send(game, "pass", seat, user)
    assert by_standing_orders(game) == []
    assert ended_orders(fresh(game), other)[0].ended == "impossible"


def test_after_an_outcome_of_chance_the_rest_is_handed_back(game, north, south) -> None:
    seat, user, _ = in_turn(north, south, game)
    zone = next(o.zone for o in legal(game, seat, Explore) if isinstance(o, Explore))
    set_standing(game=game, user=user, orders=PlannedTurns(turns=(f"explore {zone}; pass",)))
    assert by_standing_orders(game) == [(seat, Explore(zone))]
    (row,) = ended_orders(fresh(game), user)
    assert (row.ended, row.text) == ("chance", "pass")
    assert on_move(game) == (seat, user)


def test_taking_back_an_order_ends_the_plan(game, north, south) -> None:
    """A plan for later turns must not begin because its player went back within this one."""
    seat, user, _ = in_turn(north, south, game)
    build = buildable(game, seat)
    send(game, show(build), seat, user)
    set_standing(game=game, user=user, orders=PlannedTurns(turns=("pass",)))
    assert by_standing_orders(game) == []
    undo(game=game, seat=seat, user=user)
    assert on_move(game) == (seat, user)
    assert play_standing(game.pk) == 0
    assert ended_orders(fresh(game), user)[0].ended == "taken_back"


def test_what_a_standing_order_played_is_sealed(game, north, south) -> None:
    seat, user, _ = in_turn(north, south, game)
    build = buildable(game, seat)
    set_standing(game=game, user=user, orders=PlannedTurns(turns=(show(build),)))
    assert undoable(fresh(game), seat) == []
    assert fresh(game).sealed_seq == fresh(game).newest_seq


# --- reactions -----------------------------------------------------------------------------------


def test_reactions_are_passed_until_a_ship_enters(game, north, south) -> None:
    """The seat is asked at each turn after passing; it passes by itself as long as the sector is
    free of other players' ships."""
    seat, user, other = in_turn(north, south, game)
    home = HOMES[seat]
    set_standing(game=game, user=user, orders=ReactionOrders(sectors=(home,)))
    assert by_standing_orders(game) == [(seat, Prefer("reactions", "ask"))]
    send(game, "pass", seat, user)
    act(game)
    assert by_standing_orders(game)[-1] == (seat, Pass())
    assert on_move(game) == (1 - seat, other)
    battlefield(game, (1 - seat, "interceptor"), sector=home)
    before = len(by_standing_orders(game))
    act(game)
    assert on_move(game) == (seat, user)
    assert len(by_standing_orders(game)) == before


def test_ships_that_were_there_from_the_start_do_not_count(game, north, south) -> None:
    seat, user, _ = in_turn(north, south, game)
    home = HOMES[seat]
    battlefield(game, (1 - seat, "interceptor"), sector=home)
    row = set_standing(game=game, user=user, orders=ReactionOrders(sectors=(home,)))
    orders = decode_standing(row.body)
    assert isinstance(orders, ReactionOrders)
    assert len(orders.known) == 1
