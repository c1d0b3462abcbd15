"""Accounts: people are known by their e-mail address to the site and by a chosen name to each other."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext, gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Creates accounts from an e-mail address."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account; without a password it can only log in after a password reset.

        Raises ValueError if the address is empty.
        """
        if not email:
            raise ValueError("An account needs an e-mail address.")
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account that may use the whole admin site."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email: str | None) -> "User":
        """Find an account by its address, whatever its capitals."""
        return self.get(email__iexact=email)


class User(AbstractUser):
    """An account. ``name`` is what others see; the address is never shown to other players."""

    # Taken away from the parent class, as Django documents it; its stubs know only the fields.
    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name shown to other players"), max_length=40, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    # The parent's manager makes accounts with a user name; there is none here.
    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_address")]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The chosen name, or a neutral one that does not give away the address."""
        return shown_name(self.name, self.pk)

    def get_full_name(self) -> str:
        """The name others see."""
        return self.display_name

    def get_short_name(self) -> str:
        """The name others see."""
        return self.display_name


def shown_name(name: str, number: int) -> str:
    """How others see the account of that number."""
    return name or gettext("Player %(number)s") % {"number": number}


def display_name(user: User) -> str:
    """The name of an account as allauth's pages and mails show it."""
    return user.display_name
