"""`manage.py prepare_database`: rights of the application's role, then migrations, as the owner."""

from typing import Any

import environ
import psycopg
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import connection

from eclipse_site.embedded.postgres import grant_future_tables, provide_role


class Command(BaseCommand):
    """Brings the database up to date. May be run again at any time, before the site is started.

    DATABASE_ADMIN_URL names the owner of the tables, DATABASE_URL the role that the site works as.
    With one role for both, the triggers of the log still refuse changes, but a rightless role is
    the stronger guard.
    """

    help = (
        "Create the application's role if it lacks, give it its rights and migrate, as the owner."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        admin = environ.Env.db_url_config(settings.DATABASE_ADMIN_URL)
        if admin["USER"] != connection.settings_dict["USER"]:
            self._give_rights(admin["USER"])
        connection.close()
        # From here on this process works as the owner.
        connection.settings_dict.update(admin)
        call_command("migrate", interactive=False, verbosity=options["verbosity"])

    def _give_rights(self, owner: str) -> None:
        role = connection.settings_dict["USER"]
        try:
            with psycopg.connect(settings.DATABASE_ADMIN_URL, autocommit=True) as admin:
                found = admin.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
                if not found.fetchone():
                    provide_role(admin, role, "LOGIN", connection.settings_dict["PASSWORD"])
                grant_future_tables(admin, owner=owner, application=role)
        except psycopg.errors.InsufficientPrivilege as error:
            raise CommandError(
                f'The role "{role}" of DATABASE_URL does not exist and the role "{owner}" of '
                f"DATABASE_ADMIN_URL may not create it ({error}). Create it with a password, or "
                "give the owner the right CREATEROLE."
            ) from error
