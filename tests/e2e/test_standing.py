"""A standing order is set in a real browser, and a battle runs with no further click: at a desk and
on a phone, with and without JavaScript."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, ViewportSize, expect

from eclipse_site.models import User
from games.models import Game, PendingDecision
from tests.e2e.browser import WINDOWS, Person
from tests.e2e.processes import Programs
from tests.games.battlefield import FIELD, HOME, battlefield
from tests.games.helpers import TWO, account, on_move, started
from tests.games.standing import all_pass, by_standing_orders

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_battle_runs_by_an_order_set_on_the_page(
    programs: Programs, browser: Browser, pictures: Path
) -> None:
    programs.start("web")
    for name, size, scripts in WINDOWS:
        north, south = account(f"north-{name}"), account(f"south-{name}")
        person = _person(programs, browser, pictures, north, size, scripts)

        game = started(north, south, species=TWO)
        battlefield(game, (0, "interceptor"), (1, "cruiser"))
        _set_beforehand(person, game)
        person.page.screenshot(path=pictures / f"standing-{name}.png", full_page=True)
        all_pass(game)
        assert not PendingDecision.objects.filter(game=game, kind="battle").exists()
        _was_told(person, game, "fight on, 1 ship is left")

        game = started(north, south, species=TWO)
        battlefield(game, (0, "interceptor"), (1, "cruiser"))
        all_pass(game)
        assert on_move(game) == (0, north)
        _take_over(person, game)
        person.page.screenshot(path=pictures / f"standing-used-{name}.png", full_page=True)
        _was_told(person, game, "1 ship was left, fewer than 2")
        _wrong_input(person, game)
        person.page.screenshot(path=pictures / f"standing-wrong-{name}.png", full_page=True)
        assert [f for f in person.faults if "422" not in f] == []
        person.leave()


def _person(
    programs: Programs,
    browser: Browser,
    pictures: Path,
    user: User,
    size: ViewportSize,
    scripts: bool,
) -> Person:
    """Somebody logged in at a window of that size."""
    client = Client()
    client.force_login(user)
    person = Person(browser, programs.address, pictures, scripts=scripts)
    session = client.cookies["sessionid"].value
    person.page.context.add_cookies(
        [{"name": "sessionid", "value": session, "url": programs.address}]
    )
    person.page.set_viewport_size(size)
    return person


def _set_beforehand(person: Person, game: Game) -> None:
    """From the game to the page, a battle order for one sector and a plan for the own turns."""
    page = person.page
    person.open(f"/games/{game.pk}/")
    page.locator(".standing-link a").first.click()
    expect(page.get_by_role("heading", name="Standing orders", exact=True)).to_be_visible()
    battle = page.locator("form.f-battle")
    battle.get_by_label("Sector", exact=True).select_option(FIELD)
    battle.get_by_label("Destroy first").select_option("most_kills")
    battle.get_by_label("The population of the sector").select_option("spare")
    battle.get_by_label("Holds until the end of round").select_option("2")
    battle.get_by_role("button", name="Keep this standing order").click()
    expect(page.locator(".note.success")).to_contain_text("used as soon as you would be asked")
    expect(page.locator(".orders").first).to_contain_text(f"Battle in sector {FIELD}")
    expect(page.locator(".orders").first).to_contain_text("Never retreat.")
    page.locator("summary", has_text="Reactions").click()
    reactions = page.locator("form.f-reactions")
    expect(reactions.get_by_label("Ask me only once another player")).to_have_value(HOME)
    page.locator("summary", has_text="Planned turns").click()
    expect(page.locator("form.f-turns textarea")).to_be_visible()
    _fits_the_window(person)


def _take_over(person: Person, game: Game) -> None:
    """In the midst of a battle: from its panel to the form, which names the sector already."""
    page = person.page
    person.open(f"/games/{game.pk}/")
    page.get_by_role("link", name="Fight by standing orders").click()
    battle = page.locator("form.f-battle")
    expect(battle.get_by_label("Sector", exact=True)).to_have_value(FIELD)
    battle.get_by_label("when fewer ships are left than").fill("2")
    battle.get_by_label("to the first possible").fill(HOME)
    battle.get_by_role("button", name="Keep this standing order").click()
    expect(page.locator(".note.success")).to_contain_text("it was used at once")
    _fits_the_window(person)


def _was_told(person: Person, game: Game, why: str) -> None:
    """The battle is over, and its player reads which standing order fought it and why."""
    assert by_standing_orders(game)
    person.open(f"/games/{game.pk}/standing/")
    expect(person.page.locator(".events").first).to_contain_text(why)
    person.open(f"/games/{game.pk}/history/")
    expect(person.page.locator("ol.events")).to_contain_text("By your standing order")
    expect(person.page.locator("ol.events")).to_contain_text(why)


def _wrong_input(person: Person, game: Game) -> None:
    """A sector that is not on the map: the reason stands at its field, what was written stays."""
    page = person.page
    person.open(f"/games/{game.pk}/standing/?sector={FIELD}")
    field = page.locator("form.f-battle").get_by_label("to the first possible")
    field.fill("999")
    page.locator("form.f-battle button").click()
    expect(page.locator("form.f-battle .field.wrong")).to_contain_text("There is no sector '999'")
    expect(page.locator("form.f-battle").get_by_label("to the first possible")).to_have_value("999")


def _fits_the_window(person: Person) -> None:
    """Nothing makes the page wider than the window."""
    page = person.page
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
