"""A person who plays by what is on the page: links, targets on the map, forms."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, ViewportSize, expect

from games.models import Game
from tests.e2e.browser import THEMES, Person

PATIENCE = 20_000
"""Milliseconds that a busy machine may take for an answer."""


@dataclass(frozen=True)
class Window:
    """``bare``: no scripts run. ``edition``: of the games that are played in it."""

    name: str
    size: ViewportSize
    bare: bool
    edition: str


class Player(Person):
    """Sits at one game after another in the same window."""

    def __init__(self, browser: Browser, address: str, pictures: Path, window: Window) -> None:
        super().__init__(browser, address, pictures, scripts=not window.bare)
        self.window = window
        self.page.set_viewport_size(window.size)
        self.page.context.set_default_timeout(PATIENCE)
        self._prefix, self._taken = "", 0

    def sit(self, game: Game, session: str, scenario: str) -> None:
        """Open the page of a game as the account of a session."""
        self.page.context.add_cookies(
            [{"name": "sessionid", "value": session, "url": self.address}]
        )
        self._prefix, self._taken = f"{scenario}-{self.window.name}", 0
        self.game = game
        self.reopen()

    def reopen(self) -> None:
        """Load the page of the game; one that is loaded anew later forgets the mark."""
        self.open(f"/games/{self.game.pk}/")
        if not self.window.bare:
            self.page.evaluate("window.same = true")

    @contextmanager
    def elsewhere(self) -> Iterator[None]:
        """Play the same game in another window of the same person for a while."""
        before = self.page
        self.page = before.context.new_page()
        try:
            self.reopen()
            yield
        finally:
            self.page.close()
            self.page = before

    def stays(self) -> bool:
        """Whether the page was not loaded anew since; without scripts it is by every click."""
        return self.window.bare or bool(self.page.evaluate("window.same === true"))

    def was_refused(self) -> None:
        """The browser notes a refused form as a fault; it is meant."""
        meant = re.compile(r"(^|status of |Code )(422|409)\b")
        others = [fault for fault in self.faults if not meant.search(fault)]
        assert len(others) < len(self.faults), "nothing was refused"
        self.faults[:] = others

    def shot(self, what: str) -> None:
        """Keep a picture of the window, in both themes by turns, if E2E_ARTEFACTS is set."""
        if not os.environ.get("E2E_ARTEFACTS"):
            return
        theme = THEMES[self._taken % 2]
        self._taken += 1
        # Nothing of one theme may shine through while the other appears.
        self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        self.page.screenshot(
            path=self.pictures / f"{self._prefix}-{self._taken}-{what}.png", caret="initial"
        )

    # --- what is on the page ---------------------------------------------------------------------

    @property
    def ask(self) -> Locator:
        """Where an order is put together."""
        return self.page.locator("#choose")

    def asks(self, question: str) -> None:
        """Wait until the page asks this."""
        expect(self.ask).to_contain_text(question)

    def act(self, label: str) -> None:
        """Choose what to do from the bar of actions."""
        self.page.locator("nav.actions .act-btn").filter(
            has=self.page.get_by_text(label, exact=True)
        ).click()

    def right(self, label: str) -> None:
        """Choose a small right beside the actions."""
        self.ask.locator(".rights").get_by_role("link", name=label).click()

    def choose(self, label: str) -> None:
        """Choose from the list of candidates."""
        pattern = re.compile(rf"^\s*{re.escape(label)}")
        self.ask.locator("ul.cands a").filter(has_text=pattern).first.click()

    def target(self, place: str) -> None:
        """Choose a place on the map."""
        title = re.compile(rf"\b{re.escape(place)}(?![\d.])")
        marks = self.page.locator("#part-marks a.legal")
        marks.filter(has=self.page.locator("title", has_text=title)).click()

    def confirm(self, told: str) -> None:
        """Confirm; the page says what was done."""
        self.ask.get_by_role("button", name="Confirm", exact=True).click()
        self.tells(told)

    def tells(self, told: str) -> None:
        """Wait until the page says that something was done."""
        expect(self.page.locator(".notes .note.success")).to_contain_text(told)

    def stored(self) -> dict[str, int]:
        """The stores as the page shows them."""
        shown = self.page.locator("#part-economy .restrack").evaluate_all(
            "all => all.slice(0, 3).map(e => +e.querySelector('.big').textContent)"
        )
        return dict(zip(("money", "science", "materials"), shown, strict=True))
