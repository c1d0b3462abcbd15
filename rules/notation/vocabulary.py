"""Names that a text may use, for one ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from rules.notation import words
from rules.ruleset import Ruleset

Match = tuple[tuple[str, ...], int]
"""What a name may mean, and the index of the token behind it."""

_STOP = {marker for accepted in words.MARKERS.values() for marker in accepted}
SHORTEST = 2
"""Letters that a shortened name must have."""


class Names:
    """Values by their names.

    A name may be shortened to a beginning of it or of its words; if no name begins so, words in
    the middle count too (``bombs``).
    """

    def __init__(self, names: Mapping[str, tuple[str, ...]]) -> None:
        self.names = dict(names)
        self._exact: dict[str, str] = {}
        self._words: list[tuple[tuple[str, ...], str]] = []
        for value, spellings in names.items():
            for spelling in (*spellings, value):
                parts = tuple(spelling.casefold().replace("_", " ").replace("-", " ").split())
                self._exact.setdefault("".join(parts), value)
                if (parts, value) not in self._words:
                    self._words.append((parts, value))
        self._longest = max((len(parts) for parts, _ in self._words), default=1)

    def lookup(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Values that the words may mean: one if the name is whole, perhaps several if short."""
        joined = "".join(parts)
        if joined in self._exact:
            return (self._exact[joined],)
        if len(joined) < SHORTEST:
            return ()
        return self._beginning(parts, later=False) or self._beginning(parts, later=True)

    def _beginning(self, parts: tuple[str, ...], *, later: bool) -> tuple[str, ...]:
        """Values with a name that begins so; ``later``: from one of its further words on."""
        joined = "".join(parts)
        found: dict[str, None] = {}
        for name, value in self._words:
            for first in range(1, len(name)) if later else (0,):
                rest = name[first:]
                shortened = len(parts) <= len(rest) and all(
                    word.startswith(part) for word, part in zip(rest, parts, strict=False)
                )
                if shortened or "".join(rest).startswith(joined):
                    found[value] = None
        return tuple(found)

    def match(self, tokens: list[str], at: int) -> Iterator[Match]:
        """Longest names first."""
        for end in range(min(len(tokens), at + self._longest), at, -1):
            parts = tuple(p for token in tokens[at:end] for p in token.split("_") if p)
            if end > at + 1 and any(p in _STOP for p in parts):
                continue
            if found := self.lookup(parts):
                yield found, end


class Vocabulary:
    """The names of everything an order may speak of."""

    def __init__(self, ruleset: Ruleset) -> None:
        catalog = ruleset.catalog
        self.techs = Names({t.id: (t.name,) for t in catalog.techs.values()})
        rare = ruleset.rare_techs
        self.common = Names({t.id: (t.name,) for t in catalog.techs.values() if t.id not in rare})
        self.rare = Names({t.id: (t.name,) for t in catalog.techs.values() if t.id in rare})
        self.tech_tracks = Names(words.TECH_TRACKS)
        self.slot_actions = Names(words.SLOT_ACTIONS)
        self.parts = Names({p.id: (p.name,) for p in catalog.parts.values()})
        self.species = Names({s.id: (s.name,) for s in catalog.species.values()})
        kinds = {kind for s in catalog.species.values() for kind in s.build_costs}
        kinds |= {kind for s in catalog.species.values() for kind in s.blueprints}
        ordered = [*(k for k in words.UNITS if k in kinds), *sorted(kinds - set(words.UNITS))]
        self.units = Names({kind: words.UNITS.get(kind, ()) for kind in ordered})
        afloat = {kind for s in catalog.species.values() for kind in s.blueprints}
        self.ships = Names({k: words.UNITS.get(k, ()) for k in ordered if k in afloat})
        self.foes = Names({npc.id: (npc.name,) for npc in catalog.npcs.values()})
        self.resources = Names(words.RESOURCES)
        self.squares = Names(words.SQUARES)
        self.sectors = frozenset(t.id for t in catalog.sectors.values() if t.ring != "back")
        self.center = next((t.id for t in catalog.sectors.values() if t.ring == "center"), "")


@cache
def vocabulary(ruleset: Ruleset) -> Vocabulary:
    return Vocabulary(ruleset)
