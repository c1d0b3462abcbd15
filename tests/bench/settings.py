"""Settings of the served benchmark: a public installation, but spoken to without HTTPS."""

import os

# Read by the settings below; all other values come from ``tests.bench.server``.
os.environ.update(
    SECURE_SSL_REDIRECT="false",
    COOKIE_SECURE="false",
    ALLOWED_HOSTS="127.0.0.1",
    # What is measured is the service, not its patience.
    RATE_ORDERS="1000000/minute",
    RATE_GAMES="1000000/minute",
    RATE_PAGES="1000000/minute",
)

from eclipse_site.settings.production import *  # noqa: F403
