"""Reads position files into drafts, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

import msgspec

from rules.editions import edition_names
from rules.position.blocks import PLAYER, SECTOR, SUPPLY, nothing_more, put, zone
from rules.position.draft import Draft, Names, PlayerDraft, SectorDraft
from rules.position.errors import PositionError
from rules.position.text import (
    NONE,
    Fault,
    known,
    listed,
    number,
    one,
    read_fields,
    read_value,
    similar,
    words_of,
)
from rules.ruleset import get_ruleset
from rules.state.frames import Frame
from rules.state.model import GameState, Pending, RulesetSpec, Score
from rules.steps.setup import blueprint_options

Words = Sequence[str]


def read_draft(text: str, edition: str = "") -> Draft:
    """What ``text`` says, of ``edition`` if it names none.

    Raises ``PositionError`` naming the first line that cannot be read.
    """
    reader = _Reader()
    reader.draft.edition = edition
    for line, row in enumerate(text.splitlines(), 1):
        try:
            reader.line(line, words_of(row))
        except (Fault, msgspec.ValidationError) as fault:
            raise PositionError(line, str(fault)) from None
    if not reader.draft.edition:
        raise PositionError(0, "the edition is missing; begin with a line such as edition new_dawn")
    if not reader.draft.players:
        raise PositionError(0, "there are no players; write player 0 and a species, and so on")
    return reader.draft


class _Reader:
    """Knows the block that further lines belong to: a player, a sector, the supply, or none."""

    def __init__(self) -> None:
        self.draft = Draft()
        self.number = 0
        self._names: Names | None = None
        self._block: tuple[Mapping[str, Callable[..., None]], Any] | None = None

    @property
    def names(self) -> Names:
        if self._names is None:
            draft = self.draft
            if not draft.edition:
                raise Fault("the edition comes first; write edition new_dawn above this line")
            spec = RulesetSpec(draft.edition, draft.modules, draft.options)
            try:
                ruleset = get_ruleset(spec)
                # What is filled in depends on them; the other options are judged as faults.
                blueprint_options(ruleset)
                self._names = Names(ruleset)
            except ValueError as fault:
                raise Fault(str(fault)) from None
        return self._names

    @property
    def spec_open(self) -> bool:
        return self._names is None

    def open(self, lines: Mapping[str, Callable[..., None]], target: Any) -> None:
        self._block = (lines, target)

    def line(self, number: int, words: list[str]) -> None:
        if not words:
            return
        self.number = number
        lines, target = self._block or ({}, None)
        for length in (2, 1):
            keyword = " ".join(words[:length])
            if len(words) >= length and keyword in lines:
                lines[keyword](target, words[length:], self.names)
                return
        for length in (2, 1):
            keyword = " ".join(words[:length])
            if len(words) >= length and keyword in TOP:
                # Lines about the game as a whole end the block before them.
                self._block = None
                TOP[keyword](self, words[length:])
                return
        blocks: dict[str, Mapping[str, Any]] = {
            "player": PLAYER,
            "sector": SECTOR,
            "supply": SUPPLY,
        }
        for keyword in (" ".join(words[:2]), words[0]):
            if homes := [block for block, keywords in blocks.items() if keyword in keywords]:
                raise Fault(f"{keyword} belongs below a line that begins with {' or '.join(homes)}")
        first = words[0]
        raise Fault(f"no line begins with {first!r}{similar(first, (*lines, *TOP))}")


# --- the game ----------------------------------------------------------------------------------


def _edition(reader: _Reader, words: Words) -> None:
    _before_names(reader, "edition")
    reader.draft.edition = known(one(words, "an edition"), edition_names(), "edition")


def _modules(reader: _Reader, words: Words) -> None:
    _before_names(reader, "modules")
    reader.draft.modules = tuple(listed(words))


def _option(reader: _Reader, words: Words) -> None:
    _before_names(reader, "option")
    name, equals, value = one(words, "name=value").partition("=")
    if not equals:
        raise Fault("expected name=value, as in option reactions=ask")
    put(reader.draft.options, name, read_value(value))


def _before_names(reader: _Reader, keyword: str) -> None:
    if not reader.spec_open:
        raise Fault(f"{keyword} comes before the players, sectors and everything else")


def _number(field: str, what: str) -> Callable[[_Reader, Words], None]:
    def read(reader: _Reader, words: Words) -> None:
        put(reader.draft.given, field, number(one(words, "a number"), what))

    return read


def _flag(field: str) -> Callable[[_Reader, Words], None]:
    def read(reader: _Reader, words: Words) -> None:
        nothing_more(words, field)
        put(reader.draft.given, field, True)

    return read


def _phase(reader: _Reader, words: Words) -> None:
    phase = known(one(words, "a phase"), reader.names.phases, "phase")
    put(reader.draft.given, "phase", phase)


def _next_start(reader: _Reader, words: Words) -> None:
    word = one(words, "a player or none")
    seat = None if word == NONE else number(word, "the next start player")
    put(reader.draft.given, "next_start", seat)


def _order(reader: _Reader, words: Words) -> None:
    put(reader.draft.given, "turn_order", [number(w, "a player") for w in listed(words)])


def _turn(reader: _Reader, words: Words) -> None:
    reader.draft.turn = number(one(words, "a player"), "the player whose turn it is")


def _also(reader: _Reader, words: Words) -> None:
    for name, value in read_fields(GameState, words).items():
        put(reader.draft.given, name, value)


# --- blocks ------------------------------------------------------------------------------------


def _player(reader: _Reader, words: Words) -> None:
    if not 1 <= len(words) <= 2:
        raise Fault("expected a number and a species: player 0 terran_directorate")
    players = reader.draft.players
    if words[0] != str(len(players)):
        raise Fault(f"players are listed in order from 0: expected player {len(players)}")
    species = known(words[1], reader.names.species, "species") if len(words) == 2 else ""
    players.append(PlayerDraft(species, reader.number))
    reader.open(PLAYER, players[-1])


def _sector(reader: _Reader, words: Words) -> None:
    """``sector 103 at 1.2 turn 3``; place and orientation have a default for homes."""
    if not words:
        raise Fault("expected a sector: sector 103 at 1.2 turn 3")
    tile, *rest = words
    if parts := reader.names.divided.get(tile):
        raise Fault(f"sector {tile} is divided; write lines for its parts {', '.join(parts)}")
    known(tile, reader.names.places, "sector")
    if tile in reader.draft.sectors:
        before = reader.draft.sectors[tile].line
        raise Fault(f"sector {tile} is on the map already, in line {before}")
    sector = SectorDraft(tile, reader.number)
    for marker, word in zip(rest[::2], rest[1::2], strict=False):
        if marker == "at":
            put(sector.given, "zone", zone(word))
        elif marker == "turn":
            put(sector.given, "orientation", number(word, "the turn"))
        else:
            raise Fault(f"expected at or turn, not {marker!r}: sector 103 at 1.2 turn 3")
    if len(rest) % 2:
        raise Fault(f"expected a value behind {rest[-1]!r}: sector 103 at 1.2 turn 3")
    reader.draft.sectors[tile] = sector
    reader.open(SECTOR, sector)


def _supply(reader: _Reader, words: Words) -> None:
    nothing_more(words, "supply")
    reader.open(SUPPLY, reader.draft.supply)


# --- the flow ----------------------------------------------------------------------------------

FRAMES: dict[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(Frame)
}


def _flow(reader: _Reader, words: Words) -> None:
    draft = reader.draft
    if draft.frames is None:
        draft.frames = []
    if list(words) == [NONE]:
        return
    if not words:
        raise Fault("expected a step: flow turn seat=0")
    kind = FRAMES[known(words[0], FRAMES, "step")]
    draft.frames.append(_struct(kind, words[1:]))


def _struct(
    kind: type[msgspec.Struct], words: Words, first: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    fields = dict(first) | read_fields(kind, words)
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in fields:
            raise Fault(f"{field.name}= is missing")
    return kind(**fields)


def _asks(reader: _Reader, words: Words) -> None:
    draft = reader.draft
    if draft.pending is None:
        draft.pending = []
    if list(words) == [NONE]:
        return
    if len(words) < 2:
        raise Fault("expected who is asked what: asks 0 turn id=17.0")
    seat = number(words[0], "the player who is asked")
    draft.pending.append(_struct(Pending, words[2:], {"seat": seat, "kind": words[1]}))


def _chance(reader: _Reader, words: Words) -> None:
    if len(words) < 2:
        raise Fault("expected how many outcomes a stream has given: chance 12 tech bag")
    put(reader.draft.draws, " ".join(words[1:]), number(words[0], "the number of outcomes"))


def _score(reader: _Reader, words: Words) -> None:
    reader.draft.scores.append(_struct(Score, words))


TOP: dict[str, Callable[[_Reader, Words], None]] = {
    "edition": _edition,
    "modules": _modules,
    "option": _option,
    "event": _number("seq", "the event"),
    "round": _number("round", "the round"),
    "phase": _phase,
    "start": _number("start_seat", "the start player"),
    "next start": _next_start,
    "order": _order,
    "turn": _turn,
    "next ship": _number("next_ship", "the next ship"),
    "redraw": _number("redraw", "the redraw"),
    "paused": _flag("paused"),
    "finished": _flag("finished"),
    "player": _player,
    "sector": _sector,
    "supply": _supply,
    "flow": _flow,
    "asks": _asks,
    "chance": _chance,
    "score": _score,
    "also": _also,
}
