"""The guards that migrations put into the database: it refuses to change a log, or to remove a match with a log."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from decks.models import Deck
from matches.log.models import Event
from matches.models import Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def executed(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
        connection.check_constraints()


def assert_guarded() -> None:
    """Check that the database refuses to change, remove or duplicate an event, and to remove a match with events."""
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


def test_flush_empties_a_guarded_log_and_leaves_what_ships(ann: Player) -> None:
    bots = [SeatPlan(kind="bot", bot="random") for _ in range(2)]
    open_match(ruleset="battle_line", options={}, seats=bots, created_by=ann)
    shipped = Deck.objects.filter(owner=None).count()
    assert Event.objects.exists()

    call_command("flush", interactive=False, verbosity=0)

    assert not Match.objects.exists() and not Event.objects.exists()
    assert Deck.objects.filter(owner=None).count() == shipped > 5
