"""What gunicorn serves: the site, and beside it in the same processes the bare views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.test import override_settings

from eclipse_site.wsgi import application as _site

# What a new Django project begins with. A handler keeps the middleware that it finds when it is
# made.
_MIDDLEWARE = [
    "tests.bench.bare.own_addresses",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
with override_settings(MIDDLEWARE=_MIDDLEWARE):
    _bare = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The bare views under their prefix, with Django's middleware only; else the site."""
    chosen = _bare if environ["PATH_INFO"].startswith("/bare/") else _site
    return chosen(environ, start_response)
