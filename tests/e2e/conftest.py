"""Programs and mail servers for the end-to-end tests. Imports wait until Django is set up."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.processes import Programs
    from tests.notifications.servers import MailServer


@pytest.fixture
def outgoing() -> Iterator[tuple[MailServer, int]]:
    """The mail server that all mails of the site go out to, and its port."""
    from tests.notifications.servers import mail_server

    with mail_server() as running:
        yield running


@pytest.fixture
def post(outgoing: tuple[MailServer, int]) -> MailServer:
    """That mail server, which keeps every mail."""
    return outgoing[0]


@pytest.fixture
def programs(
    process_environment: dict[str, str], tmp_path: Path, outgoing: tuple[MailServer, int]
) -> Iterator[Programs]:
    """The programs of the site; none is running yet. They are stopped at the end."""
    from tests.e2e.processes import Programs

    running = Programs(process_environment, tmp_path, outgoing[1])
    yield running
    running.stop()


@pytest.fixture
def pictures(tmp_path: Path) -> Iterator[Path]:
    """Where pictures go; they are copied to ``artefacts`` if E2E_ARTEFACTS is set."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    yield folder
    if os.environ.get("E2E_ARTEFACTS"):
        kept = Path(__file__).resolve().parents[2] / "artefacts"
        shutil.copytree(folder, kept, dirs_exist_ok=True)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, programs: Programs) -> Iterator[Browser]:
    """A browser beside the programs, none of which is running yet."""
    from django.db import connection

    from tests.e2e.browser import started_browser

    # Playwright keeps an event loop in this thread; the database is only used between its calls.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    with started_browser() as running:
        yield running
        connection.close()
