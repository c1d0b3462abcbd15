"""Which operating system account runs PostgreSQL.

PostgreSQL refuses to run as root. Started by root, it runs as the owner of its data if they exist,
else as the owner of the checkout, else as ``nobody``. Started by anybody else, it runs as them.
"""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = 0


@dataclass(frozen=True)
class Account:
    """An account of the operating system, by number."""

    uid: int
    gid: int

    def as_popen_arguments(self) -> dict[str, Any]:
        """Arguments that make subprocess start a program as this account, in no other group."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, folder: Path) -> None:
        """Give ``folder`` to this account, closed to all others."""
        os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)

    def reaches(self, path: Path) -> bool:
        """Whether this account may execute the program or enter the folder ``path``.

        The kernel is asked, since modes, groups, mounts and access lists all have a say.
        """
        command = ["test", "-x", str(path)]
        return subprocess.run(command, **self.as_popen_arguments(), check=False).returncode == 0


def server_account(*owners: Path) -> Account | None:
    """The account to run PostgreSQL as, or None for the present one.

    ``owners`` are paths whose owner is taken, the first that is not root and has an entry in the
    account database (without one PostgreSQL does not start).
    """
    if os.geteuid() != ROOT:
        return None
    for path in owners:
        if not path.exists() or path.stat().st_uid == ROOT:
            continue
        try:
            entry = pwd.getpwuid(path.stat().st_uid)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)
