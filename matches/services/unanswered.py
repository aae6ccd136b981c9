"""Calls that nobody has answered in time: what becomes of the match."""

from uuid import UUID

from matches.log import appending
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import wake
from matches.services import match_notices
from matches.services.calls import end_calls
from matches.services.starting import start_if_ready


def end_late_calls(match_id: UUID) -> bool:
    """Lobbies lose those who are late (`end_calls`); a match of a league starts without their answer."""
    return start_unanswered(match_id) or end_calls(match_id)


def start_unanswered(match_id: UUID) -> bool:
    """Start a match of a league whose calls are over: who is not there loses by his clock, and by nothing else.

    False if it is none, or its calls are not over.
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
                seat.kind, seat.is_ready = Seat.Kind.PLAYER, True
                seat.public_id = str(seat.player.public_id) if seat.player else seat.public_id
                seat.save(update_fields=["kind", "is_ready", "public_id"])
        start = start_if_ready(match, seats)
        assert start is not None  # Everybody was called, or is a bot.
        match.answer_by = None
        appending.copy_to_row(start[0], match)
        match.save()
        appending.write_first(start[0], [start[1]])
        match_notices.tell_started(match, seats)
        wake.appended(start[0])
    return True
