"""`manage.py make_demo`: something to look at on a fresh installation."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from eclipse_site.models import User
from games.models import Game
from games.services import bots, lobby

DEMO = ("demo@example.org", "Demo")
FRIEND = ("friend@example.org", "Friend")
PASSWORD = "eclipse-demo"  # noqa: S105 - it is printed
BOARDS = ("terran_directorate", "terran_federation", "terran_union", "terran_republic")


class Command(BaseCommand):
    """Makes accounts, a running game against bots and a finished game; running it again makes
    only what is missing."""

    help = "Make demo accounts and games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--password", help=f"of the demo accounts (default: {PASSWORD})")

    def handle(self, *args: Any, **options: Any) -> None:
        password = options["password"]
        if password is None and settings.SETTINGS_MODULE.endswith(".production"):
            raise CommandError("In production give the demo accounts a password: --password ...")
        demo = _account(*DEMO, password or PASSWORD)
        _account(*FRIEND, password or PASSWORD)
        running = _running(demo)
        finished = _finished(demo)
        self.stdout.write(
            f"Demo log-in: {DEMO[0]}  password: {password or PASSWORD}\n"
            f"A second account: {FRIEND[0]}  same password\n"
            f"Your game against bots: {settings.SITE_URL}/games/{running.pk}/\n"
            f"A finished game to replay: {settings.SITE_URL}/games/{finished.pk}/"
        )


def _account(email: str, name: str, password: str) -> User:
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(email, password, name=name)
    EmailAddress.objects.get_or_create(
        user=user, email=email, defaults={"verified": True, "primary": True}
    )
    return user


def _find(mark: str) -> Game | None:
    found: Game | None = Game.objects.filter(options__demo=mark).exclude(newest_seq=-1).first()
    return found


def _new(demo: User, name: str, mark: str, seats: int) -> Game:
    game = lobby.create_game(
        user=demo, name=name, seats=seats, species=BOARDS[:seats], deadline_hours=24 * 14
    )
    game.options = {**game.options, "demo": mark}
    game.save(update_fields=["options"])
    return game


def _running(demo: User) -> Game:
    game = _find("running")
    if game is None:
        game = _new(demo, "You against three bots", "running", 4)
        for policy in ("greedy", "greedy", "random"):
            lobby.add_bot(game=game, user=demo, policy=policy)
        lobby.start(game=game, user=demo)
    while bots.play_bots(game.pk):
        pass
    return game


def _finished(demo: User) -> Game:
    game = _find("finished")
    if game is None:
        game = _new(demo, "Four bots among themselves", "finished", 4)
        lobby.leave(game=game, user=demo)
        for policy in ("greedy", "random", "greedy", "random"):
            lobby.add_bot(game=game, user=demo, policy=policy)
        lobby.start(game=game, user=demo)
    # One that was interrupted goes on.
    while bots.play_bots(game.pk):
        pass
    return game
