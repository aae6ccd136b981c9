"""Wait for the next event of a match. On news, or when a clock runs out, a waiting request reads a few columns.

A waiting request holds a thread and nothing else. Each process limits how many may wait, so that threads remain for
requests that do something.
"""

import logging
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from datetime import datetime
from functools import partial
from random import randint
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from rest_framework.request import Request

from common.addresses import limit_key
from common.concurrency_limits import ConcurrencyLimit, Place
from common.text.errors import Detail, ServiceError
from matches.log.events import Event
from matches.models import Match
from matches.notifications import news
from matches.selectors.now import MatchNow, now_at
from matches.selectors.progress import MatchProgress, match_progress, progress_with_events
from matches.services.ending import expire_clock
from players.models import AccessToken
from players.presence import note_seen
from players.tokens import valid_token

Who = tuple[str | None, str | None]
"""What places are counted by: the address, and the account if signed in."""

open_waits = ConcurrencyLimit(
    settings.WAITERS_AT_ONCE, settings.WAITERS_OF_ONE_ADDRESS, settings.WAITERS_OF_ONE_ACCOUNT
)
logger = logging.getLogger(__name__)

RETRY_SECONDS = 2
"""Retry-After for a player who has acted but finds no free place to wait for their next turn."""
REFUSED_SECONDS = (2, 6)
"""Range of Retry-After for readers without a free place, random so that they do not all return at once."""
STEP_SECONDS = 1.0
FREQUENT_LOOK_SECONDS = 1.0
"""If the channel looks more often than this, the token is checked each time, even without news of it."""
TAKES_PIECES = "matches.api.takes_pieces"
"""Key of the WSGI environ of servers that send an answer piece by piece (`config/wsgi.py`)."""

T = TypeVar("T")
Waits = Generator[None, None, T]
"""A wait in steps of at most STEP_SECONDS, which returns its result."""


class Holder(NamedTuple):
    """The account behind a waiting request, and whether its token or session is still valid."""

    account: int
    is_valid: Callable[[], bool]
    expiry: datetime | None = None

    @property
    def topic(self) -> news.Topic:
        return news.access_topic(self.account)

    def may_go_on(self, topics: set[news.Topic]) -> bool:
        """Whether the token or session is still valid. It is checked only if there may be news of it."""
        is_due = self.topic in topics or news.channel().look_every < FREQUENT_LOOK_SECONDS
        return not is_due or self.is_valid()


def holder_of(token: AccessToken | None) -> Holder | None:
    return None if token is None else holder_by_digest(token.user_id, token.digest, token.expiry)


def holder_by_digest(account: int, digest: str, expiry: datetime | None = None) -> Holder:
    return Holder(account, partial(_is_valid, digest), expiry)


def _is_valid(digest: str) -> bool:
    return valid_token(digest) is not None


def who(request: Request) -> Who:
    """Address and account that this request's place counts for."""
    return limit_key(request.META), str(request.user.pk) if request.user.is_authenticated else None


class LateAnswer(HttpResponse):
    """A response whose status is known now, and whose body follows when the wait is over.

    Until then `steps` yields an empty chunk every second, so the server notices that a client has gone and closes the
    response. Closing frees its place. If the token ends meanwhile, the body is empty, since the status has been sent.
    """

    def __init__(self, waits: Waits[HttpResponse], place: Place | None, status: int) -> None:
        super().__init__(status=status, content_type="application/json")
        self["Cache-Control"] = "no-store"
        self._waits = waits
        self._place = place

    def steps(self) -> Iterator[bytes]:
        try:
            made = yield from _with_nothing(self._waits)
        except ServiceError as refusal:
            logger.info("a late answer is empty: %s", refusal.code)
            return
        yield made.content

    def close(self) -> None:
        if self._place is not None:
            self._place.leave()
        try:
            self._waits.close()
        except ValueError:  # It is running in another thread, and ends there.
            pass
        super().close()


def _with_nothing(waits: Waits[T]) -> Generator[bytes, None, T]:
    while True:
        try:
            next(waits)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        yield b""


def answer_after(
    meta: Mapping[str, Any],
    who: Who,
    wait: Callable[[bool], Waits[T]],
    make: Callable[[T, bool], HttpResponse],
    *,
    status: int,
) -> HttpResponse:
    """The answer of `make` when `wait` is over. Both get whether there was a free place to wait.

    If the server sends answers piece by piece (TAKES_PIECES in `meta`), it gets a LateAnswer that it drives itself.
    """
    place = open_waits.enter(*who)
    waits = _in_place(place, wait, make)
    try:
        next(waits)
        while TAKES_PIECES not in meta:
            next(waits)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    return LateAnswer(waits, place, status)


def _in_place(
    place: Place | None, wait: Callable[[bool], Waits[T]], make: Callable[[T, bool], HttpResponse]
) -> Waits[HttpResponse]:
    try:
        found = yield from wait(place is not None)
    finally:
        if place is not None:
            place.leave()
    return make(found, place is not None)


def no_wait_free() -> ServiceError:
    """The refusal of a reader if there is nothing new and no free place to wait."""
    return ServiceError("too_fast", Detail("no_wait_free"), retry_after=randint(*REFUSED_SECONDS))


def look(match_id: UUID) -> MatchProgress:
    """The state of the match. A clock that has run out ends it first."""
    now = match_progress(match_id)
    if now.is_late and expire_clock(match_id=match_id):
        now = match_progress(match_id)
    return now


def look_at_events(match_id: UUID, after: int, limit: int) -> tuple[MatchProgress, list[Event]]:
    """Like `look`, with the first `limit` events after a `seq`."""
    found = progress_with_events(match_id, after, limit)
    if found[0].is_late and expire_clock(match_id=match_id):
        found = progress_with_events(match_id, after, limit)
    return found


def wait_for(match_id: UUID, after: int, seconds: float, holder: Holder | None) -> Waits[MatchProgress]:
    """The state of the match once it has an event after this `seq` or is over, at the latest after `seconds`.

    Raises ServiceError `not_signed_in` as soon as the holder's token has ended.
    """
    until = time.monotonic() + seconds
    topics = [news.match_topic(match_id), *([holder.topic] if holder else [])]
    with news.subscribe(*topics) as subscription:
        while True:
            if holder is not None and not holder.may_go_on(subscription.taken()):
                raise ServiceError("not_signed_in")
            if holder is not None:
                note_seen(holder.account)
            now = look(match_id)
            left = until - time.monotonic()
            if now.version > after or now.status == Match.Status.OVER or left <= 0:
                return now
            is_running = now.seconds_left is not None and now.seconds_left > 0
            rest = min(left, now.seconds_left) if is_running else left
            look_at = time.monotonic() + min(rest, news.channel().look_every)
            while (left := look_at - time.monotonic()) > 0 and not subscription.wait(min(STEP_SECONDS, left)):
                yield


def look_now(match_id: UUID) -> MatchNow:
    """Like `look`, with the seats that must decide."""
    return now_at(match_id, look(match_id))


def wait_for_turn(now: MatchNow, seat: int, seconds: float, holder: Holder) -> Waits[MatchNow]:
    """The state of the match once this seat must decide or it is over, at the latest after `seconds`."""
    until = time.monotonic() + seconds
    while not is_due(now, seat) and (left := until - time.monotonic()) > 0:
        progress = yield from wait_for(now.match_id, now.version, left, holder)
        now = now_at(now.match_id, progress)
    return now


def is_due(now: MatchNow, seat: int) -> bool:
    return seat in now.to_act or now.status == Match.Status.OVER
