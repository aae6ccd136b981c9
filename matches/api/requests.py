"""Shared by the views of matches: the caller, the current match, and answers given once per Idempotency-Key."""

from collections.abc import Callable
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from common.http.answering import answer, answer_kept, answer_tagged
from common.http.reading import body_of, idempotency_key
from common.schema_faults import unreadable
from common.text.errors import ServiceError, malformed
from matches.api.match_resource import match_resource
from matches.limits import MOST_REASON
from matches.models import Match
from matches.selectors import access, lists, progress
from matches.services.ending import expire_clock
from matches.services.idempotency import Answer, once
from matches.services.moderation import record_audit_read
from players.models import Player
from rules.engine import Ruleset, Viewer
from rules.engine.value_faults import ValueFault

FROM_A_SEAT = {401: "not_signed_in", 403: "not_your_seat", 404: "not_found"}
"""Refusals of requests that only the player of a seat may send."""
THROUGH_EYES = {
    403: "not_your_seat not_allowed",
    404: "not_found",
    409: "match_not_started match_not_over not_disclosed",
}
"""Refusals of requests for the view of a seat, the public or the auditor."""


AuditReason = Annotated[
    str,
    msgspec.Meta(
        max_length=MOST_REASON,
        description="Why you look. Required with `as=audit` if the match is not disclosed, and shown to everyone who "
        "may see the match.",
    ),
]


def asker(request: Request) -> Player | None:
    return request.user if request.user.is_authenticated else None


def match_for(request: Request, match_id: UUID) -> Match:
    """Load the match for the caller; a clock that has run out ends it first. Raises ServiceError."""
    player = asker(request)
    match = lists.find_match(match_id, player)
    if progress.is_late(match) and expire_clock(match_id=match_id):
        match = lists.find_match(match_id, player)
    return match


def audited(
    request: Request, match: Match, viewer: Viewer, seq: int, what: str = "view", *, reason: str | None
) -> None:
    """Record an audit of a match that is not disclosed, before the auditor sees anything. A reason is required.

    Raises ServiceError `malformed_request`.
    """
    if why := audit_reason(match, viewer, reason):
        record_audit_read(match_id=match.pk, reader=request.user, seq=seq, what=what, reason=why)


def audit_reason(match: Match, viewer: Viewer, reason: str | None) -> str:
    """The auditor's reason, or "" if none is required.

    Raises ServiceError `malformed_request` if it is required and missing.
    """
    if viewer != "audit" or access.is_disclosed(match):
        return ""
    if not (why := (reason or "").strip()):
        raise malformed("no_audit_reason", place={"parameter": "reason"})
    return why


def answer_about(request: Request, match: Match, value: object) -> HttpResponse:
    """What the caller may see of a match, with an ETag. Caches may store it once the match is disclosed."""
    if access.is_disclosed(match):
        return answer_kept(request._request, value, by="private")
    return answer_tagged(request._request, value)


def answered_once(request: Request, status: int, do: Callable[[], Match | UUID]) -> HttpResponse:
    """Carry out a request that writes no event, once per key, and answer with the match."""

    def carry_out() -> Answer:
        done = do()
        match = lists.match_by_id(done.pk if isinstance(done, Match) else done)
        return Answer(status, msgspec.json.encode(match_resource(match, request.user)))

    sent = b"\n".join([(request.method or "").encode(), request.path.encode(), body_of(request._request)])
    given = once(player=request.user, key=idempotency_key(request._request), request=sent, do=carry_out)
    response = answer(given.body, given.status)
    if status == 201:
        response["Location"] = msgspec.json.decode(given.body, type=_Placed).url
    return response


def json_once(request: Request, status: int, do: Callable[[], msgspec.Struct]) -> HttpResponse:
    """Carry out a request that writes no event, once per key, and answer with the result of `do`."""
    sent = b"\n".join([(request.method or "").encode(), request.path.encode(), body_of(request._request)])
    key = idempotency_key(request._request)
    given = once(player=request.user, key=key, request=sent, do=lambda: Answer(status, msgspec.json.encode(do())))
    return answer(given.body, given.status)


def done_once(request: Request, status: int, do: Callable[[], object]) -> None:
    """Carry out a request that writes no event, once per key. The caller reads the answer afterwards."""

    def carry_out() -> Answer:
        do()
        return Answer(status, b"")

    sent = b"\n".join([(request.method or "").encode(), request.path.encode(), body_of(request._request)])
    once(player=request.user, key=idempotency_key(request._request), request=sent, do=carry_out)


class _Placed(msgspec.Struct):
    url: str


def pointed(refusal: ServiceError, match_id: UUID) -> Exception:
    """The refusal, with the path of the legal actions if they help."""
    if refusal.code in ("illegal_action", "stale_version", "not_asked"):
        refusal.params["legal_actions"] = reverse("api-legal-actions", args=[match_id])
    return refusal


def unreadable_action(rules: Ruleset, fault: ValueFault) -> ServiceError:
    """The refusal of an action that cannot be read: where the fault is, and what would be accepted there."""
    return ServiceError("malformed_action", unreadable(fault, rules.definition.action_types, prefix="/action"))
