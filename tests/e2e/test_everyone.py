"""Pages for everybody: read aloud, in both themes, large, small, by keyboard, on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize
from pypdf import PdfReader

from tests.e2e.axe import faults
from tests.e2e.browser import DESKTOP, PHONE, Theme
from tests.e2e.keyboard import Keyboard
from tests.e2e.measures import small_targets, too_wide
from tests.e2e.world import NAMES, World, started_world

pytestmark = [pytest.mark.e2e, pytest.mark.django_db]

FINGER, LEAST = 44, 24
"""Sides of what is pressed, in CSS pixels: on phones, and anywhere (WCAG 2.2, 2.5.8)."""
ZOOMED: ViewportSize = {"width": 720, "height": 450}
"""A desk's window at 200 %."""
NARROW: ViewportSize = {"width": 320, "height": 640}
"""WCAG 2.2, 1.4.10."""
PAPER: ViewportSize = {"width": 1070, "height": 741}
"""A4 landscape without its margins."""
A4 = (842, 595)
"""Points."""

STEPS = ("research", "build", "influence", "pass")
PAGES = {
    "": ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere/"],
    "lobby": [
        *("/", "/new/", "{game}", "/profile/", "/mail/", "/mail/settings/"),
        *("/accounts/email/", "/accounts/logout/"),
    ],
    "late": [
        "{game}",
        *(f"{{game}}?k={kind} #part-ask" for kind in STEPS),
        "{game}?k=upgrade #design",
        *(f"{{game}}{page}/" for page in ("history", "ships", "standing")),
        "{report}",
    ],
    "placing": ["{game} #part-ask"],
    "battle": ["{game} #part-battle"],
}
"""By the scene of which the reader is part; nobody is logged in without one. Behind the address the
part that axe looks at, where the rest is as on another page."""


@dataclass
class Survey:
    """What was found on all pages: by axe, of what is pressed, of what sticks out."""

    faults: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)
    wide: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def world(
    django_db_setup: None, django_db_blocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        # Playwright keeps an event loop in this thread; the database is only used between its calls.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with started_world(tmp_path_factory.mktemp("world")) as running:
            yield running


# --- all pages -------------------------------------------------------------------------------------


def test_every_page(world: World) -> None:
    """axe finds nothing in both themes, at a desk and on a phone; what is pressed is large enough;
    narrow and enlarged pages fit.

    Every page is opened once, since that takes longest. The policy about scripts holds for the
    pages' own; axe comes in beside it.
    """
    found = Survey()
    for name, paths in PAGES.items():
        scene = getattr(world, name) if name else None
        with world.window(scene, bypass_csp=True, reduced_motion="reduce") as page:
            for path in paths:
                page.set_viewport_size(DESKTOP)
                address, _, part = path.partition(" ")
                if scene is not None:
                    report = f"{scene.path}{world.fought}"
                    address = address.format(game=scene.path, report=report)
                answer = page.goto(world.address + address)
                assert answer is not None
                assert answer.ok == (path != "/nowhere/"), (address, answer.status)
                look(page, f"{name} {path}", part or "body", found)
    assert found == Survey(), "\n".join([*found.faults, *found.small, *found.wide])


def look(page: Page, name: str, part: str, found: Survey) -> None:
    """Look at one page at all sizes and in both themes."""
    rounds: tuple[tuple[ViewportSize, Theme, tuple[str, ...]], ...] = (
        (DESKTOP, "light", ("color-contrast",)),
        (DESKTOP, "dark", ()),
        (PHONE, "dark", ("color-contrast",)),
        (PHONE, "light", ()),
    )
    for size, theme, rules in rounds:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme)
        where = f"{name} {size['width']} {theme}"
        found.faults += [f"{where}: {fault}" for fault in faults(page, *rules, within=part)]
        if not rules:
            least = FINGER if size == PHONE else LEAST
            found.small += [f"{where}: {small}" for small in small_targets(page, least)]
    for size in (PHONE, ZOOMED, NARROW):
        page.set_viewport_size(size)
        found.wide += [f"{name} {size['width']}: {what}" for what in too_wide(page)]


