"""Every page in the reader's own language, time zone and colours."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation

from games.models import Profile


class ReaderMiddleware:
    """Puts the account's profile on the request and answers in its language and time zone.

    Without an account, or without a chosen language, the browser's language holds.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # The account came with its profile; neither a visitor nor every account has one.
        profile: Profile | None = getattr(request.user, "profile", None)
        request.profile = profile or Profile()  # type: ignore[attr-defined]
        with ExitStack() as stack:
            stack.enter_context(timezone.override(zone(profile)))
            if profile is not None and profile.language in dict(settings.LANGUAGES):
                stack.enter_context(translation.override(profile.language))
                request.LANGUAGE_CODE = profile.language
            return self.get_response(request)


def zone(profile: Profile | None) -> ZoneInfo:
    """The time zone of a profile; the site's if there is none that this system knows."""
    name = profile.time_zone if profile else settings.TIME_ZONE
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)
