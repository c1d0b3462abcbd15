"""An order put together step by step, from the tree of candidates of a decision.

Each step is an address that holds the steps so far, so nothing is stored and everything works
without a script: choose a kind, choose each field, read what it will do, confirm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from games.rendering import battles, labels
from games.rendering.consequences import BattleHints, consequences
from games.rendering.fitting import fit_design
from games.rendering.galaxy import Ghost, Mark, ghost_of, placement_svg
from games.rendering.reasons import refused_kinds, refused_values
from games.rendering.settling import settlings
from games.rendering.steps import Candidate, Composer, DieSelect, Done, Kind, Owed
from games.rendering.tree import (
    WrongStep,
    advance,
    few_orders,
    path_text,
    read_path,
)
from games.rendering.upgrades import UpgradeWork
from games.rendering.ways import way_of
from games.sentences import as_text
from games.speech import gettext as _
from rules import foresight, orders as o
from rules.decisions import Choice, Decision, Prefix
from rules.notation import show
from rules.notation.prose import decision_question, describe_order
from rules.orders import END, Order
from rules.steps.rights import preference
from rules.table import Table
from rules.views import PlayerView

MOST_LISTED = 40
"""Orders that one list offers; longer trees are walked step by step."""
FEW = 8
"""Candidates that are seen at a glance."""
ENDS_TURN = frozenset({"end_turn", "explore", "explored", "control"}) | {
    *("influence", "research", "upgrade", "build", "move"),
}
"""Decisions whose end is that of the turn: what the action still allows is given up."""
ANCHOR = "#choose"
DESIGNER = "#design"


# --- entry ---------------------------------------------------------------------------------------


def compose(
    view: PlayerView,
    names: Mapping[int, str],
    *,
    decision_id: str = "",
    tag: str = "",
    path: str = "",
    added: Sequence[str] = (),
    at: str = "",
) -> Composer | None:
    """The composer for one of the viewer's decisions, the first unless ``decision_id`` is open.

    ``at``: the ship type and square that the designer shows (``cruiser:3``).
    """
    if not view.decisions:
        return None
    decision = next((d for d in view.decisions if d.id == decision_id), view.decisions[0])
    work = _Work(view.table, decision, names, at)
    composer = work.start(tag)
    if len(view.decisions) > 1:
        composer.owed = [
            Owed(d.id, as_text(decision_question(d, view.table.catalog), names), d is decision)
            for d in view.decisions
        ]
    choice = work.choice(tag)
    if choice is None:
        work.mark_zones(composer)
        if tag:
            composer.fault = _("That is not asked now.")
        return composer
    if choice.order is o.Upgrade:
        work.upgrade(composer, choice, path)
        return composer
    try:
        prefix = read_path(choice, path, added)
    except WrongStep as wrong:
        composer.fault = _(wrong.reason) if wrong.reason else _("That is not possible any more.")
        prefix = advance(choice, wrong.prefix)
    work.walk(composer, choice, prefix)
    return composer


def order_of(decision: Decision, tag: str, path: str, added: Sequence[str] = ()) -> Order:
    """The order that a form sends. Raises ``WrongStep``."""
    choice = next((c for c in decision.choices if c.order.__struct_config__.tag == tag), None)
    if choice is None:
        raise WrongStep(_("That is not asked now."), (), tag)
    prefix = read_path(choice, path, added)
    if choice.order.variadic and END in choice.next(prefix):
        prefix = (*prefix, END)
    if not choice.is_complete(prefix):
        # Of an order judged as a whole the rules say why it may not stop here.
        why = choice.why(prefix, None) if choice.order.variadic else ""
        raise WrongStep(why or _("The order is not complete."), prefix, "")
    return choice.order.from_atoms(prefix)


# --- the walk --------------------------------------------------------------------------------------


class _Work:
    def __init__(
        self, table: Table, decision: Decision, names: Mapping[int, str], at: str = ""
    ) -> None:
        self.table = table
        self.decision = decision
        self.names = names
        self.at = at
        self.say = labels.Labeller(table, decision, names)

    def url(self, tag: str = "", path: Prefix | str = (), at: str = "") -> str:
        steps = path if isinstance(path, str) else path_text(path)
        query = {"d": self.decision.id, "k": tag, "path": steps, "at": at}
        anchor = DESIGNER if at else ANCHOR
        return f"?{urlencode({k: v for k, v in query.items() if v}, safe='~:*')}{anchor}"

    def choice(self, tag: str) -> Choice | None:
        choices = self.decision.choices
        return next((c for c in choices if _tag(c.order) == tag), None)

    def start(self, tag: str) -> Composer:
        """The question and the kinds of orders that answer it."""
        choices = self.decision.choices
        # In upkeep colony ships and trade are what it is about.
        aside = () if self.decision.kind in ("upkeep", "treaties") else labels.RIGHTS
        kinds = [self._kind(c, tag) for c in choices if c.order not in aside]
        rights = [self._kind(c, tag) for c in choices if c.order in aside and c.possible()]
        return Composer(
            self.decision,
            as_text(decision_question(self.decision, self.table.catalog), self.names),
            kinds,
            rights,
            default=self.describe(self.decision.default),
            settle=[] if tag else settlings(self.decision),
        )

    def describe(self, order: Order) -> str:
        if isinstance(order, o.Trade):
            # What it costs is the species'.
            return self.say.trade(order)
        if isinstance(order, o.Done) and self.decision.kind in ENDS_TURN:
            return _("End the turn")
        return as_text(describe_order(order, self.table.catalog), self.names)

    def _kind(self, choice: Choice, tag: str) -> Kind:
        label, symbol = labels.KINDS[choice.order]
        label = labels.SHORT.get(choice.order, label)
        if choice.order is o.Done and self.decision.kind in ENDS_TURN:
            label = _("End the turn")
        own = _tag(choice.order)
        possible = choice.possible()
        direct = not choice.fields and not choice.order.variadic
        return Kind(
            own,
            str(label),
            symbol,
            self._hint(choice) if possible else _("not now"),
            self.url(own) if possible else "",
            own == tag,
            # Passing and giving up are read twice before they are done.
            direct and choice.order not in (o.Pass, o.Resign, o.Refresh),
        )

    def _hint(self, choice: Choice) -> str:
        if choice.order is o.KeepDiscovery:
            return _("%(points)d VP") % {"points": self.table.catalog.setup.discovery_vp}
        if self.decision.kind not in ("turn", "reaction"):
            return ""
        species = self.table.species(self.decision.seat)
        counts = species.activations if self.decision.kind == "turn" else species.reaction
        number = counts.get(_tag(choice.order), 0)
        return f"×{number}" if number else ""

    def mark_zones(self, composer: Composer) -> None:
        """Before a kind is chosen, the zones that can be explored are links on the map."""
        self._mark_subject(composer)
        composer.refused = [
            (str(labels.KINDS[order][0]), why)
            for order, why in refused_kinds(self.table, self.decision)
        ]
        if (choice := self.choice("explore")) is not None and self.decision.kind != "explored":
            for zone in choice.candidates(()):
                label = _("Explore zone %(zone)s") % {"zone": zone}
                composer.marks[zone] = Mark(self.url("explore", (zone,)), label)

    def _mark_subject(self, composer: Composer) -> None:
        """The place that the question is about."""
        context = self.decision.context
        place = context.get("zone") or context.get("sector") or context.get("source")
        if isinstance(place, str):
            composer.marks[place] = Mark(ANCHOR, composer.question, "origin")

    def walk(self, composer: Composer, choice: Choice, prefix: Prefix) -> None:
        """Fill in what is chosen, and what can be chosen next."""
        self._mark_subject(composer)
        tag = _tag(choice.order)
        composer.tag, composer.path = tag, path_text(prefix)
        composer.label = str(labels.KINDS[choice.order][0])
        composer.steps = self._steps(choice, prefix)
        self._mark_chosen(composer, prefix)
        if choice.order is o.PlaceSector:
            composer.ghost = self._ghost(prefix)
        if choice.order is o.FitPart:
            composer.design = fit_design(
                self.table,
                self.decision,
                choice,
                prefix,
                self.at,
                lambda steps, at: self.url(tag, steps, at),
            )
        if choice.is_complete(prefix):
            self._finish(composer, choice, prefix)
        elif choice.order is o.AssignDice:
            self._assign(composer)
        else:
            self._next(composer, choice, prefix)

    def _steps(self, choice: Choice, prefix: Prefix) -> list[Done]:
        tag = _tag(choice.order)
        done = []
        for at, atom in enumerate(prefix):
            if atom == END:
                continue
            answer, hint = self.say.candidate(choice.order, choice.fields, prefix[:at], atom)
            back = prefix[:at]
            # A step that left no choice is no place to go back to.
            href = self.url(tag, back) if len(choice.candidates(back)) > 1 else ""
            # What lies on a tile decides how it is turned, or whether it is laid at all.
            known = hint if choice.order is o.PlaceSector and not at else ""
            done.append(Done(_question(choice, at), answer, href, hint=known))
        return done

    # --- one field -------------------------------------------------------------------------------

    def _next(self, composer: Composer, choice: Choice, prefix: Prefix) -> None:
        tag = _tag(choice.order)
        composer.asked = _question(choice, len(prefix))
        if not prefix:
            composer.refused = refused_values(self.table, self.decision, choice)
        battles_to_come = BattleHints(self.table, self.decision, choice)
        for atom in choice.candidates(prefix):
            label, hint = self.say.candidate(choice.order, choice.fields, prefix, atom)
            hint = battles_to_come.added(hint, (*prefix, atom))
            href = self.url(tag, (*prefix, atom))
            picture = ""
            if choice.order is o.PlaceSector and len(prefix) == 1:
                ghost = self._ghost((*prefix, atom))
                picture = placement_svg(self.table, ghost) if ghost else ""
            composer.candidates.append(Candidate(label, hint, href, picture))
            if isinstance(atom, str) and self._is_place(choice, prefix):
                composer.marks[atom] = Mark(href, f"{composer.label}: {label}")
        left = len(choice.fields) - len(prefix)
        # In the last step each candidate is one order already.
        if choice.order is not o.Prefer and left > 1:
            composer.listed = [
                (path_text(order.atoms()), self.describe(order))
                for order in few_orders(choice, prefix, MOST_LISTED)
            ]
            if len(composer.listed) == len(composer.candidates) <= FEW:
                composer.listed = []

    def _is_place(self, choice: Choice, prefix: Prefix) -> bool:
        return choice.fields[len(prefix)] in ("sector", "zone", "source", "target")

    def _mark_chosen(self, composer: Composer, prefix: Prefix) -> None:
        for atom in prefix:
            if isinstance(atom, str) and atom in self.table.state.sectors:
                label = _("Chosen: %(place)s") % {"place": atom}
                composer.marks[atom] = Mark(ANCHOR, label, "origin")
            elif isinstance(atom, str) and composer.tag == "explore":
                composer.marks[atom] = Mark(
                    ANCHOR, _("Chosen: %(place)s") % {"place": atom}, "origin"
                )

    def _ghost(self, prefix: Prefix) -> Ghost | None:
        """The explored tile as it would lie; nothing as long as it is not said how it is turned."""
        if len(prefix) != 2:
            return None
        after = foresight.after(self.table, self.decision, o.PlaceSector(*prefix))
        return ghost_of(after, self.decision.context["zone"]) if after else None

    # --- the end ---------------------------------------------------------------------------------

    def _finish(self, composer: Composer, choice: Choice, prefix: Prefix) -> None:
        order = choice.order.from_atoms(prefix)
        composer.order = order
        composer.way = way_of(self.table, self.decision, order)
        composer.says = self.describe(order)
        composer.notation = show(order)
        composer.facts = consequences(self.table, self.decision, order, self.names)
        if isinstance(order, o.Pass):
            self._tell_of_reactions(composer)

    def _tell_of_reactions(self, composer: Composer) -> None:
        """Whether whoever passes is asked again, and where that can be changed."""
        wish = preference(self.table, self.decision.seat, "reactions")
        composer.after_passing = str(labels.AFTER_PASSING[wish])
        if self.choice("prefer") is not None:
            composer.change_reactions = self.url("prefer", ("reactions",))

    # --- orders judged as a whole ------------------------------------------------------------------

    def upgrade(self, composer: Composer, choice: Choice, path: str) -> None:
        """The ship designer; the order may be given as soon as all ships are legal."""
        tag = _tag(choice.order)

        def url(path: str, at: str) -> str:
            return self.url(tag, path, at)

        upgrade = UpgradeWork(self.table, self.decision, choice, path)
        composer.tag, composer.path = tag, upgrade.draft.path()
        composer.label = str(labels.KINDS[choice.order][0])
        composer.fault = upgrade.fault
        composer.design = upgrade.design(self.at, url)
        composer.steps = [
            Done(change.title, change.text, change.href, change.warning)
            for change in composer.design.changes
        ]
        if (chosen := composer.design.chosen) is not None:
            composer.asked = _("Choose a part for square %(number)d, or another square.") % {
                "number": chosen.number
            }
        if upgrade.complete:
            self._finish(composer, choice, (*upgrade.draft.atoms(), END))

    def _assign(self, composer: Composer) -> None:
        context = self.decision.context
        default = self.decision.default
        suggested = default.targets if isinstance(default, o.AssignDice) else ()
        dice = battles.dice_on_table(self.table, self.decision.seat, context)
        for number, (die, row) in enumerate(zip(context["dice"], dice, strict=True)):
            ships = []
            for ship in die["targets"]:
                label, hint = self.say.ship(ship)
                ships.append((str(ship), f"{label} ({hint})", ship == suggested[number]))
            composer.dice.append(DieSelect(number + 1, row, ships))
        composer.asked = _("Which ship does each die hit?")


def _tag(order: type[Order]) -> str:
    return str(order.__struct_config__.tag)


def _question(choice: Choice, at: int) -> str:
    name = choice.fields[min(at, len(choice.fields) - 1)]
    return str(labels.QUESTIONS.get((choice.order, name), name.capitalize()))
