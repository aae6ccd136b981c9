"""Invitation links: create, read and revoke one; see the lobby it leads to, and join.

The code is sent only in bodies, because proxies and browsers store the addresses of requests.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request

from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.limits import count_refused_code
from common.http.reading import read_body
from common.text.errors import ServiceError
from matches.api.lobby import Joining
from matches.api.match_resource import Match, match_resource
from matches.api.matches import deck_brought
from matches.api.requests import answered_once, asker, done_once
from matches.selectors.lists import find_match_by_code
from matches.services.invitation_links import join_by_code, make_link, read_code, revoke_link

Code = Annotated[str, Meta(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]*$")]
OF_A_LOBBY = {401: "not_signed_in", 403: "not_allowed", 404: "not_found", 409: "match_started match_over"}


class NoTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class InvitationCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Code


class JoiningByCode(Joining, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Like `Joining`, with the code of the invitation link."""

    code: Code


class InvitationLink(Struct, frozen=True):
    """Anyone who has `code` can see the lobby and join, even if the match is private."""

    code: Annotated[str | None, Meta(description="The link's secret; null if there is no link.")]


class InvitationLinkView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_invitation_link",
        "Read the invitation link of a lobby you opened",
        tag="matches",
        scope="read",
        answers={200: InvitationLink},
        refuses=OF_A_LOBBY,
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        return answer(InvitationLink(read_code(match_id=match_id, player=request.user)))

    @operation(
        "make_invitation_link",
        "Create or replace the invitation link",
        "Anyone who has its code can see the lobby and take an open seat, even in a private match. A match has one "
        "link, and a new one ends the previous one. It stops working when the match starts or the lobby closes.",
        tag="matches",
        scope="play",
        body=NoTerms,
        answers={201: InvitationLink},
        refuses=OF_A_LOBBY,
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        read_body(request._request, NoTerms)
        # The code is not stored with the key: a repeated request reads the current link.
        done_once(request, 201, lambda: make_link(match_id=match_id, player=request.user))
        return answer(InvitationLink(read_code(match_id=match_id, player=request.user)), 201)

    @operation(
        "revoke_invitation_link",
        "Revoke the invitation link",
        "Players who joined with it keep their seats.",
        tag="matches",
        scope="play",
        answers={204: None},
        refuses=OF_A_LOBBY,
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        revoke_link(match_id=match_id, player=request.user)
        return no_content()


class ByCodeView(ApiView):
    permission_classes = [AllowAny]

    @operation(
        "find_match_by_code",
        "Find the lobby of an invitation link",
        "The answer is `not_found` if the code is wrong or no longer valid.",
        tag="matches",
        scope="read",
        body=InvitationCode,
        answers={200: Match},
        refuses={404: "not_found"},
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, InvitationCode)
        with _counting_wrong_codes(request):
            match = find_match_by_code(sent.code)
        return answer(match_resource(match, asker(request)))


class JoinByCodeView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "join_match_by_code",
        "Take a seat with an invitation link",
        "Like `join_match`, with the code in place of the match's id.",
        tag="matches",
        scope="play",
        body=JoiningByCode,
        answers={200: Match},
        refuses={
            401: "not_signed_in",
            404: "not_found",
            409: "seat_taken already_seated call_missed match_started match_over too_many_matches",
            422: "bad_setup",
        },
        keyed=True,
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, JoiningByCode)
        with _counting_wrong_codes(request):
            return answered_once(
                request,
                200,
                lambda: join_by_code(
                    code=sent.code,
                    player=request.user,
                    deck=deck_brought(sent.deck),
                    entropy=sent.entropy,
                    seat=sent.seat,
                ),
            )


@contextmanager
def _counting_wrong_codes(request: Request) -> Iterator[None]:
    """Count wrong codes. Raises ServiceError `too_fast` after too many of them."""
    try:
        yield
    except ServiceError as error:
        if error.code == "not_found":
            count_refused_code(request._request)
        raise
