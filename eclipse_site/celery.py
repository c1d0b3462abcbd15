"""The Celery application; every option comes from the Django settings that start with CELERY_."""

import logging.config
import os

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eclipse_site.settings.production")

app = Celery("eclipse_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _log_as_the_site_does(**_: object) -> None:
    """Workers and beat log as LOG_LEVEL says: Celery would set up the root logger anew."""
    logging.config.dictConfig(settings.LOGGING)
