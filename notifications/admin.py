"""Mails in the admin site: to see what was sent, what waits, and what was made of replies."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as __, gettext_lazy as _

from notifications.models import IncomingMail, MailPreference, OutgoingMail


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that the service writes and nobody edits."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin):
    """The outbox. What people wrote and what a mail said is not shown: it may be secret."""

    list_display = ("created_at", "tenancy", "kind", "status", "attempts", "sent_at", "last_error")
    list_filter = ("status", "kind")
    list_select_related = ("tenancy",)
    search_fields = ("message_id", "tenancy__game__id")
    exclude = ("facts", "decisions")
    date_hierarchy = "created_at"
    actions = ("try_again",)

    @admin.action(description=_("Try to send again"), permissions=["view"])
    def try_again(self, request: HttpRequest, rows: QuerySet[OutgoingMail]) -> None:
        """Put failed mails back to those that wait; the sweep takes them."""
        failed = rows.filter(status=OutgoingMail.Status.FAILED)
        count = failed.update(
            status=OutgoingMail.Status.WAITING, attempts=0, next_attempt=timezone.now()
        )
        self.message_user(
            request, __("%(count)d mails wait again.") % {"count": count}, messages.SUCCESS
        )


@admin.register(IncomingMail)
class IncomingMailAdmin(ReadOnlyAdmin):
    """What came in and what was made of it. The text is not shown."""

    list_display = ("received_at", "tenancy", "status", "outcome", "attempts", "last_error")
    list_filter = ("status", "outcome")
    list_select_related = ("address__tenancy",)
    search_fields = ("message_id",)
    exclude = ("raw", "address")
    date_hierarchy = "received_at"

    @admin.display(description=_("tenancy"))
    def tenancy(self, mail: IncomingMail) -> str:
        """Whose seat the mail spoke for."""
        return str(mail.address.tenancy) if mail.address else "-"


@admin.register(MailPreference)
class MailPreferenceAdmin(admin.ModelAdmin):
    """Who wants no mails about games."""

    list_display = ("user", "game_mails")
    list_filter = ("game_mails",)
    search_fields = ("user__email",)
    raw_id_fields = ("user",)
