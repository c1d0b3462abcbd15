"""Times as players read them."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _


def time_left(deadline: datetime | None, now: datetime) -> str:
    """How long is left: days and hours, hours, or minutes; empty without a deadline."""
    if deadline is None:
        return ""
    minutes = int((deadline - now).total_seconds() // 60)
    if minutes < 0:
        return _("time is up")
    days, hours = minutes // 1440, minutes % 1440 // 60
    if days:
        return _("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours >= 3:
        return _("%(hours)d h") % {"hours": hours}
    if hours:
        return _("%(hours)d h %(minutes)d min") % {
            "hours": hours,
            "minutes": minutes % 60 // 10 * 10,
        }
    return _("%(minutes)d min") % {"minutes": minutes}
