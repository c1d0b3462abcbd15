"""Settings of the served benchmark: a public installation, but spoken to without HTTPS."""

import os

# Read by the settings below; all other values come from ``tests.bench.server``.
os.environ.update(SECURE_SSL_REDIRECT="false", COOKIE_SECURE="false", ALLOWED_HOSTS="127.0.0.1")

from eclipse_site.settings.production import *  # noqa: F403
