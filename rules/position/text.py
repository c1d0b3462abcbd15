"""Words and values of position files."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

NONE = "none"
"""Stands for an empty list."""
PRINTED = "-"
"""A square of a blueprint without a tile."""
HIDDEN = "?"
"""A reputation tile whose value is not known."""
LARGEST = 10**9
"""No number of a game comes near it."""

_BARE = re.compile(r"[\w.*+-]+")
_NAMED = re.compile(r"\w+=")
_LITERAL = re.compile(r"(true|false|null|nan|-?infinity|[+-]?[\d.].*)", re.IGNORECASE)
_SPACE = re.compile(r"\s*")


class Fault(Exception):
    """What is wrong with the line that is being read."""


def words_of(line: str) -> list[str]:
    """The words of a line without its comment. A word ``name=value`` may hold JSON with spaces.

    Raises ``Fault`` for JSON without an end.
    """
    words: list[str] = []
    at = _skip(line, 0)
    while at < len(line) and line[at] != "#":
        named = _NAMED.match(line, at)
        value = named.end() if named else at
        if line[value : value + 1] in ("[", "{", '"'):
            end = _json_end(line, value)
        else:
            end = next((i for i in range(value, len(line)) if line[i].isspace()), len(line))
        words.append(line[at:end])
        at = _skip(line, end)
    return words


def _skip(line: str, at: int) -> int:
    space = _SPACE.match(line, at)
    return space.end() if space else at


def _constant(word: str) -> Any:
    raise Fault(f"{word} is no number of a game; a text that is called so stands in quotes")


def _fraction(word: str) -> float:
    value = float(word)
    return value if math.isfinite(value) else _constant(word)


_JSON = json.JSONDecoder(parse_constant=_constant, parse_float=_fraction)


def _json_end(line: str, at: int) -> int:
    try:
        return _JSON.raw_decode(line, at)[1]
    except json.JSONDecodeError as error:
        raise Fault(f"{line[at:]} begins like JSON, but is none: {error.msg}") from None
    except (ValueError, RecursionError):
        raise Fault(_too_much(line[at:])) from None


def _too_much(text: str) -> str:
    return f"{text[:20]}... is longer or deeper than any value of a game"


# --- named values ------------------------------------------------------------------------------


def show_value(value: Any) -> str:
    """A plain value: short texts as they are, everything else as JSON."""
    if isinstance(value, str) and _BARE.fullmatch(value) and not _LITERAL.fullmatch(value):
        return value
    return msgspec.json.encode(value, order="deterministic").decode()


def read_value(text: str) -> Any:
    """What ``show_value`` wrote; a text that is no JSON stands for itself.

    Raises ``Fault`` for a number or a nesting beyond all measure.
    """
    try:
        return _JSON.decode(text)
    except json.JSONDecodeError:
        return text
    except (ValueError, RecursionError):
        raise Fault(_too_much(text)) from None


def show_fields(struct: msgspec.Struct, leave_out: Iterable[str] = ()) -> list[str]:
    """Words ``field=value`` for the fields of a struct that do not have their default."""
    plain = msgspec.to_builtins(struct, str_keys=True)
    words = []
    for field in msgspec.structs.fields(type(struct)):
        if field.name in leave_out:
            continue
        value = getattr(struct, field.name)
        if not field.required and value == field_default(field):
            continue
        # A field whose type says that it is a text needs no quotes even if it looks like a number.
        bare = isinstance(value, str) and _BARE.fullmatch(value) and value.lower() != "null"
        words.append(f"{field.name}={value if bare else show_value(plain[field.encode_name])}")
    return words


def field_default(field: msgspec.structs.FieldInfo) -> Any:
    """A fresh default of an optional field."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def read_fields(kind: type[msgspec.Struct], words: Iterable[str]) -> dict[str, Any]:
    """Values for the fields of ``kind`` from words ``field=value``, converted to their types.

    Raises ``Fault`` naming the field at fault.
    """
    types = {f.name: f.type for f in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise Fault(f"expected name=value, as in {next(iter(types))}=..., not {word!r}")
        known(name, types, "field")
        if name in values:
            raise Fault(f"{name} is given twice")
        quoted = text[:1] in ("[", "{", '"')
        plain = read_value(text) if quoted else None if text.lower() == "null" else text
        try:
            values[name] = msgspec.convert(plain, types[name], strict=False, str_keys=True)
        except msgspec.ValidationError as error:
            raise Fault(f"{name}={text}: {error}") from None
    return values


# --- words -------------------------------------------------------------------------------------


def similar(word: str, names: Iterable[str]) -> str:
    """A clause that suggests the nearest of the names, or lists them when they are few."""
    names = list(names)
    if near := get_close_matches(word, names, 1):
        return f"; did you mean {near[0]}?"
    if len(names) <= 12:
        return f"; there are {', '.join(names)}" if names else "; there is none"
    return ""


def known(word: str, names: Iterable[str], what: str) -> str:
    """``word`` if it is one of the names; raises ``Fault`` with a suggestion."""
    names = list(names)
    if word not in names:
        raise Fault(f"there is no {what} {word!r}{similar(word, names)}")
    return word


def number(word: str, what: str) -> int:
    try:
        value = int(word)
    except ValueError:
        raise Fault(f"expected a whole number for {what}, not {word!r}") from None
    if abs(value) > LARGEST:
        raise Fault(f"expected a number of at most {LARGEST} for {what}, not {word}")
    return value


def one(words: Sequence[str], what: str) -> str:
    """The only word; raises ``Fault`` if there are none or several."""
    if len(words) != 1:
        raise Fault(f"expected {what} and nothing else, not {' '.join(words) or 'nothing'}")
    return words[0]


def listed(words: Sequence[str]) -> list[str]:
    """Words of a list, which may be ``none``."""
    return [] if list(words) == [NONE] else list(words)


def show_list(items: Iterable[object]) -> str:
    return " ".join(map(str, items)) or NONE


def show_counts(counts: Mapping[Any, int]) -> str:
    """A multiset: ``name`` or ``name*number``."""
    return show_list(k if n == 1 else f"{k}*{n}" for k, n in counts.items())


def read_counts(words: Sequence[str], names: Iterable[str], what: str) -> dict[str, int]:
    names = list(names)
    counts: dict[str, int] = {}
    for word in listed(words):
        name, star, count = word.partition("*")
        known(name, names, what)
        if name in counts:
            raise Fault(f"{name} is listed twice; write {name}*2 for two of them")
        counts[name] = number(count, f"the number of {name}") if star else 1
    return counts


def pairs(words: Sequence[str], names: Iterable[str] | None, what: str) -> dict[str, int]:
    """Numbers by name from ``name number name number``."""
    if len(words) % 2:
        raise Fault(f"expected {what} and number by turns, as in {what} 2, not {' '.join(words)}")
    found: dict[str, int] = {}
    for name, count in zip(words[::2], words[1::2], strict=True):
        if names is not None:
            known(name, names, what)
        if name in found:
            raise Fault(f"{name} is given twice")
        found[name] = number(count, name)
    return found
