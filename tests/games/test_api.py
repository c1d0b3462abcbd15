"""The API: the same doors as the pages, with a token and clear answers."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from games import store
from games.models import Game, GameEvent
from games.services import bots
from rules.codec import order_to_builtins
from rules.logfile import read_game, verify
from rules.orders import Explore, Pass
from tests.games.helpers import TWO, account, fresh, legal, on_move, started

pytestmark = pytest.mark.django_db


def client_of(user: Any) -> APIClient:
    client = APIClient()
    token, _ = Token.objects.get_or_create(user=user)
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")
    return client


@pytest.fixture
def mover(game):
    """The seat on the move and its client."""
    seat, user = on_move(game)
    return seat, client_of(user)


def post(client: APIClient, game: Game, what: str, body: Any, key: str = "k1") -> Any:
    return client.post(
        f"/api/games/{game.pk}/{what}/", body, format="json", HTTP_IDEMPOTENCY_KEY=key
    )


def get(client: APIClient, game: Game, rest: str = "", **query: Any) -> Any:
    return client.get(f"/api/games/{game.pk}/{rest}", query)


# --- tokens --------------------------------------------------------------------------------------


def test_token_for_address_and_password(north) -> None:
    EmailAddress.objects.create(user=north, email=north.email, verified=True, primary=True)
    client = APIClient()
    good = client.post(
        "/api/token/", {"email": "NORTH@example.org", "password": "correct horse"}, format="json"
    )
    assert good.status_code == 200
    client.credentials(HTTP_AUTHORIZATION=f"Token {good.json()['token']}")
    assert client.get("/api/games/").json() == []
    bad = client.post("/api/token/", {"email": north.email, "password": "wrong"}, format="json")
    assert (bad.status_code, bad.json()["error"]) == (403, "not_allowed")


def test_an_address_must_be_confirmed_before_it_gets_a_token(north) -> None:
    answer = APIClient().post(
        "/api/token/", {"email": north.email, "password": "correct horse"}, format="json"
    )
    assert answer.status_code == 403
    assert "Confirm" in answer.json()["reason"]


def test_passwords_cannot_be_guessed_quickly(north) -> None:
    cache.clear()
    client = APIClient()
    codes = [
        client.post(
            "/api/token/", {"email": north.email, "password": "x"}, format="json"
        ).status_code
        for _ in range(12)
    ]
    assert codes[-1] == 429


def test_without_token_nothing(game) -> None:
    answer = APIClient().get(f"/api/games/{game.pk}/")
    assert answer.status_code == 401
    assert answer.json()["error"] == "not_authenticated"


# --- reading -------------------------------------------------------------------------------------


def test_list_of_games(game, mover) -> None:
    seat, client = mover
    (listed,) = client.get("/api/games/").json()
    assert (listed["id"], listed["seat"], listed["my_turn"]) == (game.pk, seat, True)
    assert listed["players"] == {"0": "North", "1": "South"}
    assert listed["commitment"] == game.commitment
    assert listed["seed"] == ""
    wrong = client.get("/api/games/", {"list": "lost"})
    assert wrong.status_code == 400
    assert "finished" in wrong.json()["reason"]


def test_view_is_the_readers_own(game, mover) -> None:
    seat, client = mover
    view = get(client, game).json()
    assert view["at"] == view["newest"] == 0
    assert view["board"]["supply"]["reputation"] == {}
    assert view["pending"][0]["seat"] == seat
    assert get(client, game, at=5).status_code == 403
    assert get(client, game, at="x").status_code == 400
    stranger = client_of(account("east"))
    assert get(stranger, game).json()["seat"] is None
    assert stranger.get("/api/games/nosuchgame/").status_code == 404


def orders_in(tree: list[dict[str, Any]] | None, prefix: tuple[Any, ...] = ()) -> list[Any]:
    """All complete orders of a nested list of options."""
    found = []
    for item in tree or []:
        longer = (*prefix, item["value"])
        found += orders_in(item["next"], longer) if "next" in item else [longer]
    return found


def test_every_order_of_the_option_tree_is_one_of_the_rules(game, mover) -> None:
    seat, client = mover
    (decision,) = get(client, game, "decisions/").json()["decisions"]
    assert decision["kind"] == "turn"
    assert decision["question"]
    assert decision["default"]["text"] == "pass"
    explore = next(c for c in decision["choices"] if c["order"] == "explore")
    assert orders_in(explore["options"]) == [(o.zone,) for o in legal(game, seat, Explore)]
    assert decision["examples"]
    names = [c["order"] for c in decision["choices"]]
    assert {"explore", "upgrade", "build", "influence", "pass"} <= {*names}


def test_candidates_step_by_step(game, mover) -> None:
    seat, client = mover
    (decision,) = get(client, game, "decisions/").json()["decisions"]
    at = f"decisions/{decision['id']}/"
    first = get(client, game, at, order="build").json()
    assert "interceptor" in [c["value"] for c in first["candidates"]]
    second = get(client, game, at, order="build", prefix='["interceptor"]').json()
    home = store.current_state(game).seats[seat].home
    assert [c["value"] for c in second["candidates"]] == [home]
    done = get(client, game, at, order="build", prefix=f'["interceptor", "{home}"]').json()
    assert (done["complete"], done["candidates"]) == (True, [])
    assert first["facts"] == second["facts"] == []
    facts = {fact["kind"]: fact["text"] for fact in done["facts"]}
    assert facts["interceptor"].endswith("on the board: 1 → 2 of 8")
    assert "Discs on the track" in facts["disc"]
    wrong = get(client, game, at, order="build", prefix='["monolith"]')
    assert wrong.status_code == 400
    assert "technology" in wrong.json()["reason"]
    assert get(client, game, at, order="dance").status_code == 400
    assert get(client, game, at, order="build", prefix="nonsense").status_code == 400
    assert get(client, game, "decisions/9.9/", order="build").status_code == 409


def test_events_since(game, mover) -> None:
    _, client = mover
    post(client, game, "orders", {"text": "pass"})
    events = get(client, game, "events/", since=0).json()
    assert events["newest"] == 1
    (event,) = events["events"]
    assert event["order"] == "pass"
    assert "passed" in event["sentences"][0]


# --- orders --------------------------------------------------------------------------------------


def test_orders_as_text_and_as_objects(game, mover) -> None:
    _, client = mover
    answer = post(client, game, "orders", {"text": "trade money for 1 materials"})
    assert answer.status_code == 200
    assert answer.json()["played"] == ["trade money for 1 materials"]
    plain = [order_to_builtins(Pass())]
    assert post(client, game, "orders", {"orders": plain}, "k2").json()["seqs"] == [2]


def test_idempotency_key_is_needed_and_plays_once(game, mover) -> None:
    _, client = mover
    missing = client.post(f"/api/games/{game.pk}/orders/", {"text": "pass"}, format="json")
    assert missing.status_code == 400
    assert "Idempotency-Key" in missing.json()["reason"]
    first = post(client, game, "orders", {"text": "pass"})
    again = post(client, game, "orders", {"text": "pass"})
    assert (first.json()["replayed"], again.json()["replayed"]) == (False, True)
    assert GameEvent.objects.filter(game=game).count() == 2
    other = post(client, game, "orders", {"text": "done"})
    assert (other.status_code, other.json()["error"]) == (409, "key_used")


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({}, 400, '"text"'),
        ({"text": "pass", "orders": [{"order": "pass"}]}, 400, "either"),
        ({"text": ""}, 400, "text"),
        ({"text": "x" * 5000}, 400, "text"),
        ({"orders": [{"order": "dance"}]}, 400, "Order 0"),
        ({"orders": [{"order": "pass", "extra": 1}]}, 400, "extra"),
        ({"orders": ["pass"]}, 400, "orders"),
        ({"text": "dance"}, 422, "dance"),
        ({"text": "build dreadnought"}, 422, "materials"),
        ({"orders": [{"order": "build", "unit": "interceptor", "sector": "\x00"}]}, 422, "disc"),
        ({"text": "pass", "decision": "9.9"}, 409, "gone"),
    ],
)
def test_wrong_orders_get_a_clear_answer(game, mover, body, status, says) -> None:
    _, client = mover
    answer = post(client, game, "orders", body)
    assert answer.status_code == status
    said = answer.json()
    assert {"error", "reason", "possible"} <= said.keys()
    assert says in said["reason"]
    assert fresh(game).newest_seq == 0


def test_refusal_lists_what_is_possible(game, mover) -> None:
    _, client = mover
    said = post(client, game, "orders", {"text": "build dreadnought"}).json()
    assert (said["field"], said["order"], said["index"]) == ("unit", "build dreadnought", 0)
    assert "interceptor" in said["possible"]


def test_preview_and_undo(game, mover) -> None:
    _, client = mover
    told = client.post(
        f"/api/games/{game.pk}/preview/", {"text": "trade money for 1 materials"}, format="json"
    ).json()
    assert told["orders"] == ["trade money for 1 materials"]
    (meant,) = told["facts"]
    assert meant["order"] == "trade money for 1 materials"
    assert [(fact["kind"], fact["bad"]) for fact in meant["facts"]] == [
        ("money", False),
        ("materials", False),
    ]
    assert fresh(game).newest_seq == 0
    post(client, game, "orders", {"text": "trade money for 1 materials"})
    assert post(client, game, "undo", {}, "u1").status_code == 200
    nothing = post(client, game, "undo", {}, "u2")
    assert (nothing.status_code, nothing.json()["error"]) == (409, "nothing_to_undo")


def test_who_has_no_seat_may_not_order(game) -> None:
    client = client_of(account("east"))
    for what, body in (("orders", {"text": "pass"}), ("undo", {}), ("preview", {"text": "pass"})):
        assert post(client, game, what, body).status_code == 403
    assert get(client, game, "decisions/").status_code == 403


# --- the end -------------------------------------------------------------------------------------


def test_log_of_a_finished_game_can_be_verified_by_anybody(north) -> None:
    from games.services import lobby

    game = lobby.create_game(user=north, name="Bots", seats=2, species=TWO)
    lobby.leave(game=game, user=north)
    for _ in TWO:
        lobby.add_bot(game=game, user=north, policy="random")
    lobby.start(game=game, user=north)
    client = client_of(account("east"))
    secret = get(client, game, "log/")
    assert (secret.status_code, secret.json()["error"]) == (409, "game_not_open")
    while bots.play_bots(game.pk):
        pass
    assert fresh(game).status == Game.Status.FINISHED
    header, events = read_game(get(client, game, "log/").content.decode().splitlines())
    assert header.commitment == game.commitment
    assert verify(header, events).finished
    assert get(client, game).json()["seed"] == header.seed


def test_schema_describes_all_of_it(client) -> None:
    import yaml

    schema = yaml.safe_load(client.get("/api/schema/").content)
    paths = schema["paths"]
    assert "/api/games/{game_id}/orders/" in paths
    orders = paths["/api/games/{game_id}/orders/"]["post"]
    assert "Idempotency-Key" in [p["name"] for p in orders["parameters"]]
    assert {"200", "409", "422"} <= orders["responses"].keys()


def test_bots_and_people_may_share_a_table(north) -> None:
    game = started(north, bots=("greedy",), species=TWO)
    assert get(client_of(north), game).json()["players"]["1"].startswith("Bot 2")
