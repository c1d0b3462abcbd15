"""What a process keeps of pages stays small, whoever asks for them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import mark_safe

from games import pieces, speech
from games.pieces import contents, forget, piece


@dataclass(frozen=True)
class Told:
    words: list[str]


def test_large_pieces_leave_room_for_no_more_than_the_limit() -> None:
    forget()
    large = 200_000
    for number in range(2 * pieces.MOST // large):
        piece(contents(number), lambda: "x" * large)
        piece(contents((number, "told")), lambda: Told(["x" * large]))
    assert pieces.MOST - 3 * large < pieces._kept.currsize <= pieces.MOST
    assert len(pieces._kept) < pieces.MOST / large
    forget()


def test_a_piece_is_made_once_for_the_same_contents() -> None:
    forget()
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return "made"

    for _ in range(3):
        assert piece(contents(("a", [1])), make) == "made"
    assert len(made) == 1
    assert contents("<b>") != contents(mark_safe("<b>"))


def test_what_others_write_into_addresses_is_not_kept() -> None:
    written = "There is no ship called " + "x" * 1000
    before = speech._said.cache_info().currsize
    assert speech.gettext(written) == written
    assert speech._said.cache_info().currsize == before
