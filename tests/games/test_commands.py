"""Commands: the demo, the check of stored games, export and purge."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, GameEvent
from rules.logfile import read_game, verify
from tests.games.helpers import fresh, send

pytestmark = pytest.mark.django_db


def said(*command: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_demo_has_a_running_and_a_finished_game_and_is_made_once() -> None:
    text = said("make_demo")
    assert "demo@example.org" in text
    assert said("make_demo") == text
    running, finished = Game.objects.order_by("created_at")
    assert running.status == Game.Status.RUNNING
    assert finished.status == Game.Status.FINISHED
    assert finished.revealed_seed
    assert "2 games checked, all good" in said("replay_check")
    header, events = read_game(said("export_game", finished.pk).splitlines())
    assert header.seed == finished.revealed_seed
    assert verify(header, events).finished


def test_a_running_game_is_not_exported(game) -> None:
    with pytest.raises(CommandError, match="secret"):
        call_command("export_game", game.pk)


def test_replay_check_names_the_event_that_was_changed(game) -> None:
    send(game, "pass")
    # Only the owner gets past the trigger; the end of the test takes all of this back.
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_gameevent DISABLE TRIGGER games_log_rows")
        cursor.execute("UPDATE games_gameevent SET actor = 'bot' WHERE seq = 1")
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("replay_check", stdout=out)
    assert "event 1 does not fit its hash" in out.getvalue()


def test_purging_needs_the_id_twice(game) -> None:
    with pytest.raises(CommandError, match="differ"):
        call_command("purge_game", game.pk, "other")
    assert GameEvent.objects.filter(game=fresh(game)).exists()
