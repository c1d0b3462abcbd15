"""Lists of games, the lobby, account and error pages."""

from __future__ import annotations

import re

import pytest

from games.models import Game, Profile
from tests.games.helpers import TWO, fresh, on_move, started
from tests.games.pages import get, url_of

pytestmark = pytest.mark.django_db


def test_visitors_see_what_this_is_and_the_open_games(client, north):
    """The landing page says that the service is unofficial; joining needs an account."""
    started(north, species=(), bots=("greedy",))
    page = get(client, "/")
    assert "unofficial" in page.text
    assert any("/accounts/signup/" in link.href for link in page.links)
    assert not any("/join/" in form.action for form in page.forms)


def test_a_game_is_made_filled_and_started_by_forms(client, north, south):
    """Create with a bot, join, start: all by forms; then the game's page is the turn page."""
    client.force_login(north)
    form = next(f for f in get(client, "/").forms if f.action.endswith("/new/"))
    made = client.post(
        form.action, form.data(name="Quiet Arm", seats="3", bots="1", deadline_hours="24")
    )
    assert made.status_code == 302
    game = Game.objects.get(name="Quiet Arm")
    assert made["Location"] == url_of(game)
    lobby = get(client, url_of(game))
    assert game.commitment in lobby.text
    assert "3 players, 1 day for each decision" in lobby.text
    assert not any(f.action.endswith("/start/") for f in lobby.forms)
    client.force_login(south)
    join = next(f for f in get(client, "/").forms if f.action.endswith("/join/"))
    client.post(join.action, join.data())
    client.force_login(north)
    start = next(f for f in get(client, url_of(game)).forms if f.action.endswith("/start/"))
    client.post(start.action, start.data())
    assert fresh(game).running
    # Boards are still to be chosen: there is no round yet.
    assert f"Setup · {game.name}" in get(client, url_of(game)).text


def test_leaving_and_bots_in_the_lobby(client, north, south):
    """Whoever joined may leave; the creator adds and removes bots."""
    client.force_login(north)
    client.post(
        "/new/",
        {
            "name": "X",
            "edition": "new_dawn",
            "seats": 3,
            "deadline_hours": 48,
            "bots": 0,
            "policy": "greedy",
        },
    )
    game = Game.objects.get(name="X")
    client.post(f"{url_of(game)}add-bot/", {"policy": "greedy"})
    page = get(client, url_of(game))
    remove = next(f for f in page.forms if f.action.endswith("/remove-bot/"))
    client.post(remove.action, remove.data(seat=remove.buttons[0][1]))
    client.force_login(south)
    client.post(f"{url_of(game)}join/")
    leave = next(f for f in get(client, url_of(game)).forms if f.action.endswith("/leave/"))
    client.post(leave.action, leave.data())
    assert [t.seat for t in game.tenancies.filter(closed_at=None)] == [0]


def test_too_many_bots_leave_no_seat_and_the_form_says_so(client, north):
    """A refused form is shown again with its reason and everything that was typed."""
    client.force_login(north)
    sent = {
        "name": "Full",
        "edition": "new_dawn",
        "seats": 2,
        "deadline_hours": 48,
        "bots": 2,
        "policy": "greedy",
    }
    response = client.post("/new/", sent)
    assert response.status_code == 422
    text = response.content.decode()
    assert "Leave at least one seat" in text
    assert 'value="Full"' in text


def test_my_turn_comes_first_with_the_time_left(client, game):
    """The list says which game waits for me and how long."""
    _seat, user = on_move(game)
    client.force_login(user)
    page = get(client, "/")
    assert "1 game waits for you" in page.text
    assert re.search(r"1 d 23 h", page.text)


def test_private_games_of_others_do_not_exist(client, north, south):
    """A private game that runs is a 404 to everybody else."""
    game = started(north, bots=("greedy",), species=TWO, private=True)
    client.force_login(south)
    get(client, url_of(game), 404)
    get(client, f"{url_of(game)}history/", 404)


def test_the_profile_changes_name_zone_and_colours(client, north):
    """Times are in the reader's zone, colours as chosen; the API token is made here."""
    client.force_login(north)
    form = get(client, "/profile/").forms
    form = next(f for f in form if "time_zone" in f.fields)
    client.post("/profile/", form.data(name="North L.", time_zone="Asia/Taipei", theme="light"))
    profile = Profile.objects.get(user=north)
    assert (profile.time_zone, profile.theme) == ("Asia/Taipei", "light")
    page = get(client, "/")
    assert 'data-theme="light"' in page.html
    assert "North L." in page.text
    client.post("/profile/token/", {"do": "make"})
    from rest_framework.authtoken.models import Token

    assert Token.objects.get(user=north).key in get(client, "/profile/").text


def test_deadlines_are_in_the_readers_time_zone(client, game):
    """The same moment, told in Taipei time."""
    _seat, user = on_move(game)
    client.force_login(user)
    before = re.search(r'datetime="([^"]+)"', get(client, url_of(game)).html).group(1)
    Profile.objects.create(user=user, time_zone="Asia/Taipei")
    after = re.search(r'datetime="([^"]+)"', get(client, url_of(game)).html).group(1)
    assert before.endswith("+00:00")
    assert after.endswith("+08:00")


@pytest.mark.parametrize("path", ["login", "signup", "password/reset"])
def test_account_pages_are_in_the_sites_clothes(client, db, path):
    """allauth's pages have the site's header, style sheet and fields."""
    page = get(client, f"/accounts/{path}/")
    assert "site.css" in page.html
    assert 'class="btn primary"' in page.html


def test_error_pages(client, db):
    """A wrong address is told in the site's own page."""
    assert "Nothing is here" in get(client, "/games/none/", 404).text
    assert "Nothing is here" in get(client, "/nowhere", 404).text


def test_the_browsers_time_zone_holds_until_one_is_chosen(client, game):
    """It is proposed in the profile, kept with the first form, and never overrides a choice; what
    is no time zone is not heeded."""
    _seat, user = on_move(game)
    client.force_login(user)

    def told() -> str:
        html = get(client, url_of(game)).html
        return re.search(r'datetime="([^"]+)"', html).group(1)[-6:]

    for nonsense in ("../../etc/passwd", "Europe", "x" * 5000, "/Asia/Taipei"):
        client.cookies["zone"] = nonsense
        assert told() == "+00:00"
    client.cookies["zone"] = "Asia/Taipei"
    assert told() == "+08:00"
    assert '<option value="Asia/Taipei" selected>' in get(client, "/profile/").html
    assert not Profile.objects.filter(user=user).exists()
    client.post(f"{url_of(game)}orders/", {"text": "nothing that is an order"})
    assert Profile.objects.get(user=user).time_zone == "Asia/Taipei"
    Profile.objects.filter(user=user).update(time_zone="UTC")
    assert told() == "+00:00"
