"""Text to order: first the form, then the meaning among what a decision offers."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from rules.decisions import Decision
from rules.notation import words
from rules.notation.errors import UnreadableOrder
from rules.notation.forms import Form
from rules.notation.grammar import Trouble, Values, fill, forms_for, heads, pattern
from rules.notation.hints import suggest
from rules.notation.kinds import Context, known_names
from rules.notation.printer import NOTHING
from rules.notation.resolve import resolve
from rules.notation.vocabulary import vocabulary
from rules.orders import AssignDice, Order, Upgrade
from rules.table import Table

LONGEST = 1500
"""Characters that one order may have."""
MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a text. ``items``: tag and values of the parts of an order judged as
    a whole; ``everywhere``: one target for all dice."""

    form: Form
    values: Values
    items: tuple[tuple[str, Values], ...] = ()
    everywhere: bool = False


def read_order(text: str, decision: Decision, table: Table) -> Order:
    """The order that ``text`` means as an answer to ``decision``; it is legal there.

    Raises ``UnreadableOrder``, ``IllegalOrder`` or ``AmbiguousOrder``. Capitals, spelling
    variants and fillers do not matter; fields may be left out if one legal order remains.
    """
    context = Context(vocabulary(table.rules), table, decision.seat)
    return resolve(_readings(text, decision, context), decision, context)


def _readings(text: str, decision: Decision, context: Context) -> list[Reading]:
    orders = words.split(text)
    tokens = words.tokens(orders[0]) if len(orders) == 1 else []
    if len(orders) != 1 or len(text) > LONGEST or len(tokens) > MOST_WORDS:
        raise UnreadableOrder(_size_reason(orders), tuple(suggest(decision)))
    forms = forms_for(tokens)
    if not forms:
        raise UnreadableOrder(_unknown_head(tokens, orders[0]), tuple(suggest(decision)))
    trouble: list[tuple[Trouble, Form, list[str]]] = []
    found: list[Reading] = []
    for form, length in forms:
        rest, note = tokens[length:], Trouble()
        read = _read_form(form, rest, context, note)
        found += [r for r in read if r not in found]
        trouble.append((note, form, rest))
    # What is asked decides between orders that begin alike.
    asked = [r for r in found if decision.choice(r.form.order) is not None]
    if asked or found:
        return asked or found[:1]
    trouble.sort(key=lambda t: (decision.choice(t[1].order) is None, -t[0].at))
    raise _unreadable(*trouble[0], context)


def _size_reason(orders: list[str]) -> str:
    if not orders:
        return "There is no order in this text."
    if len(orders) > 1:
        return "This text holds several orders; give one at a time."
    return f"An order has at most {LONGEST} characters and {MOST_WORDS} words."


def _unknown_head(tokens: list[str], text: str) -> str:
    known = sorted({head[0] for head, _ in heads()})
    near = difflib.get_close_matches(tokens[0] if tokens else "", known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"No order begins with {tokens[0] if tokens else text!r}.{hint}"


def _read_form(form: Form, tokens: list[str], context: Context, trouble: Trouble) -> list[Reading]:
    if form.order is Upgrade:
        return _read_upgrade(form, tokens, context, trouble)
    segments = pattern(form.pattern).segments
    if form.order is AssignDice:
        return _read_dice(form, tokens, context, trouble)
    return [Reading(form, values) for values in fill(segments, tokens, context, trouble)]


def _read_dice(form: Form, tokens: list[str], context: Context, trouble: Trouble) -> list[Reading]:
    """``17 17 21``, ``17 x2 21``, ``all 17``."""
    (segment,) = pattern(form.pattern).segments
    everywhere = tokens[:1] in (["all"], ["everything"])
    at, items = int(everywhere), []
    while at < len(tokens):
        if tokens[at] in (",", "and", "on", "to"):
            at += 1
            continue
        found = next(iter(segment.kind.match(context, tokens, at)), None)
        if found is None:
            trouble.note(at, segment.kind)
            return []
        values, at = found
        times, at = _times(tokens, at)
        items += [("", {segment.field: values})] * times
    if not items or (everywhere and len(items) != 1):
        trouble.note(at, segment.kind)
        return []
    return [Reading(form, {}, tuple(items), everywhere)]


def _times(tokens: list[str], at: int) -> tuple[int, int]:
    """Reads ``x2``, ``x 2`` or ``*2`` after a target."""
    word = tokens[at] if at < len(tokens) else ""
    if word[:1] in ("x", "*") and word[1:].isdecimal():
        return min(int(word[1:]), MOST_WORDS), at + 1
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    if word in ("x", "*", "times") and after.isdecimal():
        return min(int(after), MOST_WORDS), at + 2
    return 1, at


_SEPARATORS = (",", "and", "+", "then", "&")


def _read_upgrade(
    form: Form, tokens: list[str], context: Context, trouble: Trouble
) -> list[Reading]:
    """Items between commas; an item without a first word places a part."""
    if tokens == [NOTHING]:
        return [Reading(form, {})]
    groups: list[list[str]] = [[]]
    for token in tokens:
        if token in _SEPARATORS:
            groups.append([])
        else:
            groups[-1].append(token)
    read: list[tuple[tuple[str, Values], ...]] = [()]
    for group in filter(None, groups):
        ways = _read_item(form, group, context, trouble)
        read = [(*before, way) for before in read for way in ways][:64]
    return [Reading(form, {}, items) for items in read if items]


_RETURNS = ("return", "remove", "lift", "take")
_PLACES = ("place", "put", "add", "install", "fit")


def _read_item(
    form: Form, tokens: list[str], context: Context, trouble: Trouble
) -> list[tuple[str, Values]]:
    tag = "return" if tokens[0] in _RETURNS else "place"
    rest = tokens[1:] if tokens[0] in (*_RETURNS, *_PLACES) else tokens
    segments = pattern(form.items[tag]).segments
    return [(tag, values) for values in fill(segments, rest, context, trouble) if values]


def _unreadable(trouble: Trouble, form: Form, rest: list[str], context: Context) -> UnreadableOrder:
    example = f"Write it like this: {form.example}."
    if trouble.at < 0 or not trouble.expected:
        at = max(trouble.at, 0)
        extra = " ".join(rest[at:])
        what = f"{extra!r} is too much here." if extra else "Something is missing."
        return UnreadableOrder(f"{what} {example}", (form.example,))
    kinds = list(trouble.expected.values())
    nouns = " or ".join(kind.noun for kind in kinds)
    wrong = rest[trouble.at] if trouble.at < len(rest) else ""
    what = f"{wrong!r} is not understood: {nouns} is expected." if wrong else f"Missing: {nouns}."
    possible = tuple(n for kind in kinds for n in known_names(kind, context.names))
    return UnreadableOrder(f"{what} {example}", possible)
