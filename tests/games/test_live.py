"""Parts of pages, and open pages that hear of news."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import PendingDecision
from games.services import lobby
from games.services.undo import undo
from games.tenants import tenants
from tests.games.helpers import TWO, account, fresh, on_move, send, started
from tests.games.pages import get, url_of

pytestmark = pytest.mark.django_db
PART = re.compile(r'id="part-([a-z]+)" data-v="([0-9a-f]+)"')


def parts_of(html: str) -> dict[str, str]:
    """Names and fingerprints of the parts in an answer."""
    return dict(PART.findall(html))


def asking(have: dict[str, str], **more: str) -> dict[str, str]:
    """Headers of a browser that shows these parts."""
    return {
        "hx-request": "true",
        "x-have": ",".join(f"{name}={mark}" for name, mark in have.items()),
        **{name.replace("_", "-"): value for name, value in more.items()},
    }


def attribute(html: str, name: str) -> str:
    found = re.search(rf'data-{name}="([^"]*)"', html)
    assert found
    return found[1].replace("&quot;", '"')


@pytest.fixture
def open_page(client, game):
    """Whoever is on move, with the page's parts and the address of the first choice."""
    _seat, user = on_move(game)
    client.force_login(user)
    page = get(client, url_of(game))
    build = next(link.href for link in page.steps() if "k=build" in link.href)
    return page.html, build.partition("#")[0]


def test_a_step_sends_only_what_it_changes(client, game, open_page) -> None:
    """Actions, composer and the layer of choices; neither the map nor the panels."""
    html, build = open_page
    have = parts_of(html)
    assert {"strip", "economy", "map", "marks", "ask", "text", "notes"} <= set(have)
    answer = client.get(build, headers=asking(have))
    sent = parts_of(answer.content.decode())
    assert set(sent) <= {"acts", "ask", "marks", "design"}
    assert answer["X-Parts"].split(",") == list(sent)
    assert 'hx-swap-oob="true"' in answer.content.decode()
    assert "<title>" in answer.content.decode()
    assert len(answer.content) < len(html) / 4
    assert "no-store" in answer["Cache-Control"]
    assert "ETag" not in answer
    assert "HX-Request" in answer["Vary"]
    again = client.get(build, headers=asking({**have, **sent}))
    assert parts_of(again.content.decode()) == {}


def test_what_is_new_in_each_answer_is_no_change(client, game, open_page) -> None:
    """Keys and tokens of forms differ from page to page; the same page has the same marks."""
    html, _build = open_page
    other = client.get(url_of(game)).content.decode()
    assert other != html
    assert parts_of(other) == parts_of(html)


def test_without_the_header_the_same_address_is_a_page(client, open_page) -> None:
    """And also for a browser that restores its history by itself."""
    _html, build = open_page
    restoring = {**asking({}), "hx-history-restore-request": "true"}
    for headers in ({}, restoring):
        answer = client.get(build, headers=headers)
        assert answer.content.startswith(b"<!doctype html>")
        assert "X-Parts" not in answer
        assert "HX-Request" in answer["Vary"]


def test_marks_are_sent_within_a_picture_but_not_with_the_map(client, open_page) -> None:
    """Outside a picture a browser would not read them as shapes."""
    html, build = open_page
    have = parts_of(html)
    explore = build.replace("k=build", "k=explore")
    sent = client.get(explore, headers=asking(have)).content.decode()
    assert '<template><svg><g id="part-marks"' in sent
    assert 'class="legal"' in sent
    assert 'id="galaxy"' not in sent
    whole = client.get(explore, headers=asking({**have, "map": "old"})).content.decode()
    assert whole.count('id="part-marks"') == 1
    assert 'id="galaxy"' in whole


def test_an_order_sends_what_came_of_it(client, game, open_page) -> None:
    """A redirect is followed with the same headers, as browsers do."""
    html, _build = open_page
    form = get(client, url_of(game)).text_form()
    order = "build interceptor at " + home_of(game)
    data = {**form.data(text=order), "do": "play"}
    answer = client.post(form.action, data, headers=asking(parts_of(html)), follow=True)
    sent = parts_of(answer.content.decode())
    assert {"strip", "notes", "economy", "map", "ask"} <= set(sent)
    assert "techs" not in sent
    assert "Played:" in answer.content.decode()


