"""Orders put together without loading the page, the map under hands and keys, news while one plans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, Locator, Page, expect

from eclipse_site.models import User
from games import store
from games.models import Game
from games.services import lobby, moderation
from games.tenants import tenants
from tests.e2e.browser import DESKTOP, PHONE, PINCH, Person, started_browser
from tests.e2e.processes import Programs, wait_for
from tests.games.helpers import TWO, account, fresh, moderator, on_move, send, started

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
NEWS = 20_000
"""Milliseconds within which an open page has heard of what happened, on a busy machine."""


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, programs: Programs) -> Iterator[Browser]:
    # Playwright keeps an event loop in this thread; the database is only used between its calls.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    programs.start("web")
    with started_browser() as running:
        yield running
        connection.close()


@pytest.fixture
def sit(programs: Programs, browser: Browser, pictures: Path) -> Iterator[object]:
    """Seats a person at a game; at the end nobody's browser may have complained."""
    people: list[Person] = []

    def seated(game: Game, user: User, **more: object) -> Person:
        size = more.pop("size", DESKTOP)
        person = Person(browser, programs.address, pictures, **more)  # type: ignore[arg-type]
        person.arrive(user)
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        person.open(f"/games/{game.pk}/")
        # A page that is loaded anew forgets this.
        person.page.evaluate("window.same = true") if more.get("scripts", True) else None
        people.append(person)
        return person

    yield seated
    for person in people:
        assert person.faults == []
        person.leave()


def new_game(name: str) -> tuple[Game, User, User]:
    """A game of two, who is on move, and who waits."""
    game = started(account(f"north-{name}"), account(f"south-{name}"), species=TWO)
    seat, user = on_move(game)
    waiting = tenants(game)[1 - seat].user
    assert waiting is not None
    return game, user, waiting


def home_of(game: Game) -> str:
    seat, _user = on_move(game)
    state = store.current_state(fresh(game))
    return next(sector.id for sector in state.sectors.values() if sector.disc == seat)


def same_page(page: Page) -> bool:
    return bool(page.evaluate("window.same === true"))


def query(page: Page, pattern: str) -> None:
    """Wait for the address to be this one."""
    expect(page).to_have_url(re.compile(pattern))


# --- putting orders together -----------------------------------------------------------------------


def test_orders_are_put_together_without_loading_the_page(sit) -> None:
    _put_together(sit, DESKTOP)
    _put_together(sit, PHONE)
    _on_a_phone(sit)
    _write(sit)


def test_without_scripts_the_same_links_lead_to_pages(sit) -> None:
    _put_together_by_pages(sit, DESKTOP)
    _put_together_by_pages(sit, PHONE)


