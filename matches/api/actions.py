"""POST actions: the one path that must cost little. No serializers, no negotiation, one read for player and match."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from msgspec import Meta, Raw, Struct
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from structlog.contextvars import bind_contextvars

from cards.engine import Ruleset
from cards.http import limits
from cards.http.answering import ApiView, answer, with_rate
from cards.http.description import operation
from cards.http.reading import body_of, idempotency_key, read_body, read_json, refuse_unknown
from cards.http.schema_faults import unreadable
from cards.text.errors import ServiceError
from matches.api.events import MOST_SEQ, EventJson
from matches.log import sql
from matches.log.redaction import show_event
from matches.players.auth import token_digest
from matches.services.act import take_action
from matches.services.attempts import ActionReceipt
from matches.services.resign import resign

Note = Annotated[str, Meta(max_length=400)]


class Resigning(Struct, frozen=True, forbid_unknown_fields=True):
    note: Note = ""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of the match's ruleset, and the version of the match that it was decided on."""

    version: Annotated[int, Meta(ge=-MOST_SEQ, le=MOST_SEQ)]
    action: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]


class ActionAccepted(Struct, frozen=True):
    """The event as one's seat sees it, and the match's version now."""

    event: EventJson
    version: int


def taken(accepted: ActionReceipt) -> HttpResponse:
    """The event as the seat sees it while the match lives, so that a repeated request reads the same for ever."""
    event = show_event(accepted.rules, accepted.event, accepted.seat)
    return answer(ActionAccepted(event, accepted.version), 201)


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
            problem = self.get_exception_handler()(error, {"view": self, "request": request})
            if problem is None:
                raise
            response = problem
        return with_rate(request, response)  # type: ignore[no-any-return]

    def _take(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        found = sql.read_as_holder(match_id, token_digest(request), request.META.get("HTTP_IDEMPOTENCY_KEY"))
        if found is None:
            raise AuthenticationFailed
        holder, row = found
        bind_contextvars(user_id=holder)
        limits.check(request, self.throttle, holder)
        if request.META.get("QUERY_STRING"):
            refuse_unknown(request.GET, [])
        sent = read_json(body_of(request), Move)
        try:
            accepted = take_action(
                match_id=match_id,
                player_id=holder,
                action=bytes(sent.action),
                expected_version=sent.version,
                key=idempotency_key(request),
                row=row,
            )
        except ServiceError as refusal:
            raise pointed(refusal, match_id) from refusal
        return taken(accepted)

    @operation(
        "take_action",
        "Take an action",
        "`version` is the one that was seen. It is stale if the seat's prompt was opened by a later event; another "
        "seat's simultaneous decision in between does not make it stale.",
        tag="matches",
        body=Move,
        example={"version": 0, "action": {"type": "play", "card": "red-1", "flag": 0}},
        answers={201: ActionAccepted},
        refuses={
            400: "malformed_action unknown_version",
            401: "not_signed_in",
            403: "not_your_seat",
            404: "not_found",
            409: "match_not_started match_over not_asked stale_version",
            422: "illegal_action key_reused",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Described here; carried out by `dispatch`."""
        return self._take(request._request, match_id)


def pointed(refusal: ServiceError, match_id: UUID) -> Exception:
    """The refusal with where the legal actions are."""
    if refusal.code in ("illegal_action", "stale_version", "not_asked"):
        refusal.params["legal_actions"] = reverse("api-legal-actions", args=[match_id])
    return refusal


def unreadable_action(rules: Ruleset, said: str) -> ServiceError:
    """What msgspec said of an action, as the refusal with its place and what would have been accepted there."""
    return ServiceError("malformed_action", unreadable(said, rules.definition.action_types, prefix="/action"))


class ResignView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "resign",
        "Give up, for one's whole team",
        tag="matches",
        body=Resigning,
        answers={201: ActionAccepted},
        refuses={
            401: "not_signed_in",
            403: "not_your_seat",
            404: "not_found",
            409: "match_not_started match_over",
            422: "key_reused",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, Resigning)
        key = idempotency_key(request._request)
        return taken(resign(match_id=match_id, player_id=request.user.pk, note=sent.note, key=key))
