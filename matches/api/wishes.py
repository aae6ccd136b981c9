"""A seat's standing wishes: seen and set by that seat alone."""

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
from matches.log.stored_match import MOST_WISHES, Wish
from matches.services.set_auto_pass import set_wishes, wishes_of


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """All of a seat's standing wishes; setting them replaces those before."""

    wishes: Annotated[list[Wish], Meta(max_length=MOST_WISHES)]


REFUSES = {401: "not_signed_in", 403: "not_your_seat", 404: "not_found"}


class WishesView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_wishes",
        "Read one's standing wishes",
        tag="matches",
        answers={200: Wishes},
        refuses={**REFUSES, 409: "match_not_started"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match_for(request, match_id)
        return answer(Wishes(wishes_of(match_id=match_id, player=request.user)))

    @operation(
        "set_wishes",
        "Set one's standing wishes",
        "Pass whenever a prompt of this kind comes, until an effect of that type happens. The passes are ordinary "
        "actions in the log, taken at once whether or not there was anything to answer with.",
        tag="matches",
        body=Wishes,
        answers={200: Wishes},
        refuses={400: "malformed_request", **REFUSES, 409: "match_not_started match_over"},
    )
    def put(self, request: Request, match_id: UUID) -> HttpResponse:
        wished = read_body(request._request, Wishes)
        match_for(request, match_id)
        set_wishes(match_id=match_id, player=request.user, wishes=wished.wishes)
        return answer(Wishes(wishes_of(match_id=match_id, player=request.user)))
