"""Gives checkpoints match and seq as their key, and partitions events and checkpoints on PostgreSQL.

Unlike other later migrations it takes something away, the id of checkpoints, and it locks both tables while it copies them.
Moves of an older process work afterwards. Its audits and rebuilds of checkpoints fail.
"""

from typing import Any

from matches.log.partitions import guard_partition, make_partitions
from matches.models import moment_of_id

KEYS_AND_TRIGGER = [
    "ALTER TABLE matches_event ADD PRIMARY KEY (match_id, seq)",
    'CREATE UNIQUE INDEX event_idempotency_key ON matches_event (match_id, "key", seat) WHERE "key" IS NOT NULL',
    "ALTER TABLE matches_checkpoint ADD PRIMARY KEY (match_id, seq)",
    "CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE ON matches_event "
    "FOR EACH ROW EXECUTE FUNCTION refuse_log_change()",
]


def key_checkpoints(apps: Any, schema_editor: Any) -> None:
    """Copy the checkpoints into a table without an id."""
    schema_editor.execute("ALTER TABLE matches_checkpoint RENAME TO matches_checkpoint_before")
    schema_editor.create_model(apps.get_model("matches", "Checkpoint"))
    schema_editor.execute(
        "INSERT INTO matches_checkpoint (match_id, seq, snapshot) SELECT match_id, seq, snapshot "
        "FROM matches_checkpoint_before"
    )
    schema_editor.execute("DROP TABLE matches_checkpoint_before")


def partition(apps: Any, schema_editor: Any) -> None:
    """Copy both tables into partitioned ones. The foreign key of checkpoints follows at the end of the migration."""
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for table in ("matches_event", "matches_checkpoint"):
            cursor.execute(f"ALTER TABLE {table} RENAME TO {table}_before")
            cursor.execute(f"CREATE TABLE {table} (LIKE {table}_before INCLUDING DEFAULTS) PARTITION BY RANGE (match_id)")
            cursor.execute(f"CREATE TABLE {table}_default PARTITION OF {table} DEFAULT")
        guard_partition(cursor, "matches_event_default")
        cursor.execute("SELECT min(match_id::text)::uuid FROM matches_event_before")
        (oldest,) = cursor.fetchone()
        make_partitions(connection.alias, oldest and moment_of_id(oldest))
        for table in ("matches_event", "matches_checkpoint"):
            cursor.execute(f"INSERT INTO {table} SELECT * FROM {table}_before")
            cursor.execute(f"DROP TABLE {table}_before")
        for statement in KEYS_AND_TRIGGER:
            cursor.execute(statement)
        guard_partition(cursor, "matches_event")
