"""Challenges and rematches: post, list, accept, decline and withdraw them."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Id, Moment, Options, OptionsShown
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body
from common.timestamps import rfc3339
from matches import models
from matches.api.match_resource import ChosenVisibility, Player, player_resource
from matches.api.requests import json_once, match_for
from matches.clocks import Clock
from matches.limits import MOST_CHALLENGES_LISTED
from matches.services.challenges import (
    Terms,
    accept_challenge,
    decline_challenge,
    find_challenge,
    offer_rematch,
    open_challenges,
    post_challenge,
    withdraw_challenge,
)
from players.models import Player as Account

Reason = Literal[
    "later", "too_fast", "too_slow", "other_game", "other_options", "only_rated", "only_unrated", "no_bots"
]
ChallengeStatus = Annotated[str, Meta(extra_json_schema={"enum": models.Challenge.Status.values})]
ANSWER_REFUSALS = {
    401: "not_signed_in",
    403: "not_your_challenge",
    404: "not_found",
    409: "challenge_over",
}
NEW_REFUSALS = "player_unavailable account_paused already_challenged too_many_challenges too_many_matches"


class ChallengeInput(Struct, frozen=True, forbid_unknown_fields=True):
    """The opponent, and the match you propose. Decks are chosen later, when both players join."""

    opponent: Annotated[str, Meta(min_length=1, max_length=150, description="Account name of the opponent.")]
    ruleset: Annotated[str, Meta(max_length=40)]
    options: Options = {}
    clock: Annotated[Clock | None, Meta(description="Time control; null for an untimed match.")] = None
    visibility: ChosenVisibility = "public"
    rated: bool = False
    own_seat: Annotated[Annotated[int, Meta(ge=0, le=1)] | None, Meta(description="Your seat; null: random.")] = None


class Declining(Struct, frozen=True, forbid_unknown_fields=True):
    """Why you decline: one of these words, or null."""

    reason: Annotated[Reason | None, Meta(description="Shown to the challenger.")] = None


class Accepting(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class Challenge(Struct, frozen=True):
    """A challenge to a match of two. Once it is accepted, both players are called to `match` and must join."""

    id: Id
    challenger: Player
    opponent: Player
    ruleset: str
    options: OptionsShown
    clock: Annotated[Clock | None, Meta(description="Time control; null for an untimed match.")]
    visibility: ChosenVisibility
    rated: bool
    challenger_seat: Annotated[int | None, Meta(description="The challenger's seat; null for a random one.")]
    rematch_of: Annotated[Id | None, Meta(description="The match that this is the rematch of.")]
    status: ChallengeStatus
    reason: Annotated[str | None, Meta(description="Why it was declined.")]
    match: Annotated[Id | None, Meta(description="The match, once the challenge is accepted.")]
    created_at: Moment
    expires_at: Moment


class ChallengeList(Struct, frozen=True):
    """Open challenges, newest first; at most 100."""

    results: list[Challenge]


class Rematch(Struct, frozen=True):
    """A challenge to your opponent; against house bots, a match that has already started."""

    challenge: Annotated[Challenge | None, Meta(description="The new challenge; null against house bots.")]
    match: Annotated[Id | None, Meta(description="The new match; null until the challenge is accepted.")]


class ChallengesView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_challenges",
        "List your open challenges, posted and received",
        tag="matches",
        scope="read",
        answers={200: ChallengeList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        return answer(
            ChallengeList([_resource(found) for found in open_challenges(request.user)[:MOST_CHALLENGES_LISTED]])
        )

    @operation(
        "post_challenge",
        "Challenge a player to a match of two",
        "The opponent accepts or declines. After they accept, both players are called, and the match starts when both "
        "have joined. A bot account that accepts such matches is called at once. A challenge expires after ten "
        "minutes, or after three days if the match is untimed or has a correspondence clock.",
        tag="matches",
        scope="play",
        body=ChallengeInput,
        answers={201: Challenge},
        refuses={401: "not_signed_in", 404: "not_found unknown_ruleset", 409: NEW_REFUSALS, 422: "bad_setup"},
        keyed=True,
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, ChallengeInput)
        terms = Terms(
            ruleset=sent.ruleset,
            options=sent.options,
            clock=None if sent.clock is None else msgspec.to_builtins(sent.clock),
            visibility=sent.visibility,
            is_rated=sent.rated,
            seat=sent.own_seat,
        )

        def carry_out() -> Challenge:
            opponent = Account.objects.filter(username=sent.opponent).first()
            return _resource(post_challenge(challenger=request.user, opponent=opponent, terms=terms))

        return json_once(request, 201, carry_out)


class ChallengeView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_challenge",
        "Read a challenge that you posted or received",
        tag="matches",
        scope="read",
        answers={200: Challenge},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def get(self, request: Request, challenge_id: UUID) -> HttpResponse:
        return answer(_resource(find_challenge(challenge_id, request.user)))

    @operation(
        "withdraw_challenge",
        "Withdraw a challenge that you posted",
        tag="matches",
        scope="play",
        answers={200: Challenge},
        refuses=ANSWER_REFUSALS,
    )
    def delete(self, request: Request, challenge_id: UUID) -> HttpResponse:
        return answer(_resource(withdraw_challenge(challenge_id=challenge_id, player=request.user)))


class AcceptView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "accept_challenge",
        "Accept a challenge: both players are called to the match",
        tag="matches",
        scope="play",
        body=Accepting,
        answers={200: Challenge},
        refuses={
            **ANSWER_REFUSALS,
            409: "challenge_over account_paused too_many_matches player_unavailable",
            422: "bad_setup",
        },
        keyed=True,
    )
    def post(self, request: Request, challenge_id: UUID) -> HttpResponse:
        read_body(request._request, Accepting)
        return json_once(
            request, 200, lambda: _resource(accept_challenge(challenge_id=challenge_id, player=request.user))
        )


class DeclineView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "decline_challenge",
        "Decline a challenge",
        tag="matches",
        scope="play",
        body=Declining,
        answers={200: Challenge},
        refuses=ANSWER_REFUSALS,
        keyed=True,
    )
    def post(self, request: Request, challenge_id: UUID) -> HttpResponse:
        reason = read_body(request._request, Declining).reason or ""
        return json_once(
            request,
            200,
            lambda: _resource(decline_challenge(challenge_id=challenge_id, player=request.user, reason=reason)),
        )


class RematchView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "offer_rematch",
        "Offer a rematch with the seats swapped",
        "Challenges your opponent in a finished match of two. If they have already offered a rematch, this accepts it "
        "and both players are called. House bots start at once, with the decks of the match. The rematch uses the "
        "newest rules and cards. In a rated rematch the seats are random.",
        tag="matches",
        scope="play",
        body=Accepting,
        answers={201: Rematch},
        refuses={
            401: "not_signed_in",
            403: "not_your_seat",
            404: "not_found",
            409: f"match_not_over no_rematch {NEW_REFUSALS}",
            422: "bad_setup",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        read_body(request._request, Accepting)
        match = match_for(request, match_id)

        def carry_out() -> Rematch:
            offered = offer_rematch(match=match, player=request.user)
            challenge = None if offered.challenge is None else _resource(offered.challenge)
            return Rematch(challenge, None if offered.match_id is None else str(offered.match_id))

        return json_once(request, 201, carry_out)


def _resource(challenge: models.Challenge) -> Challenge:
    return Challenge(
        id=str(challenge.pk),
        challenger=player_resource(challenge.challenger),
        opponent=player_resource(challenge.opponent),
        ruleset=challenge.ruleset,
        options=challenge.options,
        clock=msgspec.convert(challenge.clock, Clock | None),
        visibility=challenge.visibility,  # type: ignore[arg-type]
        rated=challenge.is_rated,
        challenger_seat=challenge.seat,
        rematch_of=None if challenge.rematch_of is None else str(challenge.rematch_of),
        status=challenge.status,
        reason=challenge.reason or None,
        match=None if challenge.match_id is None else str(challenge.match_id),
        created_at=rfc3339(challenge.created_at),
        expires_at=rfc3339(challenge.expires_at),
    )
