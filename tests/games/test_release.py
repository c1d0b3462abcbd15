"""After an update nobody is shown what the program before it drew."""

from __future__ import annotations

import pytest

from games import release
from games.views import situation
from tests.games.helpers import TWO, account, started
from tests.games.pages import url_of

pytestmark = pytest.mark.django_db


def test_an_update_makes_pages_and_their_kept_parts_anew(client, monkeypatch) -> None:
    north = account("north")
    game = started(north, account("south"), species=TWO)
    client.force_login(north)
    url = url_of(game)
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    drawn = []
    monkeypatch.setattr(situation, "draw", lambda *args: drawn.append(1) or DRAW(*args))
    assert client.get(url).status_code == 200
    assert drawn == []
    monkeypatch.setattr(situation, "release", lambda: "another program")
    updated = client.get(url, headers={"If-None-Match": first["ETag"]})
    assert updated.status_code == 200
    assert drawn == [1]


DRAW = situation.draw


def test_every_file_that_draws_counts(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    for package in release.DRAWS:
        (tmp_path / package).mkdir()
    file = tmp_path / "games" / "turn.html"
    found = set()
    for text in ("one", "two"):
        file.write_text(text)
        found.add(release.release.__wrapped__())
    (tmp_path / "games" / "notes.txt").write_text("not drawn")
    found.add(release.release.__wrapped__())
    assert len(found) == 2
