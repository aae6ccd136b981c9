"""What the migrations put into the database itself: it refuses to change the log, or to remove a match that has one."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from matches.models import Match
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db(transaction=True)


def executed(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
        connection.check_constraints()


def assert_guarded() -> None:
    """The database refuses to change, remove or double an event, and to remove a match that has one."""
    columns = 'match_id, seq, type, seat, body, hash, "key", request_digest'
    for statement in (
        "UPDATE matches_event SET type = 'forged' WHERE seq = 1",
        "DELETE FROM matches_event WHERE seq = 1",
        f"INSERT INTO matches_event ({columns}) SELECT {columns} FROM matches_event WHERE seq = 1",
        "DELETE FROM matches_match",
    ):
        with pytest.raises(DatabaseError):
            executed(statement)
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError):
            executed("TRUNCATE matches_event")


def test_the_database_guards_a_log_and_the_match_that_has_one(duel: Callable[..., Match]) -> None:
    over, living = play_out(duel()), duel()

    assert_guarded()

    play_out(living)
    for match in (over, living):
        assert_log_is_whole(match)
