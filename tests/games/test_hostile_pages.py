"""Attacks on live pages, their fragments and standing orders: nothing leaks, nothing takes long."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games import firing
from games.access import Viewer
from games.errors import StandingRefused
from games.firing import MOST_PLAYED
from games.models import Game, Profile, StandingOrder
from games.selectors import running_games
from games.services import moderation
from games.services.standing_orders import play_standing, set_standing
from rules.notation import show
from rules.orders import Done
from rules.policies.standing import BattleOrders, PlannedTurns
from tests.games.battlefield import battlefield
from tests.games.helpers import TWO, account, fresh, legal, moderator, on_move, send, started
from tests.games.pages import url_of
from tests.games.standing import buildable, in_turn

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def unsealed(game) -> None:
    """The seat on the move builds, which it can still take back."""
    seat, user = on_move(game)
    send(game, show(buildable(game, seat)), seat, user)
    assert fresh(game).unsealed_seat == seat


def end_turn(game) -> None:
    """The seat on the move ends its turn."""
    seat, user = on_move(game)
    while on_move(game) == (seat, user) and legal(game, seat, Done):
        send(game, "done", seat, user)
    assert on_move(game) != (seat, user)


# --- what can still be taken back ----------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "ships/", "history/", "live/"])
def test_no_fingerprint_changes_with_orders_that_can_be_taken_back(
    client, game, north, south, page, monkeypatch
) -> None:
    """Otherwise whoever asks again and again learns that, and when, somebody is thinking."""
    now = timezone.now()
    monkeypatch.setattr("games.views.situation.timezone.now", lambda: now)
    _seat, _user, other = in_turn(north, south, game)
    visitors = [client, Client()]
    client.force_login(other)
    for visitor in visitors:
        visitor.get(url_of(game))
    before = [visitor.get(url_of(game) + page)["ETag"] for visitor in visitors]
    unsealed(game)
    assert [visitor.get(url_of(game) + page)["ETag"] for visitor in visitors] == before
    end_turn(game)
    assert [visitor.get(url_of(game) + page)["ETag"] for visitor in visitors] != before


def test_no_list_is_put_in_another_order_by_orders_that_can_be_taken_back(
    game, north, south
) -> None:
    """The game that was played last comes first; what is not seen has not been played."""
    later = started(north, south, species=TWO)
    unsealed(game)
    assert [card.game for card in running_games(AnonymousUser())] == [later, game]
    end_turn(game)
    assert [card.game for card in running_games(AnonymousUser())] == [game, later]


def test_a_view_belongs_to_the_game_as_it_was_read(game, north, south) -> None:
    """An order that can be taken back comes between reading the game and reading its state."""
    _seat, user, other = in_turn(north, south, game)
    viewers = [Viewer(other, fresh(game)), Viewer(user, fresh(game))]
    before = [viewer.view().board for viewer in viewers]
    unsealed(game)
    assert [viewer.view().board for viewer in viewers] == before
    # Neither does one that was made before show what came after.
    reader = Viewer(user, fresh(game))
    known = reader.view().board
    end_turn(game)
    unsealed(game)
    assert reader.view().board == known


def test_the_cache_holds_one_page_of_a_game_for_each_reader(client, game, monkeypatch) -> None:
    """Whoever wants to fill it gets no further by changing their profile, or with many orders."""
    kept: dict[str, object] = {}
    put = cache.set
    monkeypatch.setattr(
        cache, "set", lambda key, *args, **more: (kept.update({key: 1}), put(key, *args, **more))
    )
    _seat, user = on_move(game)
    client.force_login(user)
    for zone in ("UTC", "Europe/Berlin", "Asia/Taipei"):
        Profile.objects.update_or_create(user=user, defaults={"time_zone": zone})
        assert client.get(url_of(game)).status_code == 200
    unsealed(game)
    assert client.get(url_of(game)).status_code == 200
    Client().get(url_of(game))
    # One for the player, one for visitors.
    assert len([key for key in kept if key.startswith("parts:")]) == 2


@pytest.mark.parametrize("headers", [{}, HTMX, {**HTMX, "HTTP_X_LIVE": "-1"}])
def test_a_page_from_the_cache_is_the_one_for_its_reader(
    game, north, south, headers, monkeypatch
) -> None:
    """Each sees their own board; nobody gets what was drawn for somebody else."""
    monkeypatch.setattr("games.views.live.now_text", lambda: "12:00")
    clients = {"north": Client(), "south": Client(), "visitor": Client()}
    clients["north"].force_login(north)
    clients["south"].force_login(south)

    def drawn(name: str) -> str:
        page = clients[name].get(url_of(game), **headers).content.decode()
        return re.sub(r'value="[^"]*"|data-seq="[^"]*"', "", page)

    first = {name: drawn(name) for name in clients}
    assert len(set(first.values())) == 3
    assert {name: drawn(name) for name in reversed(clients)} == first
    seat, user = on_move(game)
    other = "south" if user == north else "north"
    unsealed(game)
    for name in (other, "visitor"):
        assert drawn(name) == first[name]
    assert drawn("north" if other == "south" else "south") != first[other]
    assert fresh(game).unsealed_seat == seat


# --- standing orders -----------------------------------------------------------------------------


def test_a_plan_is_not_played_all_at_once(game) -> None:
    """Hundreds of orders in one transaction would keep everybody else from the game."""
    _seat, user = on_move(game)
    turn = "; ".join(["prefer reputation ask", "prefer reputation best"] * 15)
    before = fresh(game).newest_seq
    set_standing(game=game, user=user, orders=PlannedTurns(turns=(turn,) * 12))
    assert fresh(game).newest_seq - before == MOST_PLAYED
    with pytest.raises(StandingRefused, match="at most 30 orders"):
        set_standing(game=game, user=user, orders=PlannedTurns(turns=(f"{turn}; pass",)))


def test_answers_that_take_long_are_given_one_by_one(game, monkeypatch) -> None:
    """The rest is picked up by the sweep; in between the game is free for others."""
    monkeypatch.setattr(firing, "LONGEST", -1.0)
    _seat, user = on_move(game)
    plan = PlannedTurns(turns=("prefer reputation ask", "prefer reputation best"))
    before = fresh(game).newest_seq
    set_standing(game=game, user=user, orders=plan)
    assert fresh(game).newest_seq == before + 1
    assert play_standing(game.pk) == 1
    assert fresh(game).newest_seq == before + 2


def test_an_old_form_with_other_contents_is_not_said_to_be_kept(client, game, north, south) -> None:
    """The back button shows the form again with the key that it was sent with."""
    _seat, _user, other = in_turn(north, south, game)
    client.force_login(other)
    url = f"{url_of(game)}standing/"
    form = {"what": "battle", "targets": "largest", "population": "attack", "key": "once"}
    for _ in range(2):
        assert "Kept" in client.post(url, form, follow=True).content.decode()
    answer = client.post(url, {**form, "below_ships": "3"}, follow=True).content.decode()
    assert "sent before with other contents" in answer
    assert "Kept" not in answer
    assert StandingOrder.objects.count() == 1
    api = APIClient()
    api.force_authenticate(other)
    for ships, status in ((1, 201), (1, 201), (2, 409)):
        body = {"order": {"standing": "battle", "below_ships": ships}}
        answer = api.post(f"/api{url}", body, format="json", HTTP_IDEMPOTENCY_KEY="a:once")
        assert answer.status_code == status
    assert StandingOrder.objects.count() == 2


def test_a_time_at_the_end_of_the_calendar(client, game) -> None:
    """It would be none in the time zone of whoever looks at it."""
    _seat, user = on_move(game)
    Profile.objects.update_or_create(user=user, defaults={"time_zone": "Pacific/Kiritimati"})
    client.force_login(user)
    url = f"{url_of(game)}standing/"
    for far in ("9999-12-31T23:59", "9999-12-31T12:00"):
        form = {"what": "battle", "targets": "largest", "population": "attack", "until": far}
        assert client.post(url, form).status_code == 422
        assert client.get(url).status_code == 200
    api = APIClient()
    api.force_authenticate(user)
    body = {"order": {"standing": "battle"}, "until": "9999-12-31T23:59:59Z"}
    answer = api.post(f"/api{url}", body, format="json", HTTP_IDEMPOTENCY_KEY="far")
    assert (answer.status_code, answer.json()["field"]) == (422, "until")
    until = timezone.now() + timedelta(days=365)
    assert set_standing(game=game, user=user, orders=BattleOrders(), until=until).until == until


# --- injection and permissions -------------------------------------------------------------------

SVG = '"><svg onload="x"></title>'
SUBPAGES = ("", "ships/", "history/", "standing/")


def test_fragments_show_names_and_reasons_as_text(client, north, south) -> None:
    for user in (north, south):
        user.name = f"{SVG}{user.pk}"
        user.save()
    game = started(north, south, species=TWO)
    Game.objects.filter(pk=game.pk).update(name=SVG)
    staff = moderator()
    moderation.pause(game=game, user=staff, reason=SVG)
    moderation.resume(game=game, user=staff, reason=SVG)
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    client.force_login(north)
    query = dict.fromkeys(("d", "k", "path", "add", "at", "rest", "sector", "change"), SVG)
    for page, asked in product(SUBPAGES, ({}, query, {"k": "upgrade", "path": SVG})):
        for headers in ({}, HTMX, {**HTMX, "HTTP_X_LIVE": "-1", "HTTP_X_DECISION": SVG}):
            answer = client.get(url_of(game) + page, asked, **headers)
            assert answer.status_code in (200, 404)
            assert "<svg onload" not in answer.content.decode()
            assert not any("onload" in value for value in answer.headers.values())
            assert not any(name.startswith("HX-") for name in answer.headers)
            assert "unsafe" not in answer["Content-Security-Policy"]


@pytest.mark.parametrize("headers", [{}, HTMX, {**HTMX, "HTTP_X_LIVE": "-1"}])
def test_parts_of_a_private_game_are_as_private_as_its_page(game, north, headers) -> None:
    Game.objects.filter(pk=game.pk).update(private=True)
    stranger = Client()
    stranger.force_login(account("stranger"))
    for page in (*SUBPAGES, "live/", "battles/1/221/"):
        assert stranger.get(url_of(game) + page, **headers).status_code == 404
    for page in ("orders/", "undo/", "standing/"):
        sent = {"text": "pass", "what": "battle"}
        assert stranger.post(url_of(game) + page, sent, **headers).status_code == 404
    for page in ("", "ships/", "history/", "live/"):
        assert Client().get(url_of(game) + page, **headers).status_code == 404


@pytest.mark.parametrize("page", ["orders/", "undo/", "standing/"])
def test_a_form_sent_by_htmx_needs_its_token(game, page) -> None:
    _seat, user = on_move(game)
    forger = Client(enforce_csrf_checks=True)
    forger.force_login(user)
    before = fresh(game).newest_seq
    sent = {"text": "pass", "what": "battle", "targets": "largest", "population": "attack"}
    for headers in ({}, HTMX, {**HTMX, "HTTP_HX_BOOSTED": "true"}):
        assert forger.post(url_of(game) + page, sent, **headers).status_code == 403
    assert fresh(game).newest_seq == before
    assert not StandingOrder.objects.exists()


def test_a_question_for_news_writes_nothing(client, game, django_assert_num_queries) -> None:
    """A hundred open pages ask every few seconds: account and game are read, no more."""
    _seat, user = on_move(game)
    client.force_login(user)
    for url in (f"{url_of(game)}live/", "/live/"):
        etag = client.get(url)["ETag"]
        with django_assert_num_queries(2):
            answer = client.get(url, HTTP_IF_NONE_MATCH=etag)
        assert (answer.status_code, len(answer.cookies)) == (304, 0)
