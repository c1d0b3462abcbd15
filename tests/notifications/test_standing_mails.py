"""Mails and standing orders: nobody is asked what is answered already, and the seat alone is told."""

from __future__ import annotations

import pytest

from games.services.standing_orders import set_standing
from notifications.models import OutgoingMail
from rules.policies.standing import BattleOrders, PlannedTurns
from tests.games.battlefield import battlefield
from tests.games.helpers import send
from tests.games.standing import all_pass, by_standing_orders, give_default, in_turn
from tests.notifications.helpers import deliver_all, html_of, mails_to

pytestmark = pytest.mark.django_db


def asked_in(user) -> set[str]:
    """Decisions that mails to somebody ask for."""
    return {number for row in mails_to(user, OutgoingMail.Kind.TURN) for number in row.decisions}


def test_no_mail_asks_for_what_a_standing_order_answers(game, north, south) -> None:
    seat, user, other = in_turn(north, south, game)
    deliver_all()
    set_standing(game=game, user=other, orders=PlannedTurns(turns=("pass",)))
    before = asked_in(other)
    send(game, "pass", seat, user)
    assert by_standing_orders(game)
    assert {n for n in asked_in(other) - before if n.startswith("1.")} == set()


def test_the_next_mail_tells_the_seat_which_order_fought_and_why(game, north, south) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    deliver_all()
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    all_pass(game)
    sent = deliver_all()
    own = [message for message in sent if message.to == [north.email]]
    theirs = [message for message in sent if message.to == [south.email]]
    why = "1 ship was left, fewer than 2"
    for _ in range(6):
        if own:
            break
        give_default(game)
        own = [message for message in deliver_all() if message.to == [north.email]]
    assert any(why in message.body and why in html_of(message) for message in own)
    for message in theirs:
        assert "standing order" not in message.body + html_of(message)
        assert why not in message.body


def test_the_mail_says_where_a_plan_stopped(game, north, south) -> None:
    seat, user, other = in_turn(north, south, game)
    deliver_all()
    set_standing(
        game=game,
        user=other,
        orders=PlannedTurns(turns=("build dreadnought 221; build dreadnought 221",)),
    )
    send(game, "pass", seat, user)
    (message,) = [message for message in deliver_all() if message.to == [other.email]]
    for text in (message.body, html_of(message)):
        assert "Your plan stopped at" in text
        assert "build dreadnought 221" in text
