"""Pages that are computed for each request have a limit; whoever plays never runs into it."""

from __future__ import annotations

import pytest

from eclipse_site.settings import base
from games.limits import PageThrottle
from tests.games.helpers import on_move
from tests.games.pages import url_of

pytestmark = pytest.mark.django_db
HARD = ("history/", "ships/", "battles/0/101/", "log/")
FREE = ("", "live/")


@pytest.fixture(autouse=True)
def three_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PageThrottle, "rate", "3/minute", raising=False)


def codes(client, game, *pages: str) -> list[int]:
    return [client.get(url_of(game) + page).status_code for page in pages]


def test_pages_that_take_long_are_counted_together(client, game, north, south) -> None:
    client.force_login(north)
    assert codes(client, game, *HARD) == [200, 200, 404, 429]
    answer = client.get(f"{url_of(game)}history/?at=0")
    assert answer.status_code == 429
    assert "Too many tries" in answer.content.decode()
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert codes(client, game, *HARD[:3]) == [429, 429, 429]
    client.force_login(south)
    assert codes(client, game, "history/") == [200], "others are not to wait"


def test_visitors_are_counted_by_address(client, game) -> None:
    assert codes(client, game, *["history/"] * 4) == [200, 200, 200, 429]
    elsewhere = client.get(f"{url_of(game)}history/", REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 200


def test_playing_and_polling_do_not_count(client, game) -> None:
    _seat, user = on_move(game)
    client.force_login(user)
    assert codes(client, game, *FREE * 3) == [200] * 6
    assert codes(client, game, *["ships/"] * 4) == [200, 200, 200, 429]
    assert codes(client, game, *FREE) == [200, 200]
    sent = client.post(f"{url_of(game)}orders/", {"text": "pass", "do": "play", "key": "one"})
    assert sent.status_code == 302


def test_the_limit_is_far_above_what_anybody_reads() -> None:
    most, seconds = PageThrottle().parse_rate(
        base.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["pages"]
    )
    assert (most, seconds) == (240, 60)
