"""What pages must not show: secrets of others, names as markup, anything inline."""

from __future__ import annotations

import re

import pytest

from games import store
from games.models import Game
from games.rendering.boards import seat_board
from games.services import bots
from rules.views import player_view
from tests.games.helpers import TWO, account, fresh, moderator, on_move, send, started
from tests.games.pages import get, url_of

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>\"'&<b>"


def test_pages_of_others_do_not_hold_a_seats_reputation(client, game, north, south):
    """The values of reputation tiles are on their owner's page only, also in the replay."""
    current = store.current_state(fresh(game))
    current.seats[0].reputation = [4, 3]
    view = player_view(current, 1)
    mine = seat_board(player_view(current, 0), 0, {})
    theirs = seat_board(view, 0, {})
    assert mine.reputation == [4, 3]
    assert theirs.reputation == [0, 0]
    assert theirs.points is not None
    assert theirs.points.hidden == 2
    assert mine.points is not None
    assert mine.points.total == theirs.points.total + 7


def test_a_preference_is_on_its_owners_page_only(client, game):
    """Setting a preference changes nothing on the other seat's page but the event count."""
    _seat, user = on_move(game)
    send(game, "prefer reputation ask")
    send(game, "pass")
    _other_seat, other = on_move(game)
    assert other != user
    client.force_login(other)
    assert "prefer reputation ask" not in get(client, f"{url_of(game)}history/").text
    for path in ("", "history/"):
        text = get(client, f"{url_of(game)}{path}").text
        assert "You are asked which drawn tile you keep" not in text


def test_unsealed_orders_are_seen_by_their_seat_alone(client, game, north, south):
    """Others see a turn when it is sealed, not while it can be taken back."""
    _seat, user = on_move(game)
    send(game, "upgrade hull on interceptor 1")
    client.force_login(user)
    assert "upgrade" in get(client, f"{url_of(game)}history/").html
    client.force_login(south if user == north else north)
    page = get(client, f"{url_of(game)}history/")
    assert "upgrade place hull" not in page.html


def test_hostile_names_are_escaped_everywhere(client, db):
    """Names of players and games are text, in SVG titles and elsewhere."""
    guest = account("guest")
    guest.name = HOSTILE[:40]
    guest.save()
    game = started(guest, bots=("greedy",), species=TWO)
    Game.objects.filter(pk=game.pk).update(name=HOSTILE)
    while bots.play_bots(game.pk):
        pass
    client.force_login(guest)
    for path in (
        "/",
        url_of(game),
        f"{url_of(game)}history/",
        "/profile/",
        f"{url_of(game)}?k=build",
    ):
        html = get(client, path).html
        assert "<script>alert" not in html
        assert HOSTILE not in html


def test_pages_keep_to_the_content_security_policy(client, game):
    """No inline style, no inline script, nothing from elsewhere."""
    _seat, user = on_move(game)
    client.force_login(user)
    for path in (
        "/",
        url_of(game),
        f"{url_of(game)}?k=upgrade",
        f"{url_of(game)}history/",
        f"{url_of(game)}ships/",
        "/profile/",
    ):
        page = get(client, path)
        assert not [a for a in page.attributes if a[1] == "style" or a[1].startswith("on")]
        assert "<style" not in page.html
        assert not re.search(r"<script(?![^>]*src=)|<script[^>]*>[^<]", page.html)
        sources = [v for _tag, name, v in page.attributes if name in ("src", "href")]
        assert not [v for v in sources if v.startswith(("http:", "https:", "//"))]


def test_what_a_moderator_sees_is_not_kept_for_visitors(client, game):
    """Moderators see branches that were taken back; whoever comes after them does not."""
    _seat, user = on_move(game)
    send(game, "upgrade hull on interceptor 1")
    client.force_login(user)
    client.post(f"{url_of(game)}undo/", {"key": "u"})
    send(game, "pass")
    client.force_login(moderator())
    assert "put Hull on square" in get(client, url_of(game)).text
    client.logout()
    assert "put Hull on square" not in get(client, url_of(game)).text
