"""What `make run` remembers between runs: keys, passwords and ports, in ``.run``."""

import json
import os
import secrets
from pathlib import Path

from cryptography.fernet import Fernet

from eclipse_site.embedded.process import ServerError, free_port

PREFERRED_PORTS = {"web": 8000, "inbound": 8025, "postgres": None, "valkey": None}


class RunState:
    """The folder of a run and the file with its secrets, which only its owner can read."""

    def __init__(self, folder: Path) -> None:
        """Read what an earlier run left in ``folder``, or begin with new secrets."""
        self.folder = folder
        folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        self._file = folder / "state.json"
        known = json.loads(self._file.read_text()) if self._file.exists() else {}
        self.keys: dict[str, str] = {
            "SECRET_KEY": secrets.token_urlsafe(50),
            "SEED_KEY": Fernet.generate_key().decode(),
            "SERVER_PASSWORD": secrets.token_urlsafe(24),
            **known.get("keys", {}),
        }
        self._ports: dict[str, int] = known.get("ports", {})
        self._write()

    def port(self, name: str) -> int:
        """A free port for ``name``: the one of the last run if possible. Remembered."""
        self._ports[name] = free_port(self._ports.get(name) or PREFERRED_PORTS[name])
        self._write()
        return self._ports[name]

    def fixed_port(self, name: str, wanted: str) -> int:
        """The port that somebody asked for; raises ServerError if it is taken or not a port."""
        if not wanted.isdecimal() or not 0 < int(wanted) < 65536:
            raise ServerError(f"{wanted!r} is not a port; give a number from 1 to 65535.")
        if free_port(int(wanted)) != int(wanted):
            raise ServerError(f"Port {wanted} is taken; stop what uses it or choose another PORT.")
        self._ports[name] = int(wanted)
        return self._ports[name]

    def write_environment(self, variables: dict[str, str]) -> None:
        """Leave ``variables`` where the development settings find them, for other terminals."""
        lines = (f"{key}={value}\n" for key, value in sorted(variables.items()))
        _write_private(self.folder / "environment", "".join(lines))

    def _write(self) -> None:
        content = {"keys": self.keys, "ports": self._ports}
        _write_private(self._file, json.dumps(content, indent=2) + "\n")


def _write_private(file: Path, text: str) -> None:
    """Replace ``file`` in one step by one that only the owner can read."""
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as output:
        output.write(text)
    new.replace(file)
