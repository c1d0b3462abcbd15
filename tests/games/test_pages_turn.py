"""The turn page: what it shows and plays, and what happens when something is refused."""

from __future__ import annotations

import re

import pytest

from games import store
from rules.orders import Explore, Prefer
from tests.games.helpers import account, fresh, legal, on_move, send
from tests.games.pages import Page, get, page_of_mover, url_of

pytestmark = pytest.mark.django_db


def test_the_map_and_the_text_map_say_the_same(client, game):
    """Every sector is a link with a title on the map and a row of the table with its anchor."""
    _seat, page = page_of_mover(client, game)
    state = store.current_state(fresh(game))
    for sector in state.sectors:
        assert f"s{sector}" in page.ids
        assert any(link.href.endswith(f"#s{sector}") and link.text for link in page.links)


def test_explorable_zones_are_links_that_fill_the_order(client, game):
    """A marked zone leads to the confirmation of exploring it."""
    seat, page = page_of_mover(client, game)
    zones = {order.zone for order in legal(game, seat, Explore)}
    marked = {
        link.href.split("path=")[1].split("#")[0] for link in page.links if link.css == "legal"
    }
    assert zones
    assert marked == zones
    href = next(link.href for link in page.links if link.css == "legal")
    confirm = get(client, href.partition("#")[0])
    assert any(f.fields.get("path") for f in confirm.order_forms())
    assert "cannot be taken back" in confirm.text


def test_the_same_form_sent_twice_plays_once(client, game):
    """The key of the form makes a double click harmless."""
    _seat, page = page_of_mover(client, game)
    href = next(link.href for link in page.links if link.css == "legal")
    form = next(f for f in get(client, href.partition("#")[0]).order_forms() if "path" in f.fields)
    name, value = form.buttons[0]
    data = form.data(**{name: value})
    client.post(form.action, data)
    after = fresh(game).newest_seq
    again = client.post(form.action, data, follow=True)
    assert fresh(game).newest_seq == after
    # The decision is gone, and the page says so instead of playing anything else.
    assert again.status_code in (200, 409)


def test_text_is_previewed_then_played(client, game):
    """The preview says in words what would happen and stores nothing."""
    _seat, page = page_of_mover(client, game)
    form = page.text_form()
    before = fresh(game).newest_seq
    seen = client.post(
        form.action.partition("#")[0], form.data(text="research nanorobots; done", do="preview")
    )
    if seen.status_code == 422:  # the supply is drawn by chance; upgrading always works
        seen = client.post(
            form.action.partition("#")[0],
            form.data(text="upgrade hull on interceptor 1; done", do="preview"),
        )
    assert seen.status_code == 200
    shown = Page("", seen.content.decode())
    assert "This would happen" in shown.text
    assert fresh(game).newest_seq == before
    text = shown.text_form().fields["text"][0][0]
    client.post(form.action.partition("#")[0], shown.text_form().data(text=text, do="play"))
    assert fresh(game).newest_seq == before + 2


def test_a_refused_text_stays_in_the_box_with_reason_and_possibilities(client, game):
    """Nothing that was written is lost; the reason names the rule."""
    _seat, page = page_of_mover(client, game)
    form = page.text_form()
    response = client.post(form.action.partition("#")[0], form.data(text="explore 3.17", do="play"))
    assert response.status_code == 422
    shown = Page("", response.content.decode())
    assert shown.text_form().fields["text"][0][0] == "explore 3.17"
    assert "That was not played" in shown.text
    assert "(Explore" in shown.text
    assert "Possible would be" in shown.text


def test_orders_after_a_draw_are_handed_back_into_the_box(client, game):
    """What chance stopped waits in the text box."""
    seat, page = page_of_mover(client, game)
    zone = legal(game, seat, Explore)[0].zone
    form = page.text_form()
    response = client.post(
        form.action.partition("#")[0],
        form.data(text=f"explore {zone}; discard; done", do="play"),
        follow=True,
    )
    shown = Page("", response.content.decode())
    assert shown.text_form().fields["text"][0][0] == "discard; done"


