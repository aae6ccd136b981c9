"""POST actions: the one path that must be fast. No serializers, no negotiation, one query for player and match."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from structlog.contextvars import bind_contextvars, unbind_contextvars

from common.addresses import limit_key
from common.http import limits
from common.http.answering import ApiView, answer, with_rate
from common.http.deprecation import with_deprecation
from common.http.description import operation
from common.http.reading import body_of, idempotency_key, read_body, read_json, read_query
from common.scopes import check_scope, read_scopes
from common.text.errors import ServiceError, malformed
from matches.api import waiting
from matches.api.events import EventJson
from matches.api.legal_actions import Include
from matches.api.match_resource import MatchVersion
from matches.api.now import Now, now_for
from matches.api.requests import FROM_A_SEAT, match_for, pointed
from matches.limits import MOST_AUTO_PASSES, MOST_EVENTS_ANSWERED, MOST_EVENTS_REFUSED, MOST_SEQ
from matches.log import sql, stored_match
from matches.log.recent import Holder, recent_matches
from matches.log.redaction import show_event
from matches.log.stored_match import StoredMatch
from matches.selectors import access
from matches.selectors.now import MatchNow, now_after, read_now
from matches.selectors.positions import events_for
from matches.services.act import auto_passes_of, set_auto_passes, take_action, take_action_on_recent
from matches.services.attempts import ActionReceipt, load_for_seat
from matches.services.ending import resign
from players.auth import token_digest
from players.models import Player
from players.presence import note_seen

Note = Annotated[str, Meta(max_length=400)]


class Resigning(Struct, frozen=True, forbid_unknown_fields=True):
    note: Note = ""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """An action, and the version of the match in which you chose it."""

    version: Annotated[int, Meta(ge=-MOST_SEQ, le=MOST_SEQ, description="`seq` of the newest event you have seen.")]
    action: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]


class ActionQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None
    wait: Annotated[
        int,
        Meta(
            ge=0,
            le=30,
            description="Answer only when your seat must decide again or the match is over, at most after this many "
            "seconds. The answer then has the events after the `version` that you sent. Needs an `Idempotency-Key`.",
        ),
    ] = 0
    after: Annotated[
        Annotated[int, Meta(ge=-1, le=MOST_SEQ)] | None,
        Meta(
            description="The newest event that you have. The answer then has all `events` since, so you miss none. "
            "So does a refusal because the position has changed.",
        ),
    ] = None


class ResignQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None


class ActionAccepted(Struct, frozen=True):
    """The event of your action as your seat sees it, and what comes next.

    If you repeat an `Idempotency-Key`, `event` is that of your first request, and the rest is current. `events` is
    present with `wait` or `after`. It has up to 500 events after `after`, or after the `version` that you sent. Read
    the rest from the `events` of the match.
    """

    event: EventJson
    version: MatchVersion
    now: Now
    events: Annotated[list[EventJson] | UnsetType, Meta(description="In the order of `seq`.")] = UNSET


NO_QUERY = ActionQuery()
MOVES = "moves"
"""The rate policy of actions."""
BEHIND = ("stale_version", "not_asked", "match_over")
"""Refusals of requests based on an old position. They include the events since then."""


def accepted(receipt: ActionReceipt, *, texts: bool, after: int | None = None) -> HttpResponse:
    """Answer with the event as the seat sees it in a running match, so that every repeat gets the same event.

    With `after`, add the events after that seq.
    """
    known = waiting.look_now(receipt.match.id) if receipt.is_repeat else now_after(receipt.match)
    return _accepted(receipt, known, after, texts=texts, stored=receipt.match)[0]


def _accepted(
    receipt: ActionReceipt, known: MatchNow, after: int | None, *, texts: bool, stored: StoredMatch | None = None
) -> tuple[HttpResponse, MatchNow]:
    """The answer, with the events after a seq if one is given, and the state of the match that it shows.

    `stored` is the receipt's match, unless others may move in it by now.
    """
    match, seat = receipt.match, receipt.seat
    events: list[dict[str, Any]] | UnsetType = UNSET
    if after is not None:
        events = events_for(match.rules, match.id, seat, after=after, limit=MOST_EVENTS_ANSWERED)
        if events[-1]["seq"] > known.version:
            known = read_now(match.id)
    if stored is not None and (receipt.is_repeat or known.version != stored.position.seq):
        stored = None
    now = now_for(known, seat, texts=texts, stored=stored)
    assert now.version is not None
    event = show_event(match.rules, receipt.event, seat)
    return answer(ActionAccepted(event, now.version, now, events), 201), known


def accepted_and_waited(
    meta: Mapping[str, Any], receipt: ActionReceipt, holder: Holder, *, texts: bool, after: int, wait: int
) -> HttpResponse:
    """As `accepted`, but answer at the seat's next turn, at the end of the match or after `wait` seconds."""
    match, seat = receipt.match, receipt.seat
    known = waiting.look_now(match.id) if receipt.is_repeat else now_after(match)
    if waiting.is_due(known, seat):
        response, _ = _accepted(receipt, known, after, texts=texts, stored=match)
        recent_matches.keep(match, holder)
        return response
    recent_matches.keep(match, holder)  # While this request waits, others move.
    waits = waiting.holder_by_digest(holder.player_id, holder.token_digest)

    def made(known: MatchNow, has_place: bool) -> HttpResponse:
        response, known = _accepted(receipt, known, after, texts=texts)
        if not has_place and not waiting.is_due(known, seat):
            response["Retry-After"] = str(waiting.RETRY_SECONDS)
        return response

    return waiting.answer_after(
        meta,
        (limit_key(meta), str(waits.account)),
        lambda has_place: waiting.wait_for_turn(known, seat, wait if has_place else 0, waits),
        made,
        status=201,
    )


