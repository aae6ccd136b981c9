"""Whoever sees everything of a running match is put on record first."""

from uuid import UUID

from matches.log.transactions import writing
from matches.models import AuditRead
from players.models import Player


def record_audit_read(*, match_id: UUID, reader: Player, seq: int, what: str, reason: str = "") -> None:
    """Somebody is about to see everything of a running match."""
    with writing():
        AuditRead.objects.create(
            match_id=match_id, reader=reader, reader_name=reader.get_username(), seq=seq, what=what, reason=reason
        )
