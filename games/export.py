"""A game as a file that anybody can check with `python -m rules verify`."""

from __future__ import annotations

import io

from games import store
from games.models import Game
from rules.effects.flow import GameCreated, SeatPrepared
from rules.log import Event
from rules.logfile import Header, write_game


def header_of(game: Game, first: Event) -> Header:
    """The header line; it holds the seed once the game has ended."""
    boards = {e.seat: e.boards.species for e in first.effects if isinstance(e, SeatPrepared)}
    created = next(e for e in first.effects if isinstance(e, GameCreated))
    return Header(
        ruleset=created.ruleset,
        seats=created.seats,
        # Boards that the setup fixed; with none the seats chose by orders of their own.
        species=tuple(boards[seat] for seat in sorted(boards)),
        seed=game.revealed_seed or None,
        commitment=game.commitment,
    )


def file_of(game: Game) -> str:
    """The whole log, branches that were taken back included. It holds every secret: only for
    games that have ended."""
    log = store.log_of(game)
    out = io.StringIO()
    write_game(out, header_of(game, log[0]), log)
    return out.getvalue()
