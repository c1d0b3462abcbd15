"""The page of ship design over HTTP: who may open it, what it shows and where it leads."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from games.services import lobby
from tests.games.helpers import TWO, account, fresh, on_move, send, started
from tests.games.pages import get, url_of

pytestmark = pytest.mark.django_db

HULL = "place:hull:interceptor:1"


def test_the_way_there_and_back(client, game):
    """From the page's head and from every own ship type; a design leads on to the order."""
    _seat, user = on_move(game)
    client.force_login(user)
    turn = get(client, url_of(game))
    assert [link.href for link in turn.links if link.text == "Ship design"] == [
        f"{url_of(game)}ships/"
    ]
    kinds = {link.href.partition("?at=")[2] for link in turn.links if "/ships/?at=" in link.href}
    assert kinds == {
        f"{kind}#design" for kind in ("interceptor", "cruiser", "dreadnought", "starbase")
    }

    page = get(client, f"{url_of(game)}ships/?path={HULL}&at=interceptor:1")
    assert "The rules allow it." in page.text
    # Its head leads where that of the turn page does.
    assert any(link.text == "Standing orders" for link in page.links)
    (order,) = [link.href for link in page.links if "Make it your order" in link.text]
    query = parse_qs(urlsplit(order).query)
    assert (query["k"], query["path"]) == (["upgrade"], [HULL])
    assert "Confirm" in get(client, order.partition("#")[0]).text
    (text,) = [link.href for link in page.links if link.text == "To the text box"]
    assert get(client, text.partition("#")[0]).text_form().fields["text"] == [
        ["upgrade place hull on interceptor 1"]
    ]


def test_whoever_is_not_asked_may_try_but_not_order(client, game):
    seat, _user = on_move(game)
    (other,) = [player for player in ("north", "south") if not _plays(game, seat, player)]
    client.force_login(_account(other))
    page = get(client, f"{url_of(game)}ships/?path={HULL}&at=interceptor:1")
    assert "The rules allow it." in page.text
    assert "Make it your order" not in page.text
    assert "upgrade place hull on interceptor 1" in page.text


def _plays(game, seat: int, name: str) -> bool:
    from games.tenants import tenants

    user = tenants(game)[seat].user
    return user is not None and user.email.startswith(name)


def _account(name: str):
    from eclipse_site.models import User

    return User.objects.get(email=f"{name}@example.org")


def test_onlookers_see_any_seat_and_opponents_only_what_is_sealed(client, game):
    """A tile placed by an order that may still be taken back is not shown to others."""
    seat, user = on_move(game)
    send(game, "upgrade hull on interceptor 1")
    others = get(client, f"{url_of(game)}ships/?of={seat}&at=interceptor")
    assert "part tile" not in others.text
    assert "As text" not in others.text
    client.force_login(user)
    own = get(client, f"{url_of(game)}ships/?at=interceptor")
    assert "part tile" in own.text


def test_a_game_that_has_not_started_has_no_ships(client, north):
    game = lobby.create_game(user=north, name="Soon", seats=2, species=TWO)
    answer = client.get(f"{url_of(game)}ships/")
    assert (answer.status_code, answer.headers["Location"]) == (302, url_of(game))


def test_an_unchanged_page_is_not_sent_again(client, game):
    _seat, user = on_move(game)
    client.force_login(user)
    address = f"{url_of(game)}ships/"
    etag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"if-none-match": etag}).status_code == 304
    send(game, "upgrade hull on interceptor 1")
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200


@pytest.mark.parametrize("query", ["of=9", "of=x&at=:", "at=cruiser:999&path=~~", "of=1&at=a:b:c"])
def test_whatever_stands_in_the_address_there_is_a_page(client, game, query):
    get(client, f"{url_of(game)}ships/?{query}")


def test_the_designer_of_second_dawn_asks_for_one_activation_after_the_other(client):
    north, south = account("east"), account("west")
    game = started(north, south, species=TWO, edition="second_dawn")
    send(game, "upgrade hull on interceptor 1")
    _seat, user = on_move(fresh(game))
    client.force_login(user)
    page = get(client, url_of(game))
    assert "0 of 1 part placed" in get(client, f"{url_of(game)}?k=upgrade").text
    assert "Upgrade" in page.text
