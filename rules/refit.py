"""Upgrades as a whole: which returns and placements lead from one set of legal blueprints to
another (Upgrade Action).

An upgrade is written down in one way only: returns by ship and slot, then placements by ship and
slot. The next step is offered only if the rest can be completed, so a tile whose loss breaks a
blueprint may be lifted exactly when the placements left can mend it. Only energy and drives make a
blueprint illegal; that keeps the search small: from the last slot to the first, the most energy
for each number of placements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from rules.blueprint import IMMOBILE, Slots, is_drive
from rules.content.loader import load_catalog
from rules.content.schema import Catalog, Species
from rules.orders import END, Atom

Way = tuple[int, int, bool, int]
"""Placements used, ancient parts used (a bit each), whether a drive is on it, energy."""
Need = tuple[int, int]
"""Placements and ancient parts (a bit each) that make a blueprint legal."""
_NOTHING: tuple[Need, ...] = ((0, 0),)


class Kit:
    """What one seat may place, and the printed blueprints. Shared: compared by identity."""

    def __init__(
        self, catalog: Catalog, species: Species, parts: Slots, kept: Slots, beside: bool
    ) -> None:
        self.ships = tuple(species.blueprints)
        self.slots = {ship: len(b.slots) for ship, b in species.blueprints.items()}
        """How many slots there are; with ``beside`` one more follows, for what lies beside them."""
        extra: Slots = (None,) if beside else ()
        self.printed = {ship: (*b.slots, *extra) for ship, b in species.blueprints.items()}
        self.off_grid = frozenset(p.id for p in catalog.parts.values() if p.off_grid)
        self.bonus = {ship: b.bonus.energy for ship, b in species.blueprints.items()}
        self.energy: dict[str | None, int] = {p.id: p.energy for p in catalog.parts.values()}
        self.energy[None] = 0
        self.drives = frozenset(p for p in catalog.parts if is_drive(catalog, p))
        self.parts = tuple(part for part in parts if part)
        self.kept = tuple(part for part in kept if part)
        self._best: dict[tuple[str, int, str | None], tuple[tuple[bool, int], ...]] = {}
        self.fitting = {
            ship: tuple((p, self.energy[p], p in self.drives) for p in self.parts)
            if ship not in IMMOBILE
            else tuple((p, self.energy[p], False) for p in self.parts if p not in self.drives)
            for ship in self.ships
        }
        """Parts of the supply that a ship may carry, with their energy and whether they drive."""

    def fits(self, part: str, ship: str, slot: int) -> bool:
        """Whether a part that was kept may lie on a slot, whatever the energy."""
        if (part in self.off_grid) != (slot >= self.slots[ship]):
            return False
        return ship not in IMMOBILE or part not in self.drives

    def best(self, ship: str, slot: int, lifted: str | None) -> tuple[tuple[bool, int], ...]:
        """The most energy of a part from the supply for a slot, without and with a drive."""
        key = (ship, slot, lifted)
        if key not in self._best:
            most: dict[bool, int] = {}
            for part in self.parts:
                if self.fits(part, ship, slot) and part not in (lifted, self.printed[ship][slot]):
                    drive = part in self.drives
                    most[drive] = max(most.get(drive, -999), self.energy[part])
            self._best[key] = tuple(most.items())
        return self._best[key]


@lru_cache(maxsize=2048)
def _kit(
    edition: str,
    modules: tuple[str, ...],
    species: str,
    parts: Slots,
    kept: Slots,
    beside: bool,
) -> Kit:
    catalog = load_catalog(edition, modules)
    return Kit(catalog, catalog.species[species], parts, kept, beside)


@lru_cache(maxsize=32768)
def _ways(
    kit: Kit, ship: str, before: Slots, now: Slots, lift: int, slot: int, left: int
) -> tuple[Way, ...]:
    """What the slots from ``slot`` on can add up to with at most ``left`` placements there.

    ``before``: tiles before the upgrade; ``now``: tiles after the returns so far; tiles from slot
    ``lift`` on may still be returned. Of equal ways only the one with most energy is listed.
    """
    if slot >= len(now):
        return ((0, 0, False, 0),)
    tile, printed = now[slot], kit.printed[ship][slot]
    stay = [tile or printed]
    # What lies beside the slots stays there.
    open_slot = tile is None or lift <= slot < kit.slots[ship]
    if tile is not None and open_slot:
        stay.append(printed)
    # The part that an upgrade found on a slot may not come back as a placement.
    lifted = before[slot]
    best: dict[tuple[int, int, bool], int] = {}

    def add(used: int, mask: int, drive: bool, energy: int) -> None:
        key = (used, mask, drive)
        if energy > best.get(key, -999):
            best[key] = energy

    for used, mask, drive, energy in _ways(kit, ship, before, now, lift, slot + 1, left):
        for part in stay:
            add(used, mask, drive or part in kit.drives, energy + kit.energy[part])
        if not open_slot or used >= left:
            continue
        for with_drive, most in kit.best(ship, slot, lifted):
            add(used + 1, mask, drive or with_drive, energy + most)
        for bit, part in enumerate(kit.kept):
            if not mask >> bit & 1 and kit.fits(part, ship, slot) and part != lifted:
                with_drive = part in kit.drives
                add(used + 1, mask | 1 << bit, drive or with_drive, energy + kit.energy[part])
    return tuple((*key, energy) for key, energy in best.items())


@lru_cache(maxsize=32768)
def _needs(
    kit: Kit, ship: str, before: Slots, now: Slots, lift: int, slot: int, left: int
) -> tuple[Need, ...]:
    """The cheapest ways to make the whole blueprint legal; placements only from ``slot`` on."""
    fixed, driven = _fixed(kit, ship, now, slot)
    needs = {
        (used, mask)
        for used, mask, drive, energy in _ways(kit, ship, before, now, lift, slot, left)
        if fixed + energy >= 0 and (driven or drive) == (ship not in IMMOBILE)
    }
    return tuple(
        sorted(
            need
            for need in needs
            if not any(o != need and o[0] <= need[0] and o[1] & need[1] == o[1] for o in needs)
        )
    )


def _fixed(kit: Kit, ship: str, now: Slots, until: int) -> tuple[int, bool]:
    """Energy and drive of the slots before ``until``, with what is printed outside the slots."""
    energy, drive = kit.bonus[ship], False
    for tile, printed in zip(now[:until], kit.printed[ship][:until], strict=True):
        part = tile or printed
        energy += kit.energy[part]
        drive = drive or part in kit.drives
    return energy, drive


def _combined(needs: Iterable[tuple[Need, ...]], left: int) -> list[Need]:
    """Ways to serve several ships at once; an ancient part serves one ship only."""
    total: list[Need] = [(0, 0)]
    for options in needs:
        total = [
            (used + more, mask | taken)
            for (used, mask), (more, taken) in product(total, options)
            if used + more <= left and not mask & taken
        ]
        if not total:
            break
    return total


@dataclass(slots=True)
class Stand:
    """How far an upgrade has come after some of its steps."""

    kit: Kit
    tiles: dict[str, Slots]
    returned: tuple[int, int] = (-1, -1)
    """The last return, as number of the ship and slot from 0."""
    placed: tuple[int, int] = (-1, -1)
    places: int = 0


class Refit:
    """One upgrade of a seat, to be walked step by step.

    ``tiles``: part tiles on the blueprints; ``parts``: what the seat may take from the supply;
    ``kept``: ancient parts beside its board; ``limit``: how many parts it may place; ``beside``:
    the last of the tiles of each ship lies beside its slots.
    """

    def __init__(
        self,
        catalog: Catalog,
        species: str,
        tiles: Mapping[str, Iterable[str | None]],
        parts: tuple[str, ...],
        kept: tuple[str, ...],
        limit: int,
        beside: bool = False,
    ) -> None:
        self.catalog = catalog
        self.species = species
        self.before: dict[str, Slots] = {ship: tuple(slots) for ship, slots in tiles.items()}
        self.parts = parts
        self.kept = kept
        self.limit = limit
        self.ships = tuple(self.before)
        self.beside = beside

    def kit(self, kept: tuple[str, ...]) -> Kit:
        catalog = self.catalog
        return _kit(catalog.edition, catalog.modules, self.species, self.parts, kept, self.beside)

    def stand(self, prefix: tuple[Atom, ...]) -> Stand:
        """The boards after the steps of ``prefix``, which need not lead to legal blueprints."""
        tiles = dict(self.before)
        kept = self.kept
        returned = placed = (-1, -1)
        places = 0
        for atom in prefix:
            if atom[0] == "return":
                _, ship, slot = atom
                tiles[ship] = (*tiles[ship][: slot - 1], None, *tiles[ship][slot:])
                returned = (self.ships.index(ship), slot - 1)
            elif atom[0] == "place":
                _, part, ship, slot = atom
                tiles[ship] = (*tiles[ship][: slot - 1], part, *tiles[ship][slot:])
                placed = (self.ships.index(ship), slot - 1)
                places += 1
                if part in kept:
                    at = kept.index(part)
                    kept = kept[:at] + kept[at + 1 :]
        return Stand(self.kit(kept), tiles, returned, placed, places)

    def candidates(self, prefix: tuple[Atom, ...]) -> tuple[Atom, ...]:
        """The next steps with which the upgrade can still be completed; ``END`` when it may stop."""
        at = self.stand(prefix)
        atoms: list[Atom] = []
        legal = [bool(self._needs(at, ship, 0)) for ship in self.ships]
        if prefix and all(legal):
            atoms.append(END)
        if not at.places:
            atoms.extend(self._returns(at))
        if at.places < self.limit:
            self._add_places(atoms, at, legal)
        return tuple(atoms)

    def _needs(self, at: Stand, ship: str, left: int) -> tuple[Need, ...]:
        """What placements, ``left`` at most, would make of a ship that is lifted no further."""
        now = at.tiles[ship]
        slot = 0 if left else len(now)
        return _needs(at.kit, ship, self.before[ship], now, len(now), slot, left)

    def _returns(self, at: Stand) -> Iterable[Atom]:
        left = self.limit
        for number, ship in enumerate(self.ships):
            for slot, tile in enumerate(at.tiles[ship]):
                if tile is None or (number, slot) <= at.returned or slot >= at.kit.slots[ship]:
                    continue
                needs = []
                for other, name in enumerate(self.ships):
                    now = at.tiles[name]
                    lift = len(now) if other < number else 0
                    if other == number:
                        now = (*now[:slot], None, *now[slot + 1 :])
                        lift = slot + 1
                    needs.append(_needs(at.kit, name, self.before[name], now, lift, 0, left))
                if _combined(needs, left):
                    yield ("return", ship, slot + 1)

    def _add_places(self, atoms: list[Atom], at: Stand, legal: list[bool]) -> None:
        left = self.limit - at.places - 1
        needs = [
            _NOTHING if fine else self._needs(at, ship, left)
            for ship, fine in zip(self.ships, legal, strict=True)
        ]
        first = max(at.placed[0], 0)
        for number, ship in enumerate(self.ships):
            # A ship before this one gets no placement any more: it must be legal as it is.
            if number > first and not legal[number - 1]:
                break
            if number < first:
                if not legal[number]:
                    break
                continue
            others = [*needs[:number], *needs[number + 1 :]]
            rest = _NOTHING if all(n == _NOTHING for n in others) else _combined(others, left)
            if not rest:
                continue
            start = at.placed[1] + 1 if number == at.placed[0] else 0
            now, before = at.tiles[ship], self.before[ship]
            atoms.extend(_open_slots(at.kit, ship, before, now, start, left, tuple(rest)))


@cache
def _place(part: str, ship: str, slot: int) -> Atom:
    return ("place", part, ship, slot + 1)


@lru_cache(maxsize=8192)
def _open_slots(
    kit: Kit, ship: str, before: Slots, now: Slots, start: int, left: int, rest: tuple[Need, ...]
) -> tuple[Atom, ...]:
    """Placements on the slots of a ship from ``start`` on, with ``left`` more to follow on later
    slots; ``rest``: what the other ships need."""
    printed = kit.printed[ship]
    atoms: list[Atom] = []
    for slot in range(start, len(now)):
        if now[slot] is not None:
            continue
        fixed, driven = _fixed(kit, ship, now, slot)
        ways = _ways(kit, ship, before, now, len(now), slot + 1, left)
        still, driving = _floors(ship, fixed, driven, _slack(ways, rest, left, 0))
        there = (printed[slot], before[slot])
        supply = kit.fitting[ship] if slot < kit.slots[ship] else ()
        for part, energy, drive in supply:
            if energy >= (driving if drive else still) and part not in there:
                atoms.append(_place(part, ship, slot))
        for bit, part in enumerate(kit.kept):
            if part == before[slot] or not kit.fits(part, ship, slot):
                continue
            floors = _floors(ship, fixed, driven, _slack(ways, rest, left, 1 << bit))
            if kit.energy[part] >= floors[part in kit.drives]:
                atoms.append(_place(part, ship, slot))
    return tuple(atoms)


def _slack(
    ways: tuple[Way, ...], rest: tuple[Need, ...], left: int, taken: int
) -> tuple[int | None, int | None]:
    """Most energy of the later slots without and with a drive there, other ships served too."""
    most: list[int | None] = [None, None]
    for used, mask, drive, energy in ways:
        if mask & taken:
            continue
        best = most[drive]
        if best is not None and best >= energy:
            continue
        if any(used + u <= left and not (mask | taken) & m for u, m in rest):
            most[drive] = energy
    return most[0], most[1]


_NEVER = 999
"""More energy than any part has."""


def _floors(
    ship: str, fixed: int, driven: bool, slack: tuple[int | None, int | None]
) -> tuple[int, int]:
    """The least energy that a part on the slot between fixed and later ones must have for the
    ship to become legal: of a part that is no drive, and of one that is."""
    without, with_drive = (_NEVER if more is None else -fixed - more for more in slack)
    if ship in IMMOBILE:
        return (_NEVER if driven else without), _NEVER
    either = min(without, with_drive)
    return (either if driven else with_drive), either
