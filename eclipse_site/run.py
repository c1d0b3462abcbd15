"""`make run`: the whole service on one machine, with servers of its own and a demo.

Everything it keeps lies in ``.run`` in the checkout (RUN_DIR says otherwise), so that the next run
goes on where this one stopped. With DATABASE_URL or REDIS_URL set, that server is used instead.
Ctrl-C or SIGTERM stops everything.
"""

import fcntl
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from eclipse_site.embedded.holding import signals_held
from eclipse_site.embedded.leftovers import MARK, stop_leftovers
from eclipse_site.embedded.manager import Manager
from eclipse_site.embedded.postgres import APPLICATION, OWNER, PostgresServer
from eclipse_site.embedded.process import ServerError
from eclipse_site.embedded.state import RunState
from eclipse_site.embedded.valkey import ValkeyServer
from eclipse_site.healthcheck import web_answers

CHECKOUT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
SETUP = ("prepare_database", "collectstatic --noinput --verbosity 0", "make_demo")


class Stopped(Exception):
    """A signal asked the run to stop."""


def main() -> int:
    """Run until stopped. Returns the exit code: 0 if a signal stopped it, 1 after a failure."""
    folder = Path(os.environ.get("RUN_DIR", CHECKOUT / ".run")).resolve()
    _on_signals(_raise_stopped)
    # A closed terminal is a wish to stop like any other.
    signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    try:
        with _only_run(folder), ExitStack() as servers:
            try:
                return _run(folder, servers)
            finally:
                # From here on nothing may interrupt the orderly stop of the servers.
                _on_signals(signal.SIG_IGN)
    except Stopped:
        return 0
    except (ServerError, OSError) as error:
        print(error, file=sys.stderr)
        return 1


def _run(folder: Path, servers: ExitStack) -> int:
    state = RunState(folder)
    os.environ[MARK] = str(folder)
    for name in stop_leftovers(folder):
        _say(f"Stopped {name}, left over from a run that was killed.")
    environment = _start_servers(state, servers)
    state.write_environment(environment)
    demo = _set_up({**os.environ, **environment})
    return _run_programs({**os.environ, **environment}, demo)


def _start_servers(state: RunState, stack: ExitStack) -> dict[str, str]:
    """Start the servers that the environment does not name; return the variables of the site."""
    keys = state.keys
    password = keys["SERVER_PASSWORD"]
    if url := os.environ.get("DATABASE_URL"):
        databases = {
            "DATABASE_URL": url,
            "DATABASE_ADMIN_URL": os.environ.get("DATABASE_ADMIN_URL", url),
        }
    else:
        _say("Starting PostgreSQL ...")
        postgres = PostgresServer(state.folder / "postgres", state.port("postgres"), password)
        stack.callback(postgres.stop)
        postgres.start()
        databases = {
            "DATABASE_URL": postgres.url(APPLICATION),
            "DATABASE_ADMIN_URL": postgres.url(OWNER),
        }
    if not (redis_url := os.environ.get("REDIS_URL")):
        _say("Starting Valkey ...")
        valkey = ValkeyServer(state.folder / "valkey", state.port("valkey"), password)
        stack.callback(valkey.stop)
        valkey.start()
        redis_url = valkey.url()
    wanted = os.environ.get("PORT")
    web = state.fixed_port("web", wanted) if wanted else state.port("web")
    own = {
        "DJANGO_SETTINGS_MODULE": "eclipse_site.settings.development",
        "SECRET_KEY": os.environ.get("SECRET_KEY", keys["SECRET_KEY"]),
        "SEED_KEY": os.environ.get("SEED_KEY", keys["SEED_KEY"]),
        "SITE_URL": os.environ.get("SITE_URL", f"http://127.0.0.1:{web}"),
        "STATIC_ROOT": str(state.folder / "static"),
        "INBOUND_PORT": os.environ.get("INBOUND_PORT") or str(state.port("inbound")),
        "PORT": str(web),
    }
    return {**databases, "REDIS_URL": redis_url, **own}


