"""The map of the history under hands and keys, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from eclipse_site.models import User
from games.models import Game
from tests.e2e.browser import DESKTOP, PHONE, PINCH, Person
from tests.e2e.processes import Programs
from tests.games.helpers import TWO, account, on_move, send, started

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
SIZE = "svg => [svg.clientWidth, svg.clientHeight]"


def box(page: Page) -> list[float]:
    return [float(n) for n in (page.get_attribute("svg.map", "viewBox") or "").split()]


def scale(page: Page) -> float:
    """Pixels for a unit of the map."""
    return float(page.evaluate("document.querySelector('svg.map').getScreenCTM().a"))


@pytest.fixture
def history(programs: Programs, browser: Browser, pictures: Path) -> Iterator[Callable[..., Page]]:
    """Opens the history of a game for a player; nobody's browser may have complained."""
    people: list[Person] = []

    def opened(game: Game, user: User, size: ViewportSize, *, scripts: bool = True) -> Page:
        person = Person(browser, programs.address, pictures, scripts=scripts)
        people.append(person)
        person.arrive(user)
        person.page.set_viewport_size(size)
        person.open(f"/games/{game.pk}/history/")
        return person.page

    programs.start("web")
    yield opened
    for person in people:
        assert person.faults == []
        person.leave()


def test_the_map_of_the_history_is_zoomed_and_moved(history) -> None:
    game = started(account("north-replay"), account("south-replay"), species=TWO)
    _seat, user = on_move(game)
    send(game, "pass", user=user)
    _at_a_desk(history(game, user, DESKTOP))
    _with_fingers(history(game, user, PHONE))
    _without_scripts(history(game, user, PHONE, scripts=False))


def _at_a_desk(page: Page) -> None:
    """By buttons, keys, wheel and drag; the whole map and one's own part of it."""
    whole, svg, frame = box(page), page.locator("svg.map"), page.locator("figure[data-map]")
    small, size = scale(page), svg.evaluate(SIZE)
    page.get_by_role("button", name="Zoom in").click()
    assert box(page) != whole
    assert scale(page) == pytest.approx(small * 1.35, rel=0.01)
    kept = svg.evaluate(SIZE)
    assert kept == pytest.approx(size, abs=1), "the picture keeps its size"
    page.get_by_role("button", name="Zoom out").click()
    assert box(page) == whole
    page.get_by_role("button", name="My space").click()
    assert scale(page) > small * 1.2
    page.get_by_role("button", name="Whole map").click()
    assert box(page) == whole

    frame.focus()
    page.keyboard.press("+")
    near = box(page)
    page.keyboard.press("ArrowDown")
    assert box(page)[1] > near[1]
    page.keyboard.press("0")
    assert box(page) == whole

    svg.scroll_into_view_if_needed()
    at = svg.bounding_box()
    assert at
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -120)
    expect(page.locator("figure.zoomed")).to_be_visible()
    assert scale(page) == pytest.approx(small * 1.35, rel=0.01)
    near = box(page)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=4)
    page.mouse.up()
    assert box(page)[1] > near[1]
    assert page.url.endswith("/history/"), "dragging is no click"
    page.get_by_role("link", name="As text").click()
    expect(page.locator("#map-text")).to_be_in_viewport()

    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?at=\d+$"))
    assert scale(page) == pytest.approx(small, rel=0.01)


def _with_fingers(page: Page) -> None:
    """A finger scrolls the page until the map is zoomed; two fingers zoom it."""
    style = "getComputedStyle(document.querySelector('svg.map')).touchAction"
    small = scale(page)
    assert page.evaluate(style) == "pan-y"
    page.evaluate(PINCH)
    assert scale(page) == pytest.approx(small * 2, rel=0.1)
    assert page.evaluate(style) == "none"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _without_scripts(page: Page) -> None:
    """All of the map, no tools that do nothing, and the way to the map as text."""
    expect(page.locator("svg.map")).to_be_visible()
    expect(page.locator(".mapbar .tools")).to_be_hidden()
    page.get_by_role("link", name="As text").click()
    expect(page.locator("#map-text")).to_be_in_viewport()
