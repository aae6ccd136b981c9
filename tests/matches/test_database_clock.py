"""Matches use the database's clock, and time in a log never runs backwards."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.timestamps import rfc3339
from matches.log import database_clock, sql
from matches.log.database_clock import ClockReading, as_moment, read_database_clock
from matches.log.sql import load_match
from matches.metrics import queue_seconds
from matches.models import Match
from matches.selectors.lists import find_match
from matches.selectors.progress import is_late, match_progress
from matches.services import act, ending
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner
from matches.workers.maintenance import sweep
from players.models import Player
from rules.engine import legal_actions
from tests.faults.checks import assert_log_is_whole, encoded
from tests.matches.conftest import DECK, move, play_out, players_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
TEN_MINUTES = {"type": "per_decision", "seconds": 600}
ON_POSTGRES = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has the clock of the machine")


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put this process's clock two hours ahead of the database's."""
    now, unix = timezone.now, time.time
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=2))
    monkeypatch.setattr(time, "time", lambda: unix() + 7200)


def moments(match: Match) -> list[str]:
    return [event.content["at"] for event in sql.events(match.pk)]


def put_back(monkeypatch: pytest.MonkeyPatch, much: timedelta) -> None:
    """Set the database's clock back."""
    monkeypatch.setattr(database_clock, "as_moment", lambda value: as_moment(value) - much)


def test_a_reading_goes_on_by_the_monotonic_clock_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = ClockReading(datetime(2026, 1, 31, 12, tzinfo=UTC), read_at=50.0)

    monkeypatch.setattr(database_clock, "monotonic", lambda: 51.5)

    assert reading.now() == datetime(2026, 1, 31, 12, 0, 1, 500_000, tzinfo=UTC)


def test_both_databases_say_what_time_it_is() -> None:
    assert abs(read_database_clock().moment - timezone.now()) < timedelta(seconds=5)


@ON_POSTGRES
def test_a_process_whose_machine_is_two_hours_ahead_forfeits_nobody(
    duel: Callable[..., Match], ann: Player, fast: None
) -> None:
    match = duel(clock=TEN_MINUTES)

    assert sweep()["clocks"] == 0
    assert not ending.expire_clock(match_id=match.pk)
    assert not is_late(find_match(match.pk, ann)) and not match_progress(match.pk).is_late
    assert ending.has_run_out(load_match(match.pk)) == []
    move(match, random.Random(0))

    match.refresh_from_db()
    assert (match.status, match.version) == ("playing", 1)


@ON_POSTGRES
def test_what_it_writes_has_the_database_s_time(published: None, ann: Player, fast: None) -> None:
    seats = [
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
        SeatPlan(kind="bot", bot="random", deck=DECK),
    ]
    match = open_match(ruleset="raid", options={}, seats=seats, clock=TEN_MINUTES)
    move(match, random.Random(0))
    bot_runner.play_bots(match.pk, sleep=lambda seconds: None)
    ending.resign(match_id=match.pk, player_id=ann.pk)

    match.refresh_from_db()
    soon = rfc3339(read_database_clock().moment + timedelta(seconds=1))
    assert all(at < soon for at in moments(match))
    assert match.updated_at == match.ended_at < read_database_clock().moment
    assert queue_seconds() == 0


@ON_POSTGRES
def test_a_deadline_is_set_by_the_database_s_time(duel: Callable[..., Match], fast: None) -> None:
    match = duel(clock=TEN_MINUTES)

    left = match.deadline_at - read_database_clock().moment
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)


def test_no_event_is_before_the_last_one_when_the_clock_is_set_back(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel(clock=TEN_MINUTES)
    first = match.deadline_at
    put_back(monkeypatch, timedelta(hours=1))

    move(match, random.Random(0))
    play_out(match, 1)

    assert moments(match) == sorted(moments(match)) and len(set(moments(match))) == 1
    assert match.outcome is not None and first is not None
    assert_log_is_whole(match)


def test_a_clock_that_was_set_back_forfeits_nobody_by_the_last_event_s_time(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel(clock=TEN_MINUTES)
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() + timedelta(hours=2))

    assert sweep()["clocks"] == 0
    move(match, random.Random(0))

    match.refresh_from_db()
    assert (match.status, match.version) == ("playing", 1)


def test_a_match_ended_when_its_last_event_happened(duel: Callable[..., Match]) -> None:
    match = play_out(duel(), 3)

    assert match.ended_at == match.updated_at
    assert rfc3339(match.ended_at) == moments(match)[-1]


def test_a_move_is_two_statements(duel: Callable[..., Match]) -> None:
    match = duel(clock=TEN_MINUTES)
    stored = load_match(match.pk)
    seat = next(iter(stored.position.opened))
    action = encoded(legal_actions(stored.position.table, seat)[0])
    player_id = players_of(match)[seat].pk

    with CaptureQueriesContext(connection) as queries:
        act.take_action(match_id=match.pk, player_id=player_id, action=action, expected_version=0)

    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) == (
        2 if connection.vendor == "postgresql" else 3
    )
