"""What a page that shows a match must say when its log does not verify. Who audits matches says it (replay)."""

from collections.abc import Callable

from matches.models import Match

Alarm = Callable[[Match], str]
"""What is wrong with a match, in the reader's language; empty if nothing is known to be."""
Check = Callable[[Match], bool]
_ALARMS: list[Alarm] = []
_CHECKS: list[Check] = []


def register_alarm(alarm: Alarm, is_damaged: Check) -> None:
    """`is_damaged` looks at the whole match anew, which costs more than what the alarm says of it."""
    _ALARMS.append(alarm)
    _CHECKS.append(is_damaged)


def alarms_of(match: Match) -> list[str]:
    return [text for alarm in _ALARMS if (text := alarm(match))]


def is_damaged(match: Match) -> bool:
    """Whether a match that cannot be shown does not verify either."""
    return any(check(match) for check in _CHECKS)
