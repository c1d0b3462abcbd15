"""Programs and mail servers for the end-to-end tests. Imports wait until Django is set up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
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
