"""What Django asks a database backend for; see its ``django.db.backends.postgresql``."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Checks a kept connection without a question to the server, which each request would wait
    for."""

    def is_usable(self) -> bool:
        """Whether the server still keeps the connection open, as far as this side was told.

        An idle server says nothing: if there is something to read, it has gone or is about to.
        """
        if self.connection is None or self.connection.closed:
            return False
        if self.connection.pgconn.status != ConnStatus.OK:
            return False
        asking = select.poll()
        asking.register(self.connection.fileno(), select.POLLIN)
        if asking.poll(0):
            # Notices may wait there as well; then only the question itself tells.
            return super().is_usable()
        return True
