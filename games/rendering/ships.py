"""The page of ship design: blueprints of a seat with any changes in mind, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations

from django.utils.translation import ngettext

from games.rendering.colours import seat_colour
from games.rendering.designer import Check, Design, Designer
from games.rendering.drafts import Draft, Free, Ordered, Square
from games.rendering.duels import Duel, duels
from games.rendering.shelf import needs
from games.rendering.words import player
from games.speech import gettext as _
from rules import orders as o
from rules.decisions import Decision
from rules.notation import show
from rules.steps.upgrade import placements, refit
from rules.table import Table
from rules.views import PlayerView

MOST_SORTED = 6
"""Placements that are tried in every order; more are listed as they lie."""


@dataclass(frozen=True)
class Whose:
    """A seat whose ships may be looked at."""

    name: str
    species: str
    colour: str
    href: str
    current: bool


@dataclass(frozen=True)
class Stage:
    """One order on the way to a design. ``fault``: the blueprints in between would not be legal."""

    text: str
    fault: str


@dataclass(frozen=True)
class ShipPage:
    """A design with everything around it. ``stages``: the orders that lead to it; ``order``: the
    path of the first of them if it may be given now, ``refusal`` why not; ``decision``: what it
    answers, empty if no upgrade is asked for."""

    seats: list[Whose]
    own: bool
    design: Design
    duels: list[Duel]
    stages: list[Stage]
    decision: str
    order: str
    refusal: str
    start: str


def ship_page(
    view: PlayerView,
    seat: int,
    names: Mapping[int, str],
    path: str,
    at: str,
    url: Callable[[int, str, str], str],
) -> ShipPage:
    """The page for the ships of ``seat``. ``url``: the address for a seat, the path of a draft,
    and a ship type with a square."""
    table, own = view.table, seat == view.viewer
    draft = Draft.read(refit(table, seat, False), path)

    def link(after: Draft, square: Square) -> str:
        ship, slot = square
        return url(seat, after.path(), f"{ship}:{slot}" if slot else ship)

    design = Designer(table, seat, draft, Free(), at, link).design(_checks(table, seat, draft))
    stages = _stages(draft)
    decision = next((d for d in view.decisions if d.choice(o.Upgrade)), None) if own else None
    order, refusal = _order(decision, stages[0]) if decision and stages else ("", "")
    return ShipPage(
        seats=[
            Whose(
                player(names, other),
                _(table.species(other).name),
                seat_colour(table, other),
                url(other, "", ""),
                other == seat,
            )
            for other, boards in enumerate(table.state.seats)
            if boards.species and not boards.out
        ],
        own=own,
        design=design,
        duels=duels(table, seat, draft, design.kind, names),
        stages=[
            Stage(show(stage.order()), _fault(after)) for stage, after in _after(draft, stages)
        ],
        decision=decision.id if decision else "",
        order=order,
        refusal=refusal,
        start=url(seat, "", design.kind),
    )


def _checks(table: Table, seat: int, draft: Draft) -> list[Check]:
    """What the order would be refused for: technologies; and how many orders it takes."""
    catalog = table.catalog
    known = {*draft.work.parts, *draft.work.kept}
    placed = [found for square in draft.placed() if (found := draft.changes[square])]
    checks = []
    for part in [catalog.parts[p] for p in dict.fromkeys(placed) if p not in known]:
        names = {"part": _(part.name), "needs": needs(table, seat, part)}
        checks.append(Check(_("%(part)s %(needs)s") % names, False))
    if draft.changes and not checks:
        checks.append(Check(_("You have the technology for every part"), True))
    if placed:
        number, actions = len(placed), -(-len(placed) // placements(table, seat, False))
        parts = ngettext("%(n)d part placed", "%(n)d parts placed", number) % {"n": number}
        more = ngettext("%(n)d upgrade action", "%(n)d upgrade actions", actions) % {"n": actions}
        checks.append(Check(f"{parts}: {more}", True))
    for part in [catalog.parts[p] for p in dict.fromkeys(draft.work.kept)]:
        if placed.count(part.id) > draft.work.kept.count(part.id):
            text = _("There is only one %(part)s") % {"part": _(part.name)}
            checks.append(Check(text, False))
    return checks


# --- as orders -----------------------------------------------------------------------------------


def _stages(draft: Draft) -> list[Draft]:
    """The orders that lead to a design, each with as many placements as one may have, so that
    after each of them all ships are legal, if there is such a way."""
    placed, limit = draft.placed(), draft.work.limit
    bare = [square for square in draft.sorted() if square not in placed]
    if not draft.changes:
        return []
    if len(placed) <= limit:
        return [draft]
    tries = permutations(placed) if len(placed) <= MOST_SORTED else iter([tuple(placed)])
    first: list[Draft] = []
    for order in tries:
        cut = [order[n : n + limit] for n in range(0, len(order), limit)]
        cut[0] = (*cut[0], *bare)
        stages = [Draft(draft.work, {s: draft.changes[s] for s in squares}) for squares in cut]
        first = first or stages
        if not any(_fault(after) for _stage, after in _after(draft, stages)):
            return stages
    return first


def _after(draft: Draft, stages: list[Draft]) -> list[tuple[Draft, Draft]]:
    """Each order with the draft that it leads to."""
    found = []
    made: dict[Square, str | None] = {}
    for stage in stages:
        made = {**made, **stage.changes}
        found.append((stage, Draft(draft.work, made)))
    return found


def _fault(draft: Draft) -> str:
    faults = [_(fault) for ship in draft.work.ships if (fault := draft.fault(ship))]
    return " ".join(faults)


def _order(decision: Decision, stage: Draft) -> tuple[str, str]:
    """The path of an order if it may be given now, or else why not."""
    choice = decision.choice(o.Upgrade)
    assert choice is not None
    judge = Ordered(choice)
    if judge.complete(stage):
        return stage.path(), ""
    return "", judge.refusal(stage) or _fault(stage)
