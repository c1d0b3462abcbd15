"""Every page in the reader's own language, time zone and colours."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation

from games.models import Profile

ZONE_COOKIE = "zone"
"""In which the page's script says what time zone the browser's clock shows."""


class ReaderMiddleware:
    """Puts the account's profile on the request and answers in its language and time zone.

    Without an account, or without a chosen language, the browser's language holds. Until there is
    a profile the browser's time zone holds too; with the first form that an account sends it is
    kept as the account's own, so that mails tell the same times.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # The account came with its profile; neither a visitor nor every account has one.
        profile: Profile | None = getattr(request.user, "profile", None)
        if profile is None and (name := _browser_zone(request)):
            profile = Profile(time_zone=name)
            if request.method == "POST" and request.user.is_authenticated:
                Profile.objects.get_or_create(user=request.user, defaults={"time_zone": name})
        request.profile = profile or Profile()  # type: ignore[attr-defined]
        with ExitStack() as stack:
            stack.enter_context(timezone.override(zone(profile)))
            if profile is not None and profile.language in dict(settings.LANGUAGES):
                stack.enter_context(translation.override(profile.language))
                request.LANGUAGE_CODE = profile.language
            return self.get_response(request)


def _browser_zone(request: HttpRequest) -> str:
    """What the browser says of its clock, if it is a time zone that this system knows."""
    name = request.COOKIES.get(ZONE_COOKIE, "")
    return name if name in known_zones() else ""


@lru_cache(maxsize=1)
def known_zones() -> frozenset[str]:
    """Names of the time zones that this system knows; finding them takes long."""
    return frozenset(available_timezones())


def zone(profile: Profile | None) -> ZoneInfo:
    """The time zone of a profile; the site's if there is none that this system knows."""
    name = profile.time_zone if profile else settings.TIME_ZONE
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)
