"""The shelf of the ship designer: every part with what it would do on one square, or why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.rendering.blueprints import tight
from games.rendering.drafts import Draft, Judge, Square
from games.rendering.words import part_facts, part_symbol, unit_name
from games.speech import gettext as _, gettext_lazy as _l
from rules.blueprint import IMMOBILE, is_drive
from rules.content.schema import Part
from rules.steps.research import least_cost
from rules.table import Table

GROUPS = (
    (_l("Weapons"), ("cannon", "missile")),
    (_l("Computers"), ("computer",)),
    (_l("Shields"), ("shield",)),
    (_l("Hulls"), ("hull",)),
    (_l("Drives"), ("drive",)),
    (_l("Energy"), ("source",)),
    (_l("Several at once"), ("multi",)),
)
"""Headings of the shelf and the kinds of parts below them."""
_ORDER = ("here", "fits", "but", "short", "locked")


@dataclass(frozen=True)
class ShelfPart:
    """A part on the shelf. ``state``: ``here`` (it is on the square), ``fits``, ``but`` (it may be
    placed, then more must follow), ``short`` (the rules refuse it; ``rule`` says why) or
    ``locked`` (the technology is missing; ``says`` names it, ``then`` how the ship would stand).
    ``href`` places it; empty where it may not be."""

    id: str
    name: str
    symbol: str
    facts: str
    state: str
    says: str
    rule: str
    href: str
    ancient: bool
    then: str = ""


@dataclass(frozen=True)
class ShelfGroup:
    """Parts of a kind. ``note``: why there are none."""

    title: str
    parts: list[ShelfPart]
    note: str = ""


class Shelf:
    """Parts for one square of a draft. ``link``: the address of another draft."""

    def __init__(
        self,
        table: Table,
        seat: int,
        draft: Draft,
        judge: Judge,
        square: Square,
        link: Callable[[Draft], str],
    ) -> None:
        self.table = table
        self.seat = seat
        self.draft = draft
        self.judge = judge
        self.square = square
        self.link = link
        self.usable = frozenset((*draft.work.parts, *draft.work.kept))

    def groups(self) -> list[ShelfGroup]:
        """All parts that belong on such a square, what may be placed first."""
        catalog, ship = self.table.catalog, self.square[0]
        found = [catalog.parts[part] for part in self.draft.parts()]
        found = [part for part in found if self.draft.fits(part.id, self.square)]
        groups = []
        for title, kinds in GROUPS:
            fitting = [part for part in found if part.kind in kinds]
            if ship in IMMOBILE and fitting and all(is_drive(catalog, p.id) for p in fitting):
                name = unit_name(catalog, ship)
                groups.append(
                    ShelfGroup(str(title), [], _("No drive on a %(ship)s.") % {"ship": name})
                )
            elif fitting:
                parts = [self._part(part) for part in fitting]
                parts.sort(key=lambda part: _ORDER.index(part.state))
                groups.append(ShelfGroup(str(title), parts))
        return groups

    def _part(self, part: Part) -> ShelfPart:
        state, says, rule, after = self._judged(part)
        return ShelfPart(
            id=part.id,
            name=_(part.name),
            symbol=part_symbol(part),
            facts=tight(part_facts(part)),
            state=state,
            says=says,
            rule=rule,
            href=self.link(after) if after else "",
            ancient=part.ancient,
            then=self.outcome(after) if state == "locked" and after else "",
        )

    def _judged(self, part: Part) -> tuple[str, str, str, Draft | None]:
        """State, what is said of it in short, the rule, and the draft with it."""
        if self.draft.shows(self.square) == part.id:
            return "here", _("on this square now"), "", None
        after = self.draft.put(self.square, part.id)
        # Only placing a part asks for the technology, not uncovering a printed one.
        known = part.id in self.usable or self.square not in after.placed()
        if not self.judge.allows(after):
            if not known:
                return "locked", needs(self.table, self.seat, part), "", None
            return "short", self._reason(after, part), self.judge.refusal(after), None
        if not known:
            return "locked", needs(self.table, self.seat, part), "", after
        says = self.outcome(after)
        return ("but" if after.fault(self.square[0]) else "fits"), says, "", after

    def outcome(self, after: Draft) -> str:
        """How the ship would stand."""
        ship = self.square[0]
        used, produced = after.energy(ship)
        if used > produced:
            return _("then %(short)d energy is short") % {"short": used - produced}
        if after.fault(ship):
            return _("then a drive is missing")
        if used or produced:
            return _("fits, energy %(used)d of %(produced)d") % {"used": used, "produced": produced}
        return _("fits")

    def _reason(self, after: Draft, part: Part) -> str:
        """The rule's reason in a few words."""
        ship, work = self.square[0], after.work
        catalog = self.table.catalog
        if ship in IMMOBILE and is_drive(catalog, part.id):
            return _("no drive on a %(ship)s") % {"ship": unit_name(catalog, ship)}
        if part.ancient:
            other = [s for s in after.placed() if s != self.square and after.tile(s) == part.id]
            if len(other) >= work.kept.count(part.id):
                return _("the only one is on the %(ship)s") % {
                    "ship": unit_name(catalog, other[0][0])
                }
        if len(after.placed()) > work.limit:
            return _("no activation is left")
        if self.draft.before(self.square) == part.id:
            return _("it was here already")
        used, produced = after.energy(ship)
        if used > produced:
            return _("%(short)d energy short") % {"short": used - produced}
        if after.fault(ship):
            return _("the drive would be missing")
        return _("another ship would not be legal")


def needs(table: Table, seat: int, part: Part) -> str:
    """The technology that a part waits for, and what it costs."""
    tech = table.catalog.techs[part.tech or part.id]
    name = "" if tech.name == part.name else f" {_(tech.name)}"
    if not table.state.supply.techs.get(tech.id):
        return _("needs the technology%(name)s: not in the supply") % {"name": name}
    cost = least_cost(table, seat, tech.id)
    return _("needs the technology%(name)s: %(cost)d science") % {"name": name, "cost": cost}
