"""What a newcomer fills in besides address and password."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from eclipse_site.models import User


class SignupForm(forms.Form):
    """Adds the name that other players see to allauth's sign-up form."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("Other players see this name, never your address."),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Store the name; allauth calls this once the account exists."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
