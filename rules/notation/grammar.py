"""Patterns turned into segments, and words laid onto segments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from rules.notation import words
from rules.notation.forms import FORMS, Form
from rules.notation.kinds import KINDS, Context, Kind
from rules.orders import Atom

Values = dict[str, tuple[Atom, ...]]
"""What each field that was written may mean."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A field of a pattern. ``printed``: its marker is written; ``strict``: it must be;
    ``hint``: it is no field of the order."""

    index: int
    field: str
    kind: Kind
    marker: str = ""
    printed: bool = False
    strict: bool = False
    hint: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    head: tuple[str, ...]
    segments: tuple[Segment, ...]


_PIECE = re.compile(r"\[(\w+)\]|\{(\w+)(?::(\w+))?(\?)?\}|(\w+)(!)?")


@cache
def pattern(text: str) -> Pattern:
    """The pattern written as ``text`` (see ``rules.notation.forms``)."""
    head: list[str] = []
    segments: list[Segment] = []
    marker, printed, strict = "", False, False
    for soft, name, kind, hint, word, must in _PIECE.findall(text):
        if name:
            segments.append(
                Segment(
                    len(segments),
                    name,
                    KINDS[kind or name],
                    marker,
                    printed,
                    strict,
                    bool(hint),
                )
            )
            marker, printed, strict = "", False, False
        elif soft:
            marker = soft
        elif head and word in words.MARKERS:
            marker, printed, strict = word, True, bool(must)
        else:
            head.append(word)
    return Pattern(tuple(head), tuple(segments))


# --- heads -------------------------------------------------------------------------------------


@cache
def heads() -> tuple[tuple[tuple[str, ...], Form], ...]:
    """Every beginning of an order, longest first."""
    found = [
        (tuple(words.tokens(head)), form)
        for form in FORMS
        for head in (" ".join(pattern(form.pattern).head), *form.heads)
    ]
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))


@cache
def _heads_by_word() -> dict[str, list[tuple[tuple[str, ...], Form]]]:
    """As ``heads``, by the first word."""
    found: dict[str, list[tuple[tuple[str, ...], Form]]] = {}
    for head, form in heads():
        found.setdefault(head[0], []).append((head, form))
    return found


SHORTEST_HEAD = 3
"""Letters that a shortened first word must have."""


def forms_for(tokens: list[str]) -> list[tuple[Form, int]]:
    """Forms that the words may begin, with the number of words of the beginning."""
    found: dict[tuple[str, int], tuple[Form, int]] = {}
    for head, form in _heads_by_word().get(tokens[0], ()) if tokens else ():
        if tuple(tokens[: len(head)]) == head:
            found.setdefault((form.pattern, len(head)), (form, len(head)))
    if not found and tokens and len(tokens[0]) >= SHORTEST_HEAD:
        for head, form in heads():
            if len(head) == 1 and head[0].startswith(tokens[0]):
                found.setdefault((form.pattern, 1), (form, 1))
    return list(found.values())


# --- filling -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Trouble:
    """How far the words could be understood, and what would have been understood there."""

    at: int = -1
    expected: dict[str, Kind] = field(default_factory=dict)

    def note(self, at: int, kind: Kind | None) -> None:
        if at > self.at:
            self.at, self.expected = at, {}
        if at == self.at and kind is not None:
            self.expected[kind.name] = kind


def fill(
    segments: tuple[Segment, ...], tokens: list[str], context: Context, trouble: Trouble
) -> list[Values]:
    """The ways to lay all the words onto fields, in any order of the fields.

    Only the best ways are returned: those that leave out the fewest fields without a marker word.
    """
    found: list[tuple[int, Values]] = []
    for values in _lay(segments, tokens, 0, context, trouble, (), {}):
        missing = sum(1 for s in segments if s.field not in values and not (s.hint or s.printed))
        if (missing, values) not in found:
            found.append((missing, values))
    best = min((missing for missing, _ in found), default=0)
    return [values for missing, values in found if missing == best]


def _lay(
    left: tuple[Segment, ...],
    tokens: list[str],
    at: int,
    context: Context,
    trouble: Trouble,
    bare: tuple[Segment, ...],
    got: Values,
) -> Iterator[Values]:
    if at == len(tokens):
        yield got
        return
    for segment in left:
        rest = tuple(s for s in left if s is not segment)
        for start, marked in _starts(segment, tokens, at):
            # Values of one kind without markers keep the order of the pattern.
            if not marked and any(b.kind is segment.kind and b.index > segment.index for b in bare):
                continue
            known = False
            for values, end in segment.kind.match(context, tokens, start):
                known = True
                yield from _lay(
                    rest,
                    tokens,
                    end,
                    context,
                    trouble,
                    bare if marked else (*bare, segment),
                    {**got, segment.field: values},
                )
            if not known:
                trouble.note(start, segment.kind)
    if tokens[at] in words.FILLERS:
        yield from _lay(left, tokens, at + 1, context, trouble, bare, got)
    if not left:
        trouble.note(at, None)


def _starts(segment: Segment, tokens: list[str], at: int) -> Iterator[tuple[int, bool]]:
    """Where the value of a segment may begin, and whether its marker stands before it."""
    if segment.marker and tokens[at] in words.MARKERS[segment.marker] and at + 1 < len(tokens):
        yield at + 1, True
    if not segment.strict:
        yield at, False