def test_every_seat_has_emblem_pattern_and_name(world: World) -> None:
    with world.window(world.late) as page:
        world.open(page, world.late.path)
        marks = page.locator(".seat").evaluate_all(
            "all => all.map(e => [e.className, e.getAttribute('role'), e.ariaLabel,"
            " e.querySelector('use').getAttribute('href')])"
        )
        assert len(marks) > len(NAMES)
        for css, role, name, emblem in marks:
            colour = re.search(r"\bp-(\w+)", css)[1]  # type: ignore[index]
            assert (role, name) == ("img", colour)
            assert emblem.endswith(f"#em-{colour}")
        assert len({css.split()[1] for css, *_ in marks}) == len(NAMES)
        owned = page.locator("#galaxy > a", has=page.locator(".mdisc")).evaluate_all(
            "all => all.map(e => [e.querySelector('title').textContent,"
            " e.querySelector('.rim').getAttribute('stroke'),"
            " [...e.querySelectorAll('use')].map(u => u.getAttribute('href')).join()])"
        )
        assert len(owned) > len(NAMES)
        for title, pattern, symbols in owned:
            assert any(name.title() in title for name in NAMES), title
            colour = re.fullmatch(r"url\(#pat-(\w+)\)", pattern)[1]  # type: ignore[index]
            assert f"#em-{colour}" in symbols
            assert page.locator(f"pattern#pat-{colour}").count() == 1


# --- by keyboard -----------------------------------------------------------------------------------


def test_an_order_by_keyboard_alone(world: World) -> None:
    """From the log-in to a confirmed order: Tab, Enter and arrows, the focus always in sight."""
    scene = world.opening
    with world.window() as page:
        keys = Keyboard(page)
        world.open(page, "/accounts/login/")
        keys.tab_to("input")
        assert page.evaluate("document.activeElement.id") == "id_login"
        page.keyboard.type(scene.user.email)
        keys.press("Tab")
        page.keyboard.type("correct horse")
        with page.expect_navigation():
            page.keyboard.press("Enter")

        skip = keys.press("Tab")
        assert skip is not None
        assert (skip.tag, skip.name) == ("a", "To the contents")
        page.keyboard.press("Enter")
        first = keys.press("Tab")
        assert first is not None
        assert page.evaluate("document.getElementById('main').contains(document.activeElement)")
        page.evaluate("location.hash = ''")
        with page.expect_navigation():
            page.goto(world.address + scene.path)

        keys.tab_to("a", "Explore", "part-acts")
        page.keyboard.press("Enter")
        page.locator("#part-marks a.legal").first.wait_for()
        page.locator("#asked:focus").wait_for()
        # The list of zones comes next; the map, where they are marked, lies one step back.
        following = keys.press("Tab")
        assert following is not None
        assert following.part == "part-ask"
        zone = keys.tab_to("a", "Explore: Zone", "part-map", key="Shift+Tab")
        arrows = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
        assert any(keys.press(arrow) != zone for arrow in arrows)
        stop = keys.stop()
        if stop is None or not stop.name.startswith("Explore: Zone"):
            keys.tab_to("a", "Explore: Zone", "part-map")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Confirm", exact=True).wait_for()
        keys.tab_to("button", "Confirm", "part-ask")
        page.keyboard.press("Enter")
        page.locator(".note.success").wait_for()
        assert "Played: explore" in page.locator(".note.success").inner_text()
        # The focus is where the next question is, so that the way there is short.
        assert page.evaluate("document.activeElement.id") == "asked"
        for _ in range(3):
            stop = keys.press("Tab")
            assert stop is not None
            assert stop.part == "part-ask"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_tab_goes_through_the_whole_page(world: World, size: ViewportSize) -> None:
    """Nothing catches the focus, nothing hides it, and it goes through the parts in their order."""
    with world.window(world.late, size) as page:
        world.open(page, f"{world.late.path}?k=research")
        stops = Keyboard(page).walk()
        wrong = [fault for stop in stops for fault in stop.faults]
        assert wrong == [], "\n".join(wrong)
        assert (stops[0].tag, stops[0].name) == ("a", "To the contents")
        parts = list(dict.fromkeys(stop.part for stop in stops))
        assert parts.index("part-acts") < parts.index("part-map") < parts.index("part-ask")
        assert parts == [part for part, _ in groupby(stop.part for stop in stops)]
        assert page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count() == 0


