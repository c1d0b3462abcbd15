"""Forms for standing orders: battles, reactions, planned turns."""

from __future__ import annotations

from datetime import datetime
from itertools import permutations
from typing import Any, cast

import msgspec
from django import forms
from django.utils.translation import gettext as _, gettext_lazy as _l

from games.rendering.places import sector_name
from games.standing_words import POPULATION, RESOURCES, TARGETS, kind_name
from rules.notation import split
from rules.policies.standing import (
    BattleOrders,
    PlannedTurns,
    ReactionOrders,
    StandingOrders,
    ship_kinds,
    standing_from_builtins,
)
from rules.policies.standing.orders import MOST_TURNS
from rules.table import Table

MOST_KINDS = 3
"""Ship types that the form lets one put in order."""
_FIELDS = {"turns": "text", "retreat_to": "retreat_to", "kinds": "kind_1"}
"""Fields of the form by those of the standing order, where they differ."""


class StandingForm(forms.Form):
    """What all of them have: how long they hold. ``table``: the game as the player sees it."""

    what = ""
    title: Any = ""
    parts: tuple[tuple[Any, str, tuple[str, ...]], ...] = ()
    """Headings of the groups of fields, how many stand side by side, and their names."""

    until_round = forms.TypedChoiceField(
        label=_l("Holds until the end of round"), coerce=int, required=False, empty_value=None
    )
    until = forms.DateTimeField(
        label=_l("or until (your time)"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, table: Table, *args: Any, **options: Any) -> None:
        # Three forms share a page.
        super().__init__(*args, **{"auto_id": f"{self.what}_%s", **options})
        self.table = table
        rounds = range(table.state.round, table.catalog.setup.rounds + 1)
        self.choice("until_round").choices = [
            ("", _("no end")),
            *((number, str(number)) for number in rounds),
        ]

    def choice(self, name: str) -> forms.ChoiceField:
        """A field whose choices depend on the game."""
        return cast(forms.ChoiceField, self.fields[name])

    def groups(self) -> list[tuple[Any, str, list[forms.BoundField]]]:
        """The fields as the page shows them."""
        ends = ("until_round", "until", "once")
        parts = (*self.parts, (_("How long"), "two", ends))
        return [
            (heading, css, [self[name] for name in names if name in self.fields])
            for heading, css, names in parts
        ]

    def end(self) -> dict[str, Any]:
        """How long it holds, as ``set_standing`` wants it."""
        data = self.cleaned_data
        until: datetime | None = data.get("until")
        return {
            "until_round": data.get("until_round"),
            "until": until,
            "once": bool(data.get("once")),
        }

    def values(self) -> dict[str, Any]:
        """Fields of the standing order."""
        raise NotImplementedError

    def orders(self) -> StandingOrders | None:
        """The standing order, or ``None`` after saying at the field what is wrong with it."""
        try:
            return standing_from_builtins({"standing": self.what, **self.values()})
        except msgspec.ValidationError as error:
            self.add_error(None, str(error))
            return None

    def refuse(self, field: str, reason: str, possible: tuple[Any, ...]) -> None:
        """Say at a field of the standing order what is wrong."""
        if possible:
            reason = _("%(reason)s Possible: %(possible)s.") % {
                "reason": reason,
                "possible": ", ".join(map(str, possible[:24])),
            }
        name = _FIELDS.get(field, field)
        self.add_error(name if name in self.fields else None, reason)


class BattleForm(StandingForm):
    """How to fight."""

    what = "battle"
    title = _l("Battles")
    parts = (
        ("", "", ("sector",)),
        (_l("Retreat"), "two", ("below_ships", "below_chance", "retreat_to")),
        (_l("Dice"), "three", ("targets", "kind_1", "kind_2", "kind_3")),
        (_l("Population after a victory"), "two", ("population", "tracks")),
    )

    sector = forms.ChoiceField(label=_l("Sector"), required=False)
    below_ships = forms.IntegerField(
        label=_l("when fewer ships are left than"),
        min_value=0,
        max_value=20,
        required=False,
        help_text=_l("0: never for that"),
    )
    below_chance = forms.IntegerField(
        label=_l("when the chance is below, in percent"),
        min_value=0,
        max_value=99,
        required=False,
        help_text=_l("0: never for that"),
    )
    retreat_to = forms.CharField(
        label=_l("to the first possible of these sectors"),
        required=False,
        max_length=200,
        help_text=_l("Empty: the possible one with the lowest number"),
    )
    targets = forms.ChoiceField(label=_l("Destroy first"), choices=list(TARGETS.items()))
    population = forms.ChoiceField(
        label=_l("The population of the sector"), choices=list(POPULATION.items())
    )
    tracks = forms.ChoiceField(label=_l("Cubes in this order"), required=False)
    once = forms.BooleanField(label=_l("Only for one battle"), required=False)

    def __init__(self, table: Table, *args: Any, **options: Any) -> None:
        super().__init__(table, *args, **options)
        self.choice("sector").choices = [
            ("", _("all battles")),
            *((sector, sector_name(table, sector)) for sector in sorted(table.state.sectors)),
        ]
        self.choice("tracks").choices = [
            ("", _("any")),
            *(
                (" ".join(order), ", ".join(str(RESOURCES[kind]) for kind in order))
                for order in permutations(RESOURCES)
            ),
        ]
        kinds = [(kind, kind_name(table.catalog, kind)) for kind in ship_kinds(table)]
        for number in range(1, MOST_KINDS + 1):
            self.fields[f"kind_{number}"] = forms.ChoiceField(
                label=_("own order, %(number)d.") % {"number": number},
                choices=[("", _("none")), *kinds],
                required=False,
            )

    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        chosen = (data.get(f"kind_{number}") for number in range(1, MOST_KINDS + 1))
        kinds = [kind for kind in dict.fromkeys(chosen) if kind]
        # Whoever names ship types and leaves the rest as it was means them.
        usual = data["targets"] == BattleOrders().targets
        return {
            "sector": data["sector"],
            "below_ships": data["below_ships"] or 0,
            "below_chance": data["below_chance"] or 0,
            "retreat_to": numbers(data["retreat_to"]),
            "targets": "kinds" if kinds and usual else data["targets"],
            "kinds": kinds,
            "population": data["population"],
            "tracks": data["tracks"].split(),
        }


class ReactionForm(StandingForm):
    """What to do after passing."""

    what = "reactions"
    title = _l("Reactions")
    parts = (("", "", ("sectors",)),)

    sectors = forms.CharField(
        label=_l("Ask me only once another player's ship enters one of these sectors"),
        required=False,
        max_length=200,
        help_text=_l("Empty: do not react at all"),
    )
    once = forms.BooleanField(label=_l("Only for one round"), required=False)

    def values(self) -> dict[str, Any]:
        return {"sectors": numbers(self.cleaned_data["sectors"])}


class TurnsForm(StandingForm):
    """Turns to come."""

    what = "turns"
    title = _l("Planned turns")
    parts = (("", "", ("text",)),)

    text = forms.CharField(
        label=_l("Orders, each turn on a line of its own"),
        max_length=MOST_TURNS * 1500,
        widget=forms.Textarea(attrs={"rows": 4, "class": "code", "spellcheck": "false"}),
        help_text=_l(
            "As you would write them on your turn, several separated by semicolons. A turn ends by "
            "itself, is played as a whole or not at all, and if it is not possible the game waits "
            "for you. For example: build interceptor 221; build interceptor 221, and on the next "
            "line: pass."
        ),
    )

    def values(self) -> dict[str, Any]:
        lines = self.cleaned_data["text"].splitlines()
        return {"turns": ["; ".join(split(line)) for line in lines if split(line)]}

    def clean_text(self) -> str:
        """There must be an order, and no more turns than are kept."""
        text: str = self.cleaned_data["text"]
        turns = sum(bool(split(line)) for line in text.splitlines())
        if not 1 <= turns <= MOST_TURNS:
            raise forms.ValidationError(
                _("Plan one to %(most)d turns, each on a line.") % {"most": MOST_TURNS}
            )
        return text


FORMS: dict[str, type[StandingForm]] = {
    form.what: form for form in (BattleForm, ReactionForm, TurnsForm)
}


def numbers(text: str) -> list[str]:
    """Sectors as somebody writes them, with commas or without."""
    return text.replace(",", " ").replace(";", " ").split()


def initial_of(orders: StandingOrders) -> dict[str, Any]:
    """What a form shows to change a standing order."""
    if isinstance(orders, BattleOrders):
        kinds = {f"kind_{n}": kind for n, kind in enumerate(orders.kinds[:MOST_KINDS], start=1)}
        plain = {name: getattr(orders, name) for name in orders.__struct_fields__}
        lists = {"retreat_to": " ".join(orders.retreat_to), "tracks": " ".join(orders.tracks)}
        return plain | lists | kinds
    if isinstance(orders, ReactionOrders):
        return {"sectors": " ".join(orders.sectors)}
    assert isinstance(orders, PlannedTurns)
    return {"text": "\n".join(orders.turns)}
