"""Join or leave a match before it starts, or abort it."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body, read_query
from decks.api.decks import DeckNamed
from matches.api.actions import Note
from matches.api.legal_actions import Include
from matches.api.match_resource import Match
from matches.api.matches import deck_brought
from matches.api.now import Now, with_now
from matches.api.requests import FROM_A_SEAT, answered_once, match_for
from matches.selectors import access
from matches.services.ending import abort_match
from matches.services.lobby import join_match, leave_match


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """`entropy` influences all random events. The server has committed to its seed before. `seat` is an open seat."""

    deck: DeckNamed | None = None
    entropy: Annotated[str, Meta(max_length=64, pattern="^[ -~]*$", description="Your part in the seed.")] = ""
    seat: Annotated[Annotated[int, Meta(ge=0, le=7)] | None, Meta(description="Null for any open seat.")] = None


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class AbortQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None


class AbortConsent(Match, frozen=True, kw_only=True):
    """The match after your consent, and `now`. If you repeat an `Idempotency-Key`, only `now` is current."""

    now: Now


class Aborting(Struct, frozen=True, forbid_unknown_fields=True):
    note: Note = ""


class JoinView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "join_match",
        "Take a seat and be ready",
        "You can take your own seat, the one you are invited to, or an open one. If you are called, this answers the "
        "call, with or without entropy. The match starts when the last seat is ready.",
        tag="matches",
        scope="play",
        body=Joining,
        answers={200: Match},
        refuses={
            401: "not_signed_in",
            404: "not_found",
            409: "seat_taken already_seated call_missed match_started match_over too_many_matches league_deck",
            422: "bad_setup",
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


class LeaveView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "leave_match",
        "Leave your seat before the start, or decline an invitation",
        tag="matches",
        scope="play",
        body=Leaving,
        answers={200: Match},
        refuses={**FROM_A_SEAT, 409: "match_started match_over league_match"},
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        read_body(request._request, Leaving)
        return answered_once(request, 200, lambda: leave_match(match_id=match_id, player=request.user))


class AbortView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "abort_match",
        "Close a lobby, or consent to abort the match; no one wins",
        "The player who opened a lobby, or has a seat in it, closes it at once. After the start your seat's consent is "
        "recorded in `abort_consents`, and the match is aborted when all seats have consented. Bots consent as soon as "
        "a person has acted. Acting withdraws your consent. In an untimed match, a player who has waited a day for a "
        "decision aborts it alone. Hidden information in an aborted match stays hidden. The log has the `note` of the "
        "request that ends it.",
        tag="matches",
        scope="play",
        query=AbortQuery,
        body=Aborting,
        answers={200: AbortConsent},
        refuses={**FROM_A_SEAT, 409: "match_over league_match"},
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, AbortQuery)
        sent = read_body(request._request, Aborting)
        own = access.seat_of(match_for(request, match_id), request.user)

        def abort() -> UUID:
            abort_match(match_id=match_id, player=request.user, note=sent.note)
            return match_id

        consent = answered_once(request, 200, abort)
        return answer(with_now(consent.content, match_id, own, texts=query.include == "texts"))
