"""Threats in the mail about one's turn."""

from __future__ import annotations

import pytest

from games import store
from games.models import CurrentState, Game
from rules.codec import encode_state
from rules.effects.galaxy import ShipPlaced
from rules.fold import apply
from tests.games.helpers import fresh, on_move
from tests.notifications.helpers import deliver_all, html_of

pytestmark = pytest.mark.django_db


def _turn_mail(game: Game):
    _seat, user = on_move(game)
    return next(message for message in deliver_all() if message.to == [user.email])


def test_a_calm_mail_says_nothing_of_threats(game) -> None:
    message = _turn_mail(game)
    assert "THREATS" not in message.body
    assert "Threats" not in html_of(message)


def test_enemies_in_the_home_are_told_with_the_chance(game) -> None:
    """Two interceptors against the one that guards it: (36/91)(5/11) for the one."""
    state = store.current_state(fresh(game))
    seat, _user = on_move(game)
    home = state.seats[seat].home
    for _ in range(2):
        apply(state, ShipPlaced(state.next_ship, 1 - seat, "interceptor", home))
    CurrentState.objects.filter(game=game).update(state=encode_state(state))
    message = _turn_mail(game)
    for text in (message.body, html_of(message)):
        assert f"{home} " in text
        assert "against your 1 interceptor." in text
        assert "Your ship is pinned. As it stands you win: 18 %." in text
    assert message.body.index("THREATS") < message.body.index("WHAT YOU HAVE")
