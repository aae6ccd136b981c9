"""Formats of moments in the log, the clocks and the API."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

Milliseconds = int
"""Since 1970, UTC."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rfc3339(moment: datetime) -> str:
    """UTC with exactly three decimals: `2026-01-31T12:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def rfc3339_at(value: Milliseconds) -> str:
    """`rfc3339` of a moment in milliseconds. Bots write hundreds of events in the same second."""
    second, rest = divmod(value, 1000)
    return f"{_to_the_second(second)}.{rest:03}Z"


@lru_cache(1 << 6)
def _to_the_second(value: int) -> str:
    return datetime.fromtimestamp(value, UTC).isoformat().removesuffix("+00:00")


def to_the_minute(moment: datetime) -> str:
    """For people, on pages: `2026-01-31 12:00 UTC`."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def milliseconds(moment: datetime) -> Milliseconds:
    return int(moment.timestamp()) * 1000 + moment.microsecond // 1000


def moment_of(value: Milliseconds) -> datetime:
    return datetime.fromtimestamp(value / 1000, UTC)


def microseconds(moment: datetime) -> int:
    """Microseconds since 1970, negative before; exact for every Python datetime."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment_at(value: int) -> datetime:
    """The inverse of `microseconds`."""
    return EPOCH + timedelta(microseconds=value)
