"""Playing by page alone: every decision has forms and links that lead to legal orders."""

from __future__ import annotations

import random

import pytest

from games import store
from games.services import bots
from games.services.play import submit_orders
from rules.policies import policy_named
from rules.views import player_view
from tests.games.helpers import TWO, account, fresh, started
from tests.games.pages import Form, Page, get


def send(client, form: Form, data: dict[str, object]):
    response = client.post(form.action, data)
    assert response.status_code == 302, (
        form.action,
        data,
        Page("", response.content.decode()).text,
    )
    return response


class Walker:
    """Somebody who only knows the page and clicks about."""

    def __init__(self, client, game, seed: int) -> None:
        self.client = client
        self.url = f"/games/{game.pk}/"
        self.random = random.Random(seed)
        self.kinds: set[str] = set()

    def play_once(self) -> None:
        """Follow links and forms from the game's page until an order is played."""
        page = get(self.client, self.url)
        for _step in range(40):
            doors = self._doors(page)
            assert doors, f"nothing can be done on {page.url}"
            door = self.random.choice(doors)
            if isinstance(door, str):
                page = get(self.client, door)
                continue
            form, data = door
            if form.method == "get":
                query = dict(data)
                response = self.client.get(form.action.partition("#")[0], query)
                assert response.status_code == 200
                page = Page(
                    response.request["PATH_INFO"] + "?" + response.request["QUERY_STRING"],
                    response.content.decode(),
                )
                continue
            self.kinds.add(str(data.get("k")))
            send(self.client, form, data)
            return
        pytest.fail("no order came of forty steps")

    def _doors(self, page: Page) -> list:
        doors: list = []
        for form in page.order_forms():
            for name, value in form.buttons:
                data = form.data(**({name: value} if name else {}))
                doors.append((form, self._varied(form, data)))
        for form in page.forms:
            if form.method == "get" and "add" in form.fields:
                doors.append((form, self._varied(form, form.data())))
        # Preferences and trade lead nowhere by themselves; passing at once would end it soon.
        dull = ("k=prefer", "k=trade", "k=pass")
        links = [link.href for link in page.steps() if "#choose" in link.href]
        onward = [href for href in links if not any(word in href for word in dull)]
        if "k=" in page.url:
            # Forward, not back: links with longer paths, or the confirmation.
            onward = [
                h for h in onward if h.count("~") > page.url.count("~") or "path=" not in page.url
            ]
        if not doors and not onward:
            onward = links
        return doors + list(dict.fromkeys(onward))

    def _varied(self, form: Form, data: dict[str, object]) -> dict[str, object]:
        """Another option of each list."""
        for name, values in form.fields.items():
            if any(len(options) > 1 for options in values):
                data[name] = [self.random.choice(options) for options in values]
        return data


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
def test_rounds_are_played_by_page_alone(client, seed):
    """Whatever the page offers is legal: a round and more against a bot by links and forms only."""
    north = account("north")
    game = started(north, species=TWO, bots=("varied",))
    client.force_login(north)
    walker = Walker(client, game, seed)
    for _turn in range(120):
        while bots.play_bots(game.pk):
            pass
        state = store.current_state(fresh(game))
        if state.finished or (state.round > 1 and len(walker.kinds) > 6):
            break
        before = fresh(game).newest_seq
        walker.play_once()
        assert fresh(game).newest_seq > before
    assert store.current_state(fresh(game)).round > 1
    assert len(walker.kinds) > 4


@pytest.mark.django_db
def test_every_decision_of_random_games_has_a_form_or_a_link(client):
    """The page of every kind of decision that a game of bots meets offers what it accepts."""
    north = account("north")
    south = account("south")
    game = started(north, south, species=TWO)
    users = [north, south]
    seen: dict[str, int] = {}
    for number in range(160):
        state = store.current_state(fresh(game))
        if state.finished:
            break
        seat = state.pending[0].seat
        view = player_view(state, seat)
        decision = view.decisions[0]
        seen[decision.kind] = seen.get(decision.kind, 0) + 1
        if seen[decision.kind] <= 3:
            client.force_login(users[seat])
            page = get(client, f"/games/{game.pk}/?d={decision.id}")
            tags = {c.order.__struct_config__.tag for c in decision.choices if c.possible()}
            offered = {
                value for form in page.order_forms() for name, value in form.buttons if name == "k"
            }
            offered |= {form.fields["k"][0][0] for form in page.order_forms() if "k" in form.fields}
            offered |= {
                link.href.split("k=")[1].split("&")[0].split("#")[0] for link in page.steps()
            }
            assert tags <= offered, decision.kind
        order = policy_named("varied").choose(view, decision, number)
        submit_orders(
            game=game.pk,
            seat=seat,
            orders=[order],
            key=f"auto-{number}",
            actor="player",
            user=users[seat],
            decision_id=decision.id,
        )
    assert {"turn", "end_turn", "explored", "upkeep"} & set(seen)
    assert len(seen) > 5
