"""What the turn page says is true, and stands where one looks."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string

from eclipse_site.stylesheet import joined
from games import selectors
from games.rendering.hexes import sector_svg
from games.rendering.times import time_forms, time_had, time_left
from games.services import moderation
from games.services.play import preview
from tests.games.helpers import TWO, account, fresh, moderator, on_move, send, started
from tests.games.pages import get, page_of_mover, url_of
from tests.rules.notation_positions import POSITIONS

pytestmark = pytest.mark.django_db


def step(client, page, label: str):
    """The page behind the only link whose text begins with ``label``."""
    (link,) = [link for link in page.steps() if link.text.strip().startswith(label)]
    return get(client, link.href.partition("#")[0])


def test_each_preference_is_told_in_its_own_words(client, game) -> None:
    """What shall hold for reactions has nothing to do with reputation tiles."""
    _seat, page = page_of_mover(client, game)
    page = step(client, page, "Preference")
    assert "Set the preference" not in page.text
    reactions = step(client, page, "Reactions")
    steps = [link for link in reactions.steps() if link.href.endswith("#choose")]
    labels = [link.text.strip() for link in steps if "path=reactions" in link.href]
    assert len([label for label in labels if label.startswith("Ask")]) == 2
    assert not [label for label in labels if "tile" in label]
    threat = step(client, reactions, "Ask when I am threatened")
    assert "prefer reactions threat" in threat.text
    assert "Ask me which tile I keep" in step(client, page, "Reputation tiles").text


def test_passing_is_said_to_be_final(client, game) -> None:
    """Passing is sealed at once, so the page must not promise an undo."""
    _seat, page = page_of_mover(client, game)
    href = next(link.href for link in page.links if "k=pass" in link.href)
    confirm = get(client, href.partition("#")[0])
    assert "It cannot be taken back." in confirm.text
    assert "It can be taken back" not in confirm.text


@pytest.mark.parametrize(
    ("text", "final"),
    [("pass", True), ("prefer reputation ask", False), ("prefer reputation ask; pass", True)],
)
def test_a_preview_knows_what_is_final(client, game, text, final) -> None:
    seat, user = on_move(game)
    assert preview(game=fresh(game), seat=seat, text=text, user=user).final is final
    client.force_login(user)
    answer = client.post(f"{url_of(game)}orders/", {"text": text, "do": "preview"})
    assert ("It cannot be taken back." in answer.content.decode()) is final


def test_a_refused_text_is_explained_where_it_was_written(client, game) -> None:
    """The answer to the text form opens at its panel, so the reason stands in it."""
    page_of_mover(client, game)
    answer = client.post(f"{url_of(game)}orders/", {"text": "bulid cruiser", "do": "play"})
    html = answer.content.decode()
    assert html.count("That was not played") == 1
    assert html.index('id="text"') < html.index("That was not played") < html.index('id="orders"')


def test_the_end_of_the_turn_is_a_button_in_the_panel(client, game) -> None:
    """After the action nothing is left to choose but to end the turn, and it is called so."""
    seat, user = on_move(game)
    send(game, "prefer reputation ask; upgrade place hull on interceptor 1")
    client.force_login(user)
    page = get(client, url_of(game))
    ends = [form for form in page.order_forms() if ("k", "done") in form.buttons]
    assert len(ends) == 2
    assert "End the turn" in page.text
    assert client.post(ends[1].action, ends[1].data(k="done")).status_code == 302
    assert on_move(game)[0] != seat


def test_a_page_that_waits_for_bots_looks_again_by_itself(client, north) -> None:
    """A bot answers in a moment; nobody has to guess that."""
    game = started(north, species=TWO, bots=("greedy",))
    client.force_login(north)
    while on_move_seat(game) == 0:
        assert 'http-equiv="refresh"' not in get(client, url_of(game)).html
        send(game, "pass", seat=0, user=north)
    # Pages that run scripts ask by themselves, without being loaded anew.
    again = '<noscript><meta http-equiv="refresh" content="2"></noscript>'
    assert again in get(client, url_of(game)).html


def on_move_seat(game) -> int:
    from games import store

    return store.current_state(fresh(game)).pending[0].seat


def test_nobody_waits_by_machine_for_people(client, game, north, south) -> None:
    seat, _user = on_move(game)
    client.force_login(south if seat == 0 else north)
    answer = client.get(url_of(game))
    assert "Waiting for" in answer.content.decode()
    assert "Refresh" not in answer


def test_history_names_whoever_played_then(client, game) -> None:
    """A successor did not do what the predecessor did."""
    seat, user = on_move(game)
    send(game, "pass")
    east = account("east")
    moderation.replace_player(
        game=game, user=moderator(), reason="asked for it", seat=seat, new_user=east
    )
    before = next(e for e in selectors.history(fresh(game), east) if e.order == "pass")
    assert before.player == user.display_name
    assert any(user.display_name in sentence for sentence in before.sentences)
    assert not any("East" in sentence for sentence in before.sentences)
    told = [sentence for e in selectors.history(fresh(game), east) for sentence in e.sentences]
    assert f"Somebody else plays for {user.display_name} from now on." in told
    page = get(client, f"{url_of(game)}history/?at={before.seq}")
    assert f"{user.display_name} passed" in page.text


def test_orders_that_chance_hands_back_are_kept_however_long(client, game) -> None:
    """They stand in the text box; too many for an address stand in the message."""
    _seat, page = page_of_mover(client, game)
    zone = next(link.href for link in page.links if link.css == "legal").split("path=")[1]
    explore = f"explore {zone.partition('#')[0]}"
    short, long = "prefer reputation ask", "; ".join(["prefer reputation ask " * 4] * 55)
    url = f"{url_of(game)}orders/"
    answer = client.post(url, {"text": f"{explore}; {long}", "key": "long"})
    assert answer.status_code == 302
    assert len(answer["Location"]) < 100
    told = client.get(answer["Location"]).content.decode()
    assert "this was not played: prefer reputation ask" in told
    send(game, "discard")
    _seat, user = on_move(game)
    client.force_login(user)
    page = get(client, url_of(game))
    zone = next(link.href for link in page.links if link.css == "legal").split("path=")[1]
    explore = f"explore {zone.partition('#')[0]}"
    answer = client.post(url, {"text": f"{explore}; {short}", "key": "short"})
    assert get(client, answer["Location"]).text_form().fields["text"] == [[short]]


def test_the_number_of_a_sector_leaves_room_for_the_artifact_at_every_width() -> None:
    """Three bold digits are at most 0.7 of their size wide each, and begin at -52."""
    table = POSITIONS["turn"]()[1]
    drawn = sector_svg(table, table.state.sectors["221"])
    artifact = re.search(r'#artifact" x="([\d.-]+)"', drawn)
    assert artifact
    assert '<text class="nr" x="-52"' in drawn
    sheet = joined()
    sizes = [int(size) for size in re.findall(r"\.nr \{[^}]*font-size: (\d+)px", sheet)]
    assert len(sizes) == 3, "at a desk, on a phone, on paper"
    assert all(-52 + 3 * 0.7 * size <= float(artifact[1]) for size in sizes)


def test_a_span_under_a_minute_is_no_zero() -> None:
    """Whoever was just asked has not been asked for "0 min", and a minute is left before none is."""
    now = datetime(2030, 1, 1, tzinfo=UTC)
    assert time_had(now, now) == time_had(now + timedelta(seconds=5), now) == "under 1 min"
    assert time_left(now + timedelta(seconds=30), now) == "under 1 min"
    assert time_left(now + timedelta(seconds=60), now) == "1 min"
    assert time_left(now - timedelta(seconds=1), now) == "time is up"
    assert time_forms().split("|")[-2:] == ["time is up", "under 1 min"]


def test_an_order_that_only_ends_something_is_told_in_words() -> None:
    ended = {"sentences": [], "kind": "done", "order": "done", "player": "North"}
    told = render_to_string("games/panels/sentences.html", {"entry": ended})
    assert "North is done." in told
    assert "<code>" not in told
