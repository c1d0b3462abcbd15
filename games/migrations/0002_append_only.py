"""The log may only grow: triggers refuse anything else, and the application's role lacks the rights.

A whole game may be purged by the owner of the table, in a transaction that names it:
``SET LOCAL eclipse.purge = '<game id>'``. The value ``everything`` lets the owner empty the table,
which only the test suite does between tests.
"""

from typing import Any

from django.conf import settings
from django.db import migrations

FUNCTION = """
CREATE FUNCTION games_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    purged text := current_setting('eclipse.purge', true);
    owned boolean := pg_has_role(
        current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE');
BEGIN
    IF TG_OP = 'DELETE' AND owned AND purged = OLD.game_id THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'TRUNCATE' AND owned AND purged = 'everything' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the log of a game is append-only: % refused', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$
"""

TRIGGERS = """
CREATE TRIGGER games_log_rows BEFORE UPDATE OR DELETE ON games_gameevent
    FOR EACH ROW EXECUTE FUNCTION games_log_is_append_only();
CREATE TRIGGER games_log_table BEFORE TRUNCATE ON games_gameevent
    FOR EACH STATEMENT EXECUTE FUNCTION games_log_is_append_only();
"""

NO_TRIGGERS = """
DROP TRIGGER games_log_table ON games_gameevent;
DROP TRIGGER games_log_rows ON games_gameevent;
"""


def restrict_application(apps: Any, schema_editor: Any) -> None:
    """Take the rights from the application's role, unless it owns the table itself."""
    role = settings.DATABASE_APP_ROLE
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_roles WHERE rolname = %s AND rolname <> current_user", [role]
        )
        if cursor.fetchone():
            name = schema_editor.connection.ops.quote_name(role)
            cursor.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON games_gameevent FROM {name}")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION games_log_is_append_only()"),
        migrations.RunSQL(TRIGGERS, NO_TRIGGERS),
        migrations.RunPython(restrict_application, migrations.RunPython.noop),
    ]
