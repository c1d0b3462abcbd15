"""Accounts in the admin site, and its door."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken import admin as _tokens  # noqa: F401 - registers what is taken off
from rest_framework.authtoken.models import TokenProxy

from eclipse_site.models import User

# One door for everybody: it counts failed attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # as allauth documents it
# A token plays for its account and shows its secrets; nobody reads those of others.
admin.site.unregister(TokenProxy)


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """The usual account pages, with address and name in place of a user name."""

    ordering = ("email",)
    list_display = ("email", "name", "is_staff", "is_active")
    search_fields = ("email", "name")
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("email", "name", "password1", "password2")}),
    )
