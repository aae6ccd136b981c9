"""The database itself refuses to change the log: one set of triggers per dialect."""

from typing import Any

from django.db import migrations

POSTGRES = """
CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('match_service.archiving', true) = 'on' THEN
        IF TG_OP = 'TRUNCATE' THEN
            RETURN NULL;
        ELSIF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the log is append-only: % on % is refused', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE ON matches_event
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON matches_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
ALTER TABLE matches_match SET (fillfactor = 70);
"""

POSTGRES_BACK = """
ALTER TABLE matches_match RESET (fillfactor);
DROP TRIGGER event_no_truncate ON matches_event;
DROP TRIGGER event_append_only ON matches_event;
DROP FUNCTION refuse_log_change();
"""

SQLITE = [
    f"""
    CREATE TRIGGER event_no_{verb} BEFORE {verb.upper()} ON matches_event WHEN NOT log_is_lifted()
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: {verb.upper()} on matches_event is refused'); END
    """
    for verb in ("update", "delete")
]


def guard(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES, params=None)
    else:
        for trigger in SQLITE:
            schema_editor.execute(trigger)


def unguard(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES_BACK)
    else:
        schema_editor.execute("DROP TRIGGER event_no_update")
        schema_editor.execute("DROP TRIGGER event_no_delete")


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]
