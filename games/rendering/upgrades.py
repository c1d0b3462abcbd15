"""An upgrade order that is put together in the ship designer."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import ngettext

from games.rendering.designer import Check, Design, Designer
from games.rendering.drafts import Draft, Ordered, Square
from rules.decisions import Choice, Decision
from rules.steps.upgrade import placements, refit
from rules.table import Table


class UpgradeWork:
    """An upgrade order that is being put together. ``path``: the draft in the address; what of it
    the rules refuse is left out, and ``fault`` says why."""

    def __init__(self, table: Table, decision: Decision, choice: Choice, path: str) -> None:
        self.table = table
        self.decision = decision
        work = refit(table, decision.seat, table.seat(decision.seat).passed)
        if decision.kind == "upgrade":
            # What follows on a first activation is one activation each time.
            work.limit = 1
        self.judge = Ordered(choice)
        self.draft = Draft.read(work, path)
        self.fault = ""
        if not self.judge.allows(self.draft):
            self.fault = self.judge.refusal(self.draft)
            self.draft = self.judge.part_of(self.draft)

    @property
    def complete(self) -> bool:
        """Whether the order may be given."""
        return self.judge.complete(self.draft)

    def design(self, at: str, url: Callable[[str, str], str]) -> Design:
        """``url``: the address of a draft's path and of the square looked at."""

        def link(after: Draft, square: Square) -> str:
            ship, slot = square
            return url(after.path(), f"{ship}:{slot}" if slot else ship)

        designer = Designer(self.table, self.decision.seat, self.draft, self.judge, at, link)
        return designer.design([_placed(self.table, self.decision, self.draft)])


def _placed(table: Table, decision: Decision, draft: Draft) -> Check:
    """How many of the parts that the order may place it does place; and the activations that
    follow, where each is an order of its own."""
    placed, limit = len(draft.placed()), draft.work.limit
    text = ngettext(
        "%(placed)d of %(limit)d part placed", "%(placed)d of %(limit)d parts placed", limit
    ) % {"placed": placed, "limit": limit}
    seat = decision.seat
    most = placements(table, seat, table.seat(seat).passed)
    left = decision.context["left"] - 1 if decision.kind == "upgrade" else most - limit
    if left:
        more = ngettext(
            "%(left)d more activation follows", "%(left)d more activations follow", left
        )
        text = f"{text}; {more % {'left': left}}"
    return Check(text, placed <= limit)
