"""Who is logged in: accounts come with their profile, which every page needs."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend

from eclipse_site.models import User
from games import lookups


class _WithProfile(ModelBackend):
    def get_user(self, user_id: Any) -> User | None:
        """The account of a session, unless it is gone or not active."""
        user = lookups.account(user_id)
        return user if user and self.user_can_authenticate(user) else None


class StaffBackend(_WithProfile):
    """Log-in to the admin pages."""


class AccountBackend(_WithProfile, AuthenticationBackend):
    """Log-in with address and password."""
