"""The page of standing orders and its API: what can be said, what is wrong, who may see it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Profile, StandingOrder
from games.services.standing_orders import set_standing
from rules.policies.standing import BattleOrders, PlannedTurns, ReactionOrders, decode_standing
from tests.games.battlefield import FIELD, HOME, battlefield
from tests.games.helpers import account, on_move
from tests.games.pages import Form, Page, get, url_of
from tests.games.standing import all_pass, by_standing_orders, in_turn
from tests.games.test_api import client_of

pytestmark = pytest.mark.django_db


def url(game) -> str:
    return f"{url_of(game)}standing/"


def form_of(page: Page, what: str) -> Form:
    return next(f for f in page.forms if f.fields.get("what") == [[what]])


def kept() -> list[object]:
    return [decode_standing(row.body) for row in StandingOrder.objects.filter(ended_at=None)]


def send(client, game, what: str, status: int = 302, **fields: str) -> Page | None:
    """Fill in a form of the page."""
    form = form_of(get(client, url(game)), what)
    answer = client.post(url(game), form.data(**fields))
    assert answer.status_code == status, answer.content.decode()[-3000:]
    return Page(url(game), answer.content.decode()) if status != 302 else None


# --- the page --------------------------------------------------------------------------------------


def test_battle_orders_are_set_with_the_form(client, game, north) -> None:
    battlefield(game, (0, "interceptor"))
    client.force_login(north)
    send(
        client,
        game,
        "battle",
        sector=FIELD,
        below_ships="2",
        below_chance="30",
        retreat_to=f"{HOME}, {FIELD}",
        targets="kinds",
        kind_1="cruiser",
        kind_2="interceptor",
        population="spare",
        tracks="science money materials",
        until_round="3",
    )
    assert kept() == [
        BattleOrders(
            sector=FIELD,
            below_ships=2,
            below_chance=30,
            retreat_to=(HOME, FIELD),
            targets="kinds",
            kinds=("cruiser", "interceptor"),
            population="spare",
            tracks=("science", "money", "materials"),
        )
    ]
    assert StandingOrder.objects.get().until_round == 3
    page = get(client, url(game))
    assert f"Battle in sector {FIELD}" in page.text
    assert "Retreat when fewer than 2 ships are left." in page.text
    assert "30 %" in page.text
    assert "until the end of round 3" in page.text


def test_naming_ship_types_is_a_wish_for_them(client, game, north) -> None:
    client.force_login(north)
    send(client, game, "battle", kind_1="interceptor")
    assert kept() == [BattleOrders(targets="kinds", kinds=("interceptor",))]


def test_reactions_and_turns_are_set_with_their_forms(client, game, north, south) -> None:
    _, _, other = in_turn(north, south, game)
    client.force_login(other)
    send(client, game, "reactions", sectors="221 223")
    send(client, game, "turns", text="1. build interceptor 221; colonize\n\n  then pass ")
    assert kept() == [
        ReactionOrders(
            sectors=("221", "223"), known=decode_standing(StandingOrder.objects.first().body).known
        ),
        PlannedTurns(turns=("build interceptor 221; colonize", "then pass")),
    ]


def test_a_standing_order_is_changed_and_removed(client, game, north) -> None:
    client.force_login(north)
    row = set_standing(game=game, user=north, orders=BattleOrders(below_ships=4))
    page = get(client, f"{url(game)}?change={row.pk}")
    form = form_of(page, "battle")
    assert form.fields["below_ships"] == [["4"]]
    client.post(url(game), form.data(below_ships="5"))
    assert kept() == [BattleOrders(below_ships=5)]
    newest = StandingOrder.objects.get(ended_at=None)
    client.post(url(game), {"remove": newest.pk})
    assert kept() == []


def test_a_form_sent_twice_sets_once(client, game, north, south) -> None:
    """So that a double click does not play a planned turn twice."""
    seat, user, _ = in_turn(north, south, game)
    client.force_login(user)
    data = form_of(get(client, url(game)), "turns").data(text="trade 2 money for 1 science; pass")
    for _ in range(2):
        assert client.post(url(game), data).status_code == 302
    assert StandingOrder.objects.count() == 1
    assert [s for s, _ in by_standing_orders(game)] == [seat, seat]


def test_the_time_is_that_of_the_reader(client, game, north) -> None:
    Profile.objects.create(user=north, time_zone="Asia/Taipei")
    client.force_login(north)
    send(client, game, "battle", until="2090-05-01T08:00")
    assert StandingOrder.objects.get().until.isoformat() == "2090-05-01T00:00:00+00:00"
    assert "1 May 08:00" in get(client, url(game)).text


@pytest.mark.parametrize(
    ("what", "fields", "said"),
    [
        ("battle", {"below_ships": "99"}, "20"),
        ("battle", {"below_chance": "-1"}, "0"),
        ("battle", {"below_ships": "many"}, "whole number"),
        ("battle", {"retreat_to": "999"}, "There is no sector"),
        ("battle", {"retreat_to": "221 221"}, "Name each sector once"),
        ("battle", {"targets": "kinds"}, "Name the ship types"),
        ("battle", {"targets": "nothing"}, "not one of the available choices"),
        ("battle", {"until": "2001-01-01T00:00"}, "over already"),
        ("reactions", {"sectors": "homeland"}, "There is no sector"),
        ("turns", {"text": "conquer everything"}, "No order begins with"),
        ("turns", {"text": "\n".join(["pass"] * 13)}, "Plan one to 12 turns"),
        ("turns", {"text": " ; "}, "Plan one to 12 turns"),
    ],
)
def test_wrong_input_is_shown_at_its_field_and_kept(
    client, game, north, what, fields, said
) -> None:
    client.force_login(north)
    page = send(client, game, what, status=422, **fields)
    assert page is not None
    assert said in page.text
    form = form_of(page, what)
    name, value = next(iter(fields.items()))
    if name in ("below_ships", "retreat_to", "sectors"):
        assert form.fields[name] == [[value]]
    assert not StandingOrder.objects.exists()


@pytest.mark.parametrize(
    "sent", [{}, {"what": "nonsense"}, {"remove": "x" * 30}, {"remove": "4"}, {"remove": ""}]
)
def test_forms_that_nobody_filled_in_do_no_harm(client, game, north, sent) -> None:
    client.force_login(north)
    assert client.post(url(game), sent).status_code == 302
    assert not StandingOrder.objects.exists()


def test_the_page_is_for_players_alone(client, game, north) -> None:
    assert client.get(url(game)).status_code == 302
    client.force_login(account("guest"))
    assert client.get(url(game)).status_code == 403
    assert client.post(url(game), {"what": "battle"}).status_code == 403
    assert client.get("/games/nosuchgame/standing/").status_code == 404


def test_it_is_reached_from_the_game_and_from_the_battle(client, game, north) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    client.force_login(north)
    assert url(game) in {link.href for link in get(client, url_of(game)).links}
    all_pass(game)
    assert on_move(game)[0] == 0
    page = get(client, url_of(game))
    here = next(link for link in page.links if link.href.startswith(f"{url(game)}?sector"))
    form = form_of(get(client, here.href.partition("#")[0]), "battle")
    assert form.fields["sector"][0][0] == FIELD


def test_the_page_tells_what_was_done_and_why(client, game, north, south) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    all_pass(game)
    client.force_login(north)
    why = "1 ship was left, fewer than 2"
    for address in (url(game), url_of(game), f"{url_of(game)}history/"):
        assert why in get(client, address).text, address
    client.force_login(south)
    for address in (url(game), url_of(game), f"{url_of(game)}history/"):
        text = get(client, address).text
        assert why not in text
        assert "By your standing order" not in text


def test_a_plan_that_stopped_says_at_which_order_and_why(client, game, north, south) -> None:
    _, user, _ = in_turn(north, south, game)
    client.force_login(user)
    send(client, game, "turns", text="build dreadnought 221; build dreadnought 221")
    assert "Your plan stopped at" in get(client, url_of(game)).text
    page = get(client, url(game))
    assert "it was not possible any more" in page.text
    assert "build dreadnought 221" in page.text
    assert by_standing_orders(game) == []


# --- the API ---------------------------------------------------------------------------------------


def post(client, game, body: object, key: str = "k1"):
    return client.post(
        f"/api/games/{game.pk}/standing/", body, format="json", HTTP_IDEMPOTENCY_KEY=key
    )


def test_the_api_sets_lists_and_removes(game, north) -> None:
    client = client_of(north)
    until = (timezone.now() + timedelta(days=2)).isoformat()
    sent = {"order": {"standing": "battle", "below_ships": 3}, "until": until, "once": True}
    made = post(client, game, sent)
    assert made.status_code == 201
    assert made.json()["order"]["below_ships"] == 3
    assert post(client, game, sent).json()["id"] == made.json()["id"]
    listed = client.get(f"/api/games/{game.pk}/standing/").json()
    assert [item["id"] for item in listed["in_force"]] == [made.json()["id"]]
    assert listed["in_force"][0]["once"] is True
    number = made.json()["id"]
    gone = client.delete(f"/api/games/{game.pk}/standing/{number}/")
    assert gone.status_code == 204
    assert client.get(f"/api/games/{game.pk}/standing/").json() == {"in_force": [], "ended": []}


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({}, 400, "order"),
        ({"order": {"standing": "war"}}, 400, "cannot be read"),
        ({"order": {"standing": "battle", "below_ships": 21}}, 400, "below_ships"),
        ({"order": {"standing": "battle", "sector": "999"}}, 422, "no sector"),
        ({"order": {"standing": "turns", "turns": []}}, 400, "turns"),
        ({"order": {"standing": "turns", "turns": ["frobnicate"]}}, 422, "frobnicate"),
        ({"order": {"standing": "battle"}, "until_round": 77}, 422, "round"),
        ({"order": {"standing": "turns", "turns": ["pass"]}, "once": True}, 422, "plan"),
    ],
)
def test_the_api_says_what_is_wrong(game, north, body, status, said) -> None:
    answer = post(client_of(north), game, body)
    assert answer.status_code == status, answer.json()
    assert said in answer.json()["reason"]
    assert not StandingOrder.objects.exists()


def test_the_api_shows_nobody_anything_of_others(game, north, south) -> None:
    row = set_standing(game=game, user=north, orders=BattleOrders(below_ships=7))
    theirs = client_of(south)
    assert theirs.get(f"/api/games/{game.pk}/standing/").json()["in_force"] == []
    assert theirs.delete(f"/api/games/{game.pk}/standing/{row.pk}/").status_code == 422
    guest = client_of(account("guest"))
    assert guest.get(f"/api/games/{game.pk}/standing/").status_code == 403
    assert post(guest, game, {"order": {"standing": "battle"}}).status_code == 403
    row.refresh_from_db()
    assert row.ended_at is None
