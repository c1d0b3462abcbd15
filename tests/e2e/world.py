"""A site with games at telling moments, started once for all browser tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from eclipse_site.models import User
from games import seeds, statements
from games.ledger import ledger_of
from games.models import Game, GameSeed
from games.services import lobby
from rules.chance import commitment
from rules.effects.battle import BattleEnded
from rules.engine import open_decisions
from rules.log import Event
from rules.simulate import default_species, seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from tests.conftest import environment_of_processes
from tests.e2e.browser import DESKTOP, started_browser
from tests.e2e.processes import Programs
from tests.games.helpers import account

SEATS = 4
NAMES = ("north", "south", "east", "west")
SCENES = ("opening", "late", "placing", "battle")
LATE = 6
"""The round of the moment that shows full boards."""


@dataclass(frozen=True)
class Moment:
    """After event ``seq`` the seat owes a decision."""

    seq: int
    seat: int


@dataclass(frozen=True)
class Scene:
    """A game at a moment, and who is asked there."""

    game: Game
    user: User
    session: str

    @property
    def path(self) -> str:
        return f"/games/{self.game.pk}/"


@dataclass(frozen=True)
class World:
    """A running site. ``opening``: the first turn, to be played; ``late``: somebody's turn in a late round; ``placing``: a tile was drawn and
    is to be laid; ``battle``: dice are about to be rolled; ``lobby``: a game that has not begun."""

    address: str
    browser: Browser
    opening: Scene
    late: Scene
    placing: Scene
    battle: Scene
    lobby: Scene
    fought: str
    """Address of the report of a battle in the late game."""

    @contextmanager
    def window(
        self, scene: Scene | None = None, size: ViewportSize = DESKTOP, **options: object
    ) -> Iterator[Page]:
        """A window of the browser, logged in as who plays in a scene, or as nobody. ``options``: of
        the browser's context."""
        context: BrowserContext = self.browser.new_context(
            viewport=size,
            locale="en-GB",
            **options,  # type: ignore[arg-type]
        )
        context.set_default_timeout(20_000)
        try:
            if scene is not None:
                context.add_cookies(
                    [{"name": "sessionid", "value": scene.session, "url": self.address}]
                )
            yield context.new_page()
        finally:
            context.close()

    def open(self, page: Page, path: str) -> None:
        """Go to a page of the site, which must be there."""
        answer = page.goto(self.address + path)
        assert answer is not None
        assert answer.ok, (path, answer.status)


def _mail(user: User) -> EmailMultiAlternatives:
    mail = EmailMultiAlternatives("Your turn", "It is your turn.", to=[user.email])
    mail.attach_alternative("<p>It is your turn.</p>", "text/html")
    return mail


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


@contextmanager
def started_world(folder: Path) -> Iterator[World]:
    """The site on the database of the tests, with committed rows, which are deleted at the end.

    Tests of a world may roll back what they do themselves (the mark ``django_db``), but not empty
    the database.
    """
    programs = Programs(environment_of_processes(), folder, outgoing=9)
    try:
        programs.start("web")
        users = [account(name) for name in NAMES]
        EmailAddress.objects.bulk_create(
            EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
        )
        log, found, fought = _story()
        get_connection("notifications.mailbox.MailboxBackend").send_messages([_mail(users[0])])
        waiting = lobby.create_game(user=users[0], name="A table of three", seats=3)
        scenes = [_scene(log, found[name], users) for name in SCENES]
        empty = Scene(waiting, users[0], _session(users[0]))
        with started_browser() as browser:
            yield World(programs.address, browser, *scenes, lobby=empty, fought=fought)
            # The one that Django opened beside the browser's event loop.
            connection.close()
    finally:
        programs.stop()
        call_command("flush", interactive=False, verbosity=0)
        connection.close()


# --- games -----------------------------------------------------------------------------------------

SEED = 3


def _story() -> tuple[Sequence[Event], dict[str, Moment], str]:
    found: dict[str, Moment] = {}
    wanted: dict[str, Callable[[GameState, str], bool]] = {
        "opening": lambda state, kind: kind == "turn",
        "placing": lambda state, kind: kind == "explored" and state.round > 1,
        "battle": lambda state, kind: kind == "battle",
        "late": lambda state, kind: kind == "turn" and state.round == LATE,
    }

    def watch(state: GameState, event: Event) -> None:
        if len(found) == len(wanted):
            return
        pending = open_decisions(Table(state))
        for name, fits in wanted.items():
            if name not in found and len(pending) == 1 and fits(state, pending[0].kind):
                found[name] = Moment(event.seq, pending[0].seat)

    _state, log = simulate(RulesetSpec("second_dawn"), ["greedy"] * SEATS, SEED, watch=watch)
    battle = next(
        f"battles/{event.seq}/{effect.sector}/"
        for event in log
        for effect in event.effects
        if isinstance(effect, BattleEnded)
    )
    return log, found, battle


def _scene(log: Sequence[Event], moment: Moment, users: Sequence[User]) -> Scene:
    spec = RulesetSpec("second_dawn")
    game = lobby.create_game(
        user=users[0],
        name="The long night",
        seats=SEATS,
        edition="second_dawn",
        species=default_species(spec, SEATS),
    )
    seed = seed_bytes(SEED)
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(seed))
    Game.objects.filter(pk=game.pk).update(commitment=commitment(seed))
    for user in users[1:]:
        lobby.join(game=game, user=user)
    lobby.start(game=game, user=users[0])
    with transaction.atomic():
        locked = statements.lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        for event in log[1 : moment.seq + 1]:
            assert event.seat is not None
            assert event.order is not None
            ledger.play(event.seat, event.order, "player", event.decision)
        ledger.save()
    game.refresh_from_db()
    return Scene(game, users[moment.seat], _session(users[moment.seat]))
