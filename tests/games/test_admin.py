"""The moderators' pages: measures with a reason, no secrets without an audit."""

from __future__ import annotations

import pytest

from games import store
from games.models import Audit, EventReason, GameSeed
from tests.games.helpers import account, fresh, moderator, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    arbiter = moderator()
    client.force_login(arbiter)
    return client


def measure(client, game, name: str, **fields: object):
    address = f"/admin/games/game/{game.pk}/measure/{name}/"
    return client.post(address, {"reason": "A good one", **fields})


def test_page_of_a_game_offers_the_measures_and_shows_no_secrets(game, desk) -> None:
    send(game, "pass")
    page = desk.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    for name in ("pause", "extend", "rewind", "replace", "abandon"):
        assert f"/measure/{name}/" in page
    assert "/measure/resume/" not in page
    sealed = bytes(GameSeed.objects.get(game=game).sealed).decode()
    assert sealed not in page
    assert "effect" not in page


def test_a_form_asks_for_the_reason_first(game, desk) -> None:
    page = desk.get(f"/admin/games/game/{game.pk}/measure/pause/").content.decode()
    assert "Reason" in page
    refused = desk.post(f"/admin/games/game/{game.pk}/measure/pause/", {"reason": ""})
    assert refused.status_code == 200
    assert not fresh(game).paused


def test_every_measure_can_be_taken(game, desk) -> None:
    send(game, "pass")
    assert measure(desk, game, "pause").status_code == 302
    assert fresh(game).paused
    assert measure(desk, game, "resume").status_code == 302
    assert not fresh(game).paused
    assert measure(desk, game, "extend", hours=24).status_code == 302
    assert measure(desk, game, "rewind", to=1, redraw="on").status_code == 302
    east = account("east")
    assert measure(desk, game, "replace", seat=0, email=east.email).status_code == 302
    assert measure(desk, game, "replace", seat=1, policy="greedy").status_code == 302
    assert measure(desk, game, "abandon").status_code == 302
    game = fresh(game)
    assert game.status == "abandoned"
    assert EventReason.objects.filter(event__game=game).count() == 7
    assert [row.actor for row in store.rows(game, 1)] == ["moderator"] * 7


def test_what_the_service_refuses_is_shown_in_the_form(game, desk) -> None:
    page = measure(desk, game, "rewind", to=7)
    assert page.status_code == 200
    assert "not possible to go back to event 7" in page.content.decode()
    page = measure(desk, game, "replace", seat=0, email="nobody@example.org")
    assert "No account has this address" in page.content.decode()


def test_reading_secrets_needs_a_reason_and_is_audited(game, desk) -> None:
    address = f"/admin/games/game/{game.pk}/secrets/"
    assert "storage" not in desk.post(address, {"seat": 0, "reason": ""}).content.decode()
    assert not Audit.objects.exists()
    assert "storage" in desk.post(address, {"seat": 0, "reason": "A complaint"}).content.decode()
    assert Audit.objects.get().seat == 0


def test_players_and_people_without_the_right_get_nothing(game, client, north) -> None:
    north.is_staff = north.is_superuser = True
    north.save()
    client.force_login(north)
    page = client.get(f"/admin/games/game/{game.pk}/change/")
    assert page.status_code == 200
    assert "/measure/" not in page.content.decode()
    assert measure(client, game, "pause").status_code == 403
    assert client.get(f"/admin/games/game/{game.pk}/secrets/").status_code == 403
    client.force_login(account("east", is_staff=True))
    assert measure(client, game, "pause").status_code == 403
    assert not fresh(game).paused


def test_events_lead_to_what_happened(client, game) -> None:
    """A moderator who looks for the event to rewind to reads what each was."""
    client.force_login(moderator())
    page = client.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert f'href="/games/{game.pk}/history/?at=0"' in page
    assert f'href="/admin/games/game/{game.pk}/measure/rewind/"' in page
