"""The migrations of the log, with matches in the tables: forwards, backwards, and the guards stand on both sides."""

from collections.abc import Callable, Iterator

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from matches.log.models import Event
from matches.log.sql import events
from matches.models import Match
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def newest() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


def migrate(*target: str) -> None:
    call_command("migrate", *target, verbosity=0)


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


@pytest.mark.parametrize("before", ["0005_list_indexes", "0004_standing_wishes"])
def test_the_log_goes_back_and_forth_unchanged(duel: Callable[..., Match], newest: None, before: str) -> None:
    over, living = play_out(duel()), duel()
    logs = [events(match.id) for match in (over, living)]
    assert_guarded()

    migrate("matches", before)

    assert [events(match.id) for match in (over, living)] == logs
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT id) FROM matches_event")
        assert cursor.fetchone() == (over.version + 2, over.version + 2)
    assert_guarded()

    migrate()

    assert [events(match.id) for match in (over, living)] == logs
    assert Event.objects.get(pk=(over.pk, 1)).seq == 1
    assert_guarded()
    play_out(living)
    for match in (over, living):
        assert_log_is_whole(match)
