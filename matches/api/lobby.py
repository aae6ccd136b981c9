"""A match before it starts, and its end by consent: joining, leaving, aborting."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from cards.http.answering import ApiView
from cards.http.description import operation
from cards.http.reading import read_body
from decks.api import DeckNamed
from matches.api.actions import Note
from matches.api.match_resource import Match
from matches.api.matches import deck_brought
from matches.api.requests import answered_once, match_for
from matches.services.abort import abort_match
from matches.services.lobby import join_match, leave_match


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """`entropy` goes into all chance of the match, which is committed to already. `seat` picks one of several open."""

    deck: DeckNamed | None = None
    entropy: Annotated[str, Meta(max_length=64, pattern="^[ -~]*$")] = ""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say."""


class Aborting(Struct, frozen=True, forbid_unknown_fields=True):
    note: Note = ""


class JoinView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "join_match",
        "Take a seat and be ready",
        "One's own seat, the one that one is invited to, or an open one. The last to be ready starts the match.",
        tag="matches",
        body=Joining,
        example={"entropy": "I like dice"},
        answers={200: Match},
        refuses={
            401: "not_signed_in",
            404: "not_found",
            409: "seat_taken already_seated match_started match_over",
            422: "bad_setup key_reused",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, Joining)
        return answered_once(
            request,
            200,
            lambda: join_match(
                match_id=match_id,
                player=request.user,
                deck=deck_brought(sent.deck),
                entropy=sent.entropy,
                seat=sent.seat,
            ),
        )


REFUSES_BEFORE_THE_START = {
    401: "not_signed_in",
    403: "not_your_seat",
    404: "not_found",
    409: "match_started match_over",
    422: "key_reused",
}


class LeaveView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "leave_match",
        "Give one's seat back before the start, or decline an invitation",
        tag="matches",
        body=Leaving,
        answers={200: Match},
        refuses=REFUSES_BEFORE_THE_START,
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        read_body(request._request, Leaving)
        return answered_once(request, 200, lambda: leave_match(match_id=match_id, player=request.user))


class AbortView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "abort_match",
        "Close a lobby, or consent to ending the match; nobody wins",
        "A lobby is closed at once, by whoever opened it or sits in it. After the start the consent of one's seat is "
        "noted in `abort_consents`, and the match is aborted when all seats have consented. Bots consent as soon as a "
        "person has acted. An action of one's seat takes its consent back. Who has waited a day for a decision without "
        "a clock aborts alone. What was hidden in an aborted match stays hidden; `note` of the request that ends it "
        "stands in the log.",
        tag="matches",
        body=Aborting,
        answers={200: Match},
        refuses={
            401: "not_signed_in",
            403: "not_your_seat",
            404: "not_found",
            409: "match_over",
            422: "key_reused",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, Aborting)
        match_for(request, match_id)

        def abort() -> UUID:
            abort_match(match_id=match_id, player=request.user, note=sent.note)
            return match_id

        return answered_once(request, 200, abort)