def test_undo_takes_back_and_goes_away(client, game):
    """The button is there while something can be taken back."""
    seat, page = page_of_mover(client, game)
    assert not any(f.action.endswith("/undo/") for f in page.forms)
    send(game, "upgrade hull on interceptor 1")
    before = store.current_state(fresh(game)).seats[seat].tiles
    page = get(client, url_of(game))
    form = next(f for f in page.forms if f.action.endswith("/undo/"))
    client.post(form.action, form.data())
    assert store.current_state(fresh(game)).seats[seat].tiles != before
    page = get(client, url_of(game))
    assert "Taken back" in page.text
    assert not any(f.action.endswith("/undo/") for f in page.forms)


def test_a_stale_form_is_refused_with_409(client, game):
    """A form about a decision that is gone says so."""
    _seat, page = page_of_mover(client, game)
    form = page.text_form()
    sent = {"key": "k", "d": "999.0", "k": "pass"}
    response = client.post(form.action.partition("#")[0], sent)
    assert response.status_code == 409
    assert "answered already" in response.content.decode()


def test_steps_that_are_not_possible_are_explained(client, game):
    """An address with a wrong step shows the reason of the rules and goes on from there."""
    _seat, _page = page_of_mover(client, game)
    shown = get(client, f"{url_of(game)}?k=explore&path=3.17")
    assert "(Explore" in shown.text
    assert "Which zone?" in shown.text


def test_nobody_orders_for_others(client, game, north, south):
    """Onlookers and the seat that is not asked get no forms; sending all the same is refused."""
    _seat, user = on_move(game)
    other = south if user == north else north
    client.force_login(other)
    page = get(client, url_of(game))
    assert not page.order_forms()
    response = client.post(f"{url_of(game)}orders/", {"text": "pass", "key": "x", "do": "play"})
    assert response.status_code == 422
    stranger = account("guest")
    client.force_login(stranger)
    assert client.post(f"{url_of(game)}orders/", {"text": "pass"}).status_code == 403
    client.logout()
    page = get(client, url_of(game))
    assert not page.order_forms()
    assert client.post(f"{url_of(game)}orders/", {"text": "pass"}).status_code == 302


def test_the_reputation_preference_can_be_changed_on_the_page(client, game):
    """`Preference` is among the rights of one's turn and says what holds."""
    seat, page = page_of_mover(client, game)
    assert "best drawn tile is kept by itself" in page.text
    assert any("k=prefer" in link.href for link in page.steps())
    order = legal(game, seat, Prefer)[0]
    send(game, f"prefer reputation {order.value}")
    assert "You are asked which drawn tile you keep" in get(client, url_of(game)).text


def test_an_unchanged_page_is_a_304_and_a_changed_one_is_not(client, game):
    """The ETag carries the version of the game as its reader sees it."""
    _seat, user = on_move(game)
    client.force_login(user)
    etag = client.get(url_of(game))["ETag"]
    assert client.get(url_of(game), HTTP_IF_NONE_MATCH=etag).status_code == 304
    assert client.get(f"{url_of(game)}?k=build", HTTP_IF_NONE_MATCH=etag).status_code == 200
    send(game, "pass")
    assert client.get(url_of(game), HTTP_IF_NONE_MATCH=etag).status_code == 200


def test_cached_parts_are_not_shared_between_seats(client, game, north, south):
    """What one seat may know is never served to another from the cache."""
    client.force_login(north)
    first = client.get(url_of(game)).content.decode()
    client.force_login(south)
    second = client.get(url_of(game)).content.decode()
    own = re.compile(r"Terran (Directorate|Federation)")
    # The opponents' panel of each page names the other one's board first.
    assert (
        own.search(first.split("Opponents")[1]).group()
        != own.search(second.split("Opponents")[1]).group()
    )
