"""Diplomacy and species on the pages, in the API's words and by text."""

from __future__ import annotations

import pytest

from games import store
from games.models import Game
from games.rendering.composer import compose
from rules.engine import open_decisions
from rules.orders import Accept, ChooseSpecies, Propose
from rules.state.model import GameState
from rules.table import Table
from rules.views import player_view
from tests.builders import HOME, Position
from tests.games.helpers import account, fresh, legal, on_move, send, started
from tests.games.pages import get, url_of

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")
NAMES = {0: "North", 1: "South", 2: "East", 3: "West"}


def _neighbours() -> Position:
    position = Position(FOUR)
    position.join("101", HOME, disc=1)
    return position


def test_an_offer_is_put_together_step_by_step() -> None:
    """To whom, then from which track; what it means is said in a sentence and as text."""
    view = player_view(_neighbours().state, 0)
    start = compose(view, NAMES)
    assert start is not None
    assert any(kind.tag == "propose" for kind in start.rights)
    composer = compose(view, NAMES, tag="propose", path="1~science")
    assert composer is not None
    assert composer.order == Propose(1, "science")
    assert composer.says == "Offer South diplomatic relations, with a cube from the science track"
    assert composer.notation == "propose to player 2 from science"


def test_the_answer_stands_beside_the_turn() -> None:
    """Who is asked for its turn and an answer sees both, each with its own question."""
    position = _neighbours()
    position.play(Propose(1, "money"))
    position.play(*[position.asked().default], seat=0)
    view = player_view(position.state, 1)
    assert {d.kind for d in view.decisions} == {"turn", "treaty"}
    treaty = next(d for d in view.decisions if d.kind == "treaty")
    composer = compose(view, NAMES, decision_id=treaty.id, tag="accept", path="")
    assert composer is not None
    questions = {owed.question: owed.current for owed in composer.owed}
    assert questions == {
        "It is your turn: take an action or pass.": False,
        composer.question: True,
    }
    assert "North offers you diplomatic relations" in composer.question
    assert [candidate.label for candidate in composer.candidates] == [
        "Money",
        "Science",
        "Materials",
    ]


def test_a_move_to_a_partner_warns_of_the_traitor_card() -> None:
    position = _neighbours()
    position.play(Propose(1, "money"))
    position.play(Accept(0, "money"), seat=1)
    composer = compose(
        player_view(position.state, 0), NAMES, tag="move", path=f"interceptor~{HOME}~101"
    )
    assert composer is not None
    assert any("traitor card" in fact.text for fact in composer.facts)


@pytest.mark.django_db
def test_a_game_with_aliens_is_made_by_the_form(client) -> None:
    """All boards, dealt at random: the game starts with the first turn."""
    north = account("north")
    client.force_login(north)
    sent = {
        "name": "Mixed",
        "edition": "new_dawn",
        "seats": 4,
        "species": "all",
        "boards": "random",
        "deadline_hours": 48,
        "bots": 3,
        "policy": "greedy",
    }
    client.post("/new/", sent)
    game = Game.objects.get(name="Mixed")
    assert game.spec.options == {"species": ["terran", "alien"], "boards": "random"}
    client.post(f"{url_of(game)}start/")
    assert "Round" in get(client, url_of(fresh(game))).text


@pytest.mark.django_db
def test_choosing_among_all_boards_by_text() -> None:
    users = [account(name) for name in ("north", "south")]
    game = started(*users, options={"species": ["terran", "alien"]})
    seat, _user = on_move(game)
    assert len(legal(game, seat, ChooseSpecies)) == 12
    send(game, "choose draco")
    (decision,) = open_decisions(Table(player_view(_state(game), None).board))
    assert decision.kind == "species"


def _state(game: Game) -> GameState:
    return store.current_state(fresh(game))
