"""The site as an installation runs it: own servers, gunicorn with two workers."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from cryptography.fernet import Fernet

from eclipse_site.embedded.pair import temporary_servers
from eclipse_site.embedded.postgres import APPLICATION, OWNER
from eclipse_site.embedded.process import ServerProcess, free_port
from eclipse_site.healthcheck import web_answers

CHECKOUT = Path(__file__).resolve().parents[2]
WORKERS = 2


@contextmanager
def environment() -> Iterator[Path]:
    """New servers with an empty database, and Django set up on them in this process.

    Yields a folder that is removed at the end.
    """
    with temporary_servers() as servers, tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="tests.bench.settings",
            DATABASE_URL=servers.postgres.url(APPLICATION),
            DATABASE_ADMIN_URL=servers.postgres.url(OWNER),
            REDIS_URL=servers.valkey.url(),
            SECRET_KEY=secrets.token_urlsafe(50),
            SEED_KEY=Fernet.generate_key().decode(),
            STATIC_ROOT=folder,
            LOG_LEVEL="WARNING",
            PORT=str(free_port()),
        )
        for command in ("prepare_database", "collectstatic --noinput"):
            subprocess.run(
                [sys.executable, "manage.py", *command.split(), "--verbosity", "0"],
                cwd=CHECKOUT,
                check=True,
            )
        django.setup()
        yield Path(folder)


@contextmanager
def web(folder: Path) -> Iterator[int]:
    """The web server; yields its port."""
    port = int(os.environ["PORT"])
    server = ServerProcess(
        "gunicorn",
        [
            *[sys.executable, "-m", "gunicorn", "tests.bench.wsgi", "--no-control-socket"],
            *["--bind", f"127.0.0.1:{port}", "--workers", str(WORKERS)],
        ],
        log=folder / "gunicorn.log",
        stop_signal=signal.SIGTERM,
        cwd=CHECKOUT,
    )
    server.start(web_answers)
    try:
        yield port
    except Exception:
        print(server.log.read_text()[-8000:], file=sys.stderr)
        raise
    finally:
        server.stop()
