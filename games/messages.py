"""Sentences that several services say."""

from __future__ import annotations

from django.utils.translation import gettext as _


def no_such_game() -> str:
    """The game does not exist, or the reader may not know of it."""
    return _("There is no such game, or it is private.")


def not_your_seat() -> str:
    """Somebody asked for a seat that is not theirs."""
    return _("You do not play this seat.")


def not_open(status: str, paused: bool) -> str:
    """Why a game takes no orders; an empty text if it does."""
    if status == "lobby":
        return _("The game has not started yet.")
    if status == "finished":
        return _("The game has ended.")
    if status == "abandoned":
        return _("The game was given up.")
    return _("The game is paused by a moderator.") if paused else ""
