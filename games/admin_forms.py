"""What a moderator fills in: always a reason, and what the measure needs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from eclipse_site.models import User
from games.models import Game
from games.selectors import names
from games.services import moderation
from games.services.lobby import LONGEST_DEADLINE
from rules.policies import policy_names


class MeasureForm(forms.Form):
    """Base: ``title`` for the page, ``carry_out`` for the service."""

    title: Any = ""
    reason = forms.CharField(
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=1000,
        help_text=_("The players read it."),
    )

    def __init__(self, game: Game, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.game = game

    def carry_out(self, user: User) -> None:
        """Call the service. Raises ``GameError``."""
        raise NotImplementedError


class PauseForm(MeasureForm):
    title = _("Pause the game")

    def carry_out(self, user: User) -> None:
        moderation.pause(game=self.game, user=user, reason=self.cleaned_data["reason"])


class ResumeForm(MeasureForm):
    title = _("Resume the game")

    def carry_out(self, user: User) -> None:
        moderation.resume(game=self.game, user=user, reason=self.cleaned_data["reason"])


class AbandonForm(MeasureForm):
    title = _("End the game without a result")

    def carry_out(self, user: User) -> None:
        moderation.abandon(game=self.game, user=user, reason=self.cleaned_data["reason"])


class SeatsForm(MeasureForm):
    """Base of forms that offer the seats of the game."""

    def seat_choices(self) -> list[tuple[int, str]]:
        called = names(self.game)
        return [(seat, f"{seat}: {called.get(seat, '')}") for seat in range(self.game.seats)]


class ExtendForm(SeatsForm):
    title = _("Give more time")
    hours = forms.IntegerField(
        label=_("Hours"), min_value=1, max_value=LONGEST_DEADLINE, initial=24
    )
    seats = forms.TypedMultipleChoiceField(
        label=_("Seats"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: everybody who owes a decision."),
    )

    def __init__(self, game: Game, *args: Any, **options: Any) -> None:
        super().__init__(game, *args, **options)
        self.fields["seats"].choices = self.seat_choices()  # type: ignore[attr-defined]

    def carry_out(self, user: User) -> None:
        given = self.cleaned_data
        moderation.extend_deadline(
            game=self.game,
            user=user,
            reason=given["reason"],
            hours=given["hours"],
            seats=given["seats"],
        )


class RewindForm(MeasureForm):
    title = _("Rewind to an event")
    to = forms.IntegerField(
        label=_("Event"), min_value=0, help_text=_("The last event that still counts.")
    )
    redraw = forms.BooleanField(
        label=_("Draw anew"),
        required=False,
        help_text=_("Later dice and draws come out anew; otherwise they come out as they did."),
    )

    def carry_out(self, user: User) -> None:
        given = self.cleaned_data
        moderation.rewind(
            game=self.game,
            user=user,
            reason=given["reason"],
            to=given["to"],
            redraw=given["redraw"],
        )


class ReplaceForm(SeatsForm):
    title = _("Replace a seat's player")
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    email = forms.EmailField(label=_("Address of the new player"), required=False)
    policy = forms.ChoiceField(
        label=_("Or a bot"),
        required=False,
        choices=[("", "—"), *((name, name) for name in policy_names())],
    )

    def __init__(self, game: Game, *args: Any, **options: Any) -> None:
        super().__init__(game, *args, **options)
        self.fields["seat"].choices = self.seat_choices()  # type: ignore[attr-defined]

    def clean_email(self) -> User | None:
        email = self.cleaned_data["email"]
        user: User | None = User.objects.filter(email__iexact=email).first() if email else None
        if email and user is None:
            raise forms.ValidationError(_("No account has this address."))
        return user

    def carry_out(self, user: User) -> None:
        given = self.cleaned_data
        moderation.replace_player(
            game=self.game,
            user=user,
            reason=given["reason"],
            seat=given["seat"],
            new_user=given["email"],
            policy=given["policy"],
        )


class SecretsForm(SeatsForm):
    title = _("Read the secrets of a seat")
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def __init__(self, game: Game, *args: Any, **options: Any) -> None:
        super().__init__(game, *args, **options)
        self.fields["seat"].choices = self.seat_choices()  # type: ignore[attr-defined]
        self.fields["reason"].help_text = _("It is kept with your name.")


MEASURES: dict[str, type[MeasureForm]] = {
    "pause": PauseForm,
    "resume": ResumeForm,
    "extend": ExtendForm,
    "rewind": RewindForm,
    "replace": ReplaceForm,
    "abandon": AbandonForm,
}
