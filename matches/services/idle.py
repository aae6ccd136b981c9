"""Closing what nobody goes on with: lobbies that do not fill, and matches without a clock that have gone quiet."""

from datetime import datetime
from uuid import UUID

from common.timestamps import milliseconds
from matches.log import appending
from matches.log.database_clock import read_database_clock
from matches.log.sql import load_match
from matches.log.stored_match import end
from matches.log.transactions import writing
from matches.models import Match
from matches.selectors.idle import closes_at
from matches.services.abort import close_lobby
from matches.services.attempts import write_events


def close_idle(match_id: UUID) -> bool:
    """Close a lobby, or abort a match without a clock, in which nothing has happened for too long.

    False if it is not so, or somebody has moved it on meanwhile.
    """
    row = Match.objects.defer("snapshot").get(pk=match_id)
    if row.status == Match.Status.LOBBY:
        return _close_idle_lobby(match_id)
    due = closes_at(row)
    if due is None or due > read_database_clock().moment:
        return False
    match = load_match(match_id)
    if match.status != Match.Status.PLAYING or match.last_at != milliseconds(row.updated_at):
        return False
    return write_events(match, [end(match, "match_aborted", [], "idle")])


def _close_idle_lobby(match_id: UUID) -> bool:
    with writing():
        match = appending.lock_match(match_id)
        if match is None or match.status != Match.Status.LOBBY:
            return False
        due = closes_at(match)
        return due is not None and _has_come(due) and close_lobby(match)


def _has_come(moment: datetime) -> bool:
    return moment <= read_database_clock().moment
