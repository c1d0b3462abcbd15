"""The test suite. Addresses of the servers come from ``tests/conftest.py``, which starts them."""

import os
from urllib.parse import urlsplit, urlunsplit

# Placeholders for tools that only read the settings, such as the type checker.
os.environ.setdefault("DATABASE_URL", "postgres://127.0.0.1/eclipse")
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1")

# Each parallel worker, and each process that its tests start, has a numbered database of its own.
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw-1").removeprefix("gw")) + 1
os.environ["REDIS_URL"] = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{_WORKER}"))
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
os.environ.setdefault("SEED_KEY", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
os.environ.setdefault("SITE_URL", "http://testserver")
os.environ.setdefault("EMAIL_BACKEND", "django.core.mail.backends.locmem.EmailBackend")
os.environ.setdefault("INBOUND_DOMAIN", "reply.example.org")

from eclipse_site.settings.base import *  # noqa: E402, F403
from eclipse_site.settings.base import REST_FRAMEWORK as BASE_REST_FRAMEWORK  # noqa: E402

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
# Slow on purpose in production; tests make many accounts.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Limits are tested where they are meant; elsewhere many requests from one address are normal.
ACCOUNT_RATE_LIMITS = False
REST_FRAMEWORK = {
    **BASE_REST_FRAMEWORK,
    "DEFAULT_THROTTLE_CLASSES": [],
    "DEFAULT_THROTTLE_RATES": {
        **BASE_REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"],
        "orders": None,
        "games": None,
        "pages": None,
    },
}
# Static files straight from the sources; nothing is collected for tests.
STATIC_ROOT = None  # type: ignore[assignment]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
