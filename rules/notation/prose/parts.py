"""Phrases: templates with parameters, and the words that are put into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Union

from rules.content.schema import Catalog
from rules.editions import edition_named
from rules.effects.base import Effect
from rules.state.model import NPC


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, to be replaced by a name."""

    number: int

    def __str__(self) -> str:
        return f"player {self.number + 1}"


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game in English; ``id`` tells what it stands for."""

    id: str
    english: str

    def __str__(self) -> str:
        return self.english


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one: ``template`` is English with ``%(name)s`` places.

    Parameters are players, terms, numbers, names of sectors and zones, further phrases, or tuples
    of those, which are joined by commas.
    """

    template: str
    params: dict[str, Param] = field(default_factory=dict)

    def __str__(self) -> str:
        return render(self)


Sentences = dict[type[Effect], Callable[[Any, Catalog], Phrase | None]]
"""How each effect of a family is told."""
Silent = frozenset[type[Effect]]
Param = Union[Seat, Term, int, str, Phrase, tuple["Param", ...]]


def render(
    phrase: Phrase,
    translate: Callable[[str], str] = str,
    name: Callable[[Seat], str] = str,
    comma: str = ", ",
) -> str:
    """The phrase as text: ``translate`` is given templates and terms, ``name`` players."""

    def one(value: Param) -> str:
        if isinstance(value, Phrase):
            return render(value, translate, name, comma)
        if isinstance(value, Term):
            return translate(value.english)
        if isinstance(value, Seat):
            return name(value)
        if isinstance(value, tuple):
            return comma.join(one(item) for item in value)
        return str(value)

    return translate(phrase.template) % {key: one(value) for key, value in phrase.params.items()}


# --- words -------------------------------------------------------------------------------------

RESOURCES = {name: Term(name, name) for name in ("money", "science", "materials")}
TRACKS = {name: Term(f"{name}_track", f"{name} track") for name in RESOURCES}
TECH_TRACKS = {
    name: Term(f"{name}_tech_track", f"{name} track") for name in ("military", "grid", "nano")
}
ACTIONS = {
    name: Term(f"{name}_action", name.capitalize())
    for name in ("explore", "influence", "research", "upgrade", "build", "move")
}
COLOURS = {name: Term(name, name) for name in ("yellow", "orange", "blue", "red", "rift")}
RINGS = {
    name: Term(f"{name}_ring", f"{name} ring")
    for name in ("inner", "middle", "outer", "center", "starting", "guardian")
}
SQUARES = {
    **{name: Term(f"{name}_square", f"{name} square") for name in (*RESOURCES, "gray")},
    **{
        f"{name}*": Term(f"advanced_{name}_square", f"advanced {name} square")
        for name in (*RESOURCES, "gray")
    },
    "orbital": Term("orbital", "orbital"),
}
UNITS = ("interceptor", "cruiser", "dreadnought", "starbase", "orbital", "monolith")
A_UNIT = {
    kind: Term(f"a_{kind}", f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}") for kind in UNITS
}
UNIT = {kind: Term(kind, kind) for kind in UNITS}
UNIT_FIRST = {kind: Term(f"{kind}_first", kind.capitalize()) for kind in UNITS}
MANY_UNITS = {kind: Term(f"{kind}s", f"{kind}s") for kind in UNITS}
NON_PLAYERS = Term("non_players", "non-player ships")
NON_PLAYERS_FIRST = Term("non_players_first", "Non-player ships")

TEXT = {
    "amount": "%(number)s %(resource)s",
    "counted": "%(number)s %(things)s",
    "counted names": "%(number)s × %(name)s",
    "of choice": "%(number)s of one resource of your choice",
    "die": "%(colour)s %(face)s",
    "nothing": "nothing",
}


def amounts(money: int, science: int, materials: int) -> tuple[Param, ...]:
    """Resources, those of which there are none left out."""
    figures = {"money": money, "science": science, "materials": materials}
    some = tuple(amount(number, kind) for kind, number in figures.items() if number)
    return some or (Phrase(TEXT["nothing"]),)


