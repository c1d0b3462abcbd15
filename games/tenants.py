"""Who sits at a table now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from celery import current_app
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from eclipse_site.models import User as Account
from games import statements
from games.errors import GameNotOpen, NoSuchGame, NotAllowed
from games.ledger import Ledger
from games.messages import no_such_game, not_open, not_your_seat
from games.models import Game, Tenancy
from games.statements import Locked, Sitter
from rules.state.model import GameState

User = Account | AnonymousUser
"""Whoever asks: an account, or somebody who has not logged in."""
Seated = Mapping[int, Tenancy | Sitter]
"""Who plays now, by seat."""


def tenants(game: Game) -> dict[int, Tenancy]:
    """The present tenancies by seat, with their accounts."""
    found = Tenancy.objects.filter(game=game, closed_at=None).select_related("user")
    return {tenancy.seat: tenancy for tenancy in found.order_by("seat")}


def require_seat(seated: Seated, seat: int, user: User) -> None:
    """Raises ``NotAllowed`` unless ``user`` plays ``seat`` now."""
    tenancy = seated.get(seat)
    if tenancy is None or user.pk is None or tenancy.user_id != user.pk:
        raise NotAllowed(not_your_seat())


def lock_game(game: Game | str, key: str = "") -> Locked:
    """The game, its row locked until the transaction ends. Raises ``NoSuchGame``.

    ``key``: of the submission that is to be played.
    """
    game_id = game if isinstance(game, str) else game.pk
    locked = statements.lock(game_id, key=key) if is_game_id(game_id) else None
    if locked is None:
        raise NoSuchGame(no_such_game())
    return locked


def is_game_id(text: str) -> bool:
    """Whether a text may be the id of a game at all; PostgreSQL refuses some that may not."""
    return text.isascii() and text.isalnum()


def require_open(game: Game) -> None:
    """Raises ``GameNotOpen`` unless the game takes orders."""
    if reason := not_open(game.status, game.paused):
        raise GameNotOpen(reason)


def waiting_bots(state: GameState, seated: Seated) -> list[int]:
    """Seats of bots that owe a decision."""
    owing = dict.fromkeys(pending.seat for pending in state.pending)
    return [seat for seat in owing if seat in seated and seated[seat].is_bot]


def wake_bots(ledger: Ledger, seated: Seated) -> None:
    """Have the bots that owe a decision play once this transaction is committed.

    If the broker cannot be reached the sweep of the schedule finds them.
    """
    game = ledger.game
    if game.running and not game.paused and waiting_bots(ledger.state, seated):
        # By name: the task imports the services.
        transaction.on_commit(
            lambda: current_app.send_task("games.tasks.play_policies", args=[game.pk]), robust=True
        )


def wake_standing(game: Game, standing: frozenset[int]) -> None:
    """Have standing orders answered once this transaction is committed, if seats have any.

    If the broker cannot be reached the sweep of the schedule finds them.
    """
    if standing and game.running and not game.paused:
        transaction.on_commit(
            lambda: current_app.send_task("games.tasks.play_standing_orders", args=[game.pk]),
            robust=True,
        )


def seats_of(pending_seats: Iterable[int]) -> tuple[int, ...]:
    """Seat numbers, each once, in order."""
    return tuple(sorted(set(pending_seats)))
