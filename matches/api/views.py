"""The view of a match, who is connected, its analysis, and the scorecard at the end."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct, field
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request

from common.formats import END, Id, Moment, SeatNumber
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body, read_query
from common.http.sparse import SparseQuery, sparse
from common.text.errors import Detail, ServiceError
from common.text.scorecards import decision_texts
from common.timestamps import rfc3339
from matches.api.match_resource import MatchVersion
from matches.api.requests import (
    THROUGH_EYES,
    AuditReason,
    answer_about,
    asker,
    audited,
    match_for,
    pointed,
    unreadable_action,
)
from matches.log.sql import load_match
from matches.selectors import access, positions
from matches.selectors.presence import presence_in
from matches.selectors.scorecards import scorecard_of
from players.presence import Presence
from rules.engine import Action, MalformedAction, Names, Ruleset

VIEW = {"$ref": "#/components/schemas/View"}
As = Annotated[
    str,
    Meta(
        pattern="^(seat|public|audit|[0-9]{1,2})" + END,
        description="Whose view: `seat` (your own) or `public`; once the match is disclosed, also `audit` or any "
        "seat's number. Before that, `audit` needs the permission `matches.audit_live` and a `reason`, and is "
        "recorded.",
    ),
]


class ViewQuery(SparseQuery, frozen=True, forbid_unknown_fields=True):
    as_: As | None = field(name="as", default=None)
    reason: AuditReason | None = None


class ViewView(ApiView):
    @operation(
        "read_view",
        "Read the table as your seat or the public sees it",
        "Send its `version` back with an action.",
        tag="matches",
        scope="read",
        query=ViewQuery,
        answers={200: VIEW},
        refuses=THROUGH_EYES,
        kept=True,
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, ViewQuery)
        match = match_for(request, match_id)
        viewer = access.viewer_for(match, asker(request), query.as_)
        seen = positions.match_view(match=match, viewer=viewer)
        audited(request, match, viewer, seen.version, reason=query.reason)
        return answer_about(request, match, sparse(seen, query.fields))


class SeatPresence(Struct, frozen=True):
    """Whether the account in this seat is connected. Both are null for a house bot, an empty seat, or if unknown."""

    seat: SeatNumber
    is_connected: Annotated[bool | None, Meta(description="Whether it was here in the last 45 seconds.")]
    last_seen: Annotated[Moment | None, Meta(description="When it was last here; null if that is not known.")]


class MatchPresence(Struct, frozen=True):
    """The players who are connected, by seat. After the end of the match it is empty."""

    match: Id
    seats: list[SeatPresence]


class PresenceView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_presence",
        "See whether the players of a match are connected",
        "An account counts as connected if it sent a request, waited or held a stream in the last 45 seconds. If a "
        "block stands between you and a player, that player is not shown.",
        tag="matches",
        scope="read",
        answers={200: MatchPresence},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match = match_for(request, match_id)
        shown = presence_in(match, request.user)
        seats = [_seat_presence(seat.index, shown.get(seat.index)) for seat in match.seats.all()]
        return answer(MatchPresence(str(match.pk), seats))


def _seat_presence(seat: int, found: Presence | None) -> SeatPresence:
    if found is None or found.last_seen is None:
        return SeatPresence(seat, None, None)
    return SeatPresence(seat, found.is_connected, rfc3339(found.last_seen))


class AnalysisRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """One of your legal actions to consider; null analyses the current position only.

    If a card and its square are chosen in two steps, you can send the deployment of any card that you can choose now.
    """

    action: dict[str, Any] | None = None


class Analysis(Struct, frozen=True):
    version: MatchVersion
    analysis: Annotated[dict[str, Any] | None, Meta(description="Depends on the ruleset; null if it offers none.")]


def _considered(rules: Ruleset, sent: dict[str, Any]) -> Action:
    try:
        return rules.decode_action(msgspec.json.encode(sent))
    except MalformedAction as error:
        raise unreadable_action(rules, error.fault) from error


class AnalysisView(ApiView):
    permission_classes = [AllowAny]

    @operation(
        "analyse_match",
        "Analyse the position from public facts",
        "The ruleset decides what the analysis contains. If you send an action, it also covers the position after that "
        "action. The match does not change.",
        tag="matches",
        scope="read",
        body=AnalysisRequest,
        answers={200: Analysis},
        refuses={404: "not_found", 409: "match_not_started", 422: "illegal_action", 400: "malformed_action"},
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        match_for(request, match_id)
        sent = read_body(request._request, AnalysisRequest)
        player = asker(request)
        match = load_match(match_id, player_id=None if player is None else player.pk)
        table = match.position.table
        action = None if sent.action is None else _considered(match.rules, sent.action)
        if action is not None and (match.seat is None or not match.rules.may_consider(table, match.seat, action)):
            raise pointed(ServiceError("illegal_action", Detail("not_your_action"), version=match.version), match_id)
        analysis = match.rules.analysis(table, match.seat, action)
        return answer(Analysis(match.version, None if analysis is None else msgspec.to_builtins(analysis)))


ScorecardJson = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Scorecard"})]
HOW_IT_ENDED = ("version", "winners", "reason", "scores")


class MatchScorecard(Struct, frozen=True):
    """The result of a match, computed from its log."""

    match: Id
    version: Annotated[int, Meta(description="Version of the computation; equal versions give equal scorecards.")]
    winners: Annotated[list[int], Meta(description="Winning seats; empty after a draw.")]
    reason: str
    scores: dict[str, Any]
    texts: Annotated[Names, Meta(description="What decided, in words.")]
    tally: Annotated[ScorecardJson, Meta(description="Statistics of this game.")]


class ScorecardView(ApiView):
    permission_classes = [AllowAny]

    @operation(
        "read_scorecard",
        "Read the scorecard of a disclosed match",
        "It has points, losses and what decided the match. Tiebreaks are listed up to the one that decided.",
        tag="matches",
        scope="read",
        answers={200: MatchScorecard},
        kept=True,
        refuses={404: "not_found", 409: "match_not_started match_over match_not_over not_disclosed deal_not_closed"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match = match_for(request, match_id)
        scored = scorecard_of(match)
        body = scored.body
        return answer_about(
            request,
            match,
            MatchScorecard(
                match=str(match_id),
                **{name: body[name] for name in HOW_IT_ENDED},
                texts=decision_texts(scored.rules, scored.options, scored.card.decided, body["winners"]),
                tally={name: value for name, value in body.items() if name not in HOW_IT_ENDED},
            ),
        )
