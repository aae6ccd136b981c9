"""Clocks of a match. Pure: the time is passed in, in milliseconds since 1970.

A clock is null or one of

    {"type": "per_decision", "seconds": 60}                               a fixed time for every decision
    {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}   one budget, increased after every decision
    {"type": "correspondence", "days": 3}                                 a number of days for every decision
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from common.timestamps import Milliseconds


class PerDecision(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="per_decision"):
    """A fixed time for every decision."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]


class Fischer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="fischer"):
    """A time budget for the whole match; every decision adds the increment."""

    initial_seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment_seconds: Annotated[int, Meta(ge=0, le=3_600)]


class Correspondence(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="correspondence"):
    """A number of days for every decision."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = PerDecision | Fischer | Correspondence


def read_clock(value: Any) -> Clock | None:
    """Parse a clock. Raises msgspec.ValidationError, which says which value is wrong and what is accepted."""
    clock: Clock | None = msgspec.convert(value, Clock | None)
    return clock


class Times(Struct):
    """The state of the clocks: the time left on each Fischer clock, and the deadline of each seat to act."""

    remaining: dict[int, Milliseconds] = {}
    deadlines: dict[int, Milliseconds] = {}

    @property
    def next_deadline(self) -> Milliseconds | None:
        return min(self.deadlines.values(), default=None)


def started(clock: Clock | None, seats: int) -> Times:
    if isinstance(clock, Fischer):
        return Times(dict.fromkeys(range(seats), clock.initial_seconds * 1000))
    return Times()


def ticked(
    clock: Clock | None, times: Times, opened: Mapping[int, int], seq: int, now: Milliseconds, actor: int | None
) -> Times:
    """The clocks after event `seq`: the actor's stops, those of newly opened prompts start, the others keep running."""
    if clock is None:
        return times
    remaining = dict(times.remaining)
    if isinstance(clock, Fischer) and actor is not None and actor in times.deadlines:
        remaining[actor] = max(0, times.deadlines[actor] - now) + clock.increment_seconds * 1000
    deadlines = {}
    for seat, since in opened.items():
        running = times.deadlines.get(seat) if since < seq else None
        deadlines[seat] = now + _allowance(clock, remaining, seat) if running is None else running
    if isinstance(clock, Fischer):
        for seat, deadline in times.deadlines.items():
            if seat != actor and seat not in deadlines:
                remaining[seat] = max(0, deadline - now)
    return Times(remaining, deadlines)


def _allowance(clock: Clock, remaining: Mapping[int, Milliseconds], seat: int) -> Milliseconds:
    match clock:
        case PerDecision(seconds):
            return seconds * 1000
        case Fischer():
            return remaining[seat]
        case Correspondence(days):
            return days * 86_400_000


def run_out(times: Times, now: Milliseconds) -> list[int]:
    """The seats whose clocks have run out. If deadlines differ, only the seats with the earliest one."""
    late = {seat: deadline for seat, deadline in times.deadlines.items() if deadline <= now}
    first = min(late.values(), default=None)
    return sorted(seat for seat, deadline in late.items() if deadline == first)


def stopped(times: Times, now: Milliseconds) -> Times:
    """Stop all clocks: each Fischer clock keeps the time left, or 0 if it has run out."""
    left = {seat: max(0, deadline - now) for seat, deadline in times.deadlines.items() if seat in times.remaining}
    return Times({**times.remaining, **left}, {})


def as_shown(clock: Clock | None, times: Times, seats: Iterable[int]) -> list[dict[str, Any]]:
    """The clocks as the match resource shows them: for each seat the time left (Fischer) and the running deadline."""
    if clock is None:
        return []
    return [
        {"seat": seat, "remaining_ms": times.remaining.get(seat), "deadline_ms": times.deadlines.get(seat)}
        for seat in seats
    ]
