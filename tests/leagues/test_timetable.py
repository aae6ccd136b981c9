"""When a league runs: cron text in its time zone, and what is missed."""

from datetime import UTC, datetime

import pytest

from matches.leagues.manifest import At, Cron, Once
from matches.leagues.timetable import BadTimetable, first_run, last_run, next_run

NOW = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)


def at(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_once_is_now_and_at_is_its_moment() -> None:
    assert first_run(Once(), NOW) == NOW
    assert first_run(At("2026-12-01T03:00:00+09:00"), NOW) == at(30, 18, month=11)
    assert next_run(Once(), NOW) is next_run(At("2026-12-01T03:00:00Z"), NOW) is None


def test_cron_goes_by_the_clock_of_its_time_zone() -> None:
    """On 29 March 2026 clocks in Berlin go from 2:00 to 3:00: five in the morning is an hour earlier for UTC."""
    schedule = Cron("0 5 * * *", "Europe/Berlin")

    assert first_run(schedule, at(28, 0)) == at(28, 4)
    assert first_run(schedule, at(28, 4)) == at(29, 3)
    assert first_run(Cron("0 3 * * *", "Asia/Tokyo"), NOW) == at(28, 18)


def test_of_what_was_missed_the_last_is_made() -> None:
    schedule = Cron("0 * * * *")

    assert last_run(schedule, at(20, 3), at(28, 12, 30)) == at(28, 12)
    assert last_run(schedule, at(28, 12), at(28, 12)) == at(28, 12)
    assert last_run(At("2026-03-20T03:00:00Z"), at(20, 3), NOW) == at(20, 3)


@pytest.mark.parametrize(
    ("schedule", "code", "field"),
    [
        (Cron("0 25 * * *"), "league_bad_cron", "cron"),
        (Cron("* * * * * *"), "league_bad_cron", "cron"),
        (Cron("0 0 30 2 *"), "league_bad_cron", "cron"),
        (Cron("0 3 * * *", "Asia/Nowhere"), "league_time_zone", "time_zone"),
        (Cron("0 3 * * *", "../../etc/passwd"), "league_time_zone", "time_zone"),
        (At("tomorrow"), "league_moment", "at"),
        (At("2026-12-01T03:00:00"), "league_moment", "at"),
    ],
)
def test_what_names_no_moment_is_refused(schedule: Cron | At, code: str, field: str) -> None:
    with pytest.raises(BadTimetable) as refused:
        first_run(schedule, NOW)

    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_moment_outside_of_all_years_is_refused(at: str) -> None:
    with pytest.raises(BadTimetable):
        first_run(At(at), datetime(2026, 1, 1, tzinfo=UTC))
