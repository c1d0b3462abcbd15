"""Second Dawn on pages and in mails, with its modules."""

from __future__ import annotations

import pytest
from django.core import mail

from games import store
from games.errors import LobbyError
from games.forms import NewGameForm
from games.models import Game
from games.rendering.places import place_row
from games.rendering.symbols import die
from games.rendering.words import tech_facts
from games.services import bots, lobby
from games.services.play import submit_orders
from rules.content.loader import load_catalog
from rules.editions.second_dawn import SecondDawn
from rules.effects.galaxy import WarpPortalPlaced
from rules.fold import apply
from rules.policies import policy_named
from rules.table import Table
from rules.views import player_view
from tests.games.helpers import account, fresh, moderator, on_move, send, started
from tests.games.pages import get
from tests.games.test_pages_play import Walker
from tests.notifications.helpers import deliver_all

pytestmark = pytest.mark.django_db

BOARDS = ("descendants_of_draco", "terran_union")
EDITION = {"edition": "second_dawn", "modules": ("warp_portals",)}


@pytest.fixture
def second_dawn(north, south) -> Game:
    return started(north, south, species=BOARDS, options={"blueprint_gcds": "advanced"}, **EDITION)


def test_the_page_shows_guardians_rare_technologies_and_eight_rounds(client, second_dawn) -> None:
    _seat, user = on_move(second_dawn)
    client.force_login(user)
    page = get(client, f"/games/{second_dawn.pk}/")
    assert "Round 1 of 8" in page.text
    assert "Guardian" in page.text
    assert "#guardian" in page.html
    assert "They go to a track of your choice." in page.text
    state = store.current_state(second_dawn)
    assert state.npc_blueprints["gcds"] == "gcds_advanced"


def test_every_technology_says_what_it_does(second_dawn) -> None:
    catalog = Table(store.current_state(second_dawn)).catalog
    said = {tech.id: tech_facts(catalog, tech) for tech in catalog.techs.values()}
    assert all(said.values())
    assert not [text for text in said.values() if "_" in text]
    assert said["warp_portal"].endswith("1 VP")


def test_warp_portals_are_told_with_their_points(second_dawn) -> None:
    """Printed ones, and tiles with what they are worth; both in the list of places."""
    state = store.current_state(second_dawn)
    home = state.seats[0].home
    apply(state, WarpPortalPlaced(0, home, 2))
    table = player_view(state, 0).table
    rows = {s.id: place_row(table, s, {}) for s in table.state.sectors.values()}
    assert "warp portal of 2 VP" in rows[home].things


def test_the_first_to_pass_reads_of_its_money(client, second_dawn) -> None:
    """The turn mail of the next player says who passed and what it got."""
    send(second_dawn, "pass")
    bodies = [message.body for message in deliver_all()] + [m.body for m in mail.outbox]
    assert any("passed first" in body and "2 money" in body for body in bodies)


