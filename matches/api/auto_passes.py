"""A seat's auto-passes: seen and set by that seat alone."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body, read_query
from matches.api.legal_actions import Include
from matches.api.now import Now, now_for
from matches.api.refusals import FROM_A_SEAT
from matches.api.requests import match_for
from matches.limits import MOST_AUTO_PASSES
from matches.log import stored_match
from matches.selectors import access
from matches.selectors.now import read_now
from matches.services.set_auto_pass import auto_passes_of, set_auto_passes
from players.models import Player


class AutoPass(Struct, frozen=True, forbid_unknown_fields=True):
    """Pass at prompts of this kind until an effect of that type happens; without one, until the match is over."""

    kind: Annotated[str, Meta(max_length=40)]
    until: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="Effect that ends it; null for none."),
    ] = None


class AutoPasses(Struct, frozen=True, forbid_unknown_fields=True):
    """All auto-passes of a seat; setting them replaces those before."""

    auto_passes: Annotated[list[AutoPass], Meta(max_length=MOST_AUTO_PASSES)]


class AutoPassesSet(Struct, frozen=True):
    """What is left of them after the passes that were taken at once, and what comes next."""

    auto_passes: list[AutoPass]
    now: Now


class AutoPassQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None


class AutoPassesView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_auto_passes",
        "Read one's auto-passes",
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
        "Set one's auto-passes",
        "Pass whenever a prompt of this kind comes, until an effect of that type happens. A kind that nobody can pass "
        "is refused, with those that can be. The passes are ordinary "
        "actions in the log, taken at once whether or not there was anything to answer with.",
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
