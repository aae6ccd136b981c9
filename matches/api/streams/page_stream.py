"""The stream of a browser's pages. It says only that something is new, and the pages fetch that themselves.

Pages are known by their session, so this isn't part of the API, and no other origin can read it. Only the process for
streams serves it (config/asgi.py). Elsewhere it answers 204, and pages poll.
"""

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from threading import Lock
from uuid import UUID

import msgspec
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET
from msgspec import Struct

from common.addresses import limit_key
from common.http.limits import take
from common.text.errors import ServiceError
from matches.api import waiting
from matches.api.streams.streaming import Feed, ServerSentEvents, open_stream
from matches.limits import MOST_MATCHES_FOLLOWED
from matches.models import Match, Seat
from matches.notifications import inbox
from matches.notifications.news import Subscription, Topic, account_topic, channel, match_topic
from matches.selectors import own_seats
from matches.selectors.access import FOR_EVERYBODY, visible_to
from matches.selectors.lists import version_of
from matches.selectors.progress import MatchProgress
from matches.services.phrases import newest_phrase
from players.access import is_signed_in
from players.models import Player

LOOK_SECONDS = 0.2
"""Seconds between two looks at a match, however many pages follow it."""
_MOST_LOOKS = 1000
"""Matches for which a process stores what it last saw."""


class MatchNews(Struct, frozen=True):
    """The progress of a match, as the page `watch-version` answers it, without who is offline.

    `lobby` changes with the seats of a lobby, and is 0 if the match is no lobby any more.
    """

    match: str
    version: int
    status: str
    draws: int
    said: int
    lobby: int


class Coverage(Struct, frozen=True):
    """What the stream reports: these matches, and if `account` is true, what waits for the account."""

    matches: list[str]
    account: bool


class Changed(Struct, frozen=True):
    """What waits for the account may be different now."""


@require_GET
def page_stream(request: HttpRequest) -> HttpResponseBase:
    """Stream news of matches (`match`, repeated) and of the signed-in account."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return HttpResponse(status=403)
    address = limit_key(request.META)
    rate = None if address is None else take("pages", f"address:{address}")
    if rate is not None and not rate.allowed:
        return _refused(rate.wait)
    given = request.GET.getlist("match")
    try:
        match_ids = [UUID(one) for one in dict.fromkeys(given)]
    except ValueError:
        return HttpResponse(status=400)
    if len(match_ids) > MOST_MATCHES_FOLLOWED:
        return HttpResponse(status=400)
    player = request.user if isinstance(request.user, Player) else None
    holder = None if player is None else _holder(request, player)
    who = address, None if player is None else str(player.pk)
    try:
        return open_stream(who, holder, lambda: PageFeed(match_ids, player))
    except ServiceError as refusal:
        return _refused(refusal.params["retry_after"])


def _refused(wait: float) -> HttpResponse:
    return HttpResponse(status=429, headers={"Retry-After": str(ceil(wait) or 1)})


def _holder(request: HttpRequest, player: Player) -> waiting.Holder:
    key = request.session.session_key
    assert key is not None  # The player is signed in by this session.
    return waiting.Holder(player.pk, partial(is_signed_in, key, player.pk), request.session.get_expiry_date())


@dataclass(slots=True)
class _Look:
    progress: MatchProgress | None = None
    at: float = float("-inf")
    lock: Lock = field(default_factory=Lock)


class SharedLooks:
    """The last look at each match. However many streams ask, a process looks once in LOOK_SECONDS."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._looks: OrderedDict[UUID, _Look] = OrderedDict()

    def look(self, match_id: UUID) -> tuple[MatchProgress, float]:
        """The progress of a match, and when it was read (monotonic seconds). Raises ServiceError `not_found`."""
        with self._guard:
            last = self._looks.setdefault(match_id, _Look())
            self._looks.move_to_end(match_id)
            if len(self._looks) > _MOST_LOOKS:
                self._looks.popitem(last=False)
        with last.lock:
            now = time.monotonic()
            if last.progress is None or now - last.at >= LOOK_SECONDS:
                last.progress, last.at = waiting.look(match_id), now
            return last.progress, last.at


LOOKS = SharedLooks()


@dataclass(slots=True)
class _Followed:
    """A match that a page follows, as it was when the stream opened, and the news sent since."""

    is_open_to_all: bool
    is_hidden: bool
    is_lobby: bool
    is_own: bool
    sent: MatchNews | None = None
    asked_at: float = 0.0
    """When news last asked for a look. An older look does not show what happened."""
    look_at: float | None = None
    """When to look without news, because the last look was older, or because a clock ends then."""


@dataclass(frozen=True, slots=True)
class _Account:
    """The number of the newest notice, and for each running match whether it waits for the account."""

    newest: int
    waits: dict[UUID, bool]


