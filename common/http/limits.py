"""Rate limits with token buckets, stored in Redis if there is one, else in this process.

A policy is (requests, seconds): a full bucket holds `requests` and refills within `seconds`.
"""

import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Any, Protocol

import redis
from django.conf import settings
from django.http import HttpRequest
from redis.backoff import NoBackoff
from redis.retry import Retry
from rest_framework.throttling import BaseThrottle

from common.addresses import limit_key
from common.text.errors import ServiceError

logger = logging.getLogger(__name__)

DEFAULT = "default"
"""The policy of operations that name no other."""


@dataclass(frozen=True, slots=True)
class Rate:
    """State of a bucket after a request: how many more are allowed now, and in how many seconds the next one is."""

    policy: str
    remaining: int
    wait: float
    allowed: bool

    def headers(self) -> dict[str, str]:
        """The headers of draft-ietf-httpapi-ratelimit-headers."""
        requests, seconds = settings.THROTTLES[self.policy]
        return {
            "RateLimit-Policy": f'"{self.policy}";q={requests};w={seconds}',
            "RateLimit": f'"{self.policy}";r={self.remaining};t={ceil(self.wait)}',
        }


class Buckets(Protocol):
    def take(self, key: str, requests: int, seconds: float, count: int = 1) -> tuple[bool, float]:
        """Take `count` from the bucket; -1 returns one. Returns whether there was enough, and the new level."""
        ...


class LocalBuckets:
    """Buckets of this process. Those unused for longest are dropped."""

    MOST = 20_000

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, requests: int, seconds: float, count: int = 1) -> tuple[bool, float]:
        now = time.monotonic()
        with self._lock:
            level, at = self._levels.pop(key, (float(requests), now))
            level = min(float(requests), level + (now - at) * requests / seconds)
            allowed = level >= count
            if allowed:
                level = min(float(requests), level - count)
            self._levels[key] = (level, now)
            if len(self._levels) > self.MOST:
                self._levels.popitem(last=False)
        return allowed, level


_TAKE = """
local now = redis.call('TIME')
now = tonumber(now[1]) + tonumber(now[2]) / 1000000
local most, seconds = tonumber(ARGV[1]), tonumber(ARGV[2])
local was = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = tonumber(was[1]) or most
level = math.min(most, level + (now - (tonumber(was[2]) or now)) * most / seconds)
local count = tonumber(ARGV[3])
local allowed = level >= count
if allowed then level = math.min(most, level - count) end
redis.call('HSET', KEYS[1], 'level', tostring(level), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], math.ceil(seconds * 1000))
return {allowed and 1 or 0, tostring(level)}
"""


class RedisBuckets:
    """Buckets shared by all processes. While Redis does not answer, each process uses its own.

    After a failure, requests skip Redis for PAUSE seconds instead of waiting for it.
    """

    PAUSE = 2.0

    def __init__(self, url: str) -> None:
        client = redis.Redis.from_url(url, socket_timeout=0.2, socket_connect_timeout=0.2, retry=Retry(NoBackoff(), 0))
        self._take = client.register_script(_TAKE)
        self._own = LocalBuckets()
        self._not_before = 0.0

    def take(self, key: str, requests: int, seconds: float, count: int = 1) -> tuple[bool, float]:
        if time.monotonic() < self._not_before:
            return self._own.take(key, requests, seconds, count)
        try:
            allowed, level = self._take(keys=[f"bucket:{key}"], args=[requests, seconds, count])
        except redis.RedisError as error:
            logger.warning("rate limits of this process alone, Redis does not answer: %s", error)
            self._not_before = time.monotonic() + self.PAUSE
            return self._own.take(key, requests, seconds, count)
        return bool(allowed), float(level)


@cache
def buckets() -> Buckets:
    return RedisBuckets(settings.REDIS_URL) if settings.REDIS_URL else LocalBuckets()


def take(policy: str, who: str) -> Rate:
    """Count one request of `who` under a policy."""
    requests, seconds = settings.THROTTLES[policy]
    allowed, level = buckets().take(f"{policy}:{who}", requests, seconds)
    wait = 0.0 if level >= 1 else (1 - level) * seconds / requests
    return Rate(policy, int(level), wait, allowed)


def put_back(policy: str, who: str) -> None:
    """Undo `take` for one request of `who`."""
    requests, seconds = settings.THROTTLES[policy]
    buckets().take(f"{policy}:{who}", requests, seconds, count=-1)


WORK_SECONDS = 0.05
"""Processor time that counts as one request."""


def charge_work(policy: str, who: str, seconds: float) -> None:
    """Count the processor time of a request as further requests of `who`, up to the level of the bucket."""
    requests, full = settings.THROTTLES[policy]
    _, level = buckets().take(f"{policy}:{who}", requests, full, count=0)
    if count := min(int(seconds / WORK_SECONDS), int(level)):
        buckets().take(f"{policy}:{who}", requests, full, count=count)


class BucketThrottle(BaseThrottle):
    """DRF's interface to the buckets. The view names the policy.

    All tokens of a player count together. Requests without a token count by address, if that is known.
    """

    def allow_request(self, request: Any, view: Any) -> bool:
        user = request.user
        if user and user.is_authenticated:
            who = f"player:{user.pk}"
        elif (address := limit_key(request.META)) is not None:
            who = f"address:{address}"
        else:
            return True
        self.rate = take(view.throttle, who)
        request._request.rate = self.rate
        return self.rate.allowed

    def wait(self) -> float:
        return self.rate.wait


def check(request: HttpRequest, policy: str, player_id: int) -> Rate:
    """Count a request with a token in views that bypass DRF. Raises ServiceError `too_fast`."""
    return _check(request, policy, f"player:{player_id}")


def check_page(request: HttpRequest, policy: str, player_id: int) -> Rate:
    """Count what a signed-in player does on a page, apart from the account's tokens. Raises ServiceError `too_fast`."""
    return _check(request, policy, f"pages_of:{player_id}")


def _check(request: HttpRequest, policy: str, who: str) -> Rate:
    rate = take(policy, who)
    request.rate = rate  # type: ignore[attr-defined]
    if not rate.allowed:
        raise ServiceError("too_fast", retry_after=ceil(rate.wait))
    return rate


def count_refused_token(request: HttpRequest) -> None:
    """Count an invalid token against the address that sent it.

    Raises ServiceError `too_fast` after too many.

    Valid tokens are never counted, so other clients at that address are not affected.
    """
    _count_refused(request, "refused_tokens")


def count_refused_code(request: HttpRequest) -> None:
    """Like `count_refused_token`, for an invalid code of an invitation link."""
    _count_refused(request, "refused_codes")


def _count_refused(request: HttpRequest, policy: str) -> None:
    address = limit_key(request.META)
    if address is None:
        return
    rate = take(policy, f"address:{address}")
    if not rate.allowed:
        request.rate = rate  # type: ignore[attr-defined]
        raise ServiceError("too_fast", retry_after=ceil(rate.wait))
