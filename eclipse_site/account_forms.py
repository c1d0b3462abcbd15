"""allauth's forms in the words of the site."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from django.utils.translation import gettext_lazy as _


class _Address:
    """The field for the e-mail address is called as on all other pages."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["login" if "login" in self.fields else "email"]
        field.label = _("E-mail address")
        field.widget.attrs["placeholder"] = field.label


class LogInForm(_Address, allauth.LoginForm):
    """Address and password."""


class SignUpForm(_Address, allauth.SignupForm):
    """A new account; ``eclipse_site.forms.SignupForm`` adds the name."""


class ResetPasswordForm(_Address, allauth.ResetPasswordForm):
    """Asks for the mail with which a new password is chosen."""


class AddEmailForm(_Address, allauth.AddEmailForm):
    """One more address."""
