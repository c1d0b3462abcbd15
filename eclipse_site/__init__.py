"""The site: settings, addresses, accounts and the tools that run it.

The Celery application is imported here so that ``@shared_task`` finds it in every process.
"""

from eclipse_site.celery import app as celery_app

__all__ = ["celery_app"]
