"""Run requests that make no event only once: the same key gives the same answer for a day."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from common.text.errors import ServiceError
from matches.log.transactions import writing
from matches.models import RequestKey
from players.models import Player


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was sent."""

    status: int
    body: bytes


def once(*, player: Player, key: str | None, request: bytes, do: Callable[[], Answer]) -> Answer:
    """Run `do` unless this key has been answered. `request` holds everything that identifies the request.

    The key is stored before anything else in the same transaction. Of two equal requests at once, the second waits and
    gets the first one's answer. If the first is refused, nothing is stored.
    Raises ServiceError `key_reused`.
    """
    if key is None:
        return do()
    digest = hashlib.sha256(request).digest()
    with writing():
        try:
            with transaction.atomic():
                row = RequestKey.objects.create(player=player, key=key, request_digest=digest, status=0, body=b"")
        except IntegrityError:
            return _answered(player, key, digest)
        answer = do()
        row.status, row.body = answer.status, answer.body
        row.save(update_fields=["status", "body"])
    return answer


def _answered(player: Player, key: str, digest: bytes) -> Answer:
    stored = RequestKey.objects.get(player=player, key=key)
    if bytes(stored.request_digest) != digest:
        raise ServiceError("key_reused")
    return Answer(stored.status, bytes(stored.body))