def _put_together(sit, size) -> None:
    """By the map and by lists, back and forth, taken back; the same page all the time."""
    game, user, _other = new_game(f"map-{size['width']}")
    home = home_of(game)
    person = sit(game, user, size=size)
    page, ask, acts = person.page, person.page.locator("#choose"), person.page.locator
    loads: list[str] = []
    page.on(
        "response", lambda r: loads.append(r.url) if r.request.is_navigation_request() else None
    )
    acts("nav.actions").get_by_role("link", name="Build").click()
    query(page, r"k=build$")
    expect(page.locator("#asked")).to_be_focused()
    expect(page.locator("#say")).to_contain_text("What do you build?")
    ask.get_by_role("link", name="Interceptor").click()
    query(page, r"path=interceptor$")
    expect(ask).to_contain_text("Build an interceptor")
    page.go_back()
    expect(ask.get_by_role("link", name="Starbase")).to_be_visible()
    page.go_back()
    expect(acts("nav.actions a[aria-current]")).to_have_count(0)
    page.go_forward()
    query(page, r"k=build$")
    expect(acts("nav.actions a[aria-current]")).to_contain_text("Build")

    acts("nav.actions").get_by_role("link", name="Explore").click()
    legal = page.locator("#part-marks a.legal")
    expect(legal).not_to_have_count(0)
    legal.first.focus()
    page.keyboard.press("Enter")
    expect(ask.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    expect(page.locator("#part-marks a.origin")).not_to_have_count(0)

    acts("nav.actions").get_by_role("link", name="Build").click()
    ask.get_by_role("link", name="Interceptor").click()
    ask.get_by_role("button", name="Confirm", exact=True).click()
    done = page.locator(".notes .success")
    expect(done).to_contain_text("Played: build interceptor")
    query(page, r"/games/\w+/$")
    expect(page.locator(f"#galaxy #h{home} .cnt")).to_have_text("2")
    ask.get_by_role("button", name="Take back the last order").click()
    expect(done).to_contain_text("Taken back")
    expect(page.locator(f"#galaxy #h{home} .cnt")).to_have_text("1")
    assert same_page(page)
    assert loads == []
    assert "●" in page.title()
    person.page.screenshot(path=person.pictures / f"composed-{size['width']}.png")


def _on_a_phone(sit) -> None:
    """A blueprint comes into sight before its order; after the turn one sees what was done."""
    game, user, _other = new_game("sight")
    page = sit(game, user, size=PHONE).page
    actions, purse = page.locator("nav.actions"), page.locator("#choose .purse")
    expect(purse).to_contain_text("after upkeep")
    actions.get_by_role("link", name="Upgrade").click()
    expect(page.locator("#design .tabs")).to_be_in_viewport(ratio=0.9)
    actions.get_by_role("link", name="Build").click()
    page.locator("#choose").get_by_role("link", name="Interceptor").click()
    expect(page.locator("#choose .says")).to_be_in_viewport()
    page.get_by_role("button", name="Confirm", exact=True).click()
    actions.get_by_role("button", name="End the turn").click()
    expect(page.locator("main.idle")).to_be_visible()
    expect(page.locator(".notes .success")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def _write(sit) -> None:
    """Orders as text and refusals stay on the page too."""
    game, user, _other = new_game("text")
    person = sit(game, user)
    page, text = person.page, person.page.locator("#text")
    text.locator("summary").first.click()
    text.locator("textarea").fill("build monolith at 999")
    text.get_by_role("button", name="Send").click()
    expect(page.locator("#refused")).to_contain_text("That was not played")
    expect(text.locator("textarea")).to_have_value("build monolith at 999")
    query(page, r"/games/\w+/$")
    text.locator("textarea").fill(f"build interceptor at {home_of(game)}")
    text.get_by_role("button", name="Show what it does").click()
    expect(text).to_contain_text("This would happen:")
    expect(page.locator("#refused")).to_have_count(0)
    text.get_by_role("button", name="Confirm").click()
    expect(page.locator(".notes .success")).to_contain_text("Played: build interceptor")
    expect(text.locator("textarea")).to_have_value("")
    assert same_page(page)
    # The browser notes a refused form as a fault; it is meant.
    assert [fault for fault in person.faults if "422" not in fault] == []
    person.faults.clear()


def _put_together_by_pages(sit, size) -> None:
    game, user, _other = new_game(f"bare-{size['width']}")
    person = sit(game, user, size=size, scripts=False)
    page = person.page
    expect(page.locator(".mapbar .tools")).to_be_hidden()
    expect(page.locator(".mapbar").get_by_role("link", name="As text")).to_be_visible()
    person.follow(page.locator("nav.actions").get_by_role("link", name="Build"))
    person.follow(page.locator("#choose").get_by_role("link", name="Interceptor"))
    page.go_back()
    expect(page.locator("#choose").get_by_role("link", name="Starbase")).to_be_visible()
    person.follow(page.locator("#choose").get_by_role("link", name="Interceptor"))
    person.press("Confirm")
    expect(page.locator(".notes .success")).to_contain_text("Played: build interceptor")


# --- the map ---------------------------------------------------------------------------------------


def box(page: Page) -> list[float]:
    return [float(n) for n in (page.get_attribute("svg.map", "viewBox") or "").split()]


def test_the_map_is_zoomed_moved_and_walked(sit) -> None:
    _zoom(sit)
    _walk(sit)
    _touch(sit)


def middle(shown: Locator) -> tuple[float, float]:
    at = shown.bounding_box()
    assert at
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def scale(page: Page) -> float:
    """Pixels for a unit of the map."""
    return float(page.evaluate("document.querySelector('svg.map').getScreenCTM().a"))


def _zoom(sit) -> None:
    """By buttons, keys, wheel and drag; what is shown outlives a step and a new picture."""
    game, user, _other = new_game("zoom")
    page = sit(game, user).page
    whole, frame, svg = box(page), page.locator("figure[data-map]"), page.locator("svg.map")
    page.mouse.move(*middle(svg))
    page.mouse.wheel(0, 120)
    wait_for(lambda: page.evaluate("scrollY") > 0, "the page to scroll")
    assert box(page) == whole, "the page is scrolled, not the map"
    frame.focus()
    small = scale(page)
    page.keyboard.press("+")
    once = box(page)
    assert scale(page) == pytest.approx(small * 1.35, rel=0.01)
    page.keyboard.press("ArrowRight")
    assert box(page)[0] > once[0]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("-")
    assert box(page) == whole
    svg.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    x, y = middle(svg)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -120)
    expect(page.locator("figure.zoomed")).to_be_visible()
    assert page.evaluate("scrollY") == scrolled
    page.get_by_role("button", name="Whole map").click()
    assert box(page) == whole
    page.get_by_role("button", name="My space").click()
    mine = box(page)
    assert scale(page) > small * 1.2
    x, y = middle(svg)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    moved = box(page)
    assert moved[0] > mine[0]
    assert moved[2] == mine[2]
    assert page.url.endswith(f"/games/{game.pk}/"), "dragging is no click"
    page.locator("nav.actions").get_by_role("link", name="Build").click()
    page.locator("#choose").get_by_role("link", name="Interceptor").click()
    assert box(page) == moved
    page.locator("#choose").get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".notes .success")).to_be_visible()
    assert box(page) == moved


