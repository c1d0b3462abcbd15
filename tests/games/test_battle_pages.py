"""Battles on pages: the panel of a running one, the report of any, the links to it."""

from __future__ import annotations

import re

import pytest

from games import store
from games.models import Game
from games.rendering.battle_story import battle_report
from games.rendering.battles import battle
from games.services import moderation
from rules.effects.battle import DiceRolled
from rules.orders import AssignDice
from rules.views import player_view, visible_effects
from tests.builders import HOME, Position
from tests.games.battles import battle_asked, battle_fought, battle_over, stored
from tests.games.helpers import account, fresh, moderator
from tests.games.pages import get, url_of

NAMES = {0: "North", 1: "South", 2: "East"}


def fought(*faces: int) -> tuple[Position, list]:
    """Two interceptors of seat 1 in the home of seat 0 against its interceptor and cruiser; the
    effects up to the first decision."""
    position = Position()
    position.remove_ships(HOME)
    position.ship(0, "interceptor", HOME)
    position.ship(0, "cruiser", HOME)
    position.ship(1, "interceptor", HOME)
    position.ship(1, "interceptor", HOME)
    position.will_roll(HOME, *faces)
    return position, position.to_combat()


def test_every_die_is_told_with_its_sum_and_what_it_hit():
    """The defender's interceptor misses with 5 (5 + 0 - 0), the attackers' two roll 6 and 3."""
    position, effects = fought(5, 6, 3, 6)
    report = battle_report(position.table, HOME, effects, 0, NAMES)
    assert report is not None
    clash = report.clashes[0]
    assert (clash.attacker.name, clash.defender.name) == ("South", "North")
    assert clash.defender.own
    first = clash.rounds[0].volleys[0]
    assert (first.name, first.ships, first.own) == ("North", "1 interceptor", True)
    assert [(d.face, d.sums, d.hit, d.result) for d in first.dice] == [
        (5, "5 + 0 − 0 = 5, needs 6", False, "miss")
    ]
    second = clash.rounds[0].volleys[1]
    assert second.ships == "2 interceptors"
    assert second.dice[0].sums == "a six always hits"
    assert second.dice[1].result == "miss"


def test_hits_name_the_ship_and_its_boxes():
    """A hit on the cruiser, which survives one point, then the end of it."""
    position, effects = fought(5, 6, 3)
    assert position.asked().kind == "assign"
    waiting = battle_report(position.table, HOME, effects, 0, NAMES)
    assert waiting is not None
    assert waiting.clashes[0].rounds[0].volleys[1].dice[0].result == (
        "can hit; it is not assigned yet"
    )
    cruiser = next(s.id for s in position.state.ships.values() if s.kind == "cruiser")
    effects += position.play(AssignDice((cruiser,)))
    report = battle_report(position.table, HOME, effects, 1, NAMES)
    assert report is not None
    die = report.clashes[0].rounds[0].volleys[1].dice[0]
    assert (die.hit, die.result) == (True, "hit, 1 damage: Cruiser")
    squads = {squad.kind: squad for squad in report.clashes[0].defender.squads}
    (hull,) = squads["cruiser"].hulls
    assert (hull.damage, hull.boxes, hull.filled) == (1, 2, [True, False])


def test_computers_and_shields_are_in_the_sum():
    position = Position()
    position.remove_ships(HOME)
    position.fit(1, "interceptor", "gauss_shield")
    position.ship(0, "cruiser", HOME)
    position.ship(1, "interceptor", HOME)
    position.will_roll(HOME, 6, 5)
    effects = position.to_combat()
    told = [
        die
        for clash in (battle_report(position.table, HOME, effects, None, NAMES),)
        if clash
        for volley in clash.clashes[0].rounds[0].volleys
        for die in volley.dice
    ]
    # The interceptor's six hits the cruiser; its computer and their shield make 5 of the 5.
    assert told[0].hit
    assert told[1].sums == "5 + 1 − 1 = 5, needs 6"


