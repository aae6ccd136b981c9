"""The matches that are closed because nothing happens in them, and when."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import DateTimeField, F, Func, Q

from matches.models import Match, Seat

LOBBY_KEPT = timedelta(days=3)
"""A lobby is closed after this long without anyone joining or leaving."""
BOT_WAITS = timedelta(minutes=10)
BOT_WAITS_SLOWLY = timedelta(days=1)
"""How long a bot account waits for the others after it answered a call. The match takes one of its places meanwhile."""
LIVE_CLOCKS = ("per_decision", "fischer")


class _Due(Func):
    """When a match without a clock is closed. Each database adds days in its own way."""

    arity = 2
    output_field = DateTimeField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        (moment, first), (days, second) = (compiler.compile(part) for part in self.source_expressions)
        return f"({moment} + {days} * interval '1 day')", [*first, *second]

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        (moment, first), (days, second) = (compiler.compile(part) for part in self.source_expressions)
        return f"strftime('%%Y-%%m-%%d %%H:%%M:%%f', {moment}, {days} || ' days')", [*first, *second]


def closes_at(match: Match) -> datetime | None:
    """When a match is closed if nothing happens in it; None if it has a clock or is over."""
    if match.status == Match.Status.LOBBY:
        return match.updated_at + LOBBY_KEPT
    if match.status == Match.Status.PLAYING and match.clock is None:
        return match.updated_at + timedelta(days=match.idle_days)
    return None


def idle_matches(now: datetime, limit: int) -> list[UUID]:
    """Idle matches to close now, without those waiting for a house bot: there the service owes a move."""
    lobby = Q(status=Match.Status.LOBBY, updated_at__lte=now - LOBBY_KEPT)
    playing = Q(status=Match.Status.PLAYING, clock__isnull=True, bot_to_act=False, due__lte=now)
    found = [
        Match.objects.alias(due=_Due(F("updated_at"), F("idle_days"))).filter(each).order_by("updated_at")
        for each in (lobby, playing)
    ]
    return [pk for matches in found for pk in matches.values_list("pk", flat=True)[:limit]]


def late_calls(now: datetime, limit: int) -> list[UUID]:
    """Lobbies in which an account did not answer in time."""
    found = Match.objects.filter(answer_by__lte=now, status=Match.Status.LOBBY).order_by("answer_by")
    return list(found.values_list("pk", flat=True)[:limit])


def keeping_bots(now: datetime) -> Q:
    """Seats of called bot accounts in lobbies that no one has joined or left for too long."""
    is_live = Q(match__clock__type__in=LIVE_CLOCKS)
    is_late = (is_live & Q(match__updated_at__lte=now - BOT_WAITS)) | Q(match__updated_at__lte=now - BOT_WAITS_SLOWLY)
    waits = Q(kind=Seat.Kind.PLAYER, match__status=Match.Status.LOBBY, match__answer_by=None, match__deal=None)
    return is_late & waits & Q(player__bot_account__isnull=False) & ~Q(match__created_by=F("player"))


def lobbies_keeping_bots(now: datetime, limit: int) -> list[UUID]:
    found = Seat.objects.order_by("match__updated_at").filter(keeping_bots(now))
    return list(dict.fromkeys(found.values_list("match_id", flat=True)[:limit]))