def test_a_refusal_sends_the_reason_and_stays_at_its_address(client, game, open_page) -> None:
    """The address of the form has no page to come back to."""
    html, _build = open_page
    form = get(client, url_of(game)).text_form()
    data = {**form.data(text="build monolith at 999"), "do": "play"}
    answer = client.post(form.action, data, headers=asking(parts_of(html)))
    assert answer.status_code == 422
    assert answer["HX-Push-Url"] == "false"
    assert set(parts_of(answer.content.decode())) == {"text"}
    assert "That was not played" in answer.content.decode()


def home_of(game) -> str:
    seat, _user = on_move(game)
    from games import store

    state = store.current_state(fresh(game))
    return next(s.id for s in state.sectors.values() if s.disc == seat)


# --- has something happened? -----------------------------------------------------------------------


def test_the_question_is_cheap(client, game, north) -> None:
    """One question to the database beside that for the account; the same version is a 304."""
    client.force_login(north)
    html = client.get(url_of(game)).content.decode()
    url, version = attribute(html, "live"), attribute(html, "etag")
    client.get(url)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = client.get(url, headers={"if-none-match": version})
    assert answer.status_code == 304
    assert answer["ETag"] == version
    assert len(asked) <= 2, [query["sql"][:80] for query in asked]
    assert client.get(url).content == b""


def test_others_hear_of_nothing_that_can_be_taken_back(client, game) -> None:
    """An unsealed order and taking it back change the version of its own seat alone."""
    seat, user = on_move(game)
    other = tenants(game)[1 - seat].user
    guest = account("guest")

    def versions() -> list[str]:
        found = []
        for reader in (user, other, guest):
            client.force_login(reader)
            found.append(client.get(f"{url_of(game)}live/")["ETag"])
        return found

    before = versions()
    send(game, f"build interceptor at {home_of(game)}", seat=seat, user=user)
    after = versions()
    assert after[0] != before[0]
    assert after[1:] == before[1:]
    undo(game=game, seat=seat, user=user)
    assert versions()[1:] == before[1:]
    send(game, "pass", seat=seat, user=user)
    assert not set(versions()) & set(before)


def test_a_deadline_that_a_moderator_moves_is_news(client, game, north) -> None:
    client.force_login(north)
    before = client.get(f"{url_of(game)}live/")["ETag"]
    PendingDecision.objects.filter(game=game).update(deadline_at=timezone.now() + timedelta(9))
    assert client.get(f"{url_of(game)}live/")["ETag"] != before


def test_an_open_page_is_told_what_others_did(client, game) -> None:
    """In sentences of the events since the one that it shows; one's own are known."""
    seat, user = on_move(game)
    other = tenants(game)[1 - seat].user
    client.force_login(other)
    html = client.get(url_of(game)).content.decode()
    seen = attribute(html, "seq")
    send(game, f"build interceptor at {home_of(game)}", seat=seat, user=user)
    quiet = client.get(url_of(game), headers=asking(parts_of(html), x_live=seen))
    assert parts_of(quiet.content.decode()) == {}
    send(game, "done", seat=seat, user=user)
    news = client.get(url_of(game), headers=asking(parts_of(html), x_live=seen)).content.decode()
    sent = parts_of(news)
    assert {"told", "strip", "map", "news", "ask", "acts"} <= set(sent)
    assert "text" not in sent
    told = news.split('id="part-told"')[1].split("</div>")[0]
    assert f"{user.name} built" in told
    client.force_login(user)
    own = client.get(url_of(game), headers=asking({}, x_live=seen)).content.decode()
    assert f"{user.name} built" not in own.split('id="part-told"')[1].split("</div>")[0]


