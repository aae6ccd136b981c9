"""Triggers by which the database refuses changes to the log and to the record of moderation, for each dialect.

On PostgreSQL, each page also keeps room to rewrite rows of matches in place at every move. Rows of up to half a page
stay whole: otherwise PostgreSQL would compress a snapshot from 2 KB on and move it to another table.
"""

from typing import Any

POSTGRES = [
    """
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
    END $$
    """,
    """
    CREATE FUNCTION refuse_match_with_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT FROM matches_event WHERE match_id = OLD.id) THEN
            RAISE EXCEPTION 'match % has a log: DELETE on matches_match is refused', OLD.id
                USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN OLD;
    END $$
    """,
    """
    CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE ON matches_event
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change()
    """,
    """
    CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON matches_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()
    """,
    """
    CREATE TRIGGER match_keeps_log BEFORE DELETE ON matches_match
    FOR EACH ROW EXECUTE FUNCTION refuse_match_with_log()
    """,
    """
    CREATE TRIGGER moderation_append_only BEFORE DELETE
    OR UPDATE OF id, match_id, is_hidden, moderator_name, reason, at ON matches_moderation
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change()
    """,
    """
    CREATE TRIGGER moderation_no_truncate BEFORE TRUNCATE ON matches_moderation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()
    """,
    "ALTER TABLE matches_match SET (fillfactor = 70, toast_tuple_target = 4080)",
]
"""The link to a deleted moderator may change to null. Nothing else of a moderation may, so the name remains."""
POSTGRES_BACK = [
    "DROP TRIGGER moderation_no_truncate ON matches_moderation",
    "DROP TRIGGER moderation_append_only ON matches_moderation",
    "DROP TRIGGER match_keeps_log ON matches_match",
    "DROP TRIGGER event_no_truncate ON matches_event",
    "DROP TRIGGER event_append_only ON matches_event",
    "DROP FUNCTION refuse_match_with_log()",
    "DROP FUNCTION refuse_log_change()",
]


def _refused(trigger: str, verb: str, table: str) -> str:
    said = f"the log is append-only: {verb.split()[0]} on {table} is refused"
    return (
        f"CREATE TRIGGER {trigger} BEFORE {verb} ON {table} WHEN NOT log_is_lifted() "
        f"BEGIN SELECT RAISE(ABORT, '{said}'); END"
    )


SQLITE = [
    _refused("event_no_update", "UPDATE", "matches_event"),
    _refused("event_no_delete", "DELETE", "matches_event"),
    _refused(
        "moderation_no_update",
        "UPDATE OF id, match_id, is_hidden, moderator_name, reason, at",
        "matches_moderation",
    ),
    _refused("moderation_no_delete", "DELETE", "matches_moderation"),
    """
    CREATE TRIGGER match_keeps_log BEFORE DELETE ON matches_match
    WHEN NOT log_is_lifted() AND EXISTS (SELECT 1 FROM matches_event WHERE match_id = OLD.id)
    BEGIN SELECT RAISE(ABORT, 'the match has a log: DELETE on matches_match is refused'); END
    """,
    _refused("archivedlog_no_update", "UPDATE", "matches_archivedlog"),
    _refused("archivedlog_no_delete", "DELETE", "matches_archivedlog"),
]

ARCHIVED_LOGS = [
    """
    CREATE TRIGGER archivedlog_append_only BEFORE UPDATE OR DELETE ON matches_archivedlog
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change()
    """,
    """
    CREATE TRIGGER archivedlog_no_truncate BEFORE TRUNCATE ON matches_archivedlog
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()
    """,
]
ARCHIVED_LOGS_BACK = [
    "DROP TRIGGER archivedlog_no_truncate ON matches_archivedlog",
    "DROP TRIGGER archivedlog_append_only ON matches_archivedlog",
]


def guard(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, POSTGRES)


def unguard(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, POSTGRES_BACK)


def guard_archived_logs(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, ARCHIVED_LOGS)


def unguard_archived_logs(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, ARCHIVED_LOGS_BACK)


def _on_postgresql(schema_editor: Any, statements: list[str]) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for statement in statements:
            schema_editor.execute(statement, params=None)
