"""POST actions: the one path that must cost little. No serializers, no negotiation, one read for player and match."""

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from structlog.contextvars import bind_contextvars

from common.addresses import limit_key
from common.http import limits
from common.http.answering import ApiView, answer, with_rate
from common.http.deprecation import with_deprecation
from common.http.description import operation
from common.http.reading import body_of, idempotency_key, read_body, read_json, read_query
from common.schema_faults import unreadable
from common.scopes import check_scope, read_scopes
from common.text.errors import ServiceError, malformed
from matches.api import waiting
from matches.api.events import EventJson
from matches.api.legal_actions import Include
from matches.api.match_resource import MatchVersion
from matches.api.now import Now, now_for
from matches.api.refusals import FROM_A_SEAT
from matches.limits import MOST_EVENTS_ANSWERED, MOST_EVENTS_REFUSED, MOST_SEQ
from matches.log import sql
from matches.log.redaction import show_event
from matches.selectors.now import MatchNow, now_after, read_now
from matches.selectors.positions import events_for
from matches.services.act import take_action
from matches.services.attempts import ActionReceipt, load_for_seat
from matches.services.ending import resign
from players.auth import token_digest
from rules.engine import Ruleset
from rules.engine.value_faults import ValueFault

Note = Annotated[str, Meta(max_length=400)]


class Resigning(Struct, frozen=True, forbid_unknown_fields=True):
    note: Note = ""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of the match's ruleset, and the version of the match that it was decided on."""

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


class ResignQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None


class ActionAccepted(Struct, frozen=True):
    """The event as one's seat sees it, the match's version now, and what comes next.

    For a repeated `Idempotency-Key` `event` is what it was, all else as it is now. `events`, with `wait` alone: those
    after the version that was sent, at most 500, this one among them; the others are in `events` of the match.
    """

    event: EventJson
    version: MatchVersion
    now: Now
    events: Annotated[list[EventJson] | UnsetType, Meta(description="In the order of `seq`.")] = UNSET


NO_QUERY = ActionQuery()
BEHIND = ("stale_version", "not_asked", "match_over")
"""Refusals of whoever has not seen what has happened; they bring it."""


def taken(receipt: ActionReceipt, *, texts: bool) -> HttpResponse:
    """The event as the seat sees it while the match lives, so that a repeated request reads the same for ever."""
    match, seat = receipt.match, receipt.seat
    if receipt.is_repeat:
        now = now_for(waiting.look_now(match.id), seat, texts=texts)
    else:
        now = now_for(now_after(match), seat, texts=texts, stored=match)
    return _accepted(receipt, now)


def taken_and_waited(
    meta: Mapping[str, Any], receipt: ActionReceipt, *, holder: waiting.Holder, texts: bool, after: int, wait: int
) -> HttpResponse:
    """The same when the seat's next turn has come, the match is over or the time is up, with the events `after`."""
    match, seat = receipt.match, receipt.seat
    known = waiting.look_now(match.id) if receipt.is_repeat else now_after(match)

    def made(known: MatchNow, has_place: bool) -> HttpResponse:
        events = events_for(match.rules, match.id, seat, after=after, limit=MOST_EVENTS_ANSWERED)
        if events[-1]["seq"] > known.version:
            known = read_now(match.id)
        response = _accepted(receipt, now_for(known, seat, texts=texts), events)
        if not has_place and not waiting.is_due(known, seat):
            response["Retry-After"] = str(waiting.RETRY_SECONDS)
        return response

    return waiting.answer_after(
        meta,
        (limit_key(meta), str(holder.account)),
        lambda has_place: waiting.wait_for_turn(known, seat, wait if has_place else 0, holder),
        made,
        status=201,
    )


def _accepted(receipt: ActionReceipt, now: Now, events: list[dict[str, Any]] | UnsetType = UNSET) -> HttpResponse:
    assert now.version is not None
    event = show_event(receipt.match.rules, receipt.event, receipt.seat)
    return answer(ActionAccepted(event, now.version, now, events), 201)


class ActionsView(ApiView):
    """Past DRF's dispatch, which would cost more than the rules; every refusal goes to the same handler."""

    throttle = "moves"
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
        found = sql.read_as_holder(match_id, digest, request.META.get("HTTP_IDEMPOTENCY_KEY"))
        if found is None:
            raise AuthenticationFailed
        holder, scopes, row = found
        bind_contextvars(user_id=holder)
        limits.check(request, self.throttle, holder)
        check_scope("play", read_scopes(scopes))
        query = read_query(request, ActionQuery) if request.META.get("QUERY_STRING") else NO_QUERY
        texts = query.include == "texts"
        sent = read_json(body_of(request), Move)
        key = idempotency_key(request)
        if query.wait and key is None:
            raise malformed("wait_needs_key", place={"header": "Idempotency-Key"})
        try:
            receipt = take_action(
                match_id=match_id,
                player_id=holder,
                action=bytes(sent.action),
                expected_version=sent.version,
                key=key,
                row=row,
            )
        except ServiceError as refusal:
            if refusal.code in BEHIND and "version" in refusal.params:
                refusal.params |= _news(match_id, holder, after=sent.version, texts=texts)
            raise pointed(refusal, match_id) from refusal
        if not query.wait:
            return taken(receipt, texts=texts)
        waits = waiting.Holder(holder, digest)
        return taken_and_waited(request.META, receipt, holder=waits, texts=texts, after=sent.version, wait=query.wait)

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
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Only described here; `dispatch` carries it out."""
        return self._take(request._request, match_id)


def pointed(refusal: ServiceError, match_id: UUID) -> Exception:
    """The refusal with where the legal actions are."""
    if refusal.code in ("illegal_action", "stale_version", "not_asked"):
        refusal.params["legal_actions"] = reverse("api-legal-actions", args=[match_id])
    return refusal


def _news(match_id: UUID, player_id: int, *, after: int, texts: bool) -> dict[str, Any]:
    """What has happened after a version, as the player's seat is shown it, and what comes next."""
    match, seat = load_for_seat(match_id, player_id)
    events = events_for(match.rules, match_id, seat, after=after, limit=MOST_EVENTS_REFUSED)
    return {"events": events, "now": now_for(now_after(match), seat, texts=texts, stored=match)}


def unreadable_action(rules: Ruleset, fault: ValueFault) -> ServiceError:
    """What is wrong with an action, as the refusal with its place and what would have been accepted there."""
    return ServiceError("malformed_action", unreadable(fault, rules.definition.action_types, prefix="/action"))


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
        return taken(receipt, texts=query.include == "texts")