def _set_up(environment: dict[str, str]) -> str:
    """Migrate, collect static files, make the demo; return what the demo says of itself."""
    said = ""
    for command in SETUP:
        _say(f"manage.py {command} ...")
        process = None
        try:
            with signals_held():
                process = subprocess.Popen(
                    [PYTHON, "manage.py", *command.split()],
                    cwd=CHECKOUT,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    text=True,
                    # Ctrl-C in the terminal is for this process, which stops the command itself.
                    start_new_session=True,
                )
            said, _ = process.communicate()
        except Stopped:
            if process is not None:
                process.terminate()
                process.wait()
            raise
        if process.returncode:
            print(said)
            raise ServerError(f"manage.py {command} failed (code {process.returncode}).")
    return said


def programs(environment: dict[str, str]) -> dict[str, list[str]]:
    """The programs of the site by name, as argument lists."""
    celery = [PYTHON, "-m", "celery", "--app", "eclipse_site", "--quiet"]
    # The schedule's own file says only when each sweep last ran; it need not outlive the run.
    schedule = str(Path(environment[MARK]) / "beat-schedule")
    return {
        "web": [
            *[PYTHON, "-m", "gunicorn", "eclipse_site.wsgi", "--no-control-socket"],
            *["--bind", f"{environment.get('HOST', '127.0.0.1')}:{environment['PORT']}"],
            *["--workers", environment.get("WEB_WORKERS", "2"), "--graceful-timeout", "5"],
        ],
        "worker": [*celery, "worker", "--concurrency", environment.get("TASK_WORKERS", "2")],
        "beat": [*celery, "beat", "--pidfile=", "--schedule", schedule],
        "mail": [PYTHON, "manage.py", "receive_mail"],
    }


def _run_programs(environment: dict[str, str], demo: str) -> int:
    address = environment["SITE_URL"]
    os.environ["PORT"] = environment["PORT"]

    def announce() -> None:
        if _web_answers():
            line = "=" * 72
            _say(f"\n{line}\n{demo.strip()}\n\nOpen {address}    Stop with Ctrl-C\n{line}\n")
        else:
            _say(f"{address} does not answer; the lines above say why. Stop with Ctrl-C.")

    manager = Manager(when_started=announce)
    # On one's own machine root may run the worker; Celery's warning is meant for public servers.
    quiet = "ignore:You're running the worker with superuser privileges"
    environment = {**environment, "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": quiet}
    for name, command in programs(environment).items():
        # `exec`, so that the program itself and not a shell gets the signal to stop.
        manager.add_process(name, f"exec {shlex.join(command)}", env=environment, cwd=str(CHECKOUT))
    try:
        manager.loop()
    finally:
        manager.end_groups()
    by_signal = manager.returncode in (128 + signal.SIGINT, 128 + signal.SIGTERM)
    if not by_signal:
        print("One of the programs ended, so the others were stopped.", file=sys.stderr)
    return 0 if by_signal else 1


def _web_answers(seconds: float = 60) -> bool:
    """Whether the web server answers within the given time."""
    deadline = time.monotonic() + seconds
    while not web_answers():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)
    return True


@contextmanager
def _only_run(folder: Path) -> Iterator[None]:
    """Hold the lock of ``folder``; raises ServerError if another run holds it."""
    folder.mkdir(mode=0o711, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            # This kind of lock dies with this process, whatever its children do.
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise ServerError(
                f"Another run uses {folder}. Stop it first, or set RUN_DIR to another folder."
            ) from None
        yield


def _on_signals(action: Callable[[int, FrameType | None], object] | signal.Handlers) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, action)


def _raise_stopped(number: int, frame: FrameType | None) -> None:
    _on_signals(signal.SIG_IGN)
    raise Stopped


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
