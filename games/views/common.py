"""What several pages need."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict

from eclipse_site.models import User as Account
from games.access import access_game, access_seen
from games.errors import NoSuchGame
from games.models import Game, Profile
from games.statements import Seen
from games.tenants import User

LONGEST_KEY = 100
"""Characters of a form's key."""

GameView = Callable[..., HttpResponseBase]


def with_game(view: GameView) -> GameView:
    """The view gets the game instead of its id; one that the reader may not know of is a 404."""
    return _instead_of_id(view, access_game)


def with_seen(view: GameView) -> GameView:
    """As ``with_game``, but the view gets a ``games.statements.Seen``."""
    return _instead_of_id(view, access_seen)


def _instead_of_id(view: GameView, access: Callable[[User, str], Game | Seen]) -> GameView:
    @wraps(view)
    def found(request: HttpRequest, game_id: str, **kwargs: Any) -> HttpResponseBase:
        try:
            game = access(reader(request), game_id)
        except NoSuchGame as error:
            raise Http404(error.reason) from error
        return view(request, game, **kwargs)

    return found


def reader(request: HttpRequest) -> User:
    """Whoever asks: an account or a visitor."""
    return request.user


def account(request: HttpRequest) -> Account:
    """The account that asks, behind ``login_required``."""
    assert isinstance(request.user, Account)
    return request.user


def profile_of(request: HttpRequest) -> Profile:
    """The reader's profile, with the defaults for visitors."""
    return cast(Profile, request.profile)  # type: ignore[attr-defined]


def form_key() -> str:
    """A key for a form: sent twice, what it asks for happens once."""
    return secrets.token_urlsafe(12)


def sent_key(sent: QueryDict) -> str:
    """The key that a form sent; any other text than such a key stands for itself in short.

    Without a key nothing can be sent twice, so that one is made up.
    """
    key = sent.get("key", "")
    if key and (len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable()):
        return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
    return key or form_key()


def play_url(game: Game) -> str:
    from django.urls import reverse

    return reverse("games:game", args=[game.pk])
