"""The reader's own settings."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.authtoken.models import Token

from games.forms import ProfileForm
from games.models import Profile
from games.views.common import account, profile_of


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponseBase:
    """Name, time zone, language, colours, and the key of the API."""
    user = account(request)
    stored = Profile.objects.filter(user=user).first()
    stored = stored or Profile(user=user, time_zone=profile_of(request).time_zone)
    form = ProfileForm(user, request.POST or None, instance=stored)
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        messages.success(request, _("Saved."))
        response = redirect("games:profile")
        # The choice also holds on pages before the log-in.
        if saved.language:
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, saved.language, samesite="Lax")
        else:
            response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return response
    context = {
        "form": form,
        "page": "profile",
        "token": Token.objects.filter(user=user).first(),
    }
    return render(request, "games/profile.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def token(request: HttpRequest) -> HttpResponseBase:
    """Make a new API token, or take the old one away."""
    user = account(request)
    Token.objects.filter(user=user).delete()
    if request.POST.get("do") == "make":
        Token.objects.create(user=user)
        messages.success(request, _("A new token was made; the old one does not work any more."))
    else:
        messages.success(request, _("The token does not work any more."))
    return redirect("games:profile")
