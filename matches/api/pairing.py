"""Quick pairing: ask for a match, and be called when others ask for the same one."""

from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Id, Moment, Options, OptionsShown
from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.reading import read_body
from common.timestamps import rfc3339
from decks.api.decks import DeckNamed
from matches import models
from matches.api.matches import deck_brought
from matches.api.requests import json_once
from matches.clocks import Clock
from matches.services.pairing import KEPT, Wanted, post_request, waiting_request, withdraw_request

RatingBound = Annotated[int, Meta(ge=-10_000, le=10_000)]


class PairingRequestInput(Struct, frozen=True, forbid_unknown_fields=True):
    """The match you want, and the range of your opponents' ratings. Only requests for the same match are paired."""

    ruleset: Annotated[str, Meta(max_length=40)]
    clock: Clock
    options: Options = {}
    rated: bool = False
    least_rating: Annotated[RatingBound | None, Meta(description="An opponent's lowest rating; null: no limit.")] = None
    most_rating: Annotated[RatingBound | None, Meta(description="An opponent's highest rating; null: no limit.")] = None
    deck: DeckNamed | None = None


class PairingRequest(Struct, frozen=True):
    """You wait until `expires_at`. Once `match` is set, you are paired: join that match to answer the call."""

    id: Id
    ruleset: str
    options: OptionsShown
    clock: Clock
    rated: bool
    least_rating: Annotated[int | None, Meta(description="An opponent's lowest rating; null: no limit.")]
    most_rating: Annotated[int | None, Meta(description="An opponent's highest rating; null: no limit.")]
    posted_at: Moment
    expires_at: Moment
    match: Annotated[Id | None, Meta(description="The match you are called to; null until you are paired.")]


class PairingRequestList(Struct, frozen=True):
    """Your request, or nothing if you are not waiting."""

    results: list[PairingRequest]


class PairingRequestsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_pairing_requests",
        "Read your pairing request",
        tag="matches",
        scope="read",
        answers={200: PairingRequestList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        waiting = waiting_request(request.user)
        return answer(PairingRequestList([] if waiting is None else [_resource(waiting, None)]))

    @operation(
        "post_pairing_request",
        "Get paired with players who want the same match",
        "An account has one request at a time. As soon as enough players wait for a match, all are called to it "
        "(`called` and `paired` in the account's stream). It starts when all have joined. Seats are random. A request "
        "expires after ten minutes.",
        tag="matches",
        scope="play",
        body=PairingRequestInput,
        answers={201: PairingRequest},
        refuses={
            401: "not_signed_in",
            404: "unknown_ruleset",
            409: "already_waiting account_paused too_many_matches",
            422: "bad_setup",
        },
        keyed=True,
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, PairingRequestInput)

        def carry_out() -> PairingRequest:
            wanted = Wanted(
                ruleset=sent.ruleset,
                options=sent.options,
                clock=msgspec.to_builtins(sent.clock),
                is_rated=sent.rated,
                least_rating=sent.least_rating,
                most_rating=sent.most_rating,
                deck=deck_brought(sent.deck),
            )
            posted, match = post_request(player=request.user, wanted=wanted)
            return _resource(posted, None if match is None else match.pk)

        return json_once(request, 201, carry_out)


class PairingRequestView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "withdraw_pairing_request",
        "Withdraw a pairing request",
        "If the request has already been paired, the answer is `not_found` and you are called to the match.",
        tag="matches",
        scope="play",
        answers={204: None},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def delete(self, request: Request, request_id: UUID) -> HttpResponse:
        withdraw_request(player=request.user, request_id=request_id)
        return no_content()


def _resource(request: models.PairingRequest, match_id: UUID | None) -> PairingRequest:
    return PairingRequest(
        id=str(request.pk),
        ruleset=request.ruleset,
        options=request.options,
        clock=msgspec.convert(request.clock, Clock),
        rated=request.is_rated,
        least_rating=request.least_rating,
        most_rating=request.most_rating,
        posted_at=rfc3339(request.posted_at),
        expires_at=rfc3339(request.posted_at + KEPT),
        match=None if match_id is None else str(match_id),
    )
