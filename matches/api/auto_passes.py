"""A seat's auto-passes: seen and set by that seat alone."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from cards.http.answering import ApiView, answer
from cards.http.description import operation
from cards.http.reading import read_body
from matches.api.requests import match_for
from matches.log import stored_match
from matches.log.stored_match import MOST_AUTO_PASSES
from matches.players.models import Player
from matches.services.set_auto_pass import auto_passes_of, set_auto_passes


class AutoPass(Struct, frozen=True, forbid_unknown_fields=True):
    """Pass at prompts of this kind until an effect of that type happens; without one, until the match is over."""

    kind: Annotated[str, Meta(max_length=40)]
    until: Annotated[str, Meta(max_length=40)] | None = None


class AutoPasses(Struct, frozen=True, forbid_unknown_fields=True):
    """All auto-passes of a seat; setting them replaces those before."""

    auto_passes: Annotated[list[AutoPass], Meta(max_length=MOST_AUTO_PASSES)]


REFUSES = {401: "not_signed_in", 403: "not_your_seat", 404: "not_found"}


class AutoPassesView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_auto_passes",
        "Read one's auto-passes",
        tag="matches",
        answers={200: AutoPasses},
        refuses={**REFUSES, 409: "match_not_started"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match_for(request, match_id)
        return answer(_auto_passes(match_id, request.user))

    @operation(
        "set_auto_passes",
        "Set one's auto-passes",
        "Pass whenever a prompt of this kind comes, until an effect of that type happens. The passes are ordinary "
        "actions in the log, taken at once whether or not there was anything to answer with.",
        tag="matches",
        body=AutoPasses,
        answers={200: AutoPasses},
        refuses={400: "malformed_request", **REFUSES, 409: "match_not_started match_over"},
    )
    def put(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, AutoPasses)
        match_for(request, match_id)
        wanted = [stored_match.AutoPass(one.kind, one.until) for one in sent.auto_passes]
        set_auto_passes(match_id=match_id, player=request.user, auto_passes=wanted)
        return answer(_auto_passes(match_id, request.user))


def _auto_passes(match_id: UUID, player: Player) -> AutoPasses:
    return AutoPasses([AutoPass(one.kind, one.until) for one in auto_passes_of(match_id=match_id, player=player)])
