"""Triggers with which the database itself refuses to change what is published: one set for each dialect.

Only the publisher's account may be removed. Flushing a database disables the triggers like those of the log
(matches.log: archiving).
"""

from typing import Any

FIXED = ("id", "ruleset", "revision", "digest", "body", "note", "published_at", "is_playtest")
_SAME_IN_POSTGRES = " AND ".join(f"NEW.{column} IS NOT DISTINCT FROM OLD.{column}" for column in FIXED)
_SAME_IN_SQLITE = " AND ".join(f"NEW.{column} IS OLD.{column}" for column in FIXED)

POSTGRES = [
    f"""
    CREATE FUNCTION refuse_card_set_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF current_setting('match_service.archiving', true) = 'on' THEN
            IF TG_OP = 'TRUNCATE' THEN
                RETURN NULL;
            ELSIF TG_OP = 'DELETE' THEN
                RETURN OLD;
            END IF;
            RETURN NEW;
        END IF;
        IF TG_OP = 'UPDATE' THEN
            IF NEW.published_by_id IS NULL AND {_SAME_IN_POSTGRES} THEN
                RETURN NEW;
            END IF;
        END IF;
        RAISE EXCEPTION 'a published card set stays: % on % is refused', TG_OP, TG_TABLE_NAME;
    END $$
    """,
    """
    CREATE TRIGGER card_set_stays BEFORE UPDATE OR DELETE ON cards_cardsetrevision
    FOR EACH ROW EXECUTE FUNCTION refuse_card_set_change()
    """,
    """
    CREATE TRIGGER card_set_no_truncate BEFORE TRUNCATE ON cards_cardsetrevision
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_card_set_change()
    """,
]
POSTGRES_BACK = [
    "DROP TRIGGER card_set_no_truncate ON cards_cardsetrevision",
    "DROP TRIGGER card_set_stays ON cards_cardsetrevision",
    "DROP FUNCTION refuse_card_set_change()",
]
SQLITE = [
    f"""
    CREATE TRIGGER card_set_no_update BEFORE UPDATE ON cards_cardsetrevision
    WHEN NOT (NEW.published_by_id IS NULL AND {_SAME_IN_SQLITE})
    BEGIN SELECT RAISE(ABORT, 'a published card set stays: UPDATE on cards_cardsetrevision is refused'); END
    """,
    """
    CREATE TRIGGER card_set_no_delete BEFORE DELETE ON cards_cardsetrevision WHEN NOT log_is_lifted()
    BEGIN SELECT RAISE(ABORT, 'a published card set stays: DELETE on cards_cardsetrevision is refused'); END
    """,
]


def guard(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, POSTGRES)


def unguard(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, POSTGRES_BACK)


def _on_postgresql(schema_editor: Any, statements: list[str]) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for statement in statements:
            schema_editor.execute(statement, params=None)
