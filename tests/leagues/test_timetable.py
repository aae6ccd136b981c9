"""When a league runs: a cron text in its time zone, and missed runs."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.manifest import At, Cron, Once
from leagues.timetable import BadTimetable, first_run, last_run, next_run, next_runs, upcoming

NOW = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)


def at(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_once_is_now_and_at_is_its_moment() -> None:
    assert first_run(Once(), NOW) == NOW
    assert first_run(At("2026-12-01T03:00:00+09:00"), NOW) == at(30, 18, month=11)
    assert next_run(At("2026-12-01T03:00:00Z"), NOW) == at(1, 3, month=12)
    assert next_run(Once(), NOW) is next_run(At("2026-12-01T03:00:00Z"), at(1, 3, month=12)) is None


def test_cron_goes_by_the_clock_of_its_time_zone() -> None:
    """On 29 March 2026, clocks in Berlin go from 2:00 to 3:00, so 5:00 is an hour earlier in UTC."""
    schedule = Cron("0 5 * * *", "Europe/Berlin")

    assert first_run(schedule, at(28, 0)) == at(28, 4)
    assert first_run(schedule, at(28, 4)) == at(29, 3)
    assert first_run(Cron("0 3 * * *", "Asia/Tokyo"), NOW) == at(28, 18)


def field(least: int, most: int) -> st.SearchStrategy[str]:
    numbers = st.integers(least, most)
    lists = st.lists(numbers, min_size=1, max_size=3, unique=True).map(lambda found: ",".join(map(str, sorted(found))))
    return st.one_of(st.just("*"), numbers.map(str), st.sampled_from(["*/2", "*/3", "*/7"]), lists)


SCHEDULES = st.builds(
    lambda minute, hour, day, month, weekday, zone: Cron(f"{minute} {hour} {day} {month} {weekday}", zone),
    field(0, 59),
    st.one_of(field(0, 4), field(0, 23)),
    st.one_of(st.just("*"), field(1, 28)),
    st.one_of(st.just("*"), field(1, 12)),
    st.one_of(st.just("*"), field(0, 7)),
    st.sampled_from(
        ["UTC", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago"]
    ),
)
CHANGES = [at(29, 1), at(25, 1, month=10), at(8, 7), at(1, 6, month=11), at(4, 15, month=4), at(3, 15, month=10)]
"""Times near a change of clocks in some time zone."""
MOMENTS = st.one_of(
    st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)).map(lambda moment: moment.replace(tzinfo=UTC)),
    st.builds(
        lambda change, minutes: change + timedelta(minutes=minutes), st.sampled_from(CHANGES), st.integers(-180, 180)
    ),
)


@given(SCHEDULES, MOMENTS, st.integers(1, 6))
def test_the_next_runs_rise_and_are_those_that_come_one_after_another(
    schedule: Cron, after: datetime, count: int
) -> None:
    found = next_runs(schedule, after, count)

    assert all(one < two for one, two in pairwise([after, *found]))
    assert len(found) == count and all(moment.tzinfo is UTC and moment.second == 0 for moment in found)
    one_by_one = [after]
    for _ in range(count):
        following = next_run(schedule, one_by_one[-1])
        assert following is not None
        one_by_one.append(following)
    assert found == one_by_one[1:]
    assert next_runs(schedule, after, count + 2)[:count] == found


@given(st.integers(0, 59), st.integers(0, 4), MOMENTS)
def test_a_time_of_day_comes_once_a_day_whatever_clocks_do(minute: int, hour: int, after: datetime) -> None:
    """It comes at that time by the clock, or at the end of the gap if clocks skip it."""
    zone = ZoneInfo("Europe/Berlin")

    found = [moment.astimezone(zone) for moment in next_runs(Cron(f"{minute} {hour} * * *", zone.key), after, 4)]

    assert all((two.date() - one.date()).days == 1 for one, two in pairwise(found))
    gap = [
        (moment.month, moment.hour, moment.minute) for moment in found if (moment.hour, moment.minute) != (hour, minute)
    ]
    assert gap in ([], [(3, 3, 0)])


def test_what_clocks_leave_out_comes_at_the_end_of_the_gap() -> None:
    assert next_runs(Cron("30 2 * * *", "Europe/Berlin"), at(28, 0), 3) == [at(28, 1, 30), at(29, 1), at(30, 0, 30)]
    assert next_runs(Cron("0 2,3 * * *", "Europe/Berlin"), at(28, 12), 2) == [at(29, 1), at(30, 0)]


def test_what_clocks_repeat_comes_once_and_never_before_it_is_asked_for() -> None:
    """On 25 October 2026, it is 2:30 in Berlin both at 0:30 and at 1:30 UTC."""
    schedule = Cron("30 2 * * *", "Europe/Berlin")

    assert next_runs(schedule, at(24, 12, month=10), 2) == [at(25, 0, 30, month=10), at(26, 1, 30, month=10)]
    assert next_run(schedule, at(25, 1, 15, month=10)) == at(26, 1, 30, month=10)
    every_hour = next_runs(Cron("30 * * * *", "Europe/Berlin"), at(25, 0, month=10), 3)
    assert every_hour == [at(25, hour, 30, month=10) for hour in (0, 1, 2)]


def test_the_runs_to_come_begin_with_the_one_that_is_due() -> None:
    schedule = Cron("0 3 * * *")

    assert upcoming(schedule, at(29, 3), NOW, 3) == [at(29, 3), at(30, 3), at(31, 3)]
    assert upcoming(schedule, at(20, 3), NOW, 3) == [at(20, 3), at(29, 3), at(30, 3)], "it waits while it is paused"
    assert upcoming(schedule, None, NOW, 3) == []
    assert upcoming(At("2026-03-30T03:00:00Z"), at(30, 3), NOW, 3) == [at(30, 3)]
    assert next_runs(At("2026-03-30T03:00:00Z"), NOW, 3) == [at(30, 3)]
    assert next_runs(At("2026-03-20T03:00:00Z"), NOW, 3) == next_runs(Once(), NOW, 3) == []


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
        (Cron("0 0 32 1 *"), "league_bad_cron", "cron"),
        (Cron("0 0 31 13 *"), "league_bad_cron", "cron"),
        (Cron("0 99 31 2 *"), "league_bad_cron", "cron"),
        (Cron("0 3 31 2 *"), "league_never", "cron"),
        (Cron("0 3 30-31 FEB *"), "league_never", "cron"),
        (Cron("0 3 31 4,6,9,11 *"), "league_never", "cron"),
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
