"""In whose language and time zone something is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone, translation

from eclipse_site.models import User
from games.models import Profile


@contextmanager
def as_read_by(user: User | None) -> Iterator[None]:
    """Texts and times inside the block are in the account's language and time zone."""
    profile = Profile.objects.filter(user=user).first() if user is not None else None
    language = (profile.language if profile else "") or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_of(profile)):
        yield


def zone_of(profile: Profile | None) -> ZoneInfo:
    """The time zone of an account; the site's if it has none that this system knows."""
    if profile is not None:
        try:
            return ZoneInfo(profile.time_zone)
        except (ZoneInfoNotFoundError, ValueError):
            # The list of zones of the system changed since the account chose.
            pass
    return ZoneInfo(settings.TIME_ZONE)
