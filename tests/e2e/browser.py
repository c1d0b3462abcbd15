"""A person at the system's Chromium: pages are used as they are shown, by links and forms."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qs

import pytest
from django.test import Client
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    ViewportSize,
    sync_playwright,
)

from eclipse_site.models import User
from games.rendering.tree import JOIN, path_text
from rules.orders import Order

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
GIVEN_UP = ("htmx:sendAbort,", "htmx:afterRequest,")
"""htmx notes as errors that a request was given up for the next one; a failed one is noted besides."""
Theme = Literal["dark", "light"]
THEMES: tuple[Theme, Theme] = ("dark", "light")
WINDOWS: tuple[tuple[str, ViewportSize, bool], ...] = (
    ("desk", DESKTOP, True),
    ("phone", PHONE, True),
    ("desk-bare", DESKTOP, False),
    ("phone-bare", PHONE, False),
)
"""Name, size, and whether scripts run."""
PASSWORD = "correct horse battery staple"


def chromium() -> str:
    """Path of the system's Chromium.

    Without one the test is skipped, saying so; in continuous integration (CI is set) it fails.
    """
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        message = f"no Chromium on this machine (looked for {', '.join(NAMES)})"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A running Chromium without windows."""
    path = chromium()
    with sync_playwright() as playwright:
        # The sandbox refuses root, which containers run as.
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        try:
            yield browser
        finally:
            browser.close()


PINCH = """() => {
  const svg = document.querySelector("svg.map"), at = svg.getBoundingClientRect();
  const x = at.left + at.width / 2, y = at.top + at.height / 2;
  const send = (kind, id, dx) => svg.dispatchEvent(new PointerEvent(kind,
    { pointerId: id, pointerType: "touch", clientX: x + dx, clientY: y, bubbles: true }));
  send("pointerdown", 1, -30);
  send("pointerdown", 2, 30);
  send("pointermove", 1, -60);
  send("pointermove", 2, 60);
  send("pointerup", 1, -60);
  send("pointerup", 2, 60);
}"""
"""Two fingers on the map move apart to twice their distance."""


class Person:
    """Somebody with a browser window, who notes every fault that the browser complains about."""

    def __init__(
        self, browser: Browser, address: str, pictures: Path, *, scripts: bool = True
    ) -> None:
        self.address = address
        self.pictures = pictures
        self.faults: list[str] = []
        self._context = browser.new_context(
            java_script_enabled=scripts, viewport=DESKTOP, locale="en-GB"
        )
        self._context.set_default_timeout(30_000)
        self.page: Page = self._context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("console", self._heed)
        self.page.on("response", self._check)

    def _heed(self, message: ConsoleMessage) -> None:
        if message.text.startswith(GIVEN_UP):
            return
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _check(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def arrive(self, user: User) -> None:
        """Be logged in as an account, without the page for it."""
        client = Client()
        client.force_login(user)
        session = client.cookies["sessionid"].value
        self.page.context.add_cookies(
            [{"name": "sessionid", "value": session, "url": self.address}]
        )

    def leave(self) -> None:
        """Close the window."""
        self._context.close()

    # --- pages ---------------------------------------------------------------------------------

    def open(self, path: str) -> None:
        """Go to a page of the site."""
        answer = self.page.goto(path if path.startswith("http") else self.address + path)
        assert answer is not None
        assert answer.ok, f"{path}: {answer.status}"

    def reads(self) -> str:
        """The text of the page as it is shown, blanks joined."""
        return " ".join(self.page.inner_text("body").split())

    def press(self, button: str) -> None:
        """Press the button with exactly this text."""
        self.follow(self.page.get_by_role("button", name=button, exact=True))

    def follow(self, link: Locator) -> None:
        """Click a link or button and wait for the page that it leads to."""
        with self.page.expect_navigation():
            link.click()

    def picture(self, name: str) -> None:
        """Keep pictures of the whole page, as wide as a phone and as wide as a desk."""
        for kind, size in (("phone", PHONE), ("desk", DESKTOP)):
            self.page.set_viewport_size(size)
            whole = self.page.evaluate("document.documentElement.scrollHeight")
            # Parts far below the window are not drawn before somebody scrolls there.
            self.page.set_viewport_size({**size, "height": max(whole, size["height"])})
            self.page.screenshot(path=self.pictures / f"{name}-{kind}.png", full_page=True)
            self.page.set_viewport_size(size)

    # --- accounts --------------------------------------------------------------------------------

    def sign_up(self, name: str, email: str) -> None:
        """Ask for an account; the site sends a mail to confirm the address."""
        self.open("/accounts/signup/")
        self.page.fill("#id_email", email)
        self.page.fill("#id_name", name)
        self.page.fill("#id_password1", PASSWORD)
        self.page.fill("#id_password2", PASSWORD)
        self.follow(self.page.locator("form.fields button"))

    def confirm(self, link: str) -> None:
        """Follow the link of that mail and press its button."""
        self.open(link)
        self.follow(self.page.locator("main form button"))

    def log_in(self, email: str) -> None:
        """Log in through the form."""
        self.open("/accounts/login/")
        self.page.fill("#id_login", email)
        self.page.fill("#id_password", PASSWORD)
        self.follow(self.page.locator("form.fields button"))
        assert self.page.url == self.address + "/"

    # --- orders ----------------------------------------------------------------------------------

    def give(self, order: Order) -> str:
        """Put an order together by clicking, and confirm it; what the page says was done."""
        tag = str(order.__struct_config__.tag)
        button = self.page.locator(f'nav.actions button[value="{tag}"]')
        if button.count():
            self.follow(button)
        else:
            self._walk(tag, path_text(order.atoms()))
            self.press("Confirm")
        done = self.page.locator(".notes .note.success").inner_text()
        assert "Played" in done, self.reads()
        return done

    def _walk(self, tag: str, path: str) -> None:
        """Choose the kind of order, then step by step the candidates that lead along ``path``."""
        confirm = self.page.get_by_role("button", name="Confirm", exact=True)
        for _step in range(12):
            if confirm.count():
                return
            candidates = self.page.locator("ul.cands a")
            hrefs = candidates.evaluate_all("links => links.map(a => a.search)")
            leading = [n for n, href in enumerate(hrefs) if _leads(href, tag, path)]
            if leading:
                self.follow(candidates.nth(leading[0]))
                continue
            kind = self.page.locator(
                f'nav.actions a[href*="k={tag}#"], .rights a[href*="k={tag}#"]'
            )
            assert kind.count(), f"no way to {tag} {path} on the page: {self.reads()}"
            self.follow(kind.first)
        raise AssertionError(f"{tag} {path} has no end on the page")


def _leads(href: str, tag: str, path: str) -> bool:
    """Whether a candidate's address lies on the way to ``path``."""
    query = parse_qs(href.removeprefix("?"))
    steps = query.get("path", [""])[0].split(JOIN)
    return query.get("k") == [tag] and steps == path.split(JOIN)[: len(steps)]
