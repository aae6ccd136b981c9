"""What a page that shows a match must say when its log does not verify. Who audits matches says it (replay)."""

from collections.abc import Callable

from matches.models import Match

Alarm = Callable[[Match], str]
"""What is wrong with a match, in the reader's language; empty if nothing is known to be."""
_ALARMS: list[Alarm] = []


def register_alarm(alarm: Alarm) -> None:
    _ALARMS.append(alarm)


def alarms_of(match: Match) -> list[str]:
    return [text for alarm in _ALARMS if (text := alarm(match))]
