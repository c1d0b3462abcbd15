"""What a newcomer fills in besides address and password, and names in general."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from eclipse_site.models import User


class NameField(forms.CharField):
    """A name of one line that can be seen: it stands in pages, lists and subjects of mails."""

    def to_python(self, value: Any) -> str:
        """The name with single spaces. Raises ``ValidationError`` for invisible characters."""
        name = " ".join((super().to_python(value) or "").split())
        if any(unicodedata.category(character)[0] == "C" for character in name):
            raise ValidationError(
                _("Invisible and direction-changing characters are not allowed in a name."),
                code="invisible",
            )
        return name


class SignupForm(forms.Form):
    """Adds the name that other players see to allauth's sign-up form."""

    name = NameField(
        label=_("Name"),
        max_length=40,
        help_text=_("Other players see this name, never your address."),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Store the name; allauth calls this once the account exists."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
