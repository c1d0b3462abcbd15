"""Blueprints with changes that are not made yet, and what the rules say of such changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from games.rendering.tree import JOIN, LONGEST_PATH, atom_text
from games.speech import gettext as _
from rules import blueprint
from rules.battle import ShipStats
from rules.blueprint import Slots
from rules.decisions import Choice, Prefix
from rules.orders import END, Atom, Upgrade
from rules.refit import Refit

Square = tuple[str, int]
"""Ship type, and number of the square, counted from 1."""


class Draft:
    """Blueprints of a seat with changes: for each square the part on it, or ``None`` where the
    tile is taken off and nothing put in its place. Never changed itself."""

    def __init__(self, work: Refit, changes: Mapping[Square, str | None] | None = None) -> None:
        self.work = work
        self.changes = dict(changes or {})
        self._kit = work.kit(work.kept)

    @classmethod
    def of(cls, work: Refit, steps: Iterable[Atom]) -> Draft:
        """The draft that the steps of an upgrade lead to."""
        changes: dict[Square, str | None] = {}
        for atom in steps:
            if atom[0] == "return":
                changes[atom[1], atom[2]] = None
            elif atom[0] == "place":
                changes[atom[2], atom[3]] = atom[1]
        return cls(work, changes)

    @classmethod
    def read(cls, work: Refit, path: str) -> Draft:
        """The draft in an address; steps that name no square or part of the seat are left out."""
        draft = cls(work)
        for text in path.split(JOIN)[:LONGEST_PATH]:
            tag, *rest = text.split(":")
            ship, number = rest[-2:] if len(rest) > 1 else ("", "")
            slot = int(number) if number.isdecimal() and len(number) < 3 else 0
            part = rest[0] if tag == "place" and len(rest) == 3 else None
            known = part in draft.parts() if tag == "place" else tag == "return" and len(rest) == 2
            if known and (ship, slot) in draft.squares() and draft.fits(part, (ship, slot)):
                draft = draft.put((ship, slot), part)
        return draft

    # --- what there is -----------------------------------------------------------------------------

    def squares(self) -> frozenset[Square]:
        return frozenset(
            (ship, slot + 1)
            for ship, tiles in self.work.before.items()
            for slot in range(len(tiles))
        )

    def parts(self) -> tuple[str, ...]:
        """Parts that could be placed if all technologies were known: those of the supply and the
        ancient ones beside the board."""
        supply = (part.id for part in self.work.catalog.parts.values() if not part.ancient)
        return (*supply, *dict.fromkeys(self.work.kept))

    def before(self, square: Square) -> str | None:
        """The tile that lies on a square now."""
        ship, slot = square
        return self.work.before[ship][slot - 1]

    def printed(self, square: Square) -> str | None:
        ship, slot = square
        return self._kit.printed[ship][slot - 1]

    def tile(self, square: Square) -> str | None:
        """The tile on a square after the changes."""
        return self.changes.get(square, self.before(square))

    def shows(self, square: Square) -> str | None:
        """The part that counts on a square after the changes."""
        return self.tile(square) or self.printed(square)

    def showed(self, square: Square) -> str | None:
        """The part that counts on it now."""
        return self.before(square) or self.printed(square)

    def beside(self, square: Square) -> bool:
        """Whether this is not a square but the place beside them."""
        return square[1] > self._kit.slots[square[0]]

    def fits(self, part: str | None, square: Square) -> bool:
        """Whether a part belongs on the squares or beside them, as this place is."""
        return part is None or (part in self._kit.off_grid) == self.beside(square)

    def slots(self, ship: str, before: bool = False) -> Slots:
        """The parts that count on a ship type, after the changes or now."""
        look = self.showed if before else self.shows
        return tuple(look((ship, slot + 1)) for slot in range(len(self.work.before[ship])))

    def stats(self, ship: str, before: bool = False) -> ShipStats:
        slots = self.slots(ship, before)
        return blueprint.totals(self.work.catalog, self.work.species, ship, slots)

    def energy(self, ship: str, before: bool = False) -> tuple[int, int]:
        """Energy that the parts use, and energy that is produced."""
        catalog = self.work.catalog
        amounts = [catalog.parts[part].energy for part in self.slots(ship, before) if part]
        amounts.append(catalog.species[self.work.species].blueprints[ship].bonus.energy)
        used = -sum(amount for amount in amounts if amount < 0)
        return used, sum(amount for amount in amounts if amount > 0)

    def fault(self, ship: str) -> str:
        """Why the blueprint of a ship type would not be legal, in the words of the rules."""
        return blueprint.blueprint_fault(
            self.work.catalog, self.work.species, ship, self.slots(ship)
        )

    def ships(self) -> list[str]:
        """Ship types that are changed."""
        return [s for s in self.work.ships if any(ship == s for ship, _slot in self.changes)]

    # --- changing it -----------------------------------------------------------------------------

    def put(self, square: Square, part: str | None) -> Draft:
        """With ``part`` on a square; ``None``, or the part printed there, uncovers the square."""
        changes = {s: p for s, p in self.changes.items() if s != square}
        if part == self.printed(square):
            part = None
        if part != self.before(square):
            changes[square] = part
        return Draft(self.work, changes)

    def reset(self, square: Square) -> Draft:
        """With a square as it is now."""
        return Draft(self.work, {s: p for s, p in self.changes.items() if s != square})

    # --- as an order -------------------------------------------------------------------------------

    def sorted(self) -> list[Square]:
        ships = self.work.ships
        return sorted(self.changes, key=lambda square: (ships.index(square[0]), square[1]))

    def placed(self) -> list[Square]:
        """Squares that a part is placed on."""
        return [square for square in self.sorted() if self.changes[square]]

    def atoms(self) -> Prefix:
        """The steps of the upgrade in the one order that the rules know: returns, placements."""
        returns = [("return", *square) for square in self.sorted() if self.before(square)]
        places = [("place", self.changes[square], *square) for square in self.placed()]
        return (*returns, *places)

    def path(self) -> str:
        return JOIN.join(atom_text(atom) for atom in self.atoms())

    def order(self) -> Upgrade:
        order = Upgrade.from_atoms((*self.atoms(), END))
        assert isinstance(order, Upgrade)
        return order


class Judge(Protocol):
    """Says whether a draft may be made."""

    def allows(self, draft: Draft) -> bool: ...

    def refusal(self, draft: Draft) -> str:
        """Why not, in a sentence; empty if it may."""


class Ordered:
    """Judges drafts as the order that a decision asks for: by its tree of candidates."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice
        self._next: dict[Prefix, frozenset[Atom]] = {}

    def candidates(self, prefix: Prefix) -> frozenset[Atom]:
        """The steps that may follow."""
        if prefix not in self._next:
            self._next[prefix] = frozenset(self._choice.next(prefix))
        return self._next[prefix]

    def allows(self, draft: Draft) -> bool:
        """Whether the order may be given so, or with more placements to come.

        The tree puts placements in the order of the squares; whoever designs need not.
        """
        return self._fault(draft.atoms()) is None or self._mended(draft)

    def _mended(self, draft: Draft) -> bool:
        """Whether one more placement, on any square, makes an order of the draft."""
        work = draft.work
        ships = [ship for ship in draft.ships() if draft.fault(ship)]
        if len(draft.placed()) >= work.limit or len(ships) != 1:
            return False
        known = {*work.parts, *work.kept}
        if not known.issuperset(draft.changes[square] or "" for square in draft.placed()):
            return False
        usable = [work.catalog.parts[part] for part in known]
        menders = [part.id for part in usable if part.energy > 0 or part.movement]
        squares = [
            s for s in sorted(draft.squares()) if s[0] == ships[0] and not draft.changes.get(s)
        ]
        return any(
            self.complete(draft.put(square, part))
            for square in squares
            for part in menders
            if draft.fits(part, square)
        )

    def part_of(self, draft: Draft) -> Draft:
        """As much of a refused draft as is allowed."""
        atoms = draft.atoms()
        kept = Draft.of(draft.work, atoms[: self._fault(atoms)])
        return kept if self.allows(kept) else Draft(draft.work)

    def refusal(self, draft: Draft) -> str:
        atoms = draft.atoms()
        fault = self._fault(atoms)
        if fault is None:
            return ""
        reason = self._choice.why(atoms[:fault], atoms[fault])
        return _(reason) if reason else _("That is not possible any more.")

    def complete(self, draft: Draft) -> bool:
        """Whether the order may be given as it is."""
        atoms = draft.atoms()
        return self._fault(atoms) is None and END in self.candidates(atoms)

    def _fault(self, atoms: Prefix) -> int | None:
        """The number of the first step that is no candidate."""
        steps = range(len(atoms))
        return next((n for n in steps if atoms[n] not in self.candidates(atoms[:n])), None)


class Free:
    """Lets everything be thought of."""

    def allows(self, draft: Draft) -> bool:
        return True

    def refusal(self, draft: Draft) -> str:
        return ""
