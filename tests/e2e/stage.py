"""A site on which scenarios are played, each from a scene on, in four windows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, expect

from eclipse_site.models import User
from games.models import Game
from tests.conftest import environment_of_processes
from tests.e2e.browser import DESKTOP, PHONE, started_browser
from tests.e2e.player import PATIENCE, Player, Window
from tests.e2e.processes import Programs
from tests.e2e.reaction_times import reaction_times
from tests.e2e.scenes import prepared
from tests.games.helpers import account

NAMES = ("north", "south", "east", "west")
WINDOWS = (
    Window("desk", DESKTOP, bare=False, edition="new_dawn"),
    Window("desk-bare", DESKTOP, bare=True, edition="second_dawn"),
    Window("phone", PHONE, bare=False, edition="second_dawn"),
    Window("phone-bare", PHONE, bare=True, edition="new_dawn"),
)


@dataclass(frozen=True)
class Site:
    address: str
    browser: Browser
    users: Sequence[User]
    sessions: Sequence[str]
    pictures: Path
    players: dict[str, Player]
    """Whose windows are open, by their names."""

    def player(self, window: Window) -> Player:
        """Whoever plays in a window; it is opened once."""
        if window.name not in self.players:
            opened = Player(self.browser, self.address, self.pictures, window)
            self.players[window.name] = opened
        return self.players[window.name]

    def measure(self) -> None:
        """Tell how fast the page answers in the windows with scripts."""
        for player in self.players.values():
            window = player.window
            if window.bare:
                continue
            game = prepared("opening", window.edition, self.users)
            player.sit(game, self.sessions[0], "times")
            line = f"{window.name}: {reaction_times(player)}"
            (self.pictures / f"times-{window.name}.txt").write_text(line + "\n")
            print(f"\n{line}")


@dataclass(frozen=True)
class Stage:
    """A game at a scene, and a window in which its page is open for seat 0."""

    site: Site
    player: Player
    game: Game
    scenario: str

    def sit(self, seat: int) -> None:
        """Open the page for a seat. Pictures are called after scenario, seat and window."""
        self.player.sit(self.game, self.site.sessions[seat], f"{self.scenario}-{seat}")


class Place(NamedTuple):
    """What is played where."""

    window: Window
    scene: str
    scenario: str


def begins(scene: str, scenario: str) -> pytest.MarkDecorator:
    """A game of its own, from this scene on, in every window."""
    return pytest.mark.parametrize(
        "place",
        [Place(window, scene, scenario) for window in WINDOWS],
        ids=lambda place: place.window.name,
        indirect=True,
    )


@contextmanager
def started_site(folder: Path) -> Iterator[Site]:
    """A site on the database of the tests, with committed rows, which are deleted at the end."""
    pictures = folder / "pictures"
    pictures.mkdir()
    programs = Programs(environment_of_processes(), folder, outgoing=9)
    expect.set_options(timeout=PATIENCE)
    try:
        programs.start("web")
        users = [account(name) for name in NAMES]
        with started_browser() as browser:
            sessions = [_session(user) for user in users]
            site = Site(programs.address, browser, users, sessions, pictures, {})
            yield site
            if _kept():
                site.measure()
            for player in site.players.values():
                player.leave()
            connection.close()
    finally:
        expect.set_options(timeout=None)
        programs.stop()
        call_command("flush", interactive=False, verbosity=0)
        connection.close()
        if _kept():
            kept = Path(__file__).resolve().parents[2] / "artefacts"
            shutil.copytree(pictures, kept, dirs_exist_ok=True)


def _kept() -> bool:
    return bool(os.environ.get("E2E_ARTEFACTS"))


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
