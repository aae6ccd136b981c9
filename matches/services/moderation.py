"""Hide matches: an operator does so for a recorded reason. The match and its log stay as they are.

To anyone outside it, a hidden match looks like a missing one, as a private one does (`selectors`, `access`). It is
still audited.
"""

from collections.abc import Iterable
from uuid import UUID

from common.text.errors import malformed
from matches.log.transactions import writing
from matches.models import AuditRead, Match, Moderation
from matches.notifications import news
from matches.services.attempts import check_note
from players.models import Player


def set_hidden(*, match_ids: Iterable[UUID], is_hidden: bool, moderator: Player, reason: str) -> int:
    """Hide or show matches and record it. Matches already in that state are left alone.

    Returns how many have changed. The caller has checked the moderator's permission. Raises ServiceError
    `malformed_request`.
    """
    reason = reason.strip()
    check_note(reason)
    if not reason:
        raise malformed("no_reason")
    with writing():
        others = Match.objects.select_for_update().filter(pk__in=list(match_ids)).exclude(is_hidden=is_hidden)
        changed = list(others.order_by("pk").values_list("pk", flat=True))
        Match.objects.filter(pk__in=changed).update(is_hidden=is_hidden)
        Moderation.objects.bulk_create(
            Moderation(
                match_id=match_id,
                is_hidden=is_hidden,
                moderator=moderator,
                moderator_name=moderator.get_username(),
                reason=reason,
            )
            for match_id in changed
        )
        news.publish(*map(news.match_topic, changed))
    return len(changed)


def record_audit_read(*, match_id: UUID, reader: Player, seq: int, what: str, reason: str) -> None:
    """Record that a reader is about to see everything of a match that is not disclosed, and why."""
    with writing():
        AuditRead.objects.create(
            match_id=match_id, reader=reader, reader_name=reader.get_username(), seq=seq, what=what, reason=reason
        )
