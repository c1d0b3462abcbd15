"""The replay, and the map itself."""

from __future__ import annotations

import re

import pytest

from games import store
from games.models import Game
from games.rendering.galaxy import board, map_svg, zones_around
from games.rendering.kept import places
from games.services import bots
from games.services.play import submit_orders
from rules.engine import open_decisions
from rules.logfile import read_game, verify
from rules.notation import show
from rules.table import Table
from rules.views import player_view
from tests.games.helpers import TWO, fresh, on_move, send, started
from tests.games.pages import Page, get, url_of

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>\"'&<b>"


def test_every_event_of_a_finished_game_can_be_replayed(client, north):
    """`Next` walks from setup to the end over every event that has something to tell; at the end
    scores with sources, the seed and a log that the command line verifies."""
    game = started(north, bots=("random",), species=TWO)
    number = 0
    while not fresh(game).over:
        while bots.play_bots(game.pk):
            pass
        if fresh(game).over:
            break
        number += 1
        submit_orders(game=game, seat=0, text=_quick(game), key=f"q{number}", user=north)
    client.force_login(north)
    url = f"{url_of(game)}history/"
    page, seen = get(client, f"{url}?at=0"), [0]
    while (onward := _rel(page, "next")) is not None:
        if len(seen) > 400:
            break
        page = get(client, onward)
        seen.append(int(onward.split("at=")[1]))
        assert "Galaxy map" in page.html
    assert seen == sorted(set(seen))
    last = get(client, url)
    assert "Result" in last.text
    assert "Sectors" in last.text
    assert fresh(game).revealed_seed in last.text
    log = client.get(f"{url_of(game)}log/").content.decode()
    header, events = read_game(log.splitlines())
    assert verify(header, events).finished


def _quick(game: Game) -> str:
    """A short way through the game: pass, or the default of what is asked."""
    table = Table(store.current_state(fresh(game)))
    return show(next(d for d in open_decisions(table) if d.seat == 0).default)


def _rel(page: Page, rel: str) -> str | None:
    found = re.search(rf'rel="{rel}" href="(\?at=\d+)"', page.html)
    return None if found is None else page.url.partition("?")[0] + found.group(1)


def test_an_event_that_was_taken_back_leads_to_the_one_before(client, game, north, south):
    """Abandoned branches are shown to their seat; others are sent to what counts."""
    _seat, user = on_move(game)
    send(game, "upgrade hull on interceptor 1")
    abandoned = fresh(game).newest_seq
    client.force_login(user)
    client.post(f"{url_of(game)}undo/", {"key": "u"})
    send(game, "pass")
    assert client.get(f"{url_of(game)}history/?at={abandoned}").status_code == 200
    client.force_login(south if user == north else north)
    response = client.get(f"{url_of(game)}history/?at={abandoned}")
    assert response.status_code == 302


def test_the_log_of_a_running_game_is_not_published(client, game, north):
    """It holds every secret."""
    client.force_login(north)
    assert client.get(f"{url_of(game)}log/").status_code == 404


def test_zones_next_to_explored_sectors_are_on_the_map(game):
    """Every unexplored zone that a wormhole leads to is drawn with its name."""
    view = player_view(store.current_state(fresh(game)), None)
    names = {zone.name for zone in zones_around(view.table) if zone.open}
    drawn = map_svg(board(view.table, places(view.table, {})), view.table)
    assert names
    for name in names:
        assert f">{name}</text>" in drawn


def test_the_map_is_well_formed(game):
    """The picture is XML that stands by itself."""
    from xml.dom.minidom import parseString

    view = player_view(store.current_state(fresh(game)), None)
    names = {0: HOSTILE, 1: "South"}
    parseString(map_svg(board(view.table, places(view.table, names)), view.table))


def test_events_carry_the_symbol_of_their_order(client, north, south):
    """The kind of order is seen before its sentence is read; what the game does by itself and
    what is a secret of others have none."""
    game = started(north, south, species=TWO)
    seat, user = on_move(game)
    other = south if user == north else north
    send(game, "prefer reputation ask", seat, user)
    send(game, "pass", seat, user)
    client.force_login(other)
    told = re.findall(
        r"<li(?:\s[^>]*)?>(.*?)</li>", get(client, f"{url_of(game)}history/").html, re.DOTALL
    )
    passed = next(row for row in told if "passed first" in row)
    assert "#act-pass" in passed
    setup = next(row for row in told if "was set up" in row)
    assert "#act-" not in setup
    assert not any("preference" in row for row in told)
