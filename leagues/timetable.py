"""The schedule of a league as moments. Pure."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from leagues.manifest import At, Cron, Schedule


class BadTimetable(ValueError):
    """Raised for a schedule that never comes due, with the error code and the field at fault."""

    def __init__(self, code: str, field: str) -> None:
        super().__init__(code)
        self.code = code
        self.field = field


def first_run(schedule: Schedule, now: datetime) -> datetime:
    """The first moment of a new league. Raises BadTimetable."""
    match schedule:
        case At(at):
            return _moment(at)
        case Cron():
            found = next_run(schedule, now)
            if found is None:
                raise BadTimetable("league_never", "cron")
            return found
        case _:
            return now


def next_run(schedule: Schedule, after: datetime) -> datetime | None:
    """The next moment after this one; None if there is none."""
    return next(iter(next_runs(schedule, after, 1)), None)


def next_runs(schedule: Schedule, after: datetime, count: int) -> list[datetime]:
    """The next moments after this one, in order, at most `count`.

    A time in an hour that clocks skip comes at its end. A time in a repeated hour comes in its first round.
    """
    match schedule:
        case At(at):
            return [_moment(at)][:count] if _moment(at) > after else []
        case Cron():
            return list(islice(_rising(schedule, after), count))
        case _:
            return []


def upcoming(schedule: Schedule, due: datetime | None, now: datetime, count: int) -> list[datetime]:
    """The coming runs of a league whose next run is `due`, perhaps overdue; `due` comes first."""
    return [] if due is None else [due, *next_runs(schedule, max(due, now), count - 1)]


def _rising(schedule: Cron, after: datetime) -> Iterator[datetime]:
    """Moments in order. In a repeated hour the library counts from its first round even if `after` is in the second."""
    last = after
    for moment in _iterator(schedule, after):
        found = moment.astimezone(UTC)
        if found > last:
            last = found
            yield found


def last_run(schedule: Schedule, due: datetime, now: datetime) -> datetime:
    """The last moment from `due` until now. Earlier missed moments are not made up for."""
    if not isinstance(schedule, Cron):
        return due
    found = next(_iterator(schedule, now, reverse=True), None)
    return due if found is None else max(due, found.astimezone(UTC))


def _iterator(schedule: Cron, moment: datetime, *, reverse: bool = False) -> CronSim:
    if len(schedule.cron.split()) != 5:
        raise BadTimetable("league_bad_cron", "cron")
    try:
        zone = ZoneInfo(schedule.time_zone)
    except (ValueError, OSError, LookupError) as error:
        raise BadTimetable("league_time_zone", "time_zone") from error
    try:
        return CronSim(schedule.cron, moment.astimezone(zone), reverse)
    except CronSimError as error:
        raise BadTimetable("league_never" if _is_no_date(schedule.cron) else "league_bad_cron", "cron") from error


def _is_no_date(cron: str) -> bool:
    """Whether the date never comes, like 31 February: the library refuses it as it does 32 January."""
    minute, hour, day, month, weekday = cron.split()
    return all(
        _is_readable(text) for text in (f"{minute} {hour} {day} * {weekday}", f"{minute} {hour} * {month} {weekday}")
    )


def _is_readable(cron: str) -> bool:
    try:
        CronSim(cron, datetime.min)
    except CronSimError:
        return False
    return True


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadTimetable("league_moment", "at") from error
    if found.tzinfo is None:
        raise BadTimetable("league_moment", "at")
    try:
        return found.astimezone(UTC)
    except OverflowError as error:  # In UTC it is before the first year, or after the last.
        raise BadTimetable("league_moment", "at") from error
