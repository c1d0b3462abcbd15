"""Forms of the pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from eclipse_site.forms import NameField
from eclipse_site.models import User
from games.models import Profile
from games.services.lobby import LONGEST_DEADLINE
from games.time_zones import ZoneField, zone_choices
from rules.content.loader import load_catalog, modules_of
from rules.editions import edition_named, offered_editions
from rules.policies import policy_names

BOTS = ("greedy", "varied", "random")
"""Policies that make sense as opponents."""
MOST_SEATS = 6


def edition_choices() -> list[tuple[str, str]]:
    """The editions that can be played."""
    return [(name, edition_named(name).title) for name in offered_editions()]


def _kinds_with_variants(edition: str) -> list[str]:
    """Ships without a player for which the edition has several blueprints."""
    catalog = load_catalog(edition)
    return [kind for kind in catalog.npcs if len(catalog.npc_variants(kind)) > 1]


def bot_choices() -> list[tuple[str, str]]:
    """Bots with what they are like."""
    words = {
        "greedy": _("plays to score"),
        "varied": _("plays many different things"),
        "random": _("plays anything legal"),
    }
    return [(name, f"{name}: {words[name]}") for name in BOTS if name in policy_names()]


class NewGameForm(forms.Form):
    """A game to be opened. ``bots``: seats that bots take at once."""

    HOURS = [
        (1, _("1 hour")),
        (8, _("8 hours")),
        (24, _("1 day")),
        (48, _("2 days")),
        (72, _("3 days")),
        (168, _("1 week")),
    ]

    name = NameField(label=_("Name"), max_length=60)
    edition = forms.ChoiceField(label=_("Edition"), choices=edition_choices)
    seats = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(n, str(n)) for n in range(2, MOST_SEATS + 1)],
        initial=4,
    )
    species = forms.ChoiceField(
        label=_("Boards in the game"),
        choices=[
            ("all", _("all: aliens and Terrans")),
            ("alien", _("aliens only")),
            ("terran", _("Terrans only")),
        ],
        required=False,
    )
    boards = forms.ChoiceField(
        label=_("How boards are given out"),
        choices=[
            ("choose", _("everybody chooses in turn")),
            ("draft", _("everybody chooses in turn among a few, turned up at random")),
            ("random", _("at random")),
        ],
        required=False,
    )
    blueprints = forms.ChoiceField(
        label=_("Blueprints of Ancients, Guardians and the Galactic Center"),
        choices=[
            ("", _("the standard ones")),
            ("advanced", _("the advanced ones")),
            ("drawn", _("drawn at random")),
        ],
        required=False,
    )
    warp_portals = forms.BooleanField(label=_("With warp portals"), required=False)
    extras = forms.BooleanField(
        label=_("With small additions that are not in the box"), required=False
    )
    pulsars = forms.BooleanField(
        label=_("Pulsars"),
        help_text=_(
            "A disc on one of three action slots: once a round it is moved to another, for one "
            "movement, upgrade or ship without a disc."
        ),
        required=False,
    )
    black_holes = forms.BooleanField(
        label=_("A black hole"),
        help_text=_(
            "Ships that enter leave the board; a die says whether they come back elsewhere at "
            "once, or one or two rounds later."
        ),
        required=False,
    )
    supernovas = forms.BooleanField(
        label=_("Supernovae"),
        help_text=_(
            "Rich sectors that may explode in any upkeep, the later the likelier; technologies of "
            "whoever controls them hold them together."
        ),
        required=False,
    )
    nebulas = forms.BooleanField(
        label=_("Nebulae"),
        help_text=_(
            "Hexes of three parts, each with a discovery or an Ancient, that nobody can control."
        ),
        required=False,
    )
    deadline_hours = forms.TypedChoiceField(
        label=_("Time for each decision"),
        coerce=int,
        choices=[(hours, text) for hours, text in HOURS if hours <= LONGEST_DEADLINE],
        initial=48,
    )
    bots = forms.TypedChoiceField(
        label=_("Seats for bots"),
        coerce=int,
        choices=[(n, str(n)) for n in range(MOST_SEATS)],
        initial=0,
    )
    policy = forms.ChoiceField(label=_("How the bots play"), choices=bot_choices)
    private = forms.BooleanField(
        label=_("Private: not listed; others join by its address, only players can watch"),
        required=False,
    )

    GALACTIC_EVENTS = ("pulsars", "black_holes", "supernovas", "nebulas")
    MODULES = ("warp_portals", "extras", *GALACTIC_EVENTS)

    def __init__(self, *args: Any, **options: Any) -> None:
        """Fields that no edition on offer has a use for are left out."""
        super().__init__(*args, **options)
        editions = [name for name, _title in edition_choices()]
        added = {module for name in editions for module in modules_of(name)}
        for module in self.MODULES:
            if module not in added:
                del self.fields[module]
        if not any(_kinds_with_variants(name) for name in editions):
            del self.fields["blueprints"]

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields in their order, those that belong together under a title."""
        title = _("Galactic Events")
        found: list[tuple[str, list[forms.BoundField]]] = []
        for field in self.visible_fields():
            under = str(title) if field.name in self.GALACTIC_EVENTS else ""
            if not found or found[-1][0] != under:
                found.append((under, []))
            found[-1][1].append(field)
        return found

    def modules(self) -> tuple[str, ...]:
        """Modules that were chosen."""
        return tuple(module for module in self.MODULES if self.cleaned_data.get(module))

    def ruleset_options(self) -> dict[str, object]:
        """What was chosen, as options of the ruleset; what was left out is as the rules have it."""
        kinds = {"all": ["terran", "alien"], "alien": ["alien"], "terran": ["terran"]}
        species, boards = self.cleaned_data["species"], self.cleaned_data["boards"]
        return {
            **({"species": kinds[species]} if species else {}),
            **({"boards": boards} if boards else {}),
            **self._blueprint_options(),
        }

    def _blueprint_options(self) -> dict[str, object]:
        wanted = self.cleaned_data.get("blueprints")
        kinds = _kinds_with_variants(self.cleaned_data["edition"]) if wanted else []
        return {f"blueprint_{kind}": wanted for kind in kinds}

    def clean(self) -> dict[str, object]:
        """There must be a seat left for whoever creates the game."""
        data = super().clean() or {}
        if "seats" in data and data.get("bots", 0) >= data["seats"]:
            self.add_error("bots", _("Leave at least one seat for yourself."))
        for module in self.MODULES:
            if data.get(module) and module not in modules_of(data.get("edition", "")):
                self.add_error(module, _("The edition has no such module."))
        return data


