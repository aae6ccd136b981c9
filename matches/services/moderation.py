"""Hiding matches: an operator's act, for a reason, on record. It leaves the match and its log as they are.

To everybody but those who have a part in it a hidden match is absent, as a private one is (`selectors`, `access`). The
audit goes on with it.
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
    """Hide matches, or show them again, and put it on record; those that are so already stay as they are.

    How many have changed. Whether the moderator may do so has been asked. Raises ServiceError `malformed_request`.
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
    """Somebody is about to see everything of a match that is not disclosed, for this reason."""
    with writing():
        AuditRead.objects.create(
            match_id=match_id, reader=reader, reader_name=reader.get_username(), seq=seq, what=what, reason=reason
        )
