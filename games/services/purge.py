"""Deleting a game with its whole log; single rows of a log are never deleted."""

from __future__ import annotations

from django.db import connection, transaction

from games.models import Game


def purge_game(game: Game) -> None:
    """Delete a game and everything that belongs to it.

    Needs the database role that owns the tables; for any other the database refuses
    (``django.db.utils.ProgrammingError``).
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('eclipse.purge', %s, true)", [game.pk])
        game.delete()
