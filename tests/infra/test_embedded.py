"""PostgreSQL and Valkey from wheels: start, stop, start again with the data kept."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
from redis import Redis

from eclipse_site.embedded import relocation
from eclipse_site.embedded.holding import signals_held
from eclipse_site.embedded.postgres import APPLICATION, OWNER, SUPERUSER, PostgresServer
from eclipse_site.embedded.process import ServerError, free_port
from eclipse_site.embedded.state import RunState
from eclipse_site.embedded.valkey import ValkeyServer

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can use another account")


@pytest.fixture
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="embedded-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def postgres(folder: Path) -> Iterator[PostgresServer]:
    server = PostgresServer(folder / "postgres", free_port(), "secret")
    yield server
    server.stop()


@pytest.fixture
def valkey(folder: Path) -> Iterator[ValkeyServer]:
    server = ValkeyServer(folder / "valkey", free_port(), "secret")
    yield server
    server.stop()


def test_postgres_is_version_18_and_keeps_its_data(postgres: PostgresServer) -> None:
    postgres.start()
    with psycopg.connect(postgres.url(OWNER)) as connection:
        version = connection.execute("SHOW server_version_num").fetchone()
        connection.execute("CREATE TABLE note (text text)")
        connection.execute("INSERT INTO note VALUES ('kept')")
    assert version is not None
    assert version[0].startswith("18")
    pid = postgres.pid
    postgres.stop()
    assert pid is not None
    assert not psutil.pid_exists(pid)

    postgres.start()
    with psycopg.connect(postgres.url(APPLICATION)) as connection:
        assert connection.execute("SELECT text FROM note").fetchone() == ("kept",)


def test_postgres_stops_although_clients_are_connected(postgres: PostgresServer) -> None:
    postgres.start()
    pid = postgres.pid
    with psycopg.connect(postgres.url(OWNER)):
        postgres.stop()
        assert pid is not None
        assert not psutil.pid_exists(pid)


def test_postgres_asks_for_the_password(postgres: PostgresServer) -> None:
    postgres.start()
    for role in (SUPERUSER, OWNER, APPLICATION):
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(postgres.url(role).replace("secret", "guess"))


def test_application_works_with_the_owners_tables_but_owns_none(postgres: PostgresServer) -> None:
    postgres.start()
    with psycopg.connect(postgres.url(OWNER)) as owner:
        owner.execute("CREATE TABLE entry (id serial PRIMARY KEY, text text)")
    with psycopg.connect(postgres.url(APPLICATION), autocommit=True) as application:
        application.execute("INSERT INTO entry (text) VALUES ('a')")
        application.execute("UPDATE entry SET text = 'b'")
        for forbidden in (
            "DROP TABLE entry",
            "TRUNCATE entry",
            "ALTER TABLE entry DISABLE TRIGGER ALL",
            "CREATE TABLE another (id int)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(forbidden)


def test_databases_made_later_give_the_application_the_same_rights(
    postgres: PostgresServer,
) -> None:
    postgres.start()
    with psycopg.connect(postgres.url(OWNER), autocommit=True) as owner:
        owner.execute("CREATE DATABASE later")
    with psycopg.connect(postgres.url(OWNER, "later")) as owner:
        owner.execute("CREATE TABLE entry (id int)")
    with psycopg.connect(postgres.url(APPLICATION, "later")) as application:
        application.execute("INSERT INTO entry VALUES (1)")


def test_failure_to_start_shows_the_servers_own_words(postgres: PostgresServer) -> None:
    postgres.start()
    postgres.stop()
    broken = PostgresServer(postgres._folder, postgres.port, "secret", {"shared_buffers": "many"})
    with pytest.raises(ServerError, match='invalid value for parameter "shared_buffers"'):
        broken.start()
    assert broken.pid is None


def test_password_that_does_not_fit_the_data_is_said_at_once(postgres: PostgresServer) -> None:
    postgres.start()
    postgres.stop()
    other = PostgresServer(postgres._folder, postgres.port, "another")
    with pytest.raises(ServerError, match="password does not fit the data"):
        other.start()


def test_valkey_keeps_queued_tasks_over_a_restart(valkey: ValkeyServer) -> None:
    valkey.start()
    with Redis.from_url(valkey.url()) as client:
        client.rpush("queue", "task")
    valkey.stop()
    valkey.start()
    with Redis.from_url(valkey.url()) as client:
        assert client.lrange("queue", 0, -1) == [b"task"]


def test_valkey_asks_for_the_password_and_hides_it(valkey: ValkeyServer) -> None:
    valkey.start()
    from redis.exceptions import AuthenticationError

    with (
        Redis.from_url(valkey.url().replace("secret", "guess")) as client,
        pytest.raises(AuthenticationError),
    ):
        client.ping()
    assert valkey.pid is not None
    assert "secret" not in " ".join(psutil.Process(valkey.pid).cmdline())
    configuration = valkey._folder / "valkey.conf"
    assert configuration.stat().st_mode & 0o077 == 0


@as_root
def test_root_whose_home_is_closed_runs_postgres_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs and data move to a folder of the system; nothing in the home is opened to others."""
    monkeypatch.setattr(relocation, "SYSTEM_FOLDER", folder / "system")
    home = folder / "home"
    home.mkdir(mode=0o700)
    wheel = relocation._wheel_folder()
    shutil.copytree(wheel, home / wheel.name, symlinks=True)
    shutil.copytree(wheel.with_name(f"{wheel.name}.libs"), home / f"{wheel.name}.libs")
    monkeypatch.setattr(relocation, "_wheel_folder", lambda: home / wheel.name)
    server = PostgresServer(home / "run" / "postgres", free_port(), "secret")
    try:
        server.start()
        assert server.pid is not None
        assert psutil.Process(server.pid).uids().effective != 0
        with psycopg.connect(server.url(OWNER)) as connection:
            connection.execute("CREATE TABLE note (text text)")
    finally:
        server.stop()
    assert home.stat().st_mode & 0o777 == 0o700
    assert (home / "run" / "postgres").resolve().parent == folder / "system"

    again = PostgresServer(home / "run" / "postgres", free_port(), "secret")
    try:
        again.start()
        with psycopg.connect(again.url(OWNER)) as connection:
            assert connection.execute("SELECT count(*) FROM note").fetchone() == (0,)
    finally:
        again.stop()

    shutil.rmtree(home / "run")
    afresh = PostgresServer(home / "run" / "postgres", free_port(), "another-secret")
    try:
        afresh.start()
        with psycopg.connect(afresh.url(OWNER)) as connection:
            assert connection.execute("SELECT to_regclass('note')").fetchone() == (None,)
    finally:
        afresh.stop()


