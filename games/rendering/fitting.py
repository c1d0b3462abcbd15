"""An ancient part that was just found, put on a ship in the designer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.rendering.designer import Design, Designer, DesignSlot
from games.rendering.drafts import Draft, Square
from games.rendering.words import unit_name
from games.speech import gettext as _
from rules.blueprint import IMMOBILE, is_drive
from rules.decisions import Choice, Decision, Prefix
from rules.refit import Refit
from rules.table import Table


class _Fits:
    """Judges where the part goes, by the tree of candidates of the decision."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice

    def allows(self, draft: Draft) -> bool:
        return not draft.changes or not self._outside(draft)

    def refusal(self, draft: Draft) -> str:
        for ship, slot in self._outside(draft):
            return _(self._choice.why((ship,), slot))
        return ""

    def _outside(self, draft: Draft) -> list[Square]:
        return [
            (ship, slot)
            for ship, slot in draft.changes
            if ship not in self._choice.next(()) or slot not in self._choice.next((ship,))
        ]


class _Fitter(Designer):
    """Draws the squares as places for the one part."""

    def _slots(self) -> list[DesignSlot]:
        work = self.draft.work
        (part,) = work.kept
        squares = [(self.ship, n + 1) for n in range(len(work.before[self.ship]))]
        slots = []
        for square in squares:
            fitted = Draft(work, {square: part})
            takes = self.judge.allows(fitted)
            slot = self._slot(square, takes, current=False)
            slots.append(
                replace(
                    slot,
                    href=self.link(fitted, square) if takes else "",
                    says="" if takes else self._why_not(fitted, square, part),
                )
            )
        return slots

    def _why_not(self, fitted: Draft, square: Square, part: str) -> str:
        """The rule's reason in a few words."""
        catalog, ship = self.table.catalog, self.ship
        if not fitted.fits(part, square):
            return _("not here")
        if ship in IMMOBILE and is_drive(catalog, part):
            return _("no drive on a %(ship)s") % {"ship": unit_name(catalog, ship)}
        used, produced = fitted.energy(ship)
        if used > produced:
            return _("%(short)d energy short") % {"short": used - produced}
        return _("the drive would be missing") if fitted.fault(ship) else _("not here")


def fit_design(
    table: Table,
    decision: Decision,
    choice: Choice,
    prefix: Prefix,
    at: str,
    url: Callable[[Prefix, str], str],
) -> Design:
    """The designer for a part that was found. ``url``: the address of the steps of the order, and
    of the ship type looked at."""
    seat, part = decision.seat, decision.context["part"]
    boards = table.seat(seat)
    beside = bool(boards.beside) or table.catalog.parts[part].off_grid
    tiles = {
        ship: (*slots, *([boards.beside.get(ship)] if beside else []))
        for ship, slots in boards.tiles.items()
    }
    work = Refit(table.catalog, boards.species, tiles, (), (part,), 1, beside)
    draft = Draft(work, {(prefix[0], prefix[1]): part} if len(prefix) == 2 else {})

    def link(after: Draft, square: Square) -> str:
        return url(square if after.changes and square[1] else (), square[0])

    ship = at or (prefix[0] if prefix else next(iter(choice.next(())), ""))
    design = _Fitter(table, seat, draft, _Fits(choice), ship, link).design([])
    name = _(table.catalog.parts[part].name)
    note = _("Choose the square that %(part)s goes on.") % {"part": name}
    return replace(design, note=note)
