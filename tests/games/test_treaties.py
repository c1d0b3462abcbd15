"""Offers of relations and their answers at a table: who is asked, told, timed and sealed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from eclipse_site.models import User
from games import store
from games.access import player_view
from games.models import CurrentState, Game, PendingDecision
from games.services.bots import play_bots
from games.services.undo import undoable
from games.tasks import expire_deadlines
from rules.codec import encode_state
from rules.state.model import Ambassador, Proposal
from tests.builders import HOME, Position
from tests.games.helpers import account, fresh, send, started
from tests.games.pages import get, url_of
from tests.notifications.helpers import answer, deliver_all

pytestmark = pytest.mark.django_db

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")
OFFER = "propose to player 2 from money"


def asked(game: Game) -> list[int]:
    """Seats with an open decision."""
    return [pending.seat for pending in store.current_state(fresh(game)).pending]


def connect(game: Game) -> None:
    """Seat 1 gets a sector beside the home of seat 0; the others pass until seat 0 is asked."""
    while asked(game)[0]:
        send(game, "pass")
    position = Position.__new__(Position)
    position.state = store.current_state(fresh(game))
    position.join("101", HOME, disc=1)
    CurrentState.objects.filter(game=game).update(state=encode_state(position.state))


@pytest.fixture
def players(db) -> list[User]:
    return [account(name) for name in ("north", "south", "east", "west")]


@pytest.fixture
def table(players) -> Game:
    game = started(*players, species=FOUR)
    connect(game)
    deliver_all()
    return game


def treaty(game: Game) -> PendingDecision:
    return PendingDecision.objects.get(game=game, kind="treaty", closed_at=None)


def board(game: Game, user: User):
    return player_view(user=user, game=fresh(game)).board


def test_an_offer_seals_what_came_before_it(table, players) -> None:
    """It asks another seat: neither it nor the orders before it can be taken back."""
    send(table, "trade money for 1 materials", 0)
    assert undoable(fresh(table), 0)
    send(table, OFFER, 0)
    assert not undoable(fresh(table), 0)
    assert board(table, players[1]).proposals == [Proposal(0, 1, "money")]


def test_an_offer_makes_one_mail_whose_examples_answer_it(table, players, client) -> None:
    send(table, OFFER, 0)
    (mail,) = deliver_all()
    assert mail.to == [players[1].email]
    assert mail.subject == "An offer in A test"
    assert "North offers you diplomatic relations" in mail.body
    assert "It is your turn" not in mail.body
    client.force_login(players[1])
    assert "North offers you diplomatic relations" in get(client, url_of(table)).text
    assert answer(mail, "accept player 1 with science").outcome == "played"
    assert board(table, players[0]).seats[0].ambassadors == [Ambassador(1)]


@pytest.mark.parametrize("text", ["accept player 1 with science", "refuse player 1"])
def test_an_answer_is_seen_at_once_and_stays(table, players, text) -> None:
    """Whoever offered waits for it, and the seat that answers has no turn that would seal it."""
    send(table, OFFER, 0)
    send(table, text, 1)
    assert not undoable(fresh(table), 1)
    for user in players:
        seen = board(table, user)
        assert bool(seen.seats[0].ambassadors) == text.startswith("accept")
        assert not any(p.kind == "treaty" for p in seen.pending)


def test_at_the_deadline_an_offer_is_refused_and_the_turn_goes_on(table) -> None:
    send(table, OFFER, 0)
    row = treaty(table)
    row.deadline_at -= timedelta(hours=49)
    row.save()
    assert expire_deadlines() == 1
    assert store.current_state(fresh(table)).proposals == [Proposal(0, 1, "money", refused=True)]
    assert asked(table) == [0]


def test_the_api_answers_an_offer_by_the_id_of_its_decision(table, players) -> None:
    """Also when the seat has another decision, its turn, open beside it."""
    send(table, OFFER, 0)
    send(table, "pass", 0)
    client = APIClient()
    token, _ = Token.objects.get_or_create(user=players[1])
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")
    body = {
        "decision": treaty(table).decision_id,
        "orders": [{"order": "accept", "seat": 0, "track": "science"}],
    }
    reply = client.post(
        f"/api/games/{table.pk}/orders/", body, format="json", HTTP_IDEMPOTENCY_KEY="k"
    )
    assert reply.status_code == 200, reply.content
    assert board(table, players[0]).seats[0].ambassadors == [Ambassador(1)]
    again = client.post(
        f"/api/games/{table.pk}/orders/", body, format="json", HTTP_IDEMPOTENCY_KEY="other"
    )
    assert again.status_code == 409, again.content


def test_a_bot_answers_an_offer_in_the_turn_of_another() -> None:
    game = started(account("north"), species=FOUR, bots=("greedy", "default", "default"))
    while asked(game)[0]:
        play_bots(game.pk, most=1)
    connect(game)
    send(game, OFFER, 0)
    play_bots(game.pk)
    assert asked(game) == [0]
