"""Ships are designed in a real browser, at a desk and on a phone, with and without JavaScript."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, ViewportSize, expect

from games.models import Game
from tests.e2e.browser import WINDOWS, Person
from tests.e2e.processes import Programs
from tests.games.helpers import TWO, account, on_move, started

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then(true))))"
"""Waits until the page is as it stays: the browser scrolls by itself when a frame is drawn."""


def test_a_ship_is_designed_and_the_order_given(
    programs: Programs, browser: Browser, pictures: Path
) -> None:
    programs.start("web")
    for name, size, scripts in WINDOWS:
        game = started(account(f"north-{name}"), account(f"south-{name}"), species=TWO)
        if scripts:
            _look(_at_the_game(programs, browser, pictures, game, size, scripts), game)
        person = _at_the_game(programs, browser, pictures, game, size, scripts)
        _design(person, scripts)
        _try_freely(person, game)
        person.page.screenshot(path=pictures / f"shipyard-{name}.png", full_page=True)
        assert person.faults == []
        person.leave()


def _at_the_game(
    programs: Programs,
    browser: Browser,
    pictures: Path,
    game: Game,
    size: ViewportSize,
    scripts: bool,
) -> Person:
    """Whoever is on the move, with the page of the game open."""
    _seat, user = on_move(game)
    client = Client()
    client.force_login(user)
    person = Person(browser, programs.address, pictures, scripts=scripts)
    session = client.cookies["sessionid"].value
    person.page.context.add_cookies(
        [{"name": "sessionid", "value": session, "url": programs.address}]
    )
    person.page.set_viewport_size(size)
    person.open(f"/games/{game.pk}/")
    return person


def _design(person: Person, scripts: bool) -> None:
    """Place a hull on an interceptor and on a dreadnought, undo the one, give the other."""
    page = person.page
    design, order = page.locator("#design"), page.locator("#choose")
    # Whoever looked at something else before stays with the drawing all the same.
    order.get_by_role("link", name="Trade").click()
    expect(order).to_contain_text("What do you give?")
    page.locator("nav.actions").get_by_role("link", name="Upgrade").click()
    tab = design.get_by_role("navigation").get_by_role("link", name="Interceptor")
    tab.click()
    expect(design.get_by_role("heading", name="Interceptor")).to_be_visible()
    expect(design.locator(".slot.pick")).to_contain_text("empty")
    # Movement is what the drive gives; parts without a technology stay, with what they need.
    expect(design.locator(".part.locked").first).to_contain_text("needs the technology")
    _place_hull(person, scripts)
    expect(design.get_by_role("row", name="hull")).to_contain_text("1")
    expect(order).to_contain_text("Hull on the empty square")

    design.get_by_role("navigation").get_by_role("link", name="Dreadnought").click()
    expect(design.get_by_role("heading", name="Dreadnought")).to_be_visible()
    _place_hull(person, scripts)
    expect(order.get_by_role("link", name="Undo")).to_have_count(2)
    expect(design.locator(".checks")).to_contain_text("2 of 2 parts placed")
    _fits_the_window(person)

    name = f"designer-{page.viewport_size['width'] if page.viewport_size else 0}"
    # To hide the caret, playwright would leave styles behind that htmx copies.
    page.screenshot(path=person.pictures / f"{name}.png", caret="initial")

    order.get_by_role("link", name="Undo").first.click()
    expect(order.get_by_role("link", name="Undo")).to_have_count(1)
    expect(design.locator(".checks")).to_contain_text("1 of 2 parts placed")
    page.go_back()
    expect(order.get_by_role("link", name="Undo")).to_have_count(2)
    page.go_forward()
    expect(order.get_by_role("link", name="Undo")).to_have_count(1)
    order.get_by_role("button", name="Confirm", exact=True).click()
    done = page.locator(".note.success")
    expect(done).to_contain_text("Played: upgrade place hull on dreadnought 3")


def _place_hull(person: Person, scripts: bool = False) -> None:
    """Choose the hull from the shelf; the square then shows it."""
    design = person.page.locator("#design")
    part = design.locator("a.part", has=person.page.get_by_text("Hull", exact=True)).first
    part.scroll_into_view_if_needed()
    before = part.bounding_box()
    part.click()
    expect(design.locator(".slot.pick.new")).to_contain_text("Hull")
    if scripts:
        # Only a part of the page was changed; whoever designs stays where they were.
        here = design.locator(".part.here")
        expect(here).to_be_focused()
        person.page.wait_for_function(DRAWN)
        after = here.bounding_box()
        assert before
        assert after
        # A line more or less about what was placed moves it by no more than a thumb.
        assert abs(after["y"] - before["y"]) < 100


def _try_freely(person: Person, game: Game) -> None:
    """On the page of ship design parts without their technology are tried too."""
    page = person.page
    person.open(f"/games/{game.pk}/ships/?at=interceptor:1")
    design, draft = page.locator("#design"), page.locator("#choose")
    rows = page.locator("#duels tbody tr")
    assert rows.count() >= 6
    design.locator("a.part.locked").first.click()
    expect(draft).to_contain_text("The rules do not allow it")
    expect(draft).to_contain_text("needs the technology")
    design.get_by_role("link", name="As it was: empty").click()
    expect(design.locator(".slot.pick")).to_contain_text("empty")
    _place_hull(person)
    expect(draft).to_contain_text("upgrade place hull on interceptor 1")
    expect(rows.first).to_contain_text("→")
    _fits_the_window(person)


def _look(person: Person, game: Game) -> None:
    """Nothing that axe-core calls serious, in the designer and what lies around it.

    While it measures, axe tries styles that the policy of the pages forbids; that is no fault of
    theirs, so it has a window of its own.
    """
    design = "path=place:plasma_cannon:cruiser:2&at=cruiser:4"
    for path in ("?k=upgrade&at=cruiser:2", f"ships/?{design}"):
        person.open(f"/games/{game.pk}/{path}")
        asked = ("#design", "#choose", "#duels")
        there = [[name] for name in asked if person.page.locator(name).count()]
        found = Axe().run(person.page, context={"include": there}).response["violations"]
        bad = [v for v in found if v["impact"] in ("serious", "critical")]
        told = [(v["id"], [node["html"][:200] for node in v["nodes"]]) for v in bad]
        assert told == []
    person.leave()


def _fits_the_window(person: Person) -> None:
    """Nothing makes the page wider than the window."""
    wide, window = person.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= window
