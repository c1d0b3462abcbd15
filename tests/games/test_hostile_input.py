"""What nobody would send by accident: it gets an answer that says what was wrong, never a crash."""

from __future__ import annotations

import pytest
from rest_framework.authtoken.models import Token, TokenProxy
from rest_framework.test import APIClient

from games.forms import NewGameForm, ProfileForm
from games.limits import GameThrottle, OrderThrottle
from games.models import Game, GameEvent
from games.services import lobby
from games.services.play import MOST_ORDERS
from tests.games.helpers import fresh, on_move
from tests.games.pages import Page, get, page_of_mover, url_of

pytestmark = pytest.mark.django_db

NUL = "\0"


# --- keys of forms -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [NUL, "k" * 5000, "\u202eкл"], ids=["nul", "long", "unicode"])
def test_any_key_of_a_form_makes_it_count_once(client, game, key) -> None:
    """A key that a page never makes is still only a key."""
    page_of_mover(client, game)
    data = {"text": "pass", "do": "play", "key": key}
    assert client.post(f"{url_of(game)}orders/", data).status_code == 302
    newest = fresh(game).newest_seq
    again = client.post(f"{url_of(game)}orders/", data, follow=True)
    assert "played already" in again.content.decode()
    assert fresh(game).newest_seq == newest


def test_any_key_can_ask_for_an_undo(client, game) -> None:
    page_of_mover(client, game)
    client.post(f"{url_of(game)}orders/", {"text": "prefer reputation ask", "key": "one"})
    before = fresh(game).newest_seq
    answer = client.post(f"{url_of(game)}undo/", {"key": NUL}, follow=True)
    assert "Taken back" in answer.content.decode()
    assert fresh(game).newest_seq == before + 1


# --- many orders ---------------------------------------------------------------------------------


