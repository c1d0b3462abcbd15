"""The ship designer: a blueprint with changes in mind, the parts for a square, what adds up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.rendering.blueprints import bonus_text, dice_of, slot_of, stat_line
from games.rendering.colours import seat_colour
from games.rendering.drafts import Draft, Judge, Square
from games.rendering.shelf import Shelf, ShelfGroup
from games.rendering.words import unit_title
from games.speech import gettext as _
from rules.blueprint import IMMOBILE, is_drive
from rules.table import Table

Link = Callable[[Draft, Square], str]
"""The address of a draft, with the square that is looked at; slot 0: none in particular."""


@dataclass(frozen=True)
class ShipTab:
    """A ship type to choose. ``changes``: squares changed; ``fault``: it would not be legal."""

    kind: str
    title: str
    built: int
    href: str
    current: bool
    changes: int
    fault: bool


@dataclass(frozen=True)
class DesignSlot:
    """A square. ``state``: ``new`` (changed), ``laid`` (a tile), ``printed`` or ``empty``; ``was``: what is
    there now if that changes; ``takes``: whether a part may be placed on it; ``says``: why not, where that is
    told at once."""

    number: int
    at: str
    name: str
    symbol: str
    facts: str
    state: str
    was: str
    href: str
    current: bool
    takes: bool
    says: str = ""


@dataclass(frozen=True)
class Deed:
    """Something to do with a square beside placing a part."""

    label: str
    href: str
    symbol: str


@dataclass(frozen=True)
class Total:
    """A sum over the squares, now and then."""

    symbol: str
    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Meter:
    """Energy used of what is produced. The rest are parts of 100: used as now, used newly, and
    how far the production goes."""

    before: tuple[int, int]
    used: int
    produced: int
    kept: int
    more: int
    limit: int


@dataclass(frozen=True)
class Check:
    """One thing that the rules ask for, and whether the design keeps it."""

    text: str
    good: bool


@dataclass(frozen=True)
class Changed:
    """One square that is changed. ``href``: the design without that, if it may be undone alone."""

    title: str
    text: str
    href: str
    warning: str


@dataclass(frozen=True)
class Design:
    """Everything that the designer shows of one ship type of a seat. ``full``: why no part at all
    may be placed on the chosen square; the shelf is empty then. ``note``: what to do while no
    square is chosen."""

    kind: str
    title: str
    colour: str
    built: int
    exist: int
    cost: int
    bonus: str
    tabs: list[ShipTab]
    slots: list[DesignSlot]
    chosen: DesignSlot | None
    deeds: list[Deed]
    shelf: list[ShelfGroup]
    full: str
    totals: list[Total]
    dice: tuple[list[tuple[str, bool]], list[tuple[str, bool]]]
    energy: Meter
    checks: list[Check]
    changes: list[Changed]
    note: str

    @property
    def legal(self) -> bool:
        return all(check.good for check in self.checks)


class Designer:
    """Draws a draft. ``at``: ship type and square as an address names them (``cruiser:3``)."""

    def __init__(
        self, table: Table, seat: int, draft: Draft, judge: Judge, at: str, link: Link
    ) -> None:
        self.table = table
        self.seat = seat
        self.draft = draft
        self.judge = judge
        self.link = link
        self.species = table.species(seat)
        ship, _colon, number = at.partition(":")
        ships = draft.work.ships
        self.ship = ship if ship in ships else (draft.ships() or list(ships))[0]
        slot = int(number) if number.isdecimal() and len(number) < 3 else 0
        self.asked: Square = (self.ship, slot)

    def design(self, checks: list[Check]) -> Design:
        """The page of the ship type; ``checks``: what is asked of all ships together."""
        table, ship, draft = self.table, self.ship, self.draft
        exist = table.catalog.setup.limits.per_player[ship]
        slots = self._slots()
        chosen = next((slot for slot in slots if slot.current), None)
        square = (ship, chosen.number) if chosen else None
        full = self._full(square) if square else ""
        return Design(
            kind=ship,
            title=unit_title(table.catalog, ship),
            colour=seat_colour(table, self.seat),
            built=exist - table.ships_left(self.seat, ship),
            exist=exist,
            cost=self.species.build_costs[ship],
            bonus=bonus_text(self.species.blueprints[ship].bonus),
            tabs=[self._tab(kind) for kind in draft.work.ships],
            slots=slots,
            chosen=chosen,
            deeds=self._deeds(square) if square else [],
            shelf=self._shelf(square).groups() if square and not full else [],
            full=full,
            totals=self._totals(),
            dice=(dice_of(draft.stats(ship, before=True)), dice_of(draft.stats(ship))),
            energy=self._meter(),
            checks=[*self._checks(), *checks],
            changes=self._changes(),
            note=_("No more part may be placed. Choose a square to change what is on it."),
        )

    def _tab(self, kind: str) -> ShipTab:
        table = self.table
        exist = table.catalog.setup.limits.per_player[kind]
        return ShipTab(
            kind,
            unit_title(table.catalog, kind),
            exist - table.ships_left(self.seat, kind),
            self.link(self.draft, (kind, 0)),
            kind == self.ship,
            sum(1 for ship, _slot in self.draft.changes if ship == kind),
            bool(self.draft.fault(kind)),
        )

    # --- squares -----------------------------------------------------------------------------------

    def _slots(self) -> list[DesignSlot]:
        squares = [(self.ship, n + 1) for n in range(len(self.draft.work.before[self.ship]))]
        takes = {square: self._takes(square) for square in squares}
        if self.asked in takes:
            current: Square | None = self.asked
        else:
            free = [square for square in squares if takes[square]]
            empty = (
                square
                for square in free
                if self.draft.shows(square) is None and not self.draft.beside(square)
            )
            current = next(empty, free[0] if free else None)
        return [self._slot(square, takes[square], square == current) for square in squares]

    def _takes(self, square: Square) -> bool:
        draft = self.draft
        usable = (*draft.work.parts, *draft.work.kept)
        return any(
            self.judge.allows(draft.put(square, part))
            for part in usable
            if draft.fits(part, square) and part != draft.shows(square)
        )

    def _full(self, square: Square) -> str:
        """The rule if the order places as many parts as it may, on other squares."""
        draft = self.draft
        if square in draft.placed() or len(draft.placed()) < draft.work.limit:
            return ""
        usable = (part for part in draft.work.parts if draft.fits(part, square))
        placing = (draft.put(square, part) for part in usable if part != draft.shows(square))
        more = next((d for d in placing if len(d.placed()) > d.work.limit), None)
        return "" if more is None or self.judge.allows(more) else self.judge.refusal(more)

    def _slot(self, square: Square, takes: bool, current: bool) -> DesignSlot:
        draft, printed = self.draft, self.species.blueprints[self.ship]
        tile = draft.tile(square) is not None
        slot = slot_of(self.table, printed, square[1], draft.shows(square), tile)
        changed = square in draft.changes
        plain = "laid" if tile else "printed" if slot.name else "empty"
        return DesignSlot(
            number=slot.number,
            at=slot.at,
            name=slot.name,
            symbol=slot.symbol,
            facts=slot.facts,
            state="new" if changed else plain,
            was=self._name(draft.showed(square)) if changed else "",
            href=self.link(draft, square),
            current=current,
            takes=takes,
        )

    def _name(self, part: str | None) -> str:
        return _("empty") if part is None else _(self.table.catalog.parts[part].name)

    def _deeds(self, square: Square) -> list[Deed]:
        """Take the tile off, or leave the square as it is now."""
        draft, deeds = self.draft, []
        if draft.tile(square) is not None and not draft.beside(square):
            bare = draft.put(square, None)
            label = _("Take the part off: %(part)s") % {"part": self._name(draft.printed(square))}
            # What was placed by this draft alone is undone by the other deed.
            if draft.before(square) is not None and self.judge.allows(bare):
                deeds.append(Deed(label, self.link(bare, square), "cross"))
        if square in draft.changes and self.judge.allows(draft.reset(square)):
            label = _("As it was: %(part)s") % {"part": self._name(draft.showed(square))}
            deeds.append(Deed(label, self.link(draft.reset(square), square), "undo"))
        return deeds

    def _shelf(self, square: Square) -> Shelf:
        def link(after: Draft) -> str:
            return self.link(after, square)

        return Shelf(self.table, self.seat, self.draft, self.judge, square, link)

    # --- sums --------------------------------------------------------------------------------------

    def _totals(self) -> list[Total]:
        before, after = self.draft.stats(self.ship, before=True), self.draft.stats(self.ship)
        rows = zip(stat_line(before), stat_line(after), strict=True)
        totals = [
            Total(symbol, _("hull") if symbol == "part-hull" else what, old, new)
            for (symbol, what, old), (_s, _w, new) in rows
            # The meter tells of energy.
            if symbol != "part-source"
        ]
        if before.repair or after.repair:
            what = _("repairs after each round of battle")
            totals.append(Total("check", what, str(before.repair), str(after.repair)))
        if before.jumps or after.jumps:
            what = _("steps without a wormhole")
            totals.append(Total("warp", what, str(before.jumps), str(after.jumps)))
        return totals

    def _meter(self) -> Meter:
        before, (used, produced) = (
            self.draft.energy(self.ship, before=True),
            self.draft.energy(self.ship),
        )
        whole = max(used, produced, 1)
        kept = min(before[0], used)
        return Meter(
            before,
            used,
            produced,
            100 * kept // whole,
            100 * (used - kept) // whole,
            100 * produced // whole,
        )

    # --- legality ----------------------------------------------------------------------------------

    def _checks(self) -> list[Check]:
        """What the rules ask of the ship type shown, then faults of others."""
        draft, ship, catalog = self.draft, self.ship, self.table.catalog
        used, produced = draft.energy(ship)
        energy = {"used": used, "produced": produced, "short": used - produced}
        checks = [
            Check(_("Energy %(used)d of %(produced)d: enough") % energy, True)
            if used <= produced
            else Check(_("Energy %(used)d of %(produced)d: %(short)d short") % energy, False)
        ]
        drives = any(part and is_drive(catalog, part) for part in draft.slots(ship))
        if ship in IMMOBILE:
            text = _("Has a drive, which it must not") if drives else _("Has no drive: as it must")
            checks.append(Check(text, not drives))
        else:
            checks.append(Check(_("Has a drive") if drives else _("Needs a drive"), drives))
        others = (kind for kind in draft.work.ships if kind != ship)
        checks += [Check(_(fault), False) for kind in others if (fault := draft.fault(kind))]
        return checks

    def _changes(self) -> list[Changed]:
        return [self._change(square) for square in self.draft.sorted()]

    def _change(self, square: Square) -> Changed:
        draft, catalog = self.draft, self.table.catalog
        ship, slot = square
        names = {
            "ship": unit_title(catalog, ship),
            "slot": slot,
            "new": self._name(draft.shows(square)),
            "old": self._name(draft.showed(square)),
        }
        before = draft.before(square)
        warning = ""
        if before and catalog.parts[before].ancient:
            warning = _("%(part)s leaves the game.") % {"part": self._name(before)}
        without = draft.reset(square)
        return Changed(
            _("%(ship)s, square %(slot)d") % names,
            _("%(new)s instead of %(old)s") % names
            if draft.showed(square)
            else _("%(new)s on the empty square") % names,
            self.link(without, square) if self.judge.allows(without) else "",
            warning,
        )
