"""Draws by agreement: offer, accept, decline, withdraw."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body, read_query
from matches.api.legal_actions import Include
from matches.api.match_resource import Match
from matches.api.now import Now, with_now
from matches.api.requests import FROM_A_SEAT, answered_once, match_for
from matches.selectors import access
from matches.services.ending import accept_draw, decline_draw, offer_draw, withdraw_draw


class DrawQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None


class DrawAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class DrawState(Match, frozen=True, kw_only=True):
    """The match after your request, and `now`. If you repeat an `Idempotency-Key`, only `now` is current."""

    now: Now


class _DrawView(ApiView):
    permission_classes = [IsAuthenticated]

    def carried_out(self, request: Request, match_id: UUID, service: Callable[..., None]) -> HttpResponse:
        query = read_query(request._request, DrawQuery)
        if request.method == "POST":
            read_body(request._request, DrawAnswer)
        own = access.seat_of(match_for(request, match_id), request.user)

        def carry_out() -> UUID:
            service(match_id=match_id, player=request.user)
            return match_id

        state = answered_once(request, 200, carry_out)
        return answer(with_now(state.content, match_id, own, texts=query.include == "texts"))


class DrawOfferView(_DrawView):
    @operation(
        "offer_draw",
        "Offer a draw, or agree to an open offer",
        "The match is drawn when every seat has agreed. An offer ends when it is declined, or when a seat that has not "
        "agreed acts. `draw_offers` lists the seats with an open offer, and the other players get the notice "
        "`draw_offered`. A seat can offer again after it has acted. House bots decline (`draw_declined`).",
        tag="matches",
        scope="play",
        query=DrawQuery,
        body=DrawAnswer,
        answers={200: DrawState},
        refuses={**FROM_A_SEAT, 409: "match_not_started match_over league_match draw_offered_already"},
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        return self.carried_out(request, match_id, offer_draw)

    @operation(
        "withdraw_draw",
        "Withdraw your draw offer",
        "Also withdraws your agreement to another seat's offer, which stays open. The other players get no notice; "
        "only `now` shows the change. You can offer again after you have acted. Without an offer of yours nothing "
        "changes.",
        tag="matches",
        scope="play",
        query=DrawQuery,
        answers={200: DrawState},
        refuses={**FROM_A_SEAT, 409: "match_not_started match_over league_match"},
        keyed=True,
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        return self.carried_out(request, match_id, withdraw_draw)


class AcceptDrawView(_DrawView):
    @operation(
        "accept_draw",
        "Accept a draw offer",
        "Unlike `offer_draw` it never makes an offer: if none is open, it is refused.",
        tag="matches",
        scope="play",
        query=DrawQuery,
        body=DrawAnswer,
        answers={200: DrawState},
        refuses={**FROM_A_SEAT, 409: "match_not_started match_over league_match no_draw_offered"},
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        return self.carried_out(request, match_id, accept_draw)


class DeclineDrawView(_DrawView):
    @operation(
        "decline_draw",
        "Decline a draw offer",
        "The player who offered gets the notice `draw_declined`.",
        tag="matches",
        scope="play",
        query=DrawQuery,
        body=DrawAnswer,
        answers={200: DrawState},
        refuses={**FROM_A_SEAT, 409: "match_not_started match_over league_match no_draw_offered"},
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        return self.carried_out(request, match_id, decline_draw)
