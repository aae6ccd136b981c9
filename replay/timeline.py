"""Any position of a stored match: the nearest checkpoint before it, and the few events since."""

from collections.abc import Iterator

from cards.engine import View, Viewer, view
from cards.text.errors import ServiceError
from matches.log import sql, stored_match
from matches.log.events import Event
from matches.log.folding import Position, fold, fold_one
from matches.log.snapshots import SnapshotMismatch
from matches.models import Match
from replay.stored_logs import rules_for, secrets_of


def position_at(match: Match, seq: int) -> Position:
    """The position after event `seq`. Raises ServiceError `unknown_version`."""
    if not 0 <= seq <= match.version:
        raise ServiceError("unknown_version", version=match.version)
    rules, key = rules_for(match), secrets_of(match)[1]
    position = _nearest(match, seq, key)
    after = -1 if position is None else position.seq
    if position is not None and after == seq:
        return position
    return fold(rules, key, sql.events(match.pk, after, seq - after), position)


def _nearest(match: Match, seq: int, key: bytes) -> Position | None:
    stored = (match.version, bytes(match.snapshot or b"")) if seq == match.version else None
    for found in (stored, sql.nearest_checkpoint(match.pk, seq)):
        if found is not None:
            try:
                return stored_match.decode_snapshot(match.pk, *found, rules_for(match), key)
            except SnapshotMismatch:  # Then fold from further back.
                continue
    return None


def view_at(match: Match, seq: int, viewer: Viewer) -> View:
    """What the viewer saw after event `seq`. Whether he may see it has been decided before."""
    return view(position_at(match, seq).table, viewer, seq)


def positions(match: Match, upto: int | None = None) -> Iterator[tuple[Event, Position]]:
    """Every event with the position after it, from the start. The position is moved on: keep views, not positions."""
    rules, key = rules_for(match), secrets_of(match)[1]
    position = None
    for event in sql.events(match.pk, -1, None if upto is None else upto + 1):
        position = fold_one(rules, key, event, position)
        yield event, position
