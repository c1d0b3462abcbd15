"""Kinds of values in orders: how each is read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.notation import words
from rules.notation.vocabulary import Names, Vocabulary
from rules.orders import Atom
from rules.table import Table


@dataclass(frozen=True, slots=True)
class Context:
    """What reading needs to know of the game."""

    names: Vocabulary
    table: Table
    seat: int


Found = tuple[tuple[Atom, ...], int]
"""Values that the words may mean, and the index of the token behind them."""
Matcher = Callable[[Context, list[str], int], Iterator[Found]]


def _plain(value: Atom) -> str:
    return str(value).replace("_", " ")


@dataclass(frozen=True, slots=True)
class Kind:
    """``noun``: what is expected, for messages and help."""

    name: str
    noun: str
    match: Matcher
    show: Callable[[Atom], str] = _plain


def _named(pick: Callable[[Vocabulary], Names]) -> Matcher:
    def match(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
        yield from pick(context.names).match(tokens, at)

    return match


def _phrase(phrases: tuple[str, ...], tokens: list[str], at: int) -> int:
    """Index behind the longest of the phrases that stands at ``at``, or 0."""
    for phrase in sorted(phrases, key=len, reverse=True):
        parts = phrase.split()
        if tokens[at : at + len(parts)] == parts:
            return at + len(parts)
    return 0


def _skip(word: str, tokens: list[str], at: int) -> int:
    return at + 1 if tokens[at : at + 1] == [word] else at


def _sector(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    if end := _phrase(words.CENTER, tokens, at):
        yield (context.names.center,), end
    at = _skip("sector", tokens, at)
    if at < len(tokens) and (number := tokens[at].lstrip("#")) in context.names.sectors:
        yield (number,), at + 1


def _zone(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    at = _skip("zone", tokens, at)
    if at < len(tokens):
        ring, dot, index = tokens[at].lstrip("#").partition(".")
        if dot and ring.isdecimal() and index.isdecimal():
            yield (f"{int(ring)}.{int(index)}",), at + 1


def _place(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    if end := _phrase(words.TRACK, tokens, at):
        yield ("track",), end
    yield from _sector(context, tokens, at)


def _square(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    advanced = tokens[at] in words.ADVANCED if at < len(tokens) else False
    start = at + advanced
    if start >= len(tokens):
        return
    name, star = tokens[start].rstrip("*"), tokens[start].endswith("*")
    end = start + 1
    if tokens[end : end + 1] == ["*"]:
        star, end = True, end + 1
    if kinds := context.names.squares.lookup((name,)):
        end = _skip("square", tokens, end)
        yield tuple(f"{k}*" if star or advanced else k for k in kinds), end


def _number(low: int, high: int) -> Matcher:
    def match(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
        if at < len(tokens) and tokens[at].isdecimal() and low <= int(tokens[at]) <= high:
            yield (int(tokens[at]),), at + 1

    return match


def _tile(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    if end := _phrase(words.NONE, tokens, at):
        yield (0,), end
    yield from _number(1, 99)(context, tokens, at)


def _word(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    if at < len(tokens) and tokens[at].isidentifier():
        yield (tokens[at],), at + 1


def _player(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    """A player by number, counted from 1, or by the species."""
    start = _skip("player", tokens, at)
    for (number,), end in _number(1, len(context.table.state.seats))(context, tokens, start):
        yield (number - 1,), end
    for species, end in context.names.species.match(tokens, at):
        seats = context.table.state.seats
        found = tuple(n for n, boards in enumerate(seats) if boards.species in species)
        if found:
            yield found, end


def _show_player(value: Atom) -> str:
    return f"player {value + 1}"


def _target(context: Context, tokens: list[str], at: int) -> Iterator[Found]:
    """A ship by its number, a word for its kind before it or not; or all ships of a kind."""
    if at < len(tokens) and (number := tokens[at].lstrip("#")).isdecimal():
        yield (int(number),), at + 1
    for names in (context.names.ships, context.names.foes):
        for kinds, end in names.match(tokens, at):
            ships = context.table.state.ships.values()
            found = tuple(ship.id for ship in ships if ship.kind in kinds)
            if end < len(tokens) and (number := tokens[end].lstrip("#")).isdecimal():
                if int(number) in found:
                    yield (int(number),), end + 1
            elif found:
                yield found, end


def _show_target(value: Atom) -> str:
    return str(value)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("sector", "a sector number such as 221", _sector),
        Kind("zone", "a zone such as 2.5", _zone),
        Kind("place", "a sector number or the word track", _place),
        Kind("unit", "a ship or a structure", _named(lambda v: v.units)),
        Kind("ship", "a ship type", _named(lambda v: v.ships)),
        Kind("tech", "a technology", _named(lambda v: v.techs)),
        Kind("common", "a technology", _named(lambda v: v.common)),
        Kind("rare", "a rare technology", _named(lambda v: v.rare)),
        Kind("tech_track", "military, grid or nano", _named(lambda v: v.tech_tracks)),
        Kind("part", "a ship part", _named(lambda v: v.parts)),
        Kind("species", "a species", _named(lambda v: v.species)),
        Kind("resource", "money, science or materials", _named(lambda v: v.resources)),
        Kind("square", "a population square such as science, gray* or orbital", _square),
        Kind("sixths", "a number of sixths from 0 to 5", _number(0, 5)),
        Kind("action", "an action: move, upgrade or build", _named(lambda v: v.slot_actions)),
        Kind("slot", "the number of a blueprint square", _number(1, 20)),
        Kind("amount", "a number", _number(1, 9999)),
        Kind("tile", "the value of a tile or none", _tile, lambda v: "none" if v == 0 else str(v)),
        Kind("word", "a word", _word),
        Kind("player", "a player such as player 2, or a species", _player, _show_player),
        Kind("target", "the number of a ship", _target, _show_target),
    )
}


def known_names(kind: Kind, names: Vocabulary) -> tuple[str, ...]:
    """All values of a kind that has few, as the printer writes them."""
    listed = {
        "unit": names.units,
        "ship": names.ships,
        "tech": names.techs,
        "common": names.common,
        "rare": names.rare,
        "tech_track": names.tech_tracks,
        "action": names.slot_actions,
        "part": names.parts,
        "species": names.species,
        "resource": names.resources,
    }.get(kind.name)
    return tuple(kind.show(value) for value in listed.names) if listed else ()
