"""The stream of an account: its notices, and the matches that wait for it."""

from collections.abc import Collection, Iterable
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http.response import HttpResponseBase
from msgspec import Meta, Raw, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Id, Moment
from common.http.answering import ApiView
from common.http.description import operation
from common.http.reading import read_query
from common.text.errors import malformed
from common.timestamps import rfc3339
from matches.api import waiting
from matches.api.legal_actions import Include
from matches.api.now import Now, now_for
from matches.api.streams.streaming import EVENT_STREAM, LINES, Feed, Format, answer_stream
from matches.notifications import inbox
from matches.notifications.news import Subscription, Topic, account_topic, channel, match_topic
from matches.notifications.notices import MatchStarted, open_notices
from matches.selectors import own_seats

BATCH = 200
NEW, SEEN = -2, -1
"""In place of a version: a match not yet looked at, and one for which no turn has been sent yet."""
_MOST_NUMBER = 2**53
Number = Annotated[int, Meta(ge=0, le=_MOST_NUMBER)]
NoticeJson = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Notice"})]


class NumberedNotice(Struct, frozen=True):
    """A notice with its number. Notices come in order, each once."""

    number: Annotated[int, Meta(description="Counted from 0, without gaps.")]
    at: Moment
    notice: NoticeJson


class PendingNotice(Struct, frozen=True):
    """Something still open, sent if the notices you missed can't be sent. It has no number."""

    notice: NoticeJson


class Turn(Struct, frozen=True):
    """A match waits for you; `now` has your legal actions. Repeats have the same `match` and `now.version`."""

    match: Id
    now: Now


class NoticePosition(Struct, frozen=True):
    """The number of your newest notice so far; 0 if there was none."""

    number: Annotated[int, Meta(description="Counted from 0, without gaps.")]


MESSAGES = """Messages by `event`, with the component of their `data`:
- `notice` (`NumberedNotice`; `id` is its number): something has happened. Each comes once, in order.
- `turn` (`Turn`, without an id): a match waits for you. On connecting you get one for each such match, later one
  whenever a match starts to wait for you. The same one can come again.
- `caught_up` (`NoticePosition`; `id` is the number): everything that was open when you connected has been sent.
- `reset` (`NoticePosition`): your `Last-Event-ID` is unknown, or notices after it are no longer stored (30 days).
- `pending` (`PendingNotice`, without an id): something still open, such as a seat that you are called to. Sent after
  `reset`, and if you connect without an id."""
EVENTS = {"type": "string", "description": f"Server-sent events. {MESSAGES}"}
EVENT_LINES = {
    "type": "string",
    "description": "The same messages, one JSON object per line: `event`, `id` and `data`. Empty lines keep the "
    "connection open.",
}


class AccountStreamQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: (
        Annotated[Number, Meta(description="Only notices after this number. `Last-Event-ID` overrides it.")] | None
    ) = None
    include: Include | None = None


class AccountStreamView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "stream_account",
        "Follow your account: notices and turns as they happen (server-sent events, or lines of JSON)",
        "You first get the notices after the last id you have seen, then one `turn` for each match that waits for you, "
        "then `caught_up`. Send that id as `Last-Event-ID`; EventSource does so by itself. The stream closes now and "
        "then: reconnect. `Accept: application/x-ndjson` asks for lines of JSON. Revoking a token closes its streams "
        "within a second.",
        tag="players",
        scope="read",
        query=AccountStreamQuery,
        answers={(200, EVENT_STREAM): EVENTS, (200, LINES): EVENT_LINES},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponseBase:
        query = read_query(request._request, AccountStreamQuery)
        after = _last_seen(request, query.after)
        texts = query.include == "texts"
        return answer_stream(request, lambda form: AccountFeed(form, request.user.pk, after, texts=texts))


def _last_seen(request: Request, after: int | None) -> int | None:
    given = request.META.get("HTTP_LAST_EVENT_ID", "")
    if given == "":
        return after
    if not (given.isascii() and given.isdigit() and len(given) <= 16 and int(given) <= _MOST_NUMBER):
        raise malformed("not_a_notice_number", place={"header": "Last-Event-ID"})
    return int(given)


class AccountFeed(Feed):
    """The notices of an account after a number, and its turns in all its matches."""

    def __init__(self, format_: Format, account_id: int, after: int | None, *, texts: bool) -> None:
        super().__init__(format_, Subscription(channel(), [account_topic(account_id)]))
        self._account_id = account_id
        self._after = after
        self._texts = texts
        self._has_begun = False
        self._sent: dict[UUID, int] = {}
        """The account's running matches, each with the version of the last turn sent, or NEW or SEEN."""

    def look(self, topics: set[Topic], *, is_check: bool) -> list[bytes]:
        if not self._has_begun:
            return self._begin()
        messages = self._notices() if is_check or account_topic(self._account_id) in topics else []
        is_new = [match_id for match_id, version in self._sent.items() if version == NEW]
        has_news = [match_id for match_id in self._sent if is_check or match_topic(match_id) in topics]
        return messages + self._turns({*is_new, *has_news})

    def _begin(self) -> list[bytes]:
        """Missed notices first, then everything that is open."""
        self._has_begun = True
        messages = self._missed()
        self._play(seat.match_id for seat in own_seats.seats_at_play(self._account_id))
        messages += self._turns(self._sent)
        return [*messages, self._message("caught_up", NoticePosition(self._number), self._number)]

    def _missed(self) -> list[bytes]:
        if self._after is not None and inbox.has_all_after(self._account_id, self._after):
            self._number = self._after
            return self._notices()
        self._number = inbox.newest_number(self._account_id)
        reset = [] if self._after is None else [self._message("reset", NoticePosition(self._number))]
        pending = [self._message("pending", PendingNotice(notice)) for notice in open_notices(self._account_id)]
        return reset + pending

    def _notices(self) -> list[bytes]:
        messages = []
        while found := inbox.notices_after(self._account_id, self._number, BATCH):
            for stored in found:
                notice = NumberedNotice(stored.number, rfc3339(stored.at), Raw(stored.body))
                messages.append(self._message("notice", notice, stored.number))
            self._number = found[-1].number
            self._play(UUID(body.match) for stored in found if (body := _started(stored.body)) is not None)
        return messages

    def _play(self, match_ids: Iterable[UUID]) -> None:
        """Start following these matches for turns. Look at them only afterwards, so that no turn is missed."""
        new = [match_id for match_id in match_ids if match_id not in self._sent]
        self._sent |= dict.fromkeys(new, NEW)
        self.subscription.follow(map(match_topic, new))

    def _turns(self, match_ids: Collection[UUID]) -> list[bytes]:
        messages = []
        for own in own_seats.seats_in(self._account_id, match_ids):
            if own.is_over:
                self._sent.pop(own.match_id, None)
                self.subscription.unfollow([match_topic(own.match_id)])
            elif not own.is_to_act:
                self._sent[own.match_id] = max(self._sent[own.match_id], SEEN)
            elif own.version > self._sent[own.match_id]:
                known = waiting.look_now(own.match_id)
                if own.seat in known.to_act:
                    now = now_for(known, own.seat, texts=self._texts)
                    messages.append(self._message("turn", Turn(str(own.match_id), now)))
                    self._sent[own.match_id] = known.version
        return messages

    def _message(self, event: str, data: Struct, id_: int | None = None) -> bytes:
        return self.format.message(event, msgspec.json.encode(data), id_)


def _started(body: bytes) -> MatchStarted | None:
    """The notice, if it is about the start of a match; else None."""
    try:
        return msgspec.json.decode(body, type=MatchStarted)
    except msgspec.ValidationError:
        return None