def test_what_is_being_put_together_stays(client, game, open_page) -> None:
    """As long as it is asked for; afterwards the page says that it is not."""
    _html, build = open_page
    page = get(client, build)
    have = {**parts_of(page.html), "strip": "old", "ask": "old", "acts": "old", "text": "old"}
    decision = attribute(page.html, "decision")
    headers = asking(have, x_live="0", x_decision=decision)
    sent = parts_of(client.get(build, headers=headers).content.decode())
    assert "strip" in sent
    assert not {"ask", "acts", "text", "marks"} & set(sent)
    seat, user = on_move(game)
    send(game, "trade money for 1 science", seat=seat, user=user)
    other = client.get(build, headers=headers).content.decode()
    assert "ask" in parts_of(other), "the question is another one, with other stores"
    assert "is no longer asked" not in other
    assert "What do you build?" in other
    send(game, "pass", seat=seat, user=user)
    gone = client.get(build, headers=headers).content.decode()
    assert "ask" in parts_of(gone)
    assert "text" not in parts_of(gone)
    assert "is no longer asked" in gone


def test_the_way_back_leads_to_what_is_asked_now(client, game, open_page) -> None:
    """The address of an exploration, after the tile was turned up: the tile is asked for."""
    page = get(client, url_of(game))
    explore = next(link.href for link in page.steps() if "k=explore" in link.href).partition("#")[0]
    zone = next(link.href for link in get(client, explore).steps() if "path=" in link.href)
    zone = zone.partition("#")[0]
    seat, user = on_move(game)
    send(game, f"explore {zone.rpartition('path=')[2]}", seat=seat, user=user)
    back = get(client, zone)
    assert "That is not asked now." in back.text
    assert "Which tile?" in back.text


@pytest.mark.parametrize("wrong", ["x", "9" * 30, "-", "1.5"])
def test_nonsense_in_headers_does_no_harm(client, game, north, wrong) -> None:
    client.force_login(north)
    headers = {"hx-request": "true", "x-live": wrong, "x-have": "a=b=c,,=", "x-decision": wrong}
    assert client.get(url_of(game), headers=headers).status_code == 200


def test_the_list_of_games_hears_of_a_turn(client, north, south) -> None:
    """One question for all of a reader's games; visitors are asked to log in."""
    game = started(north, south, species=TWO)
    seat, user = on_move(game)
    client.force_login(tenants(game)[1 - seat].user)
    html = client.get("/").content.decode()
    url, version = attribute(html, "live"), attribute(html, "etag")
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url, headers={"if-none-match": version}).status_code == 304
    assert len(asked) <= 2
    send(game, "pass", seat=seat, user=user)
    assert client.get(url, headers={"if-none-match": version}).status_code == 200
    sent = client.get("/", headers=asking(parts_of(html), x_live="-1")).content.decode()
    assert set(parts_of(sent)) == {"strip", "games"}
    assert "<title>● (1)" in sent
    client.logout()
    assert client.get(url).status_code == 302


def test_whoever_waits_for_players_hears_of_them(client, north, south) -> None:
    """The page of a game that has not started; its start brings parts that this page lacks."""
    game = lobby.create_game(user=north, name="A game", seats=2, species=TWO)
    client.force_login(north)
    html = client.get(url_of(game)).content.decode()
    url, version = attribute(html, "live"), attribute(html, "etag")
    assert client.get(url, headers={"if-none-match": version}).status_code == 304
    lobby.join(game=game, user=south)
    assert client.get(url, headers={"if-none-match": version}).status_code == 200
    sent = client.get(url_of(game), headers=asking(parts_of(html), x_live="-1")).content.decode()
    assert set(parts_of(sent)) == {"strip", "seats"}
    assert "South" in sent
    lobby.start(game=game, user=north)
    sent = client.get(url_of(game), headers=asking(parts_of(html), x_live="-1")).content.decode()
    assert "map" in parts_of(sent)


def test_how_long_they_have_had(client, game) -> None:
    """For others since the question that they know of, not since an order that is not sealed."""
    seat, user = on_move(game)
    PendingDecision.objects.filter(game=game).update(opened_at=timezone.now() - timedelta(hours=5))
    send(game, f"build interceptor at {home_of(game)}", seat=seat, user=user)
    client.force_login(tenants(game)[1 - seat].user)
    html = client.get(url_of(game)).content.decode()
    assert re.search(r"<time [^>]*data-since[^>]*>5 h</time>", html)
    assert f"{user.name} has been asked for 5 h." in html
