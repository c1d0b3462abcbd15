"""One machine, plain HTTP on loopback: `make run`, and `manage.py` beside it.

`make run` leaves the addresses and keys of its servers in ``.run/environment``, so that
`.venv/bin/python manage.py shell` in a second terminal works on the same data.
"""

import os
from pathlib import Path

import environ

environ.Env.read_env(
    Path(os.environ.get("RUN_DIR", Path(__file__).resolve().parents[2] / ".run")) / "environment"
)
os.environ.setdefault("EMAIL_BACKEND", "notifications.mailbox.MailboxBackend")
os.environ.setdefault("ACCOUNT_EMAIL_VERIFICATION", "optional")

from eclipse_site.settings.base import *  # noqa: E402, F403 - after the defaults of the environment
from eclipse_site.settings.base import env  # noqa: E402 - the same

DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
MAILBOX_ENABLED = EMAIL_BACKEND == "notifications.mailbox.MailboxBackend"  # noqa: F405 - from base
