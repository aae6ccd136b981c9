"""When each account was last seen, and which are connected, for the API, the pages and the leagues.

An account is seen whenever it sends a request, and every few seconds while it waits or holds a stream. Redis shares
this between processes. Without Redis, each process knows only its own requests. Nothing essential depends on it: if
Redis loses its data, accounts count as never seen until they return.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Protocol

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

CONNECTED_SECONDS = 45
"""An account seen this recently counts as connected. Streams, waits and open pages are noted more often than this."""
REMEMBERED_SECONDS = 30 * 86_400
NOTED_EVERY = 10.0
"""A process notes an account at most this often."""
_MOST_LOCAL = 20_000


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether an account is connected. `last_seen` is None if it wasn't seen for a month, or if that is unknown."""

    is_connected: bool = False
    last_seen: datetime | None = None

    @property
    def is_offline(self) -> bool:
        """The account was seen, and is no longer connected."""
        return self.last_seen is not None and not self.is_connected


UNKNOWN = Presence()


class Sightings(Protocol):
    def note(self, account_id: int, seconds: int) -> None:
        """Store when the account was seen, in seconds since 1970. Never raises."""
        ...

    def last(self, account_ids: Collection[int]) -> dict[int, int]:
        """Account -> when it was last seen, for those where that is known. Never raises."""
        ...

    def forget(self, account_id: int) -> None: ...


class LocalSightings:
    """Sightings in the memory of this process. If there are too many, the oldest are dropped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: OrderedDict[int, int] = OrderedDict()

    def note(self, account_id: int, seconds: int) -> None:
        with self._lock:
            self._seen[account_id] = seconds
            self._seen.move_to_end(account_id)
            if len(self._seen) > _MOST_LOCAL:
                self._seen.popitem(last=False)

    def last(self, account_ids: Collection[int]) -> dict[int, int]:
        with self._lock:
            return {account: self._seen[account] for account in account_ids if account in self._seen}

    def forget(self, account_id: int) -> None:
        with self._lock:
            self._seen.pop(account_id, None)


class RedisSightings:
    """Sightings in Redis, shared by all processes. After a failure, Redis isn't asked for PAUSE seconds."""

    PAUSE = 2.0

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url, socket_timeout=0.2, socket_connect_timeout=0.2, retry=Retry(NoBackoff(), 0), decode_responses=True
        )
        self._not_before = 0.0

    def note(self, account_id: int, seconds: int) -> None:
        if self._may_ask():
            try:
                self._client.set(_key(account_id), seconds, ex=REMEMBERED_SECONDS)
            except redis.RedisError as error:
                self._give_up(error)

    def last(self, account_ids: Collection[int]) -> dict[int, int]:
        asked = list(account_ids)
        if not asked or not self._may_ask():
            return {}
        try:
            found = self._client.mget([_key(account) for account in asked])
        except redis.RedisError as error:
            self._give_up(error)
            return {}
        return {account: int(seen) for account, seen in zip(asked, found, strict=True) if seen is not None}

    def forget(self, account_id: int) -> None:
        try:
            self._client.delete(_key(account_id))
        except redis.RedisError as error:
            self._give_up(error)

    def _may_ask(self) -> bool:
        return time.monotonic() >= self._not_before

    def _give_up(self, error: redis.RedisError) -> None:
        logger.warning("nobody knows who is connected, Redis does not answer: %s", error)
        self._not_before = time.monotonic() + self.PAUSE


def _key(account_id: int) -> str:
    return f"presence:{account_id}"


@cache
def sightings() -> Sightings:
    return RedisSightings(settings.REDIS_URL) if settings.REDIS_URL else LocalSightings()


_noted: OrderedDict[int, float] = OrderedDict()
_guard = threading.Lock()


def note_seen(account_id: int) -> None:
    """Note that the account is here now. Calls within NOTED_EVERY of the last one cost nothing."""
    now = time.monotonic()
    with _guard:
        if now - _noted.get(account_id, -NOTED_EVERY) < NOTED_EVERY:
            return
        _noted[account_id] = now
        _noted.move_to_end(account_id)
        if len(_noted) > _MOST_LOCAL:
            _noted.popitem(last=False)
    sightings().note(account_id, _now())


def presence_of(account_ids: Collection[int]) -> dict[int, Presence]:
    """Account -> presence, for all of these accounts."""
    seen, now = sightings().last(account_ids), _now()
    return {
        account: Presence(now - seen[account] < CONNECTED_SECONDS, datetime.fromtimestamp(seen[account], UTC))
        if account in seen
        else UNKNOWN
        for account in account_ids
    }


def forget_presence(account_id: int) -> None:
    """Delete the sightings of a deleted account."""
    with _guard:
        _noted.pop(account_id, None)
    sightings().forget(account_id)


def _now() -> int:
    return time.time_ns() // 10**9
