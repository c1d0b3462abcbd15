"""Stored games with special sectors: their pages, their mails, the API."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import transaction
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from games import store
from games.ledger import ledger_of
from games.models import CurrentState, Game
from games.services.play import submit_orders
from games.statements import lock
from rules.codec import encode_state
from rules.effects.base import Effect
from rules.effects.galaxy import DiscPlaced, SectorPlaced, ShipPlaced
from rules.expansions.galactic_events.effects import ShipSwallowed
from tests.games.helpers import TWO, fresh, on_move, send, started
from tests.games.pages import get, url_of
from tests.notifications.helpers import deliver_all

pytestmark = pytest.mark.django_db
MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
both = pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])


def stored(*users, edition: str = "new_dawn") -> tuple[Game, int]:
    """A game whose first seat to move controls a pulsar and has a cruiser inside a black hole."""
    game = started(*users, species=TWO, edition=edition, modules=MODULES)
    seat, _user = on_move(game)
    with transaction.atomic():
        locked = lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        number = ledger.state.next_ship
        done: list[Effect] = [
            SectorPlaced("393", "1.0", 0, False),
            DiscPlaced(seat, "393"),
            SectorPlaced("396", "1.3", 0, False),
            ShipPlaced(number, seat, "cruiser", "396"),
            ShipSwallowed(number, seat, "cruiser", "396", 0, 1, stream="black hole", draws=(1,)),
        ]
        ledger.record(done, actor="moderator")
        ledger.save()
    game.refresh_from_db()
    return game, seat


@both
def test_the_page_has_the_panel_and_the_orders(client, north, south, edition) -> None:
    game, _seat = stored(north, south, edition=edition)
    _seat, user = on_move(game)
    client.force_login(user)
    page = get(client, url_of(game))
    assert "special" in page.ids
    assert "1 ship of yours has to come back this round" in page.text
    assert {"h393", "h396", "s393", "s396"} <= page.ids
    kinds = [link.text for link in page.steps()]
    assert any("Pulsar" in text for text in kinds)
    assert any("Bring back" in text for text in kinds)
    send(game, "bring cruiser to 393")
    assert "has to come back" not in get(client, url_of(game)).text
    assert (
        "brought a cruiser back from the black hole of sector 396 to sector 393"
        in get(client, f"{url_of(game)}history/").text
    )


@both
def test_the_history_draws_what_was_there(client, north, south, edition) -> None:
    """The black hole with the ship inside before it came back, without it afterwards."""
    game, _seat = stored(north, south, edition=edition)
    _seat, user = on_move(game)
    before = fresh(game).newest_seq
    send(game, "bring cruiser to 393")
    client.force_login(user)
    inside, outside = (
        get(client, f"{url_of(game)}history/?at={seq}").html for seq in (before, before + 1)
    )
    for html in (inside, outside):
        assert 'id="h396"' in html
        assert 'class="slots"' in html
    assert ">R1</text>" in inside
    assert ">R1</text>" not in outside


def test_the_api_tells_of_ships_away_and_offers_the_orders(north, south) -> None:
    game, seat = stored(north, south)
    _seat, user = on_move(game)
    client = APIClient()
    token, _made = Token.objects.get_or_create(user=user)
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")
    board = client.get(f"/api/games/{game.pk}/").json()["board"]
    ((_number, away),) = board["away"].items()
    assert (away["source"], away["back"], away["ship"]["owner"]) == ("396", 1, seat)
    assert board["faces"] == {}
    assert board["sectors"]["393"]["slot"] == ""
    (decision,) = client.get(f"/api/games/{game.pk}/decisions/").json()["decisions"]
    offered = {choice["order"]: choice for choice in decision["choices"]}
    (pulsar_sector,) = offered["activate"]["options"]
    assert pulsar_sector["value"] == "393"
    (cruiser,) = offered["return_ship"]["options"]
    assert cruiser["value"] == "cruiser"
    assert [target["value"] for target in cruiser["next"]] == ["393"]
    order = {"order": "return_ship", "ship": "cruiser", "sector": "393"}
    answer = client.post(
        f"/api/games/{game.pk}/orders/",
        {"orders": [order]},
        format="json",
        HTTP_IDEMPOTENCY_KEY="one",
    )
    assert answer.status_code == 200, answer.json()
    assert client.get(f"/api/games/{game.pk}/").json()["board"]["away"] == {}


def test_what_a_turn_mail_says_of_special_sectors(north, south) -> None:
    game, _seat = stored(north, south)
    _seat, user = on_move(game)
    message = next(mail for mail in deliver_all() if mail.to == [user.email])
    lines = message.body.partition("SPECIAL SECTORS\n")[2].partition("\n\n")[0].splitlines()
    assert lines[0].startswith("* 396 Cygnus X-1: 1 ship of yours has to come back this round")
    assert lines[1].startswith("* 393 Geminga: Disc on Move.")
    for example in ("activate 393 for", "bring cruiser to 393"):
        assert example in message.body
    html = str(message.alternatives[0][0])
    assert "1 ship of yours has to come back this round" in html


def test_a_ship_that_was_not_brought_back_is_told_as_lost(client, north, south) -> None:
    game, seat = stored(north, south)
    _seat, user = on_move(game)
    submit_orders(game=game, seat=seat, text="pass", key="a", user=user)
    client.force_login(user)
    for _ in range(3):
        if "keeps a cruiser of" in get(client, f"{url_of(game)}history/").text:
            return
        send(game, "pass")
    raise AssertionError("nobody is told that the cruiser was lost")


@both
def test_pages_of_twins_that_differ_in_a_reputation_tile_are_the_same(
    client, north, south, edition
) -> None:
    """To the other player and to visitors; the owner's page differs."""
    game, seat = stored(north, south, edition=edition)
    _seat, owner = on_move(game)
    other = south if owner == north else north
    shown = []
    for value, absent in ((2, 3), (3, 2)):
        state = store.current_state(fresh(game))
        state.seats[seat].reputation = [value]
        state.supply.reputation[value] -= 1
        if shown:
            state.supply.reputation[absent] += 1
        CurrentState.objects.filter(game=game).update(state=encode_state(state), sealed_state=None)
        cache.clear()
        shown.append([_page(client, game, user) for user in (other, None, owner)])
    first, second = shown
    assert first[:2] == second[:2]
    assert first[2] != second[2]


def _page(client, game: Game, user) -> str:
    """The page without tokens and fingerprints, which are never the same."""
    client.logout()
    if user is not None:
        client.force_login(user)
    html = get(client, url_of(game)).html
    assert 'id="special"' in html
    return re.sub(r'"(&quot;)?[\w-]{12,}(&quot;)?"', '""', html)