class BotForm(forms.Form):
    """A bot for a free seat."""

    policy = forms.ChoiceField(
        label=_("Bot"), choices=bot_choices, widget=forms.Select(attrs={"aria-label": _("Bot")})
    )


class TextForm(forms.Form):
    """Orders in notation, several separated by semicolons."""

    text = forms.CharField(label=_("Orders"), max_length=4000, strip=True)


class ProfileForm(forms.ModelForm):
    """How an account wants its pages; the name is the account's."""

    name = NameField(label=_("Name shown to other players"), max_length=40, required=False)
    time_zone = ZoneField(label=_("Time zone"))
    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", _("like the browser")), *settings.LANGUAGES],
        required=False,
    )

    class Meta:
        model = Profile
        fields = ("time_zone", "language", "theme")

    def __init__(self, user: User, data: object = None, **options: object) -> None:
        super().__init__(data, initial={"name": user.name}, **options)  # type: ignore[arg-type]
        self.user = user
        zones = self.fields["time_zone"]
        assert isinstance(zones, ZoneField)
        zones.choices = zone_choices(self.instance.time_zone)
        self.order_fields(["name", "time_zone", "language", "theme"])

    def save(self, commit: bool = True) -> Profile:
        """Store the profile and the account's name."""
        self.user.name = self.cleaned_data["name"]
        self.user.save(update_fields=["name"])
        profile: Profile = super().save(commit)
        return profile