def amount(number: int, kind: str) -> Phrase:
    return Phrase(TEXT["amount"], {"number": number, "resource": RESOURCES[kind]})


def a_ship(catalog: Catalog, kind: str) -> Term:
    """``a cruiser``, or the name of a ship without a player."""
    return A_UNIT[kind] if kind in A_UNIT else npc(catalog, kind)


def npc(catalog: Catalog, kind: str) -> Term:
    return Term(kind, catalog.npcs[kind].name)


def ship_name(catalog: Catalog, kind: str) -> Term:
    """A ship type without an article."""
    return UNIT[kind] if kind in UNIT else npc(catalog, kind)


def ship_first(catalog: Catalog, kind: str) -> Term:
    """A ship type at the beginning of a sentence."""
    return UNIT_FIRST[kind] if kind in UNIT_FIRST else npc(catalog, kind)


def ships(catalog: Catalog, kind: str, number: int) -> Param:
    """``a cruiser``, ``3 cruisers``."""
    if number == 1:
        return a_ship(catalog, kind)
    if kind in MANY_UNITS:
        return Phrase(TEXT["counted"], {"number": number, "things": MANY_UNITS[kind]})
    return Phrase(TEXT["counted names"], {"number": number, "name": npc(catalog, kind)})


def party(number: int, *, first: bool = False) -> Param:
    """A player or the non-players; ``first``: at the beginning of a sentence."""
    if number == NPC:
        return NON_PLAYERS_FIRST if first else NON_PLAYERS
    return Seat(number)


def dice(colours: tuple[str, ...], faces: tuple[int, ...]) -> tuple[Param, ...]:
    return tuple(
        Phrase(TEXT["die"], {"colour": COLOURS[colour], "face": face})
        for colour, face in zip(colours, faces, strict=True)
    )


def tech(catalog: Catalog, tech_id: str) -> Term:
    return Term(tech_id, catalog.techs[tech_id].name)


def part(catalog: Catalog, part_id: str) -> Term:
    return Term(part_id, catalog.parts[part_id].name)


def species(catalog: Catalog, species_id: str) -> Term:
    return Term(species_id, catalog.species[species_id].name)


def edition(catalog_id: str) -> Term:
    return Term(catalog_id, edition_named(catalog_id).title)


def discovery(catalog: Catalog, discovery_id: str) -> Param:
    """What a discovery tile shows: resources, a part, or its name."""
    effect = catalog.discoveries[discovery_id].effect
    if effect.kind == "resource":
        fixed = amounts(effect.money, effect.science, effect.materials)
        if not effect.of_choice:
            return fixed
        return (*fixed, Phrase(TEXT["of choice"], {"number": effect.of_choice}))
    if effect.kind == "part":
        assert effect.part is not None
        return part(catalog, effect.part)
    return Term(discovery_id, discovery_id.replace("_", " ").title())


def terms(catalog: Catalog) -> list[Term]:
    """Every word that a phrase of this edition may hold, for translators."""

    def all_terms() -> Iterator[Term]:
        for table in (RESOURCES, TRACKS, TECH_TRACKS, ACTIONS, COLOURS, RINGS, SQUARES):
            yield from table.values()
        for table in (UNIT, A_UNIT, UNIT_FIRST, MANY_UNITS):
            yield from table.values()
        yield from (NON_PLAYERS, NON_PLAYERS_FIRST)
        yield edition(catalog.edition)
        yield from (tech(catalog, t) for t in catalog.techs)
        yield from (part(catalog, p) for p in catalog.parts)
        yield from (species(catalog, s) for s in catalog.species)
        yield from (npc(catalog, n) for n in catalog.npcs)
        for tile in catalog.discoveries:
            if isinstance(named := discovery(catalog, tile), Term):
                yield named

    return list(dict.fromkeys(all_terms()))