# --- on paper --------------------------------------------------------------------------------------


def test_the_board_on_one_sheet(world: World, tmp_path: Path) -> None:
    with world.window(world.late, PAPER, color_scheme="dark") as page:
        world.open(page, f"{world.late.path}?k=explore")
        page.emulate_media(media="print")
        heights = page.locator("#galaxy .nr").evaluate_all(
            "all => all.map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"
        )
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        hidden = (
            ".top, .foot, .skip, #part-acts *, #part-ask *, #part-marks, form, .mapbar, .ships *"
        )
        assert page.locator(hidden).filter(visible=True).count() == 0
        page.pdf(path=tmp_path / "board.pdf", prefer_css_page_size=True)
    # 6.5 points of 96 to the inch, as it is printed.
    assert min(heights) * 0.75 >= 6.5
    assert ground == "rgba(0, 0, 0, 0)"
    (sheet,) = PdfReader(tmp_path / "board.pdf").pages
    assert (round(sheet.mediabox.width), round(sheet.mediabox.height)) == A4
    text = " ".join(sheet.extract_text().split())
    for told in ("Round 6 of 8", "Economy", "Opponents", "Technology", "Money", "Upkeep", "221"):
        assert told in text
    for name in {name.title() for name in NAMES} - {world.late.user.name}:
        assert name in text
    for left_out in ("Confirm", "Log out", "Write orders as text", "Whole map", "unofficial"):
        assert left_out not in text


# --- wishes of the device --------------------------------------------------------------------------

MOVING = """() => [...document.querySelectorAll("*")].filter((e) => {
  const style = getComputedStyle(e);
  const long = (times) => times.split(",").some((time) => parseFloat(time) > 0);
  return long(style.transitionDuration) || (style.animationName !== "none") ||
    style.scrollBehavior === "smooth";
}).length"""


def test_nothing_moves_for_those_who_do_not_want_it(world: World) -> None:
    with world.window(world.late, reduced_motion="reduce") as page:
        world.open(page, f"{world.late.path}?k=research")
        assert page.evaluate(MOVING) == 0
        page.emulate_media(reduced_motion="no-preference")
        assert page.evaluate(MOVING) > 0


def test_more_contrast(world: World) -> None:
    read = """(css) => getComputedStyle(document.documentElement).getPropertyValue(css).trim()"""
    with world.window(world.late, contrast="more") as page:
        world.open(page, world.late.path)
        assert page.evaluate(read, "--text-2") == page.evaluate(read, "--text")
        assert page.evaluate(read, "--line") == page.evaluate(read, "--line-strong")
        page.emulate_media(contrast="no-preference")
        assert page.evaluate(read, "--text-2") != page.evaluate(read, "--text")


def test_forced_colours_keep_owners_and_what_is_chosen(world: World) -> None:
    with world.window(world.late, forced_colors="active") as page:
        world.open(page, f"{world.late.path}?k=research")
        ground = "e => getComputedStyle(e).backgroundColor"
        marks = page.locator(".strip .seat").evaluate_all(f"all => all.map({ground})")
        assert len(set(marks)) == len(NAMES)
        assert page.locator(".track span.cube").first.evaluate(ground) == marks[0]
        colours = page.locator("#galaxy .rim").evaluate_all(
            "all => all.map(e => getComputedStyle(e).color)"
        )
        assert len(set(colours)) == len(NAMES)
        outline = "e => getComputedStyle(e).outlineStyle"
        assert page.locator(".act-btn[aria-current]").evaluate(outline) == "solid"
        assert page.locator(".act-btn:not([aria-current])").first.evaluate(outline) == "none"
