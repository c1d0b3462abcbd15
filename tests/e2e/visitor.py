"""A reader of the site over real HTTP, without a browser: logged in, or with a token for the API."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from rest_framework.authtoken.models import Token

from eclipse_site.models import User

CSRF = "c" * 32
"""Cookie and form field must agree; what they say does not matter."""


@dataclass(frozen=True)
class Answer:
    """Status and body of an answer; ``location`` where it leads to."""

    status: int
    text: str
    location: str = ""

    def data(self) -> Any:
        return json.loads(self.text)


class Visitor:
    """Asks the site on ``port`` as ``user``, or as somebody without an account."""

    def __init__(self, port: int, user: User | None = None) -> None:
        self.port = port
        self._page = {"Cookie": f"csrftoken={CSRF}"}
        self._api: dict[str, str] = {}
        if user is not None:
            client = Client()
            client.force_login(user)
            self._page["Cookie"] += f"; sessionid={client.cookies['sessionid'].value}"
            self._api["Authorization"] = f"Token {Token.objects.get_or_create(user=user)[0].key}"

    def page(self, path: str) -> Answer:
        """A page of the site."""
        return self._ask("GET", path, self._page)

    def send_form(self, path: str, **fields: str) -> Answer:
        """Send a form of a page."""
        body = urlencode({**fields, "csrfmiddlewaretoken": CSRF})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, {**self._page, **kind}, body)

    def api(self, path: str) -> Answer:
        """An answer of the API."""
        return self._ask("GET", path, self._api)

    def send_orders(self, game: str, key: str, **orders: str) -> Answer:
        """Give orders through the API."""
        headers = {**self._api, "Content-Type": "application/json", "Idempotency-Key": key}
        return self._ask("POST", f"/api/games/{game}/orders/", headers, json.dumps(orders))

    def _ask(
        self, method: str, path: str, headers: dict[str, str], body: str | None = None
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            return Answer(answer.status, text, answer.headers.get("Location", ""))
        finally:
            connection.close()
