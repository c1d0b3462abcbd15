"""`manage.py prepare_database`: an owner migrates, a role of fewer rights works."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from eclipse_site.embedded.postgres import (
    OWNER,
    SUPERUSER,
    WITHOUT_DISK_WAITS,
    PostgresServer,
)
from eclipse_site.embedded.process import free_port


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    folder = Path(tempfile.mkdtemp(prefix="prepare-"))
    folder.chmod(0o711)
    server = PostgresServer(folder / "postgres", free_port(), "secret", WITHOUT_DISK_WAITS)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)


def new_database(server: PostgresServer, name: str, owner: str) -> None:
    with psycopg.connect(server.url(SUPERUSER, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} OWNER {owner}")


def prepare(application: str, owner: str) -> subprocess.CompletedProcess[str]:
    environment = {"DATABASE_URL": application, "DATABASE_ADMIN_URL": owner}
    kept = {key: value for key, value in os.environ.items() if key != "DATABASE_APP_ROLE"}
    return subprocess.run(
        [sys.executable, "manage.py", "prepare_database"],
        cwd=settings.BASE_DIR,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_role_that_lacks_is_made_and_can_add_to_the_log_but_not_change_it(
    server: PostgresServer,
) -> None:
    new_database(server, "fresh", SUPERUSER)
    done = prepare(server.url("newcomer", "fresh"), server.url(SUPERUSER, "fresh"))
    assert done.returncode == 0, done.stderr
    with psycopg.connect(server.url("newcomer", "fresh"), autocommit=True) as connection:
        rights = connection.execute(
            "SELECT privilege_type FROM information_schema.table_privileges"
            " WHERE grantee = 'newcomer' AND table_name = 'games_gameevent'"
        ).fetchall()
        assert {right for (right,) in rights} == {"SELECT", "INSERT"}
        assert connection.execute("SELECT count(*) FROM eclipse_site_user").fetchone() == (0,)
        for statement in ("UPDATE games_gameevent SET seq = 0", "DELETE FROM games_gameevent"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)

    again = prepare(server.url("newcomer", "fresh"), server.url(SUPERUSER, "fresh"))
    assert again.returncode == 0, again.stderr


def test_owner_who_may_not_make_the_role_is_told_what_to_do(server: PostgresServer) -> None:
    new_database(server, "refused", OWNER)
    done = prepare(server.url("stranger", "refused"), server.url(OWNER, "refused"))
    assert done.returncode == 1
    assert 'The role "stranger" of DATABASE_URL does not exist' in done.stderr
    assert "CREATEROLE" in done.stderr


def test_one_role_may_do_both(server: PostgresServer) -> None:
    new_database(server, "single", OWNER)
    done = prepare(server.url(OWNER, "single"), server.url(OWNER, "single"))
    assert done.returncode == 0, done.stderr
    with psycopg.connect(server.url(OWNER, "single")) as connection:
        assert connection.execute("SELECT count(*) FROM eclipse_site_user").fetchone() == (0,)
