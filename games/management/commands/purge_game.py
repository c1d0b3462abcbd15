"""`manage.py purge_game`: delete a whole game, as the owner of the tables."""

from __future__ import annotations

from typing import Any

import environ
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.models import Game
from games.services.purge import purge_game


class Command(BaseCommand):
    """The application's own role cannot do this."""

    help = "Delete a game with its log for good. The id must be given twice."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="id of the game")
        parser.add_argument("again", help="the id once more")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["game"] != options["again"]:
            raise CommandError("The two ids differ; nothing was deleted.")
        connection.close()
        connection.settings_dict.update(environ.Env.db_url_config(settings.DATABASE_ADMIN_URL))
        game = Game.objects.filter(pk=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        purge_game(game)
        self.stdout.write(f"Game {options['game']} is deleted.")
