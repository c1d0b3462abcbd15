"""Lines of the blocks of a position file: player, sector, supply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.geometry import zone_at
from rules.position.draft import Names, PlayerDraft, SectorDraft
from rules.position.text import (
    HIDDEN,
    NONE,
    PRINTED,
    Fault,
    known,
    listed,
    number,
    one,
    pairs,
    read_counts,
    read_fields,
    read_value,
)
from rules.state.model import NPC, RESOURCES, Ambassador, Seat, Sector, Ship, Supply

Words = Sequence[str]
MOST_SHIPS = 20
"""More than anybody has of one type."""


def put(given: dict[str, Any], name: str, value: Any) -> None:
    """Note a value; raises ``Fault`` if there is one already."""
    if name in given:
        raise Fault(f"{name.replace('_', ' ')} is given twice; leave one of the lines out")
    given[name] = value


def nothing_more(words: Words, keyword: str) -> None:
    if words:
        raise Fault(f"{keyword} stands alone; take {' '.join(words)} away")


def zone(word: str) -> str:
    try:
        zone_at(word)
    except ValueError as fault:
        raise Fault(str(fault)) from None
    return word


# --- a player ----------------------------------------------------------------------------------


def _stock(name: str) -> Callable[[PlayerDraft, Words, Names], None]:
    def read(draft: PlayerDraft, words: Words, names: Names) -> None:
        put(draft.given, name, pairs(words, RESOURCES, "resource"))

    return read


def _seat_number(name: str) -> Callable[[PlayerDraft, Words, Names], None]:
    def read(draft: PlayerDraft, words: Words, names: Names) -> None:
        put(draft.given, name, number(one(words, "a number"), name.replace("_", " ")))

    return read


def _seat_flag(name: str) -> Callable[[PlayerDraft, Words, Names], None]:
    def read(draft: PlayerDraft, words: Words, names: Names) -> None:
        nothing_more(words, name)
        put(draft.given, name, True)

    return read


def _home(draft: PlayerDraft, words: Words, names: Names) -> None:
    put(draft.given, "home", known(one(words, "a sector"), names.places, "sector"))


def _action_discs(draft: PlayerDraft, words: Words, names: Names) -> None:
    put(draft.given, "action_discs", pairs(listed(words), names.spaces, "action"))


def _colony_ships(draft: PlayerDraft, words: Words, names: Names) -> None:
    if len(words) == 1:
        put(draft.given, "colony_ships", number(words[0], "colony ships"))
    elif len(words) == 3 and words[1] == "used":
        put(draft.given, "colony_ships", number(words[0], "colony ships"))
        put(draft.given, "used_colony_ships", number(words[2], "used colony ships"))
    else:
        raise Fault("expected those that are ready and those that are used: colony ships 2 used 1")


def _techs(draft: PlayerDraft, words: Words, names: Names) -> None:
    """Tracks with their technologies; ``start`` stands for those the species starts with."""
    techs: dict[str, list[str]] = {}
    track = ""
    catalog = names.catalog
    for word in listed(words):
        if word in names.tracks:
            track = word
            techs.setdefault(track, [])
            continue
        first = catalog.species[draft.species].starting_techs if draft.species else ()
        for tech in first if word == "start" else (word,):
            known(tech, (*names.techs, *names.tracks, "start"), "technology")
            own = catalog.techs[tech].track if word == "start" or not track else track
            techs.setdefault(own, []).append(tech)
    put(draft.given, "techs", techs)


def _tiles(draft: PlayerDraft, words: Words, names: Names) -> None:
    if not words:
        raise Fault("expected a ship type and its squares: tiles cruiser - gauss_shield")
    ship, *slots = words
    known(ship, names.ships, "ship type")
    for part in slots:
        if part != PRINTED:
            known(part, names.parts, "ship part")
    tiles = draft.given.setdefault("tiles", {})
    put(tiles, ship, [None if part == PRINTED else part for part in listed(slots)])


def _kept_parts(draft: PlayerDraft, words: Words, names: Names) -> None:
    parts = [known(part, names.parts, "ship part") for part in listed(words)]
    put(draft.given, "kept_parts", parts)


def _kept_discoveries(draft: PlayerDraft, words: Words, names: Names) -> None:
    kept = [known(tile, names.discoveries, "discovery tile") for tile in listed(words)]
    put(draft.given, "kept_discoveries", kept)


def _reputation(name: str) -> Callable[[PlayerDraft, Words, Names], None]:
    def read(draft: PlayerDraft, words: Words, names: Names) -> None:
        for value in listed(words):
            known(value, (*names.values, HIDDEN), "reputation tile")
        put(draft.given, name, [0 if v == HIDDEN else int(v) for v in listed(words)])

    return read


def _ambassador(draft: PlayerDraft, words: Words, names: Names) -> None:
    if len(words) == 1 and "=" not in words[0]:
        words = [f"seat={words[0]}"]
    fields = read_fields(Ambassador, words)
    if "seat" not in fields:
        raise Fault("expected the seat whose ambassador it is: ambassador 1")
    draft.given.setdefault("ambassadors", []).append(Ambassador(**fields))


def _out(draft: PlayerDraft, words: Words, names: Names) -> None:
    reasons = ("collapsed", "eliminated", "resigned")
    put(draft.given, "out", known(one(words, "a reason"), reasons, "reason for leaving"))


def _prefer(draft: PlayerDraft, words: Words, names: Names) -> None:
    name, equals, value = one(words, "name=value").partition("=")
    if not equals:
        raise Fault("expected name=value, as in prefer reactions=ask")
    put(draft.given.setdefault("preferences", {}), name, str(read_value(value)))


def _seat_also(draft: PlayerDraft, words: Words, names: Names) -> None:
    for name, value in read_fields(Seat, words).items():
        put(draft.given, name, value)


PLAYER: dict[str, Callable[[PlayerDraft, Words, Names], None]] = {
    "home": _home,
    "storage": _stock("storage"),
    "cubes": _stock("cubes"),
    "graveyard": _stock("graveyard"),
    "discs": _seat_number("discs"),
    "action discs": _action_discs,
    "colony ships": _colony_ships,
    "techs": _techs,
    "tiles": _tiles,
    "kept parts": _kept_parts,
    "kept discoveries": _kept_discoveries,
    "reputation": _reputation("reputation"),
    "drawn": _reputation("drawn"),
    "ambassador": _ambassador,
    "spare ambassadors": _seat_number("spare_ambassadors"),
    "traitor": _seat_flag("traitor"),
    "passed": _seat_flag("passed"),
    "out": _out,
    "prefer": _prefer,
    "also": _seat_also,
}

# --- a sector ----------------------------------------------------------------------------------


def _disc(draft: SectorDraft, words: Words, names: Names) -> None:
    put(draft.given, "disc", number(one(words, "the number of a player"), "the disc's player"))


def _cubes(draft: SectorDraft, words: Words, names: Names) -> None:
    squares = [known(square, names.squares, "population square") for square in listed(words)]
    put(draft.given, "cubes", squares)


def _sector_flag(name: str) -> Callable[[SectorDraft, Words, Names], None]:
    def read(draft: SectorDraft, words: Words, names: Names) -> None:
        nothing_more(words, name)
        put(draft.given, name, True)

    return read


def _face(draft: SectorDraft, words: Words, names: Names) -> None:
    face = known(one(words, "the face that lies up"), names.faces, "other face of a tile")
    if draft.face:
        raise Fault("face is given twice; leave one of the lines out")
    draft.face = face


def _slot(draft: SectorDraft, words: Words, names: Names) -> None:
    put(draft.given, "slot", known(one(words, "an action slot"), names.slots, "action slot"))


def _activated(draft: SectorDraft, words: Words, names: Names) -> None:
    put(draft.given, "activated", number(one(words, "a round"), "the round of the activation"))


def _ship(draft: SectorDraft, words: Words, names: Names) -> None:
    if len(words) < 2:
        raise Fault("expected owner and type: ship 0 cruiser, or ship npc ancient")
    draft.ships += _ships_of(words, names)


def _away(draft: SectorDraft, words: Words, names: Names) -> None:
    """Ships that left the board here, with the round of their return."""
    back = [word for word in words if word.startswith("back=")]
    if len(words) < 3 or len(back) != 1:
        raise Fault("expected owner, type and round of return: away 0 cruiser back=5")
    rest = [word for word in words if word not in back]
    round_ = number(back[0].removeprefix("back="), "the round of return")
    draft.away += [(ship, round_) for ship in _ships_of(rest, names)]


def _ships_of(words: Words, names: Names) -> list[dict[str, Any]]:
    owner, kind, *rest = words
    if owner == "npc":
        ship: dict[str, Any] = {"owner": NPC, "kind": known(kind, names.npcs, "non-player ship")}
    else:
        ship = {"owner": number(owner, "the ship's player"), "kind": kind}
        known(kind, names.ships, "ship type")
    times = 1
    if rest and rest[0][:1] == "x" and rest[0][1:].isdecimal():
        times = number(rest.pop(0)[1:], "the number of ships")
        if times > MOST_SHIPS:
            raise Fault(f"expected at most {MOST_SHIPS} ships in one line, not {times}")
    fields = read_fields(Ship, rest)
    if fields.keys() & {"owner", "kind", "sector"} or (times > 1 and "id" in fields):
        raise Fault("owner and type come first, the sector is this one, and each ship has its id")
    return [ship | fields for _ in range(times)]


def _sector_also(draft: SectorDraft, words: Words, names: Names) -> None:
    for name, value in read_fields(Sector, words).items():
        put(draft.given, name, value)


SECTOR: dict[str, Callable[[SectorDraft, Words, Names], None]] = {
    "disc": _disc,
    "cubes": _cubes,
    "orbital": _sector_flag("orbital"),
    "monolith": _sector_flag("monolith"),
    "discovery": _sector_flag("discovery"),
    "slot": _slot,
    "activated": _activated,
    "face": _face,
    "ship": _ship,
    "away": _away,
    "also": _sector_also,
}

# --- the supply --------------------------------------------------------------------------------

Given = dict[str, Any]


def _counts(name: str, what: str, of: Callable[[Names], Sequence[str]]) -> Any:
    def read(given: Given, words: Words, names: Names) -> None:
        put(given, name, read_counts(words, of(names), what))

    return read


def _supply_number(name: str) -> Callable[[Given, Words, Names], None]:
    def read(given: Given, words: Words, names: Names) -> None:
        put(given, name, number(one(words, "a number"), name.replace("_", " ")))

    return read


def _by_ring(name: str) -> Callable[[Given, Words, Names], None]:
    def read(given: Given, words: Words, names: Names) -> None:
        rings = given.setdefault(name, {})
        if list(words) == [NONE]:
            return
        if not words:
            raise Fault(f"expected a ring and its tiles: {name} inner 101 102")
        ring, *tiles = words
        known(ring, names.rings, "ring")
        put(rings, ring, [known(tile, names.tiles, "sector tile") for tile in listed(tiles)])

    return read


def _stacks(given: Given, words: Words, names: Names) -> None:
    put(given, "stacks", pairs(listed(words), names.rings, "ring"))


def _bag(given: Given, words: Words, names: Names) -> None:
    counts = read_counts(words, names.values, "reputation tile")
    put(given, "reputation", {int(value): count for value, count in counts.items()})


def _supply_also(given: Given, words: Words, names: Names) -> None:
    for name, value in read_fields(Supply, words).items():
        put(given, name, value)


SUPPLY: dict[str, Callable[[Given, Words, Names], None]] = {
    "techs": _counts("techs", "technology", lambda names: names.techs),
    "tech bag": _counts("tech_bag", "technology", lambda names: names.techs),
    "unseen": _by_ring("unseen"),
    "discards": _by_ring("discards"),
    "stacks": _stacks,
    "discoveries": _counts("discoveries", "discovery tile", lambda names: names.discoveries),
    "discovery pile": _supply_number("discovery_pile"),
    "discarded discoveries": _counts(
        "discarded_discoveries", "discovery tile", lambda names: names.discoveries
    ),
    "reputation": _bag,
    "reputation left": _supply_number("reputation_left"),
    "ancients": _supply_number("ancients"),
    "also": _supply_also,
}