def _walk(sit) -> None:
    """One stop of the Tab key; from there from hex to hex, those that are marked too."""
    game, user, _other = new_game("keys")
    page = sit(game, user).page
    expect(page.locator('#galaxy a[tabindex="0"]')).to_have_count(1)
    page.locator("figure[data-map]").focus()
    seen = set()
    for way in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight"):
        page.keyboard.press(way)
        seen.add(page.evaluate("document.activeElement.textContent"))
    assert len(seen) >= 3
    expect(page.locator('#galaxy a[tabindex="0"]')).to_have_count(1)


def _touch(sit) -> None:
    """A finger scrolls the page until the map is zoomed; two fingers zoom it."""
    game, user, _other = new_game("touch")
    page = sit(game, user, size=PHONE).page
    style = "getComputedStyle(document.querySelector('svg.map')).touchAction"
    assert page.evaluate(style) == "pan-y"
    small = scale(page)
    page.evaluate(PINCH)
    assert scale(page) == pytest.approx(small * 2, rel=0.1)
    assert page.evaluate(style) == "none"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- news ------------------------------------------------------------------------------------------


def test_open_pages_hear_of_news(sit, programs: Programs) -> None:
    _while_planning(sit)
    _in_the_list(sit, programs)
    _before_the_start(sit)


def _while_planning(sit) -> None:
    """Whoever waits sees the turn come; what is written and put together outlives other news."""
    game, user, other = new_game("news")
    mover, waiter = sit(game, user).page, sit(game, other, size=PHONE).page
    expect(waiter.locator("h1")).to_contain_text("Waiting for")
    waiter.locator("#text > summary").click()
    waiter.locator("#orders").fill("half an order")
    mover.locator("nav.actions").get_by_role("link", name="Build").click()
    expect(mover.locator("#choose")).to_contain_text("Interceptor")
    mover.locator("#text > summary").click()
    mover.locator("#orders").fill("something else")

    # News that take nothing away: a new deadline.
    steps = mover.locator("#choose .steps").inner_text()
    seat, _user = on_move(game)
    before = mover.get_attribute("[data-live]", "data-etag") or ""
    moderation.extend_deadline(
        game=game, user=moderator("mod-news"), seats=[seat], hours=30, reason="a holiday"
    )
    expect(mover.locator("[data-live]")).not_to_have_attribute("data-etag", before, timeout=NEWS)
    assert mover.locator("#choose .steps").inner_text() == steps
    expect(mover.locator("#orders")).to_have_value("something else")

    send(game, "pass", seat=seat, user=user)
    expect(waiter.locator("h1")).to_contain_text("Your turn", timeout=NEWS)
    expect(waiter.locator("#part-told")).to_contain_text("passed")
    expect(waiter.locator("#orders")).to_have_value("half an order")
    assert "●" in waiter.title()
    expect(mover.locator("#part-ask")).to_contain_text("is no longer asked", timeout=NEWS)
    expect(mover.locator("#orders")).to_have_value("something else")
    query(mover, r"/games/\w+/$")
    assert same_page(mover)
    assert same_page(waiter)


def _in_the_list(sit, programs: Programs) -> None:
    game, user, other = new_game("list")
    page = sit(game, other).page
    page.goto(programs.address + "/")
    page.locator("#id_name").fill("A game to come")
    expect(page.locator("h1")).to_contain_text("No game waits")
    send(game, "pass", user=user)
    expect(page.locator("h1")).to_contain_text("1 game waits for you", timeout=NEWS)
    expect(page.locator("#id_name")).to_have_value("A game to come")
    assert page.title().startswith("● (1)")


def _before_the_start(sit) -> None:
    """Players come while one waits; the start brings the game itself."""
    north, south = account("north-lobby"), account("south-lobby")
    game = lobby.create_game(user=north, name="A game to come", seats=2, species=TWO)
    page = sit(game, north).page
    expect(page.locator("#part-seats")).to_contain_text("1 seat free")
    lobby.join(game=game, user=south)
    expect(page.locator("#part-seats")).to_contain_text("0 seats free", timeout=NEWS)
    assert same_page(page)
    lobby.start(game=game, user=north)
    expect(page.locator("svg.map")).to_be_visible(timeout=NEWS)
