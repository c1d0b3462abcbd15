"""PostgreSQL and Valkey together, as a run of the tests needs them: new, fast, gone afterwards."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from eclipse_site.embedded.account import ROOT
from eclipse_site.embedded.postgres import WITHOUT_DISK_WAITS, PostgresServer
from eclipse_site.embedded.process import free_port
from eclipse_site.embedded.valkey import ValkeyServer


@dataclass(frozen=True)
class ServerPair:
    """Both servers, started."""

    postgres: PostgresServer
    valkey: ValkeyServer


@contextmanager
def temporary_servers() -> Iterator[ServerPair]:
    """Start both servers in a folder of their own; stop them and remove it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="eclipse-servers-"))
    if os.geteuid() == ROOT:
        # PostgreSQL's account must pass through; each server closes its own folder.
        folder.chmod(0o711)
    password = secrets.token_urlsafe(16)
    try:
        with ExitStack() as stack:
            postgres = PostgresServer(
                folder / "postgres", free_port(), password, WITHOUT_DISK_WAITS
            )
            stack.callback(postgres.stop)
            postgres.start()
            valkey = ValkeyServer(folder / "valkey", free_port(), password, durable=False)
            stack.callback(valkey.stop)
            valkey.start()
            yield ServerPair(postgres, valkey)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
