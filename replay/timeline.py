"""Computes any position of a stored match from the nearest earlier checkpoint and the events after it."""

from collections.abc import Iterator

from common.text.errors import ServiceError
from matches.log import sql, stored_match
from matches.log.events import Event
from matches.log.folding import Position, fold_one
from matches.log.snapshots import SnapshotMismatch
from matches.models import Match
from replay.stored_logs import rules_for, secrets_of
from rules.engine import View, Viewer, view


def position_at(match: Match, seq: int) -> Position:
    """The position after event `seq`. Raises ServiceError `unknown_version`."""
    if not 0 <= seq <= match.version:
        raise ServiceError("unknown_version", version=match.version)
    if seq == match.version and match.snapshot:
        try:
            key = secrets_of(match)[1]
            return stored_match.decode_snapshot(match.pk, seq, bytes(match.snapshot), rules_for(match), key)
        except SnapshotMismatch:  # Fold from a checkpoint instead.
            pass
    return sql.position_at(match.pk, seq)


def view_at(match: Match, seq: int, viewer: Viewer) -> View:
    """The viewer's view after event `seq`. The caller has checked that they may see it."""
    return view(position_at(match, seq).table, viewer, seq)


def views_at(match: Match, seq: int, viewer: Viewer) -> tuple[View, View | None]:
    """The viewer's view after event `seq`, and the view before it; None before the first event."""
    if not 0 < seq <= match.version:
        return view_at(match, seq, viewer), None
    position = position_at(match, seq - 1)
    before = view(position.table, viewer, seq - 1)
    (event,) = sql.events(match.pk, seq - 1, 1)
    position = fold_one(rules_for(match), secrets_of(match)[1], event, position)
    return view(position.table, viewer, seq), before


def positions(match: Match, upto: int | None = None) -> Iterator[tuple[Event, Position]]:
    """Every event from the start with the position after it. The position object is reused: don't store it."""
    rules, key = rules_for(match), secrets_of(match)[1]
    position, origin = None, None
    for event in sql.events(match.pk, -1, None if upto is None else upto + 1):
        origin = sql.origin_of(event) if position is None else origin
        position = fold_one(rules, key, event, position, origin=origin)
        yield event, position
