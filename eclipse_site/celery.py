"""The Celery application; every option comes from the Django settings that start with CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eclipse_site.settings.production")

app = Celery("eclipse_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
