"""`manage.py replay_check`: are all stored games what their logs say?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.store import BrokenLog
from games.verification import check_game


class Command(BaseCommand):
    """Runs before every deployment; a game that fails must not meet the new version."""

    help = "Check hashes, orders, chance and snapshots of all started games, or of those named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", help="ids; all started games without any")

    def handle(self, *args: Any, **options: Any) -> None:
        started = Game.objects.filter(newest_seq__gte=0).order_by("created_at")
        ids = options["games"] or list(started.values_list("pk", flat=True))
        faults = 0
        for game_id in ids:
            if not started.filter(pk=game_id).exists():
                raise CommandError(f"There is no started game {game_id}.")
            try:
                digest = check_game(game_id)
            except BrokenLog as fault:
                faults += 1
                self.stdout.write(self.style.ERROR(f"{game_id}: {fault}"))
            else:
                self.stdout.write(f"{game_id}: good, state {digest[:16]}")
        if faults:
            raise CommandError(f"{faults} of {len(ids)} games are not what their logs say.")
        self.stdout.write(f"{len(ids)} games checked, all good.")
