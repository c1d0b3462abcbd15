"""Words of the notation: tokens, marker words and synonyms (English).

Canonical words are what the printer writes; synonyms are only read. A language may add its own
synonyms here without changing the grammar.
"""

from __future__ import annotations

import re

MARKERS: dict[str, tuple[str, ...]] = {
    "from": ("from", "off", "leaving", "with", "by", "using"),
    "to": ("to", "into", "toward", "towards", "->", "→", "onto", "in"),
    "at": ("at", "in", "on", "to", "into", "@", "near"),
    "on": ("on", "onto", "in", "into", "to", "at", "of"),
    "for": ("for", "to", "into", "get", "instead", "return", "returning", "->", "→"),
    "with": ("with", "using", "by", "from"),
    "turn": ("turn", "turned", "turns", "rotate", "rotated", "rotation", "orientation", "o", "r"),
    "slot": ("slot", "space", "square", "number"),
    "as": ("as", "to", "with", "=", "->", "→"),
}
"""Marker words of the patterns, and what is accepted in their place."""

FILLERS = frozenset({"the", "a", "an", "my", "please", "of", "one", "ship", "ships", "tile"})
"""Words that carry no meaning; they are skipped where nothing else fits."""

RESOURCES: dict[str, tuple[str, ...]] = {
    "money": ("money", "gold", "cash", "credits", "credit", "orange", "$"),
    "science": ("science", "research", "pink"),
    "materials": ("materials", "material", "mats", "brown"),
}
SQUARES: dict[str, tuple[str, ...]] = {
    **RESOURCES,
    "gray": ("gray", "grey", "white", "wild"),
    "orbital": ("orbital",),
}
ADVANCED = ("advanced", "adv")

UNITS: dict[str, tuple[str, ...]] = {
    "interceptor": ("interceptor", "interceptors", "int"),
    "cruiser": ("cruiser", "cruisers", "cru", "cr"),
    "dreadnought": ("dreadnought", "dreadnoughts", "dreadnaught", "dread", "dn"),
    "starbase": ("starbase", "starbases", "star base", "base", "sb"),
    "orbital": ("orbital", "orbitals", "orb"),
    "monolith": ("monolith", "monoliths"),
}
TECH_TRACKS: dict[str, tuple[str, ...]] = {
    "military": ("military", "military track"),
    "grid": ("grid", "grid track"),
    "nano": ("nano", "nano track"),
}
SLOT_ACTIONS: dict[str, tuple[str, ...]] = {
    "move": ("move", "movement", "fly"),
    "upgrade": ("upgrade", "refit"),
    "build": ("build", "construct"),
}
TRACK = ("track", "influence track")
CENTER = ("center", "centre", "galactic center", "galactic centre", "gc")
NONE = ("none", "nothing", "no", "0")

_TOKEN = re.compile(
    r"""\#?\d+\.\d+            # zone
      | \#?\d+[a-z]?(?![^\W_]) # number, sector
      | [^\W\d]\w*\*?          # word, perhaps starred
      | \d+x?|x\d+|->|→|[*=@$+,]|\S""",
    re.VERBOSE,
)


def tokens(text: str) -> list[str]:
    """The text in small letters, cut into words, numbers and signs."""
    return _TOKEN.findall(text.casefold().replace("-", " ").replace(" >", "->"))


_LEAD = re.compile(r"^\s*(?:[-*•·–>]+\s*|\(?\d{1,2}[.)]\s+)")
_END = re.compile(r"[\s.!]+$")


def split(text: str) -> list[str]:
    """The orders of a text: lines, or parts of a line between semicolons. Leading bullets and
    numbers, trailing periods and empty orders are dropped."""
    found = []
    for part in re.split(r"[;；\r\n]+", text):
        order = _END.sub("", _LEAD.sub("", part)).strip()
        if order:
            found.append(" ".join(order.split()))
    return found
