"""Kinds of sectors that are added to a game: on the form, on cards, through the API."""

from __future__ import annotations

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from games.forms import NewGameForm
from games.models import Game
from games.services import lobby
from tests.games.pages import get

pytestmark = pytest.mark.django_db
KINDS = ("pulsars", "black_holes", "supernovas", "nebulas")
GIVEN = {
    "name": "Ours",
    "seats": "2",
    "deadline_hours": "24",
    "bots": "0",
    "policy": "greedy",
    "species": "all",
    "boards": "choose",
    "blueprints": "",
}


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_chosen_alone(client, north, edition, kind) -> None:
    client.force_login(north)
    answer = client.post("/new/", {**GIVEN, "edition": edition, kind: "on"})
    assert answer.status_code == 302, answer.content.decode()
    game = Game.objects.get()
    assert game.spec.modules == (kind,)
    assert game.spec.edition == edition


def test_all_four_at_once_are_named_on_the_card_and_in_the_lobby(client, north, south) -> None:
    client.force_login(north)
    client.post("/new/", {**GIVEN, "edition": "second_dawn", **dict.fromkeys(KINDS, "on")})
    game = Game.objects.get()
    client.force_login(south)
    for path in ("/", f"/games/{game.pk}/"):
        text = get(client, path).text
        assert "with a black hole, nebulae, pulsars, supernovae" in text


def test_the_form_groups_the_kinds_with_a_sentence_each(client, north) -> None:
    client.force_login(north)
    page = get(client, "/new/")
    assert "Galactic Events" in page.text
    grouped = [fields for title, fields in NewGameForm().groups() if title]
    assert [[field.name for field in fields] for fields in grouped] == [list(KINDS)]
    assert all(field.help_text for field in grouped[0])
    every = [field.name for _title, fields in NewGameForm().groups() for field in fields]
    assert every == list(NewGameForm().fields)


def test_a_kind_that_an_edition_lacks_is_refused_with_the_reason(client, north) -> None:
    client.force_login(north)
    answer = client.post("/new/", {**GIVEN, "edition": "new_dawn", "warp_portals": "on"})
    assert answer.status_code == 422
    assert "The edition has no such module." in answer.content.decode()
    with pytest.raises(lobby.LobbyError, match=r"no module wormholes; there are: .*black_holes"):
        lobby.create_game(user=north, name="Ours", seats=2, modules=("wormholes",))


# --- the API -------------------------------------------------------------------------------------


def api(user) -> APIClient:
    client = APIClient()
    token, _made = Token.objects.get_or_create(user=user)
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")
    return client


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_a_game_with_modules_is_created_through_the_api(north, edition) -> None:
    body = {"name": "Ours", "seats": 3, "edition": edition, "modules": list(KINDS)}
    answer = api(north).post("/api/games/", body, format="json")
    assert answer.status_code == 201, answer.json()
    made = answer.json()
    assert made["modules"] == sorted(KINDS)
    assert made["seat"] == 0
    assert Game.objects.get(pk=made["id"]).spec.modules == tuple(sorted(KINDS))


@pytest.mark.parametrize(
    ("wrong", "status", "reason"),
    [
        ({"modules": ["wormholes"]}, 409, "has no module wormholes"),
        ({"edition": "third_dawn"}, 409, "no edition third_dawn"),
        ({"modules": ["warp_portals"]}, 409, "has no module warp_portals"),
        ({"seats": 8}, 409, "players can play"),
        ({"species": ["nobody", "nobody"]}, 409, "cannot be played together"),
        ({"seats": "many"}, 400, "seats"),
        ({"modules": "pulsars"}, 400, "modules"),
    ],
)
def test_what_cannot_be_created_is_refused_with_the_reason(north, wrong, status, reason) -> None:
    body = {"name": "Ours", "seats": 2, "edition": "new_dawn", **wrong}
    answer = api(north).post("/api/games/", body, format="json")
    assert answer.status_code == status, answer.json()
    assert reason in answer.json()["reason"]
    assert not Game.objects.exists()


def test_only_accounts_create_games(db) -> None:
    answer = APIClient().post("/api/games/", {"name": "Ours", "seats": 2}, format="json")
    assert answer.status_code in (401, 403)