class _Sent(NamedTuple):
    """A request as it was read."""

    query: ActionQuery
    move: Move
    key: str | None

    @property
    def texts(self) -> bool:
        return self.query.include == "texts"

    @property
    def since(self) -> int:
        """The newest event that the client has."""
        return self.move.version if self.query.after is None else min(self.query.after, self.move.version)


def _read(request: HttpRequest) -> _Sent:
    """Raises ServiceError."""
    query = read_query(request, ActionQuery) if request.META.get("QUERY_STRING") else NO_QUERY
    sent = _Sent(query, read_json(body_of(request), Move), idempotency_key(request))
    if query.wait and sent.key is None:
        raise malformed("wait_needs_key", place={"header": "Idempotency-Key"})
    return sent


_Done = tuple[Holder, _Sent, ActionReceipt]


def _act_on_recent(request: HttpRequest, match_id: UUID, token_digest: str) -> _Done | None:
    """Carry out the action on a match that this process has just written. None if it has not, and instead of every
    refusal: nothing has happened then.
    """
    if (found := recent_matches.take(match_id, token_digest)) is None:
        return None
    match, holder = found
    try:
        check_scope("play", read_scopes(holder.scopes))
        sent = _read(request)
        if sent.move.version > match.version:
            return None  # Another process has moved.
    except ServiceError:
        return None
    who = f"player:{holder.player_id}"
    if not (rate := limits.take(MOVES, who)).allowed:
        return None
    bind_contextvars(user_id=holder.player_id)
    receipt = take_action_on_recent(
        match=match, holder=holder, action=bytes(sent.move.action), expected_version=sent.move.version, key=sent.key
    )
    if receipt is None:
        limits.put_back(MOVES, who)
        unbind_contextvars("user_id", "match", "seq")  # Of an event that was not written.
        return None
    request.rate = rate  # type: ignore[attr-defined]  # Now the token is known to be valid.
    note_seen(holder.player_id)
    return holder, sent, receipt


def _act(request: HttpRequest, match_id: UUID, token_digest: str) -> _Done:
    """Read match and holder, and carry out the action."""
    found = sql.read_as_holder(match_id, token_digest, request.META.get("HTTP_IDEMPOTENCY_KEY"))
    if found is None:
        raise AuthenticationFailed
    holder, row = found
    bind_contextvars(user_id=holder.player_id)
    note_seen(holder.player_id)
    limits.check(request, MOVES, holder.player_id)
    check_scope("play", read_scopes(holder.scopes))
    sent = _read(request)
    try:
        receipt = take_action(
            match_id=match_id,
            player_id=holder.player_id,
            action=bytes(sent.move.action),
            expected_version=sent.move.version,
            key=sent.key,
            row=row,
        )
    except ServiceError as refusal:
        if refusal.code in BEHIND and "version" in refusal.params:
            refusal.params |= _news(match_id, holder.player_id, after=sent.since, texts=sent.texts)
        raise pointed(refusal, match_id) from refusal
    return holder, sent, receipt


