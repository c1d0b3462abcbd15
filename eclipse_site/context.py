"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The name and public address of this installation, and whether it shows its mails."""
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
        "MAILBOX_ENABLED": settings.MAILBOX_ENABLED,
    }
