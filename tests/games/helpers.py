"""Makes accounts and games through the services, as the site does."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission

from eclipse_site.models import User
from games import store
from games.models import Game
from games.services import lobby
from games.services.play import Submitted, submit_orders
from games.tenants import tenants
from rules.engine import open_decisions
from rules.orders import Order
from rules.table import Table

TWO = ("terran_directorate", "terran_federation")
THREE = (*TWO, "terran_union")
_keys = iter(range(10**9))


def account(name: str, **fields: Any) -> User:
    return get_user_model().objects.create_user(
        f"{name}@example.org", "correct horse", name=name.title(), **fields
    )


def moderator(name: str = "moderator") -> User:
    user = account(name, is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(content_type__app_label="games"))
    return user


def started(
    *users: User, species: tuple[str, ...] = (), bots: tuple[str, ...] = (), **options: Any
) -> Game:
    """A running game of the accounts and then the bots."""
    seats = len(users) + len(bots)
    game = lobby.create_game(user=users[0], name="A test", seats=seats, species=species, **options)
    for user in users[1:]:
        lobby.join(game=game, user=user)
    for policy in bots:
        lobby.add_bot(game=game, user=users[0], policy=policy)
    return lobby.start(game=game, user=users[0])


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def on_move(game: Game) -> tuple[int, User]:
    """The seat that owes a decision first, and who plays it."""
    seat = store.current_state(fresh(game)).pending[0].seat
    user = tenants(game)[seat].user
    assert user is not None
    return seat, user


def send(
    game: Game, text: str, seat: int | None = None, user: User | None = None, **more: Any
) -> Submitted:
    """Submit notation for the seat on the move, or for ``seat``, with a key of its own."""
    if seat is None:
        seat, user = on_move(game)
    elif user is None:
        user = tenants(game)[seat].user
    more.setdefault("key", f"test-{next(_keys)}")
    return submit_orders(game=game, seat=seat, text=text, user=user, **more)


def legal(game: Game, seat: int, kind: type[Order]) -> list[Order]:
    """Legal orders of a kind for a seat."""
    table = Table(store.current_state(fresh(game)))
    found = []
    for decision in open_decisions(table):
        if decision.seat == seat and (choice := decision.choice(kind)):
            found.extend(choice.orders())
    return found
