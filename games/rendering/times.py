"""Times as players read them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import ngettext

from games.speech import gettext as _


def time_forms() -> str:
    """How ``time_left`` says it, for the script that counts down: days and hours, hours, hours and
    minutes, minutes, none, less than a minute; with d, h and m in braces, parted by bars."""
    d, h, m = "{d}", "{h}", "{m}"
    return "|".join(
        (
            _("%(days)s d %(hours)s h") % {"days": d, "hours": h},
            _("%(hours)s h") % {"hours": h},
            _("%(hours)s h %(minutes)s min") % {"hours": h, "minutes": m},
            _("%(minutes)s min") % {"minutes": m},
            _("time is up"),
            _("under 1 min"),
        )
    )


def hours_text(hours: int) -> str:
    """A span of whole hours, in days where it is whole days."""
    days, rest = divmod(hours, 24)
    if days and not rest:
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def time_left(deadline: datetime | None, now: datetime) -> str:
    """How long is left: days and hours, hours, or minutes; empty without a deadline."""
    if deadline is None:
        return ""
    minutes = int((deadline - now).total_seconds() // 60)
    if minutes < 0:
        return _("time is up")
    days, hours = minutes // 1440, minutes % 1440 // 60
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    if hours >= 3:
        return _("%(hours)s h") % {"hours": hours}
    if hours:
        return _("%(hours)s h %(minutes)s min") % {
            "hours": hours,
            "minutes": minutes % 60 // 10 * 10,
        }
    if not minutes:
        # "0 min" would read as if the time were up, or nobody had been asked.
        return _("under 1 min")
    return _("%(minutes)s min") % {"minutes": minutes}


def time_had(asked: datetime, now: datetime) -> str:
    """How long somebody has been asked, said as ``time_left`` does."""
    return time_left(now + max(now - asked, timedelta()), now)