def test_keys_and_ports_are_remembered_and_private(folder: Path) -> None:
    first = RunState(folder / "run")
    port = first.port("web")
    second = RunState(folder / "run")
    assert second.keys == first.keys
    assert second.port("web") == port
    assert (folder / "run" / "state.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("port", ["0", "65536", "http", ""])
def test_what_is_no_port_is_refused(folder: Path, port: str) -> None:
    with pytest.raises(ServerError, match="is not a port; give a number from 1 to 65535"):
        RunState(folder / "run").fixed_port("web", port)


def test_port_in_use_is_refused_if_asked_for_and_avoided_if_not(
    folder: Path, valkey: ValkeyServer
) -> None:
    valkey.start()
    state = RunState(folder / "run")
    with pytest.raises(ServerError, match=f"Port {valkey.port} is taken"):
        state.fixed_port("web", str(valkey.port))
    assert free_port(valkey.port) != valkey.port


def test_a_signal_while_a_program_is_started_waits_until_it_is_known() -> None:
    """Its handler may raise; what was started by then must not be lost."""

    class Interrupted(Exception):
        pass

    def interrupt(number: int, frame: object) -> None:
        raise Interrupted

    known = []

    def start() -> None:
        with signals_held():
            signal.raise_signal(signal.SIGINT)
            known.append("started")

    usual = signal.signal(signal.SIGINT, interrupt)
    try:
        with pytest.raises(Interrupted):
            start()
        assert signal.getsignal(signal.SIGINT) is interrupt
    finally:
        signal.signal(signal.SIGINT, usual)
    assert known == ["started"]
