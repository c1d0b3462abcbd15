"""`make run`: sets everything up, goes on where it stopped, and stops without leaving anything."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
from django.conf import settings

from eclipse_site.embedded.leftovers import MARK
from eclipse_site.embedded.process import free_port

READY = "Stop with Ctrl-C"
# Set by the tests for themselves; a run must make its own.
OF_THE_TESTS = (
    "DATABASE_URL",
    "DATABASE_ADMIN_URL",
    "DATABASE_APP_ROLE",
    "REDIS_URL",
    "SECRET_KEY",
    "SEED_KEY",
    "SITE_URL",
    "EMAIL_BACKEND",
    "INBOUND_DOMAIN",
    "DJANGO_SETTINGS_MODULE",
    "PYTEST_XDIST_WORKER",
)


class Run:
    """A run in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder.with_suffix(".log")
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **more: str) -> subprocess.Popen[bytes]:
        kept = {key: value for key, value in os.environ.items() if key not in OF_THE_TESTS}
        environment = {
            **kept,
            "RUN_DIR": str(self.folder),
            "PORT": str(self.port),
            "INBOUND_PORT": str(free_port()),
            **more,
        }
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "eclipse_site.run"],
                cwd=settings.BASE_DIR,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return self.process

    def wait_for(self, text: str, seconds: float = 120) -> None:
        deadline = time.monotonic() + seconds
        while text not in self.log.read_text():
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def stop(self, number: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(60)

    def left_over(self) -> list[str]:
        found = []
        for process in psutil.process_iter():
            try:
                if process.environ().get(MARK) == str(self.folder):
                    found.append(" ".join(process.cmdline()))
            except psutil.Error:
                continue
        return found

    def environment(self) -> dict[str, str]:
        lines = (self.folder / "environment").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def accounts(self) -> int:
        with psycopg.connect(self.environment()["DATABASE_URL"]) as connection:
            row = connection.execute("SELECT count(*) FROM eclipse_site_user").fetchone()
        assert row is not None
        return int(row[0])


@pytest.fixture
def run() -> Iterator[Run]:
    parent = Path(tempfile.mkdtemp(prefix="run-"))
    parent.chmod(0o711)
    run = Run(parent / "run")
    yield run
    if run.process and run.process.poll() is None:
        run.stop(signal.SIGTERM)
    until = time.monotonic() + 20
    while run.left_over() and time.monotonic() < until:
        time.sleep(0.1)
    shutil.rmtree(parent)


def test_run_serves_stops_on_ctrl_c_and_goes_on_with_its_data(run: Run) -> None:
    run.start()
    run.wait_for(READY)
    with urllib.request.urlopen(f"http://127.0.0.1:{run.port}/healthz") as response:
        assert json.load(response)["ok"] is True
    accounts = run.accounts()
    assert accounts > 0
    programs = " ".join(run.left_over())
    for program in ("postgres", "valkey-server", "gunicorn", "worker", "beat", "receive_mail"):
        assert program in programs
    assert run.stop(signal.SIGINT) == 0
    assert run.left_over() == []

    run.start()
    run.wait_for(READY)
    assert run.accounts() == accounts
    assert run.stop(signal.SIGTERM) == 0
    assert run.left_over() == []


def test_run_after_one_that_was_killed_outright(run: Run) -> None:
    process = run.start()
    run.wait_for(READY)
    process.kill()
    process.wait()
    assert run.left_over()

    run.start()
    run.wait_for(READY)
    assert "left over from a run that was killed" in run.log.read_text()
    assert run.stop(signal.SIGTERM) == 0
    assert run.left_over() == []


@pytest.mark.parametrize("moment", ["Starting PostgreSQL", "prepare_database", "make_demo"])
def test_run_stopped_while_it_sets_up_leaves_nothing(run: Run, moment: str) -> None:
    run.start()
    run.wait_for(moment)
    assert run.stop(signal.SIGINT) == 0
    assert run.left_over() == []


def test_second_run_in_the_same_folder_is_refused(run: Run) -> None:
    first = run.start()
    run.wait_for("Starting PostgreSQL")
    second = subprocess.run(
        [sys.executable, "-m", "eclipse_site.run"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "RUN_DIR": str(run.folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 1
    assert f"Another run uses {run.folder}" in second.stderr
    assert first.poll() is None


@pytest.mark.django_db(transaction=True)
def test_run_uses_the_servers_of_the_environment(
    run: Run, process_environment: dict[str, str]
) -> None:
    names = ("DATABASE_URL", "DATABASE_ADMIN_URL", "REDIS_URL")
    run.start(**{name: process_environment[name] for name in names})
    run.wait_for(READY)
    assert run.environment()["DATABASE_URL"] == process_environment["DATABASE_URL"]
    assert run.accounts() > 0
    programs = " ".join(run.left_over())
    assert "postgres" not in programs.replace("postgres://", "")
    assert "valkey" not in programs
    assert run.stop(signal.SIGINT) == 0
    assert not (run.folder / "postgres").exists()


def test_program_that_ends_takes_the_run_down_with_an_error(run: Run) -> None:
    process = run.start()
    run.wait_for(READY)
    beat = [p for p in psutil.process_iter() if _is_beat_of(p, run.folder)]
    assert len(beat) == 1
    beat[0].kill()
    assert process.wait(60) == 1
    assert "One of the programs ended" in run.log.read_text()
    assert run.left_over() == []


def _is_beat_of(process: psutil.Process, folder: Path) -> bool:
    try:
        return (
            process.environ().get(MARK) == str(folder)
            and process.name() != "sh"
            and "beat" in process.cmdline()
        )
    except psutil.Error:
        return False
