"""What can go wrong when somebody asks the service for something. Every text is for the reader."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied


class GameError(Exception):
    """A wish that cannot be fulfilled now; the text says why and what would be possible."""

    @property
    def reason(self) -> str:
        """The sentence to show."""
        return str(self)


class NoSuchGame(GameError, ObjectDoesNotExist):
    """There is no such game, or the asker may not know of it."""


class NotAllowed(GameError, PermissionDenied):
    """The asker may not do this: not their seat, not a moderator, or a player of the game."""


class GameNotOpen(GameError):
    """The game takes no orders: not started yet, paused, finished or abandoned."""


class LobbyError(GameError):
    """The game cannot be created, joined, left or started like that."""


class ModerationError(GameError):
    """A moderator asked for something that is not possible, such as a rewind to nowhere."""


class NothingToUndo(GameError):
    """No order can be taken back: the newest one is sealed or belongs to somebody else."""


class StandingRefused(GameError):
    """A standing order that means nothing in this game, or one too many.

    ``field``: the field at fault or an empty text; ``possible``: what could have stood there.
    """

    def __init__(self, reason: str, *, field: str = "", possible: tuple[Any, ...] = ()) -> None:
        super().__init__(reason)
        self.field = field
        self.possible = possible


class KeyUsedElsewhere(GameError):
    """The idempotency key was used before for another seat or other orders."""


class OrdersRefused(GameError):
    """An order is not legal or cannot be read; nothing of the submission was played.

    ``index``: which order of the submission, from 0; ``text``: that order as notation or as it
    was written; ``field``: the field at fault or an empty text; ``possible``: what could have
    stood there, as texts; ``stale``: the decision that the order answers is gone.
    """

    def __init__(
        self,
        reason: str,
        *,
        index: int = 0,
        text: str = "",
        field: str = "",
        possible: tuple[Any, ...] = (),
        stale: bool = False,
    ) -> None:
        super().__init__(reason)
        self.index = index
        self.text = text
        self.field = field
        self.possible = possible
        self.stale = stale