def _account_of(account_id: int) -> _Account:
    newest, waits = inbox.newest_number(account_id), dict[UUID, bool]()
    for seat in own_seats.seats_at_play(account_id):
        waits[seat.match_id] = waits.get(seat.match_id, False) or seat.is_to_act
    return _Account(newest, waits)


def _visible(match_ids: Iterable[UUID], player: Player | None) -> dict[UUID, _Followed]:
    """The matches among these that the player may see."""
    rows = Match.objects.filter(visible_to(player), pk__in=list(match_ids))
    seats = Seat.objects.order_by().filter(player=player, match__in=rows.values("pk")) if player is not None else None
    own = set() if seats is None else set(seats.values_list("match_id", flat=True))
    return {
        pk: _Followed(visibility in FOR_EVERYBODY and not is_hidden, is_hidden, status == Match.Status.LOBBY, pk in own)
        for pk, visibility, is_hidden, status in rows.values_list("pk", "visibility", "is_hidden", "status")
    }


class PageFeed(Feed):
    """A feed for the pages of a browser, about the matches that they show and what waits for the account.

    A match that the reader can't see is left out, like one that doesn't exist. If who may see a match changes, the
    stream ends, and the browser connects again.
    """

    def __init__(self, match_ids: Iterable[UUID], player: Player | None) -> None:
        super().__init__(ServerSentEvents, Subscription(channel()))
        self._player = player
        self._matches = _visible(match_ids, player)
        self._account: _Account | None = None
        self._followed: set[Topic] = set()
        self._has_begun = False
        self._follow()

    def seconds_left(self) -> float | None:
        due = [one.look_at for one in self._matches.values() if one.look_at is not None]
        return max(0.001, min(due) - time.monotonic()) if due else None

    def look(self, topics: set[Topic], *, is_check: bool) -> list[bytes]:
        messages = []
        if not self._has_begun:
            self._has_begun = True
            coverage = Coverage(list(map(str, self._matches)), self._player is not None)
            messages.append(self._message("covers", coverage))
        now = time.monotonic()
        for match_id, followed in self._matches.items():
            if is_check or self._has_news(match_id, followed, topics):
                followed.asked_at = now
            elif followed.look_at is None or now < followed.look_at:
                continue
            try:
                news = self._look_at(match_id, followed, now)
            except ServiceError:
                self.is_over = True
                return []
            if news != followed.sent:
                followed.sent = news
                messages.append(self._message("match", news))
            if followed.is_lobby and news.status != Match.Status.LOBBY:
                self.is_over = True  # The browser connects again, since its account may have joined in the meantime.
                return messages
        return messages + self._news_of_account(topics, is_check=is_check)

    def _has_news(self, match_id: UUID, followed: _Followed, topics: set[Topic]) -> bool:
        """Whether these topics concern the match. Phrases have only the topic of the account."""
        return match_topic(match_id) in topics or (
            followed.is_own and self._player is not None and account_topic(self._player.pk) in topics
        )

    def _look_at(self, match_id: UUID, followed: _Followed, now: float) -> MatchNews:
        """The progress of the match. Raises ServiceError `not_found` if the reader must connect again."""
        progress, read_at = LOOKS.look(match_id)
        followed.look_at = None if read_at >= followed.asked_at else read_at + LOOK_SECONDS
        if followed.look_at is None and progress.seconds_left is not None and progress.seconds_left > 0:
            followed.look_at = now + progress.seconds_left
        if progress.is_hidden != followed.is_hidden:
            raise ServiceError("not_found")
        if not followed.is_open_to_all:
            version_of(match_id, self._player)
        phrase = newest_phrase(match_id, self._player) if followed.is_own else 0
        lobby = progress.lobby_changed_at
        return MatchNews(str(match_id), progress.version, progress.status, progress.draw_offers, phrase, lobby)

    def _news_of_account(self, topics: set[Topic], *, is_check: bool) -> list[bytes]:
        """One message if there is a new notice, or a match began or ceased to wait for the account."""
        if self._player is None:
            return []
        before = self._account
        own = {account_topic(self._player.pk), *map(match_topic, before.waits if before else ())}
        if not (is_check or own & topics):
            return []
        self._account = _account_of(self._player.pk)
        if self._follow():  # Nothing announced what happened before.
            self._account = _account_of(self._player.pk)
        return [] if before in (None, self._account) else [self._message("account", Changed())]

    def _follow(self) -> bool:
        """Follow the topics needed now and no others. Returns whether there are new ones."""
        topics = set(map(match_topic, self._matches))
        if self._player is not None:
            topics |= {account_topic(self._player.pk), *map(match_topic, self._account.waits if self._account else ())}
        new = topics - self._followed
        self.subscription.follow(new)
        self.subscription.unfollow(self._followed - topics)
        self._followed = topics
        return bool(new)

    def _message(self, event: str, data: Struct) -> bytes:
        return self.format.message(event, msgspec.json.encode(data))