def test_ships_that_fall_stay_in_the_report():
    """One interceptor against one: the defender's six ends it."""
    position = Position()
    position.remove_ships(HOME)
    position.ship(0, "interceptor", HOME)
    position.ship(1, "interceptor", HOME)
    position.will_roll(HOME, 6)
    effects = position.to_combat()
    report = battle_report(position.table, HOME, effects, None, NAMES)
    assert report is not None
    assert not report.running
    clash = report.clashes[0]
    assert clash.result == f"North won the battle in sector {HOME}."
    assert clash.attacker.squads[0].hulls[0].gone == "destroyed"
    assert clash.attacker.squads[0].number == 0
    assert clash.chances is not None
    assert (clash.chances.first, clash.chances.second) == ("45 %", "55 %")
    assert clash.rounds[0].volleys[0].notes == ["Interceptor of South is destroyed."]
    # Who draws is known to all, what only to its seat.
    assert any("North drew" in text for text in report.aftermath)


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_attack_and_retreat_are_compared(edition):
    """One cruiser against one interceptor, a sector to retreat to behind it."""
    position = Position(edition=edition)
    position.remove_ships(HOME)
    position.lay("206", "3.0", disc=0)
    position.ship(0, "cruiser", HOME)
    position.ship(1, "interceptor", HOME)
    position.will_roll(HOME, 2)
    effects = position.to_combat()
    assert position.asked().kind == "battle"
    view = player_view(position.state, 0)
    found = battle(view, NAMES, effects)
    assert found is not None
    outlook = found.outlook
    assert outlook is not None
    # The interceptor has shot. The cruiser hits at 5 and 6, bears one hit, and shoots first now.
    own, other = 1 / 3, 1 / 6
    # one: the cruiser with one point left and to shoot; two: unhurt and to shoot.
    one = own / (1 - (1 - own) * (1 - other))
    two = (own + (1 - own) * other * one) / (1 - (1 - own) * (1 - other))
    assert outlook.rows[0].attack == f"{round(two * 100)} %"
    assert outlook.rows[0].retreat == "no"
    assert outlook.acting == "Your 1 cruiser"
    assert (outlook.rows[2].attack, outlook.rows[2].retreat) == ("1", "0")
    assert outlook.retreating is not None
    assert [target[:3] for target in outlook.retreating.targets] == ["206"]
    assert [(group.kind, group.turn) for group in found.groups] == [
        ("interceptor", "done"),
        ("cruiser", "now"),
    ]
    # Others see the battle and the chances, but have nothing to choose.
    theirs = battle(player_view(position.state, 1), NAMES, effects)
    assert theirs is not None
    assert theirs.outlook is not None
    assert theirs.outlook.acting == ""
    assert theirs.outlook.chances == outlook.chances


# --- pages ---------------------------------------------------------------------------------------


@pytest.fixture
def players(db):
    return [account(name) for name in ("north", "south", "east", "west")]


@pytest.mark.django_db
@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_a_running_battle_is_on_the_page_and_its_report_a_page_of_its_own(client, players, edition):
    game = stored(players, battle_fought, edition)
    seat = store.current_state(game).pending[0].seat
    client.force_login(players[seat])
    page = get(client, url_of(game))
    assert "If both fight on" in page.text
    assert "By initiative" in page.text
    assert "needs 6" in page.text or "always" in page.text
    link = next(link.href for link in page.links if "/battles/" in link.href)
    report = get(client, link)
    assert "It goes on" in report.text
    assert "Chances before the first die" in report.text
    client.force_login(account("guest"))
    assert "Chances before the first die" in get(client, link).text


