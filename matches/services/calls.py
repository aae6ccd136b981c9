"""Calls to seats: an account that answers in time gets the seat. After three missed calls in a row it is paused for an
hour.

A match that the service set up (`created_by` is None) needs everyone who was called: if one is missing, its lobby is
closed. In a lobby that a player opened, the seat becomes open to everyone instead.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from common.text.errors import ServiceError
from common.timestamps import rfc3339
from matches.limits import MOST_MISSED_CALLS
from matches.log import appending
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import CallRecord, Match, Seat
from matches.notifications import news, wake
from matches.selectors.calls import paused_until, time_to_answer
from matches.selectors.idle import keeping_bots
from matches.services import match_notices
from matches.services.bot_accounts import tell_fault
from matches.services.ending import close_lobby
from matches.services.match_notices import tell_call_missed, tell_seat_left
from matches.services.starting import start_if_ready
from players.models import Player

PAUSE = timedelta(hours=1)
LEAST_PAUSE = timedelta(minutes=10)
"""The shortest pause. A program that ended each of its pauses at once would keep its callers waiting."""


def check_in_time(match: Match, seat: Seat) -> None:
    """Raises ServiceError `call_missed`. In a league, a late player only loses time."""
    if seat.kind != Seat.Kind.CALLED or match.answer_by is None or match.deal is not None:
        return
    if match.answer_by <= read_database_clock().moment:
        raise ServiceError("call_missed")


def note_answer(match: Match, seats: Sequence[Seat], player: Player) -> None:
    """Record that a called player has answered. The caller saves the match."""
    CallRecord.objects.filter(player=player).update(missed=0)
    if not any(seat.kind == Seat.Kind.CALLED for seat in seats):
        match.answer_by = None


def check_not_paused(player: Player) -> None:
    """Raises ServiceError `account_paused`."""
    until = paused_until(player)
    if until is not None:
        raise ServiceError("account_paused", until=rfc3339(until))


def end_pause(player: Player) -> None:
    """End the account's pause. Until it has answered a call, the next missed one pauses it again.

    Raises ServiceError `pause_too_new`.
    """
    until = paused_until(player)
    if until is None:
        return
    ends = until - PAUSE + LEAST_PAUSE
    if ends > read_database_clock().moment:
        raise ServiceError("pause_too_new", until=rfc3339(ends))
    CallRecord.objects.filter(player=player, paused_until=until).update(missed=MOST_MISSED_CALLS - 1, paused_until=None)


def end_calls(match_id: UUID) -> bool:
    """Take the seats from those who did not answer in time. False if no one is late, or the match has changed
    meanwhile.
    """
    with writing():
        match = Match.objects.select_for_update(of=("self",)).get(pk=match_id)
        now = read_database_clock().moment
        if match.status != Match.Status.LOBBY or match.answer_by is None or match.answer_by > now:
            return False
        late = list(match.seats.filter(kind=Seat.Kind.CALLED).order_by("player_id"))
        for seat in late:
            tell_call_missed(match, seat, _count_missed(seat.player_id, now))
        if match.created_by_id is None:
            return close_lobby(match)
        _open_seats(match, late, now)
    return True


def release_bots(match_id: UUID) -> bool:
    """Open the seats of bot accounts that have waited long enough for the others. False if there are none."""
    with writing():
        match = Match.objects.select_for_update(of=("self",)).get(pk=match_id)
        now = read_database_clock().moment
        waiting = list(match.seats.filter(keeping_bots(now)).order_by("player_id"))
        if waiting:
            _open_seats(match, waiting, now)
    return bool(waiting)


def _count_missed(player_id: int | None, now: datetime) -> datetime | None:
    """Count a missed call. Returns the end of the pause if this call caused one; None otherwise, or if the account is
    gone.
    """
    if player_id is None:
        return None
    record, _ = CallRecord.objects.select_for_update().get_or_create(player_id=player_id)
    record.missed += 1
    if record.missed >= MOST_MISSED_CALLS:
        record.missed, record.paused_until = 0, now + PAUSE
    record.save()
    return record.paused_until if record.missed == 0 else None


def _open_seats(match: Match, given_up: Sequence[Seat], now: datetime) -> None:
    seats = list(match.seats.all())
    for seat in given_up:
        if seat.player is not None:
            tell_seat_left(match, seats, seat.index, seat.player)
    Seat.objects.filter(pk__in=[seat.pk for seat in given_up]).update(
        kind=Seat.Kind.OPEN, player=None, public_id="", deck=None, entropy="", is_ready=False
    )
    match.answer_by, match.updated_at = None, now
    match.save(update_fields=["answer_by", "updated_at"])
    news.publish(news.match_topic(match.pk))


def stop_calls(deals: Iterable[UUID]) -> None:
    """Stop the time limit for calls in these deals until `go_on_calling`. Inside `writing()` only."""
    Match.objects.filter(deal__in=deals, status=Match.Status.LOBBY).update(answer_by=None)


def go_on_calling(deals: Iterable[UUID]) -> None:
    """Give everyone called to matches of these deals the full time to answer again. Inside `writing()` only."""
    now = read_database_clock().moment
    for match in Match.objects.filter(deal__in=deals, status=Match.Status.LOBBY, answer_by=None).only("clock"):
        Match.objects.filter(pk=match.pk, status=Match.Status.LOBBY).update(answer_by=now + time_to_answer(match.clock))


def end_late_calls(match_id: UUID) -> bool:
    """Handle late calls: a league match starts without them (`start_unanswered`), other lobbies lose them
    (`end_calls`).
    """
    return start_unanswered(match_id) or end_calls(match_id)


def start_unanswered(match_id: UUID) -> bool:
    """Start a league match whose time to answer is over. Absent players lose only by their clocks.

    False if it is not a league match, or its calls are still open.
    """
    with writing():
        match = Match.objects.select_for_update(of=("self",)).select_related("card_set").get(pk=match_id)
        if match.deal is None or match.status != Match.Status.LOBBY or match.answer_by is None:
            return False
        if match.answer_by > read_database_clock().moment:
            return False
        seats = list(match.seats.select_related("player").order_by("index"))
        for seat in seats:
            if seat.kind == Seat.Kind.CALLED:
                tell_fault(match.pk, seat.index, "refused", f"called, no answer until {rfc3339(match.answer_by)}")
                seat.kind, seat.is_ready = Seat.Kind.PLAYER, True
                seat.public_id = str(seat.player.public_id) if seat.player else seat.public_id
                seat.save(update_fields=["kind", "is_ready", "public_id"])
        start = start_if_ready(match, seats)
        assert start is not None  # Everyone was called, or is a bot.
        match.answer_by = None
        appending.copy_to_row(start[0], match)
        match.save()
        appending.write_first(start[0], [start[1]])
        match_notices.tell_started(match, seats)
        wake.appended(start[0])
    return True
