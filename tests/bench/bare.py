"""Yardsticks of the service: what Django alone costs for comparable work.

``act`` locks a row, decodes the state in it, changes and encodes it, inserts an event and updates
the row. ``page`` is a page of 300 SVG elements after one query. No session, no account, no rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import psycopg
from django.conf import settings
from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template import engines
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from games import store
from games.models import Game
from rules.codec import decode_state, encode_state

PREFIX = "/bare/"
"""As ``tests.bench.wsgi`` has it."""


class BareGame(models.Model):
    """A row to lock, with a state in it."""

    seq = models.IntegerField(default=0)
    state = models.BinaryField()
    objects: ClassVar[models.Manager[BareGame]] = models.Manager()

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return f"bare game {self.pk}"


class BareEvent(models.Model):
    """A row to add."""

    game = models.ForeignKey(BareGame, on_delete=models.CASCADE)
    seq = models.IntegerField()
    content = models.TextField()
    objects: ClassVar[models.Manager[BareEvent]] = models.Manager()

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return f"event {self.seq} of {self.game}"


def prepare(games: list[Game]) -> list[bytes]:
    """Make the tables with the states of games; requests that act on one each."""
    with connection.schema_editor(collect_sql=True) as editor:
        editor.create_model(BareGame)
        editor.create_model(BareEvent)
    # The role that the site works as may not make tables.
    with psycopg.connect(settings.DATABASE_ADMIN_URL) as owner:
        for statement in editor.collected_sql:
            owner.execute(statement)
    states = [encode_state(store.current_state(game)) for game in games]
    BareGame.objects.bulk_create(BareGame(pk=n, state=state) for n, state in enumerate(states))
    return [
        f"POST {PREFIX}act/{n}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 11\r\n\r\n"
        "path=a~b~c1".encode()
        for n in range(len(states))
    ]


def page_request() -> bytes:
    """A request for the page."""
    return f"GET {PREFIX}page/0/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


@csrf_exempt
def act(request: HttpRequest, number: int) -> HttpResponse:
    """The least that an order can cost: one event and the new state."""
    with transaction.atomic():
        game = BareGame.objects.select_for_update().get(pk=number)
        state = decode_state(bytes(game.state))
        game.seq = state.seq = game.seq + 1
        BareEvent.objects.create(game=game, seq=game.seq, content=request.POST["path"])
        game.state = encode_state(state)
        game.save()
    return HttpResponse(status=302, headers={"Location": PREFIX})


_PAGE = """{% load l10n %}{% localize off %}<!DOCTYPE html>
<title>{{ game.seq }}</title>
<svg viewBox="0 0 1000 1000">
{% for s in shapes %}<circle class="{{ s.kind }}" cx="{{ s.x }}" cy="{{ s.y }}" r="{{ s.r }}"/>
{% endfor %}</svg>
{% endlocalize %}"""


def _shapes() -> list[dict[str, Any]]:
    rng = random.Random(5)
    return [
        {
            "kind": f"kind{n % 7}",
            "x": round(rng.uniform(0, 1000), 1),
            "y": round(rng.uniform(0, 1000), 1),
            "r": round(rng.uniform(2, 30), 1),
        }
        for n in range(300)
    ]


SHAPES = _shapes()
_compiled: list[Any] = []


def page(request: HttpRequest, number: int) -> HttpResponse:
    """A page of SVG from a Django template that is compiled once."""
    if not _compiled:
        _compiled.append(engines["django"].from_string(_PAGE))
    context = {"game": BareGame.objects.get(pk=number), "shapes": SHAPES}
    return HttpResponse(_compiled[0].render(context))


urlpatterns = [
    path("bare/act/<int:number>/", act),
    path("bare/page/<int:number>/", page),
]


def own_addresses(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that finds the bare views."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        request.urlconf = __name__
        return get_response(request)

    return answer
