"""A kept connection is checked before a request uses it, without a question to the server."""

from __future__ import annotations

import select

import pytest
from django.db import connection, connections


@pytest.mark.django_db
def test_a_connection_that_the_server_closed_is_not_usable() -> None:
    kept = connections.create_connection("default")
    try:
        kept.ensure_connection()
        assert kept.is_usable()
        with connection.cursor() as cursor:
            pid = kept.connection.info.backend_pid
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
        heard = select.poll()
        heard.register(kept.connection.fileno(), select.POLLIN)
        assert heard.poll(10_000), "the server says that it closes"
        assert not kept.is_usable()
    finally:
        kept.close()


@pytest.mark.django_db
def test_a_connection_that_was_closed_here_is_not_usable() -> None:
    kept = connections.create_connection("default")
    assert not kept.is_usable()
    kept.ensure_connection()
    kept.connection.close()
    assert not kept.is_usable()
