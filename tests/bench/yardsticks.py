"""What others need for comparable work: python-chess and catanatron."""

from __future__ import annotations

import random
from collections.abc import Callable

import chess
from catanatron import Color, Game, RandomPlayer


def chess_line(moves: int = 200) -> list[str]:
    """A legal line of moves, always the same."""
    rng = random.Random(7)
    line: list[str] = []
    board = chess.Board()
    for _ in range(moves):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = rng.choice(legal)
        line.append(move.uci())
        board.push(move)
    return line


def push_all(line: list[str]) -> Callable[[], None]:
    """Plays the line, every move validated."""

    def run() -> None:
        board = chess.Board()
        for move in line:
            board.push_uci(move)

    return run


def legal_lists(line: list[str]) -> Callable[[], None]:
    """Lists the legal moves of fifty positions of the line."""
    positions = []
    board = chess.Board()
    for move in line[:50]:
        positions.append(board.copy(stack=False))
        board.push_uci(move)

    def run() -> None:
        for position in positions:
            list(position.legal_moves)

    return run


def catan_game(seed: int = 3) -> int:
    """A random four-player game; the number of its actions."""
    random.seed(seed)
    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(color) for color in colors], seed=seed)
    game.play()
    return len(game.state.actions)
