"""Settings of the processes that the end-to-end tests start: those of the tests, with an eager beat
and a line in the log for every task, by which a test sees that a sweep came by."""

from eclipse_site.settings.schedule import BEAT_SCHEDULE
from eclipse_site.settings.test import *  # noqa: F403
from eclipse_site.settings.test import LOGGING

# The sweeps are the same; a test cannot wait a minute for each.
CELERY_BEAT_SCHEDULE = {name: {**entry, "schedule": 1.0} for name, entry in BEAT_SCHEDULE.items()}
# Its page is looked at, too.
MAILBOX_ENABLED = True
LOGGING["loggers"] |= {"celery.app.trace": {"level": "INFO"}}
