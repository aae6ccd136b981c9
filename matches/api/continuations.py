"""Going on from an event of a match that is disclosed."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.http.answering import ApiView
from common.http.description import operation
from common.http.reading import read_body
from matches.api.match_resource import Match
from matches.api.requests import answered_once, match_for
from matches.services.continuations import USUAL_BOT, Continuation, continue_match


class ContinuationInput(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to go on, and who sits where."""

    seq: Annotated[int, Meta(ge=0, le=2_000_000_000, description="The event after which the practice match goes on.")]
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=7)] | None, Meta(description="Your seat; null for the first that must decide.")
    ] = None
    bot: Annotated[str, Meta(max_length=60, description="The house bot on all other seats.")] = USUAL_BOT


class ContinuationsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "continue_match",
        "Go on from an event of a disclosed match, against house bots",
        "Opens a practice match with the table as it stood after that event, and chance of its own from there on. "
        "It has no clock, is private, and counts nowhere: neither in lists and searches nor in statistics and ratings. "
        "Its event 0 says `continues`; ruleset version, cards, options and decks are those of that match.",
        tag="matches",
        scope="play",
        body=ContinuationInput,
        answers={201: Match},
        refuses={
            400: "unknown_version",
            401: "not_signed_in",
            404: "not_found",
            409: "match_not_over not_disclosed deal_not_closed nothing_to_continue continued_too_often "
            "too_many_matches",
            422: "bad_setup",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, ContinuationInput)
        match = match_for(request, match_id)
        wanted = Continuation(seq=sent.seq, seat=sent.seat, bot=sent.bot)
        return answered_once(request, 201, lambda: continue_match(match=match, player=request.user, wanted=wanted))
