"""Starts real servers for the run and wires Django to them.

The controlling process starts one PostgreSQL and one Valkey. Each parallel worker gets a database
of its own from pytest-django and a numbered Valkey database of its own. With DATABASE_URL and
REDIS_URL set, those servers are used instead (the role needs the right to create databases).
"""

import os
import signal
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings

from eclipse_site.embedded.pair import temporary_servers
from eclipse_site.embedded.postgres import APPLICATION, OWNER

_servers = pytest.StashKey[ExitStack]()


def pytest_configure(config: pytest.Config) -> None:
    stack = config.stash[_servers] = ExitStack()
    is_parallel_worker = hasattr(config, "workerinput")
    if not is_parallel_worker and not {"DATABASE_URL", "REDIS_URL"} <= os.environ.keys():
        # A run that is told to stop must still stop its servers.
        signal.signal(signal.SIGTERM, lambda *_: pytest.exit("Stopped by SIGTERM.", 143))
        servers = stack.enter_context(temporary_servers())
        os.environ["DATABASE_URL"] = servers.postgres.url(OWNER)
        os.environ["TEST_APPLICATION_URL"] = servers.postgres.url(APPLICATION)
        os.environ["DATABASE_APP_ROLE"] = APPLICATION
        os.environ["REDIS_URL"] = servers.valkey.url()
    os.environ["DJANGO_SETTINGS_MODULE"] = "eclipse_site.settings.test"
    # pytest-django sets Django up next, provided that the settings are loaded by now.
    assert settings.DATABASES
    _let_the_flush_empty_the_log()


def _let_the_flush_empty_the_log() -> None:
    """Tests with committed rows end by emptying all tables, the append-only log too."""
    from django.db import connection

    flush = connection.ops.sql_flush

    def sql_flush(*args: Any, **options: Any) -> list[str]:
        return ["SET LOCAL eclipse.purge = 'everything'", *flush(*args, **options)]

    connection.ops.sql_flush = sql_flush  # type: ignore[method-assign]


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_servers].close()


@pytest.fixture(autouse=True)
def _empty_valkey(request: pytest.FixtureRequest) -> None:
    """A test that uses the database starts with an empty cache and an empty broker."""
    if request.node.get_closest_marker("django_db") or "db" in request.fixturenames:
        from django.core.cache import cache

        cache.clear()


@pytest.fixture
def process_environment(transactional_db: None) -> dict[str, str]:
    """The environment for a process of the site that shall work on this test's database.

    Tests that start processes need committed rows, hence ``transactional_db``.
    """
    return environment_of_processes()


def environment_of_processes() -> dict[str, str]:
    """The environment for a process of the site that shall work on the database of the tests.

    The process connects as the application's role, which cannot change log rows, as it would in
    an installation.
    """
    from django.db import connection

    def with_test_database(url: str) -> str:
        return urlunsplit(urlsplit(url)._replace(path=f"/{connection.settings_dict['NAME']}"))

    application = os.environ.get("TEST_APPLICATION_URL", os.environ["DATABASE_URL"])
    return {
        **os.environ,
        "DATABASE_URL": with_test_database(application),
        "DATABASE_ADMIN_URL": with_test_database(os.environ["DATABASE_URL"]),
    }
