"""The tables of matches: columns that must not be indexed, and rows that the database refuses."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction

from matches.log.models import Event
from matches.models import Match

MOVED = {"version", "snapshot", "times", "to_act", "updated_at"}
"""Columns that every move may change."""


def test_a_move_changes_no_indexed_column() -> None:
    """PostgreSQL can then update the row in place. With one such column, every move would write every index."""
    indexed = {name.removeprefix("-") for index in Match._meta.indexes for name in index.fields}
    conditions = {name for index in Match._meta.indexes if index.condition for name, _ in index.condition.children}

    assert "created_at" in indexed and "status" in conditions
    assert (indexed | {name.partition("__")[0] for name in conditions}) & MOVED == set()


def delete_all(*tables: str) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DELETE FROM {table}")
    connection.check_constraints()


def test_a_match_that_has_a_log_cannot_be_deleted(duel: Callable[..., Match]) -> None:
    match = duel()

    with pytest.raises(IntegrityError), transaction.atomic():
        delete_all("matches_seat", "matches_checkpoint", "matches_match")

    assert Event.objects.filter(match=match).count() == 1


def test_two_events_cannot_have_one_seq(duel: Callable[..., Match]) -> None:
    event = Event.objects.get(match=duel())
    event.type = "match_aborted"

    with pytest.raises(IntegrityError), transaction.atomic():
        event.save(force_insert=True)
