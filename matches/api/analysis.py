"""What a game works out for clients from public facts, now and after an action that a seat considers."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body
from common.text.errors import Detail, ServiceError
from matches.api.actions import pointed, unreadable_action
from matches.api.match_resource import MatchVersion
from matches.api.requests import asker, match_for
from matches.log.sql import load_match
from rules.engine import Action, MalformedAction, Ruleset


class AnalysisRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """One of one's own legal actions, or nothing: then only what is there now is analysed.

    Where card and square are chosen one after the other, the deployment of any card that may be chosen now will do.
    """

    action: dict[str, Any] | None = None


class Analysis(Struct, frozen=True):
    """The analysis in the ruleset's own terms, or null where the game offers none."""

    version: MatchVersion
    analysis: Annotated[dict[str, Any] | None, Meta(description="Its form depends on the ruleset.")]


def _considered(rules: Ruleset, sent: dict[str, Any]) -> Action:
    try:
        return rules.decode_action(msgspec.json.encode(sent))
    except MalformedAction as error:
        raise unreadable_action(rules, error.fault) from error


class AnalysisView(ApiView):
    permission_classes = [AllowAny]

    @operation(
        "analyse_match",
        "What follows from public facts",
        "What the ruleset works out for its players, in its own terms; null where it offers nothing. With an action "
        "considered also as it would be after it. Nothing happens in the match.",
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
