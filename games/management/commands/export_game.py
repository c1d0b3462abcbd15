"""`manage.py export_game`: the file of a finished game, for `python -m rules verify`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.export import file_of
from games.models import Game


class Command(BaseCommand):
    """Only finished games: the file holds every secret."""

    help = "Write the log of a finished game to standard output, one event a line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="id of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(pk=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        if not game.over:
            raise CommandError("The game has not ended; its log is still secret.")
        self.stdout.write(file_of(game), ending="")