def test_a_preview_takes_no_more_orders_than_a_submission(client, game) -> None:
    """Otherwise looking would cost more than playing ever may."""
    page_of_mover(client, game)
    one = "prefer reputation ask; prefer reputation best; "
    text = one * (MOST_ORDERS // 2 + 1)
    for do in ("preview", "play"):
        answer = client.post(f"{url_of(game)}orders/", {"text": text, "do": do, "key": do})
        assert answer.status_code == 422
        assert f"At most {MOST_ORDERS} orders" in answer.content.decode()
    fits = client.post(
        f"{url_of(game)}orders/", {"text": one * (MOST_ORDERS // 2), "do": "preview"}
    )
    assert fits.status_code == 200


def test_posting_orders_is_limited_by_page_and_api_together(client, game, monkeypatch) -> None:
    monkeypatch.setattr(OrderThrottle, "rate", "2/minute", raising=False)
    _seat, user = on_move(game)
    client.force_login(user)
    url = f"{url_of(game)}orders/"
    codes = [client.post(url, {"text": "nonsense", "key": str(n)}).status_code for n in range(3)]
    assert codes == [422, 422, 429]
    api = APIClient()
    api.force_authenticate(user)
    answer = api.post(f"/api{url}", {"text": "pass"}, format="json", HTTP_IDEMPOTENCY_KEY="key")
    assert (answer.status_code, answer.json()["error"]) == (429, "throttled")
    assert client.get(url_of(game)).status_code == 200


def test_opening_games_is_limited(client, north, monkeypatch) -> None:
    monkeypatch.setattr(GameThrottle, "rate", "1/hour", raising=False)
    client.force_login(north)
    form = next(f for f in get(client, "/new/").forms if "seats" in f.fields)
    codes = [client.post("/new/", form.data(name="Mine")).status_code for _ in range(2)]
    assert codes == [302, 429]
    assert Game.objects.count() == 1


# --- lobby ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["9" * 5000, "9" * 20, "²", "-1", "", NUL])
def test_a_seat_that_is_no_seat(client, north, seat) -> None:
    game = lobby.create_game(user=north, name="Mine", seats=3)
    lobby.add_bot(game=game, user=north, policy="greedy")
    client.force_login(north)
    answer = client.post(f"{url_of(game)}remove-bot/", {"seat": seat}, follow=True)
    assert answer.status_code == 200
    assert game.tenancies.count() == 2


# --- the API -------------------------------------------------------------------------------------


@pytest.fixture
def api(game):
    client = APIClient()
    client.force_authenticate(on_move(game)[1])
    return client


@pytest.mark.parametrize(
    "body", ["[" * 100_000, '{"orders":' + "[" * 3000 + "]" * 3000 + "}"], ids=["open", "closed"]
)
def test_a_deeply_nested_body_is_refused(api, game, body) -> None:
    answer = api.post(
        f"/api{url_of(game)}orders/",
        body,
        content_type="application/json",
        HTTP_IDEMPOTENCY_KEY="key",
    )
    assert answer.status_code == 400
    assert answer.json()["error"] in ("parse_error", "bad_request")


def test_a_deeply_nested_prefix_is_refused(api, game) -> None:
    decision = api.get(f"/api{url_of(game)}decisions/").json()["decisions"][0]["id"]
    answer = api.get(
        f"/api{url_of(game)}decisions/{decision}/", {"order": "explore", "prefix": "[" * 3000}
    )
    assert answer.status_code == 400
    assert "JSON list" in answer.json()["reason"]


def test_a_body_of_the_wrong_shape_is_told_in_plain_words(api, game) -> None:
    answer = api.post(f"/api{url_of(game)}orders/", [1], format="json", HTTP_IDEMPOTENCY_KEY="key")
    assert answer.status_code == 400
    assert answer.json()["reason"] == "Invalid data. Expected a dictionary, but got list."


HALF = '"\\ud800"'
"""Half a character, which JSON can hold and nothing can be written with."""


@pytest.mark.parametrize(
    "prefix",
    ["[" * 400 + "]" * 400, '[{"a":1}]', '[["place",{}]]', f"[{HALF}]", f"[[{HALF}]]", "NaN"],
    ids=["deep", "object", "within", "half", "half within", "number"],
)
@pytest.mark.parametrize("order", ["explore", "upgrade", "build"])
def test_a_prefix_holds_plain_values(api, game, prefix, order) -> None:
    decision = api.get(f"/api{url_of(game)}decisions/").json()["decisions"][0]["id"]
    url = f"/api{url_of(game)}decisions/{decision}/"
    assert api.get(url, {"order": order, "prefix": prefix}).status_code == 400


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("orders/", '{"orders":[{"order":"explore","zone":%s}]}'),
        ("orders/", '{"orders":[{"order":"explore",%s:1}]}'),
        ("preview/", '{"text":%s}'),
        ("standing/", '{"order":{"standing":"turns","turns":[%s]}}'),
        ("standing/", '{"order":{"standing":%s}}'),
    ],
)
def test_half_a_character_is_refused(api, game, path, body) -> None:
    answer = api.post(
        f"/api{url_of(game)}{path}",
        body % HALF,
        content_type="application/json",
        HTTP_IDEMPOTENCY_KEY="key",
    )
    assert answer.status_code == 400
    assert "half a character" in answer.json()["reason"]


@pytest.mark.parametrize("path", ["orders/", "undo/", "standing/"])
def test_a_key_of_the_api_can_be_stored(api, game, path) -> None:
    body = {"text": "pass", "order": {"standing": "battle"}}
    answer = api.post(f"/api{url_of(game)}{path}", body, format="json", HTTP_IDEMPOTENCY_KEY="k\0")
    assert answer.status_code == 400
    assert "Idempotency-Key" in answer.json()["reason"]


# --- names ---------------------------------------------------------------------------------------


def new_game(name: str) -> NewGameForm:
    return NewGameForm(
        {
            "name": name,
            "edition": "new_dawn",
            "seats": 2,
            "deadline_hours": 48,
            "bots": 0,
            "policy": "greedy",
        }
    )


def test_a_name_is_one_line(north) -> None:
    """A line break in a name could forge lines of a mail."""
    form = new_game(" Game\r\nBcc:  victim@example.org ")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["name"] == "Game Bcc: victim@example.org"
    game = lobby.create_game(user=north, name="One\n\nTwo", seats=2)
    assert game.name == "One Two"


@pytest.mark.parametrize("name", ["\u200b", "North\u202ehtroN", "A\x07", NUL])
def test_a_name_can_be_seen(client, north, name) -> None:
    """Nobody hides, or writes another's name backwards."""
    assert "name" in new_game(name).errors
    assert "name" in ProfileForm(north, {"name": name, "time_zone": "UTC"}).errors
    signup = client.post(
        "/accounts/signup/",
        {
            "email": "new@example.org",
            "name": name,
            "password1": "farspace-1x",
            "password2": "farspace-1x",
        },
    )
    assert signup.status_code == 200
    assert "name" in signup.context["form"].errors


def test_names_of_other_scripts_are_names(north) -> None:
    for name in ("星門", "Jörg", "Ольга Б.", "O'Neill <3"):
        assert new_game(name).is_valid(), name


# --- the admin site ------------------------------------------------------------------------------


def test_tokens_of_accounts_are_not_for_administrators(client, admin_user, north) -> None:
    """A token plays for its account and shows its secrets."""
    from django.contrib import admin

    token = Token.objects.create(user=north)
    client.force_login(admin_user)
    assert not admin.site.is_registered(TokenProxy)
    assert client.get("/admin/authtoken/tokenproxy/").status_code == 404
    assert token.key not in client.get("/admin/").content.decode()


def test_the_admin_site_has_no_door_of_its_own(client) -> None:
    """One log-in for all, which counts failed attempts."""
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


# --- injection -----------------------------------------------------------------------------------

SVG = '<svg onload="alert(1)">'


def test_names_are_text_everywhere(client, north, south) -> None:
    """In titles, headings, the map's own markup and what is told of the game."""
    for user in (north, south):
        user.name = f"{SVG}{user.pk}"
        user.save()
    game = lobby.create_game(user=north, name=SVG, seats=2)
    lobby.join(game=game, user=south)
    client.force_login(north)
    pages = [client.get(url_of(game))]
    lobby.start(game=game, user=north)
    assert GameEvent.objects.filter(game=game).exists()
    pages += [client.get(url_of(game)), client.get(f"{url_of(game)}history/"), client.get("/")]
    for answer in pages:
        html = answer.content.decode()
        assert "&lt;svg onload" in html
        assert all(name != "onload" for _tag, name, _value in Page(url_of(game), html).attributes)
