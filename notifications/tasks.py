"""What runs in the background. Each task may run any number of times for the same row."""

from __future__ import annotations

import logging

from celery import shared_task

from notifications import replies, services

logger = logging.getLogger(__name__)


@shared_task(name="notifications.tasks.send_mail")
def send_mail(key: int) -> None:
    """Send one mail of the outbox, unless it is gone, sent or being sent."""
    services.deliver(key)


@shared_task(name="notifications.tasks.process_mail")
def process_mail(key: int) -> None:
    """Do what one received mail asks, unless it was done."""
    replies.process(key)


@shared_task(name="notifications.tasks.sweep_outbox")
def sweep_outbox() -> None:
    """Pick up what a crashed worker left; write reminders; forget old received mail."""
    counts = services.sweep()
    if any(counts.values()):
        logger.info("Sweep of mails: %s", counts)
