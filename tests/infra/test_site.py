"""The site as a whole: health, security headers, log-in by e-mail address."""

import logging
import sys

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseForbidden, HttpResponseServerError
from django.test import Client
from django.utils.log import log_response

from eclipse_site.logs import RefusalsInOneLine

pytestmark = pytest.mark.django_db


def test_health_page_asks_both_servers(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"ok": True, "database": True, "broker": True}


def test_health_page_names_the_server_that_does_not_answer(client: Client, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"ok": False, "database": True, "broker": False}


def test_pages_forbid_foreign_and_inline_scripts(client: Client) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_log_in_with_address_in_any_capitals_and_password(client: Client) -> None:
    user = get_user_model().objects.create_user("North@Example.org", "correct horse", name="North")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    response = client.post(
        "/accounts/login/", {"login": "NORTH@example.ORG", "password": "correct horse"}
    )
    assert response.status_code == 302
    assert "_auth_user_id" in client.session


def test_name_shown_to_others_never_contains_the_address() -> None:
    user = get_user_model().objects.create_user("north@example.org", "correct horse")
    assert "north" not in str(user).lower()


def test_schema_of_the_api_is_public(client: Client) -> None:
    response = client.get("/api/schema/")
    assert response.status_code == 200
    assert b"openapi: 3" in response.content


def test_a_refusal_is_one_line_in_the_log_and_an_error_keeps_its_traceback(
    settings, capsys
) -> None:
    """Django hands the exception of every refused request to the log."""
    handler = logging.StreamHandler(sys.stdout)
    handler.addFilter(RefusalsInOneLine())
    handler.setFormatter(logging.Formatter(settings.LOGGING["formatters"]["line"]["format"]))
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    try:
        for answer in (HttpResponseForbidden(), HttpResponseServerError()):
            try:
                raise PermissionDenied("Not yours")
            except PermissionDenied as error:
                log_response("%s", "/games/x/", response=answer, exception=error)
    finally:
        logger.removeHandler(handler)
    refused, *failed = capsys.readouterr().out.splitlines()
    assert refused.endswith("WARNING django.request: /games/x/")
    assert "Traceback" in "\n".join(failed)


def test_the_log_of_the_site_uses_that(settings) -> None:
    assert settings.LOGGING["handlers"]["stdout"]["filters"] == ["refusals"]
