"""The tables of matches: what their indexes must leave alone."""

from matches.models import Match

MOVED = {"version", "snapshot", "times", "asked", "updated_at"}
"""Columns that every move may change."""


def test_a_move_changes_no_indexed_column() -> None:
    """PostgreSQL then rewrites the row in its place; one such column would have every index written at every move."""
    indexed = {name.removeprefix("-") for index in Match._meta.indexes for name in index.fields}
    conditions = {name for index in Match._meta.indexes if index.condition for name, _ in index.condition.children}

    assert "created_at" in indexed and "status" in conditions
    assert (indexed | {name.partition("__")[0] for name in conditions}) & MOVED == set()