@pytest.mark.django_db
def test_a_battle_that_is_over_is_linked_from_news_and_history(client, players):
    game = stored(players, battle_over)
    client.force_login(players[0])
    history = get(client, f"{url_of(game)}history/")
    links = [link.href for link in history.links if "/battles/" in link.href]
    assert links
    page = get(client, links[-1])
    assert "It is over" in page.text
    assert re.search(r"won the battle|left no ship", page.text)
    # All dice that the log has are told.
    *_rest, seq, sector = links[-1].rstrip("/").split("/")
    dice = [
        effect
        for row in store.rows(fresh(game))
        for effect in store.decode(row).effects
        if isinstance(effect, DiceRolled) and effect.sector == sector and row.round >= 3
    ]
    assert int(seq) <= fresh(game).newest_seq
    assert page.html.count('<li class="hit">') + page.html.count('<li class="miss">') == sum(
        len(effect.dice) for effect in dice
    )


@pytest.mark.django_db
def test_there_is_no_report_where_no_battle_was(client, players):
    game = stored(players, battle_asked)
    client.force_login(players[0])
    assert client.get(f"{url_of(game)}battles/0/101/").status_code == 404
    assert client.get(f"{url_of(game)}battles/{game.newest_seq}/999/").status_code == 404
    assert client.get(f"{url_of(game)}battles/99999/101/").status_code == 404


@pytest.mark.django_db
def test_drawn_tiles_are_told_to_their_seat_alone(client, players):
    """The report of one who drew names the value that it kept; others read how many."""
    game = stored(players, battle_over)
    events = [store.decode(row) for row in store.rows(game)]
    drawn = next(
        (event, effect)
        for event in reversed(events)
        for effect in event.effects
        if type(effect).__name__ == "ReputationDrawn"
    )
    event, effect = drawn
    sector = next(e.sector for e in event.effects if type(e).__name__ == "BattleEnded")
    url = f"{url_of(game)}battles/{event.seq}/{sector}/"
    texts = {}
    for seat, user in enumerate(players):
        client.force_login(user)
        texts[seat] = get(client, url).text.split("Afterwards")[1]
    others = {texts[seat].replace("You", "") for seat in range(4) if seat != effect.seat}
    assert len({re.sub(r"\s+", " ", t) for t in others}) == 1
    values = ", ".join(map(str, effect.values))
    assert values in texts[effect.seat]
    assert visible_effects(event, None) != event.effects


def test_a_battle_is_told_alike_whatever_others_hide():
    told = []
    for value in (1, 4):
        position, effects = fought(5, 6, 3)
        position.seat(0).reputation = [value]
        view = player_view(position.state, 1)
        told.append(battle(view, NAMES, effects))
    assert told[0] == told[1]
    assert any(isinstance(effect, DiceRolled) for effect in effects)


@pytest.mark.django_db
def test_a_battle_that_was_taken_back_has_no_report(client, players):
    """After a moderator's rewind nothing leads to it any more."""
    game = stored(players, battle_fought)
    rows = store.rows(game)
    began = next(row.seq for row in rows if '"battle_started"' in row.effects)
    sector = next(
        effect.sector
        for row in rows[began:]
        for effect in store.decode(row).effects
        if isinstance(effect, DiceRolled)
    )
    url = f"{url_of(game)}battles/{game.newest_seq}/{sector}/"
    client.force_login(players[0])
    get(client, url)
    moderation.rewind(game=game, user=moderator(), reason="A test", to=began - 1, redraw=False)
    assert client.get(url).status_code == 404
    page = get(client, f"{url_of(game)}history/")
    assert not any("/battles/" in link.href for link in page.links)


@pytest.mark.django_db
def test_strangers_see_no_battles_of_private_games(client, players):
    game = stored(players, battle_fought)
    link = f"{url_of(game)}battles/{game.newest_seq}/"
    sector = next(iter(battles_in(game)))
    assert client.get(f"{link}{sector}/").status_code == 200
    Game.objects.filter(pk=game.pk).update(private=True)
    client.force_login(account("guest"))
    assert client.get(f"{link}{sector}/").status_code == 404


def battles_in(game) -> set[str]:
    """Sectors with dice in the newest event."""
    (row,) = store.rows(game, game.newest_seq - 1)
    return {e.sector for e in store.decode(row).effects if isinstance(e, DiceRolled)}
