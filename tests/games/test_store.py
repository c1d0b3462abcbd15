"""The log in PostgreSQL: it only grows, it is chained, and every state comes out of it."""

from __future__ import annotations

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from games import seeds, store
from games.models import CurrentState, Game, GameEvent, Snapshot
from games.services import bots
from games.services.purge import purge_game
from rules.log import fold_events, state_hash
from tests.games.helpers import THREE, account, fresh, send, started

pytestmark = pytest.mark.django_db


def refused(statement: str, *parameters: object) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement, parameters)


def test_database_refuses_to_change_delete_or_empty_the_log(game) -> None:
    refused("UPDATE games_gameevent SET actor = 'bot' WHERE game_id = %s", game.pk)
    refused("DELETE FROM games_gameevent WHERE game_id = %s", game.pk)
    connection.check_constraints()
    refused("TRUNCATE games_gameevent CASCADE")
    assert GameEvent.objects.filter(game=game).count() == 1


def test_a_sequence_number_is_used_once(game) -> None:
    row = GameEvent.objects.get(game=game)
    row.pk = None
    with pytest.raises(DatabaseError), transaction.atomic():
        row.save()


def test_naming_another_game_does_not_open_the_log(game, north, south) -> None:
    other = started(north, south)
    connection.cursor().execute("SELECT set_config('eclipse.purge', %s, true)", [other.pk])
    refused("DELETE FROM games_gameevent WHERE game_id = %s", game.pk)


def test_the_owner_of_the_tables_may_purge_a_whole_game(game, north, south) -> None:
    other = started(north, south)
    connection.check_constraints()
    purge_game(fresh(game))
    assert not Game.objects.filter(pk=game.pk).exists()
    assert GameEvent.objects.filter(game=other).exists()


def test_chain_covers_every_column(game) -> None:
    send(game, "pass")
    game = fresh(game)
    key = seeds.log_key(seeds.unseal(game.gameseed.sealed))
    log = store.rows(game)
    store.check_chain(game, log, key)
    for name, value in (
        ("seat", 5),
        ("actor", "moderator"),
        ("decision", "9.9"),
        ("order", None),
        ("effects", "[]"),
        ("engine", "0"),
        ("round", 9),
        ("rewound_to", 0),
        ("recorded_at", game.created_at),
        ("previous_hash", "0" * 64),
    ):
        true = getattr(log[1], name)
        setattr(log[1], name, value)
        with pytest.raises(store.BrokenLog, match="event 1"):
            store.check_chain(game, log, key)
        setattr(log[1], name, true)
    with pytest.raises(store.BrokenLog, match="ends with event 0"):
        store.check_chain(game, log[:1], key)


def test_chain_is_keyed_with_the_secret_seed(game) -> None:
    game = fresh(game)
    with pytest.raises(store.BrokenLog):
        store.check_chain(game, store.rows(game), seeds.log_key(b"a guess"))


def test_seed_is_encrypted_in_its_own_table(game) -> None:
    sealed = bytes(fresh(game).gameseed.sealed)
    seed = seeds.unseal(sealed)
    assert len(seed) == seeds.SEED_BYTES
    assert seed not in sealed
    assert not fresh(game).revealed_seed


@pytest.fixture
def played(db) -> Game:
    """A game of bots that has run for a few rounds."""
    game = started(account("north"), bots=("random", "random"), species=THREE)
    send(game, "pass", 0) if store.current_state(game).pending[0].seat == 0 else None
    for _ in range(12):
        bots.play_bots(game.pk)
        state = store.current_state(fresh(game))
        if not state.finished and state.pending[0].seat == 0 and state.phase == "action":
            send(game, "pass", 0)
    return fresh(game)


def test_state_at_any_event_is_the_fold_of_the_log_up_to_it(played) -> None:
    log = store.log_of(played)
    assert len(log) > 20
    for seq in range(0, played.newest_seq + 1, 7):
        expected = state_hash(fold_events(log[: seq + 1]))
        assert state_hash(store.state_at(played, seq)) == expected


def test_states_come_from_the_log_when_no_cache_is_left(played) -> None:
    newest = state_hash(store.current_state(played))
    early = state_hash(store.state_at(played, 9))
    # As after an upgrade that changes how states are encoded.
    CurrentState.objects.update(codec=0)
    Snapshot.objects.update(codec=0)
    assert state_hash(store.current_state(played)) == newest
    assert state_hash(store.state_at(played, 9)) == early
    assert state_hash(store.sealed_state(played)) == state_hash(
        store.state_at(played, played.sealed_seq)
    )


def test_an_event_that_does_not_exist_is_named(game) -> None:
    with pytest.raises(store.BrokenLog, match="no event 5"):
        store.state_at(game, 5)


@pytest.mark.parametrize(
    ("rewinds", "until", "expected"),
    [
        ({}, 5, [(0, 5)]),
        ({4: 2}, 3, [(0, 3)]),
        ({4: 2}, 5, [(0, 2), (4, 5)]),
        ({4: 2, 6: 2}, 7, [(0, 2), (6, 7)]),
        ({4: 2, 6: 4}, 7, [(0, 2), (4, 4), (6, 7)]),
        ({4: 3, 8: 1}, 9, [(0, 1), (8, 9)]),
    ],
)
def test_branches_that_were_taken_back_do_not_count(rewinds, until, expected) -> None:
    relevant = {seq: to for seq, to in rewinds.items() if seq <= until}
    assert store.spans(relevant, until) == expected


@pytest.mark.django_db(transaction=True)
def test_the_applications_role_may_add_to_the_log_but_not_change_it(process_environment) -> None:
    game = started(account("north"), account("south"))
    application = psycopg.connect(process_environment["DATABASE_URL"], autocommit=True)
    with application:
        if application.info.user == connection.settings_dict["USER"]:
            pytest.skip("one database role for both: DATABASE_APP_ROLE is the owner here")
        copied = (
            "INSERT INTO games_gameevent (game_id, seq, actor, decision, effects, engine, round,"
            " recorded_at, previous_hash, hash) SELECT game_id, 1, actor, decision, effects,"
            " engine, round, recorded_at, previous_hash, hash FROM games_gameevent"
        )
        assert application.execute(copied).rowcount == 1
        for statement in (
            "UPDATE games_gameevent SET actor = 'bot'",
            "DELETE FROM games_gameevent",
            "TRUNCATE games_gameevent",
        ):
            application.execute("SELECT set_config('eclipse.purge', %s, false)", [game.pk])
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(statement)
