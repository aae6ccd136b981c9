"""The monthly partitions of the log on PostgreSQL, with their triggers and the alarm when they run out."""

import itertools
import logging
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from config.celery import app
from matches.log import sql
from matches.log.models import Event
from matches.log.partitions import TABLES, in_partition, make_partitions, missing_triggers, months_ready
from matches.models import Match, first_id_of
from replay.nightly_audit import verify_recent

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no partitions"),
]
LATER = datetime(2091, 3, 31, 23, 59, tzinfo=UTC)


def execute(statement: str) -> list[tuple[str]]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall() if cursor.description else []


def partition_of(match_id: UUID) -> str:
    return execute(f"SELECT tableoid::regclass::text FROM matches_event WHERE match_id = '{match_id}'")[0][0]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The clock at `LATER`, with its partitions made and removed again. The names of the new partitions."""
    monkeypatch.setattr("matches.log.partitions.timezone.now", lambda: LATER)
    made = make_partitions()
    yield made
    for name in made:
        execute(f"DROP TABLE {name}")


def test_an_event_is_in_the_partition_of_the_month_in_which_its_match_was_opened(duel: Callable[..., Match]) -> None:
    assert partition_of(duel().pk) == f"matches_event_{timezone.now():%Y_%m}"


def test_months_cross_the_year_and_are_made_once(later: list[str]) -> None:
    months = ("2091_03", "2091_04", "2091_05", "2091_06")
    assert later == [f"{table}_{month}" for table in TABLES for month in months]

    assert make_partitions() == []
    assert months_ready() == 4


def test_a_new_partition_is_guarded_like_the_table(later: list[str], duel: Callable[..., Match]) -> None:
    of_may = first_id_of(datetime(2091, 5, 1, tzinfo=UTC))
    columns = "seq, type, seat, body, hash"
    execute(
        f"INSERT INTO matches_event (match_id, {columns}) SELECT '{of_may}', {columns} "
        f"FROM matches_event WHERE match_id = '{duel().pk}'"
    )
    assert partition_of(of_may) == "matches_event_2091_05"

    for statement in (
        "UPDATE matches_event_2091_05 SET type = 'forged'",
        "DELETE FROM matches_event_2091_05",
        "TRUNCATE matches_event_2091_05",
        "TRUNCATE matches_event_default",
    ):
        with pytest.raises(DatabaseError, match="append-only"):
            execute(statement)


def test_rows_that_came_before_their_partition_stay_in_the_default_one(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_june = datetime(2091, 6, 15, tzinfo=UTC)
    early = first_id_of(in_june)
    columns = "seq, type, seat, body, hash"
    execute(
        f"INSERT INTO matches_event (match_id, {columns}) SELECT '{early}', {columns} "
        f"FROM matches_event WHERE match_id = '{duel().pk}'"
    )
    monkeypatch.setattr("matches.log.partitions.timezone.now", lambda: LATER)

    made = make_partitions()

    assert "matches_event_2091_05" in made and "matches_event_2091_06" not in made
    assert partition_of(early) == "matches_event_default" and months_ready() == 3
    assert Event.objects.filter(match_id=early).exists() and sql.events(early)
    for name in made:
        execute(f"DROP TABLE {name}")


@pytest.mark.parametrize("name", ["_READ", "_READ_AS_HOLDER", "_EVENTS", "_LAST_ACTION"])
def test_a_statement_of_a_move_has_a_kept_plan_for_one_partition(name: str) -> None:
    statement = in_partition(getattr(sql, name), first_id_of(timezone.now()))
    numbers = itertools.count(1)
    execute(f"PREPARE planned AS {re.sub('%s', lambda _found: f'${next(numbers)}', statement)}")
    values = ", ".join(["NULL"] * (next(numbers) - 1))
    with connection.cursor() as cursor:
        cursor.execute("SET plan_cache_mode = force_generic_plan")
    try:
        plan = "\n".join(line for (line,) in execute(f"EXPLAIN EXECUTE planned ({values})"))
    finally:
        execute("RESET plan_cache_mode")
        execute("DEALLOCATE planned")

    assert f"matches_event_{timezone.now():%Y_%m}" in plan and "Append" not in plan


@pytest.mark.parametrize("milliseconds", [0, 2**42 - 1, 2**42, 2**42 + 1, 2**48 - 1])
def test_an_id_of_any_time_has_no_events(milliseconds: int) -> None:
    assert sql.events(UUID(int=milliseconds << 80)) == []


def test_a_missing_or_disabled_trigger_is_named_by_the_nightly_audit(caplog: pytest.LogCaptureFixture) -> None:
    partition = f"matches_event_{timezone.now():%Y_%m}"
    assert missing_triggers() == []
    execute(f"ALTER TABLE {partition} DISABLE TRIGGER event_append_only")
    execute("DROP TRIGGER event_no_truncate ON matches_event_default")
    try:
        with caplog.at_level(logging.ERROR):
            verify_recent()

        assert missing_triggers() == [(partition, "event_append_only"), ("matches_event_default", "event_no_truncate")]
        assert f"the table {partition} lacks the trigger event_append_only" in caplog.text
    finally:
        execute(f"ALTER TABLE {partition} ENABLE TRIGGER event_append_only")
        execute(
            "CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON matches_event_default "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()"
        )


def test_the_metrics_count_the_months_that_are_left(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "match_log_partition_months 4.0" in client.get("/metrics").text

    in_four_months = timezone.now() + timedelta(days=125)
    monkeypatch.setattr("matches.log.partitions.timezone.now", lambda: in_four_months)

    assert "match_log_partition_months 0.0" in client.get("/metrics").text


def test_partitions_are_made_every_night() -> None:
    app.loader.import_default_modules()
    assert "matches.make_partitions" in {entry["task"] for entry in app.conf.beat_schedule.values()} & set(app.tasks)