class ActionsView(ApiView):
    """Bypasses DRF's dispatch, which would cost more than the rules. The usual exception handler answers refusals."""

    permission_classes = [IsAuthenticated]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return super().dispatch(request, *args, **kwargs)
        try:
            response = self._take(request, kwargs["match_id"])
        except Exception as error:
            problem = self.get_exception_handler()(error, {"view": self, "request": request, "kwargs": kwargs})
            if problem is None:
                raise
            response = problem
        with_deprecation(self.post, response)
        return with_rate(request, response)  # type: ignore[no-any-return]

    def _take(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        digest = token_digest(request)
        holder, sent, receipt = _act_on_recent(request, match_id, digest) or _act(request, match_id, digest)
        if sent.query.wait:
            return accepted_and_waited(
                request.META, receipt, holder, texts=sent.texts, after=sent.since, wait=sent.query.wait
            )
        response = accepted(receipt, texts=sent.texts, after=None if sent.query.after is None else sent.since)
        recent_matches.keep(receipt.match, holder)
        return response

    @operation(
        "take_action",
        "Take an action",
        "`version` is the one you have seen. It is stale if a later event opened your seat's prompt; a simultaneous "
        "decision of another seat does not make it stale. With `wait` the action is committed first, and the answer "
        "comes at your next turn, so you need one request per move. If too many requests wait already, it comes at "
        "once. If the connection breaks, send the same request with the same key again.",
        tag="matches",
        scope="play",
        query=ActionQuery,
        body=Move,
        answers={201: ActionAccepted},
        refuses={
            400: "malformed_action unknown_version",
            **FROM_A_SEAT,
            409: "match_not_started match_over not_asked stale_version",
            422: "illegal_action",
        },
        keyed=True,
        rate=MOVES,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Only described here; `dispatch` carries it out."""
        return self._take(request._request, match_id)


def _news(match_id: UUID, player_id: int, *, after: int, texts: bool) -> dict[str, Any]:
    """Events after a version as the player's seat sees them, and what comes next."""
    match, seat = load_for_seat(match_id, player_id)
    events = events_for(match.rules, match_id, seat, after=after, limit=MOST_EVENTS_REFUSED)
    return {"events": events, "now": now_for(now_after(match), seat, texts=texts, stored=match)}


class ResignView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "resign",
        "Resign for your whole team",
        tag="matches",
        scope="play",
        query=ResignQuery,
        body=Resigning,
        answers={201: ActionAccepted},
        refuses={**FROM_A_SEAT, 409: "match_not_started match_over"},
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, ResignQuery)
        sent = read_body(request._request, Resigning)
        key = idempotency_key(request._request)
        receipt = resign(match_id=match_id, player_id=request.user.pk, note=sent.note, key=key)
        return accepted(receipt, texts=query.include == "texts")


class AutoPass(Struct, frozen=True, forbid_unknown_fields=True):
    """Pass at every prompt of this kind, until an effect of the type `until` happens or the match is over."""

    kind: Annotated[str, Meta(max_length=40)]
    until: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="Type of the effect that ends it; null for none."),
    ] = None


class AutoPasses(Struct, frozen=True, forbid_unknown_fields=True):
    """All auto-passes of a seat. Setting them replaces the previous ones."""

    auto_passes: Annotated[list[AutoPass], Meta(max_length=MOST_AUTO_PASSES)]


class AutoPassesSet(Struct, frozen=True):
    """The auto-passes that remain after those that passed at once, and what comes next."""

    auto_passes: list[AutoPass]
    now: Now


class AutoPassQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None


class AutoPassesView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_auto_passes",
        "Read your auto-passes",
        tag="matches",
        scope="read",
        answers={200: AutoPasses},
        refuses={**FROM_A_SEAT, 409: "match_not_started"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match_for(request, match_id)
        return answer(AutoPasses(_auto_passes(match_id, request.user)))

    @operation(
        "set_auto_passes",
        "Set your auto-passes",
        "Your seat passes at every prompt of this kind, until an effect of the type `until` happens. A kind that can't "
        "be passed is refused, with a list of those that can. The passes are ordinary actions in the log. They are "
        "taken at once, whether or not you had another action.",
        tag="matches",
        scope="play",
        query=AutoPassQuery,
        body=AutoPasses,
        answers={200: AutoPassesSet},
        refuses={400: "malformed_request", **FROM_A_SEAT, 409: "match_not_started match_over"},
    )
    def put(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, AutoPassQuery)
        sent = read_body(request._request, AutoPasses)
        own = access.seat_of(match_for(request, match_id), request.user)
        wanted = [stored_match.AutoPass(one.kind, one.until) for one in sent.auto_passes]
        set_auto_passes(match_id=match_id, player=request.user, auto_passes=wanted)
        now = now_for(read_now(match_id), own, texts=query.include == "texts")
        return answer(AutoPassesSet(_auto_passes(match_id, request.user), now))


def _auto_passes(match_id: UUID, player: Player) -> list[AutoPass]:
    return [AutoPass(one.kind, one.until) for one in auto_passes_of(match_id=match_id, player=player)]