def test_history_api_and_admin_of_a_finished_game(client, north) -> None:
    """Every page about a game of bots with all modules, at its end and in its middle."""
    game = started(
        north,
        species=("hydran_progress", "eridani_empire", "orion_hegemony"),
        bots=("greedy", "varied"),
        edition="second_dawn",
        modules=("extras", "warp_portals"),
    )
    greedy = policy_named("greedy")
    for number in range(400):
        while bots.play_bots(game.pk):
            pass
        state = store.current_state(fresh(game))
        if state.finished:
            break
        view = player_view(state, 0)
        decision = view.decisions[0]
        submit_orders(
            game=game.pk,
            seat=0,
            orders=[greedy.choose(view, decision, number)],
            key=f"auto-{number}",
            actor="player",
            user=north,
            decision_id=decision.id,
        )
    assert state.finished
    assert state.round == 8
    client.force_login(north)
    end = fresh(game).newest_seq
    assert "Round 8" in get(client, f"/games/{game.pk}/").text
    for at in (0, end // 3, end):
        assert client.get(f"/games/{game.pk}/history/?at={at}").status_code == 200
    assert client.get(f"/games/{game.pk}/log/").status_code == 200
    assert client.get(f"/api/games/{game.pk}/").json()["edition"] == "second_dawn"
    client.force_login(moderator())
    assert client.get(f"/admin/games/game/{game.pk}/change/").status_code == 200


@pytest.mark.parametrize("seed", [3])
def test_rounds_are_played_by_page_alone(client, seed) -> None:
    """Whatever the page offers is legal, against bots of other species."""
    north = account("north")
    game = started(north, species=("mechanema", "planta"), bots=("varied",), **EDITION)
    client.force_login(north)
    walker = Walker(client, game, seed)
    for _turn in range(90):
        while bots.play_bots(game.pk):
            pass
        state = store.current_state(fresh(game))
        if state.finished or state.round > 1:
            break
        walker.play_once()
    assert store.current_state(fresh(game)).round > 1


def test_the_lobby_says_what_is_played(client, north) -> None:
    game = lobby.create_game(user=north, name="Ours", seats=3, **EDITION)
    client.force_login(north)
    assert "Second Dawn with warp portals, 3 players" in get(client, f"/games/{game.pk}/").text


def test_modules_and_options_are_checked(north) -> None:
    with pytest.raises(LobbyError, match="wolves; there are: black_holes, extras, nebulas"):
        lobby.create_game(user=north, name="X", seats=2, edition="second_dawn", modules=("wolves",))
    with pytest.raises(LobbyError, match="black_holes, nebulas, pulsars, supernovas"):
        lobby.create_game(user=north, name="X", seats=2, modules=("warp_portals",))
    with pytest.raises(LobbyError, match="standard, advanced, drawn"):
        lobby.create_game(
            user=north, name="X", seats=2, edition="second_dawn", options={"blueprint_gcds": "x"}
        )
    assert not Game.objects.exists()


# --- the form of a new game ------------------------------------------------------------------------


CHOSEN = {
    "name": "Ours",
    "edition": "second_dawn",
    "seats": "3",
    "deadline_hours": "24",
    "bots": "2",
    "policy": "greedy",
}


def test_modules_and_blueprints_are_chosen_on_the_form(client, north, monkeypatch) -> None:
    monkeypatch.setattr(SecondDawn, "offered", True)
    client.force_login(north)
    chosen = {**CHOSEN, "warp_portals": "on", "blueprints": "drawn", "species": "alien"}
    assert client.post("/new/", chosen).status_code == 302
    spec = Game.objects.get().spec
    assert (spec.edition, spec.modules) == ("second_dawn", ("warp_portals",))
    assert spec.options == {
        "species": ["alien"],
        **{f"blueprint_{kind}": "drawn" for kind in ("ancient", "guardian", "gcds")},
    }


def test_a_module_of_another_edition_is_refused_on_the_form(client, north, monkeypatch) -> None:
    monkeypatch.setattr(SecondDawn, "offered", True)
    client.force_login(north)
    wrong = {**CHOSEN, "edition": "new_dawn", "warp_portals": "on", "blueprints": "advanced"}
    answer = client.post("/new/", wrong)
    assert answer.status_code == 422
    assert "The edition has no such module." in answer.content.decode()
    del wrong["warp_portals"]
    assert client.post("/new/", wrong).status_code == 302
    assert Game.objects.get().spec.options == {}


def test_an_edition_that_is_not_offered_and_its_modules_are_not_on_the_form(monkeypatch) -> None:
    monkeypatch.setattr(SecondDawn, "offered", False)
    form = NewGameForm(CHOSEN)
    assert not form.is_valid()
    assert "edition" in form.errors
    assert not {"warp_portals", "extras", "blueprints"} & set(form.fields)


def test_faces_of_a_rift_die_are_shown_as_numbers() -> None:
    """Its last face is no hit, its first no miss like those of other dice."""
    assert "die-hit" in die("blue", 6)
    assert "die-miss" in die("blue", 1)
    for face in (1, 6):
        assert f">{face}</text>" in die("rift", face)
        assert "die-n" in die("rift", face)


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_a_die_says_its_damage_until_it_is_rolled(edition: str) -> None:
    """Colour alone is not told apart by everybody."""
    damages = {c: d.damage for c, d in load_catalog(edition).setup.dice.items() if d.damage}
    for colour, damage in damages.items():
        assert f">{damage}</text>" in die(colour)
        assert f'aria-label="{colour}, damage {damage}"' in die(colour)
        assert f'aria-label="{colour} 5"' in die(colour, 5)
