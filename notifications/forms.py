"""What people fill in about mails."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from notifications.models import MailPreference


class PreferenceForm(forms.ModelForm):
    """Which mails an account wants."""

    class Meta:
        model = MailPreference
        fields = ["game_mails"]


class ReplyForm(forms.Form):
    """An answer to a caught mail, sent as a mail program would send it."""

    text = forms.CharField(
        label=_("Your answer"), widget=forms.Textarea(attrs={"rows": 6}), required=False
    )
    quote = forms.BooleanField(
        label=_("Quote the mail below the answer"), initial=True, required=False
    )
