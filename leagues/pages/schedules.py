"""Describes a schedule in words, for common cron expressions. Any other is shown as it was written."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _

from common.text.language import in_language
from common.text.naming import COMMA
from leagues.league_resources import upcoming_runs
from leagues.manifest import Cron, Manifest
from leagues.models import League

DAYS = {name: number for number, name in enumerate(("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"))}
STEP = re.compile(r"\*/([1-9][0-9]?)")


class ScheduleInWords(NamedTuple):
    cron: str
    zone: str
    words: str
    """Empty if there are none."""
    runs: Sequence[datetime]
    """In the time zone of the league."""


def schedule_in_words(league: League) -> ScheduleInWords:
    schedule = msgspec.convert(league.manifest, Manifest).schedule
    runs = upcoming_runs(league)
    if not isinstance(schedule, Cron):
        return ScheduleInWords("", "", "", runs)
    zone = ZoneInfo(schedule.time_zone)
    return ScheduleInWords(
        schedule.cron, schedule.time_zone, cron_in_words(schedule.cron), [run.astimezone(zone) for run in runs]
    )


def cron_in_words(cron: str) -> str:
    """The cron expression in words; empty if that would be longer than the expression."""
    minute, hour, day, month, weekday = cron.upper().split()
    if (day, month, weekday) == ("*", "*", "*"):
        return _through_the_day(minute, hour)
    if month != "*" or "*" not in (day, weekday):
        return ""
    times, days, weekdays = _times(minute, hour), _numbers(day), _weekdays(weekday)
    if not times:
        return ""
    if weekdays:
        return _("every week on %(days)s at %(times)s") % {"days": weekdays, "times": times}
    if days:
        return _("every month on day %(days)s at %(times)s") % {"days": _listed(days), "times": times}
    return ""


def _through_the_day(minute: str, hour: str) -> str:
    times, minutes, step = _times(minute, hour), _numbers(minute), STEP.fullmatch(minute)
    if times:
        return _("every day at %(times)s") % {"times": times}
    if hour == "*" and step and (n := int(step[1])) > 1 and 60 % n == 0:
        return _("every %(n)d minutes") % {"n": n}
    if len(minutes) == 1 and hour in ("*", "*/1"):
        return _("every hour, at minute %(minute)d") % {"minute": minutes[0]}
    step = STEP.fullmatch(hour)
    if len(minutes) == 1 and step and 24 % (n := int(step[1])) == 0:
        return _("every %(n)d hours from midnight, at minute %(minute)d") % {"n": n, "minute": minutes[0]}
    return ""


def _times(minute: str, hour: str) -> str:
    """Several hours of the day, all at the same minute."""
    minutes, hours = _numbers(minute), _numbers(hour)
    return _listed(f"{one:02d}:{minutes[0]:02d}" for one in hours) if len(minutes) == 1 else ""


def _weekdays(field: str) -> str:
    numbers = _numbers("".join(str(DAYS.get(part, part)) for part in re.split(r"([,-])", field)))
    return _listed(dict.fromkeys(str(WEEKDAYS[(number - 1) % 7]) for number in numbers))


def _numbers(field: str) -> list[int]:
    """The numbers in a field of numbers and ranges, such as `1-3,7`; empty for any other field."""
    found: list[int] = []
    for part in field.split(","):
        ends = part.split("-")
        if len(ends) > 2 or not all(end.isdecimal() for end in ends):
            return []
        found += range(int(ends[0]), int(ends[-1]) + 1)
    return found


def _listed(parts: Iterable[object]) -> str:
    return in_language(COMMA).join(str(part) for part in parts)
