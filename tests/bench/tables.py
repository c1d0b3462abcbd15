"""Games of policies, brought into the store as people's games. Django must be set up.

A game gets the seed of the simulated one, so that the same orders lead to the same events.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.core.cache import cache
from django.db import transaction
from django.utils.crypto import get_random_string

from eclipse_site.models import User
from games import seeds, store
from games.ledger import ledger_of
from games.models import Game, GameSeed
from games.rendering.tree import path_text
from games.services import lobby
from games.tenants import lock_game
from rules.log import Event
from rules.simulate import default_species, seed_bytes
from rules.state.model import RulesetSpec

SPEC = RulesetSpec("new_dawn")


@dataclass(frozen=True)
class Person:
    """Somebody logged in, with what a browser keeps."""

    user: User
    session: str
    token: str


@dataclass(frozen=True)
class Stored:
    """A game in the store; ``people`` by seat."""

    game: Game
    people: list[Person]


def store_game(name: str, seed: int, log: list[Event]) -> Stored:
    """Make a game of as many people as the log has seats and play the log's orders in it."""
    species = default_species(SPEC, 6)[: len({e.seat for e in log if e.seat is not None})]
    people = [_person(f"{name}{seat}") for seat in range(len(species))]
    game = lobby.create_game(user=people[0].user, name=name, seats=len(people), species=species)
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(seed_bytes(seed)))
    for person in people[1:]:
        lobby.join(game=game, user=person.user)
    lobby.start(game=game, user=people[0].user)
    with transaction.atomic():
        ledger = ledger_of(lock_game(game.pk))
        for event in log[1:]:
            assert event.order is not None
            assert event.seat is not None
            ledger.play(event.seat, event.order, "player", event.decision)
        ledger.save()
    return Stored(Game.objects.get(pk=game.pk), people)


def _person(name: str) -> Person:
    user = User.objects.create_user(f"{name}@example.org", name=name)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key is not None
    return Person(user, session.session_key, get_random_string(32))


def on_turn(stored: Stored) -> Person:
    """Who owes a decision."""
    return stored.people[store.current_state(stored.game).pending[0].seat]


def forget_pages(reader: Person) -> None:
    """Empty the cache but for the log-in of ``reader``.

    Pieces that a web process keeps by their contents stay, as most do after any event.
    """
    cache.clear()
    SessionStore(reader.session).load()


# --- requests ----------------------------------------------------------------------------------


def page(stored: Stored, person: Person, etag: str = "", path: str = "", have: str = "") -> bytes:
    """What a browser sends to look at the game, with the ETag of the page it has.

    ``path``: of an address below the game's; ``have``: parts that it shows, if it asks for others.
    """
    more = f"If-None-Match: {etag}\r\n" if etag else ""
    more += f"HX-Request: true\r\nX-Have: {have}\r\n" if have else ""
    head = _head("GET", f"/games/{stored.game.pk}/{path}", person)
    return f"{head}Accept-Encoding: gzip\r\n{more}\r\n".encode()


def click(stored: Stored, event: Event) -> bytes:
    """What a browser sends when the order of an event was put together by clicks."""
    assert event.order is not None
    assert event.seat is not None
    tag = str(event.order.__struct_config__.tag)
    steps = path_text(event.order.atoms())
    return _order(stored, stored.people[event.seat], d=event.decision, k=tag, path=steps)


def text(stored: Stored, notation: str) -> bytes:
    """What a browser sends when whoever is on turn wrote orders into the text box."""
    return _order(stored, on_turn(stored), text=notation)


def _order(stored: Stored, person: Person, **fields: str) -> bytes:
    body = urlencode({"csrfmiddlewaretoken": person.token, "key": new_key(), **fields})
    return (
        _head("POST", f"/games/{stored.game.pk}/orders/", person)
        + f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        + f"\r\n{body}"
    ).encode()


def new_key() -> str:
    """A key for a form."""
    return get_random_string(16)


def with_new_keys(requests: list[bytes]) -> list[bytes]:
    """The same forms, to be played once more."""
    return [re.sub(rb"(?<=&key=)\w+", new_key().encode(), request) for request in requests]


def _head(method: str, path: str, person: Person) -> str:
    cookies = (
        f"{settings.SESSION_COOKIE_NAME}={person.session}; "
        f"{settings.CSRF_COOKIE_NAME}={person.token}"
    )
    return (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n"
        "Accept: text/html\r\nAccept-Language: en\r\n"
    )
