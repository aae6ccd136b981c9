"""Requests that make no event, each carried out once: the same key gives the same answer for a day."""

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
    """What was answered, as it was sent."""

    status: int
    body: bytes


def once(*, player: Player, key: str | None, request: bytes, do: Callable[[], Answer]) -> Answer:
    """Carry out `do` unless this key has been answered; `request` is all that makes two requests the same.

    The key is taken before anything else in the same transaction: of two equal requests at the same moment the second
    one waits and gets the first one's answer; if the first is refused, nothing is kept.
    Raises ServiceError `key_reused`.
    """
    if key is None:
        return do()
    digest = hashlib.sha256(request).digest()
    with writing():
        try:
            with transaction.atomic():
                taken = RequestKey.objects.create(player=player, key=key, request_digest=digest, status=0, body=b"")
        except IntegrityError:
            return _answered(player, key, digest)
        answer = do()
        taken.status, taken.body = answer.status, answer.body
        taken.save(update_fields=["status", "body"])
    return answer


def _answered(player: Player, key: str, digest: bytes) -> Answer:
    kept = RequestKey.objects.get(player=player, key=key)
    if bytes(kept.request_digest) != digest:
        raise ServiceError("key_reused")
    return Answer(kept.status, bytes(kept.body))
