"""What a disclosed match came to."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from common.formats import Id
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.text.scorecards import decision_texts
from matches.api.requests import match_for
from matches.selectors.scorecards import scorecard_of
from rules.engine import Names

ScorecardJson = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Scorecard"})]
HOW_IT_ENDED = ("version", "winners", "reason", "scores")


class MatchScorecard(Struct, frozen=True):
    """What a match came to, tallied from its log. It names seats; `texts` say in words what decided."""

    match: Id
    version: Annotated[int, Meta(description="Version of the tally; equal versions tally a log alike.")]
    winners: Annotated[list[int], Meta(description="Seats; none in a draw.")]
    reason: str
    scores: dict[str, Any]
    texts: Annotated[Names, Meta(description="What decided, in words.")]
    tally: Annotated[ScorecardJson, Meta(description="The figures of the game.")]


class ScorecardView(ApiView):
    permission_classes = [AllowAny]

    @operation(
        "read_scorecard",
        "What a match came to",
        "Points, losses and what decided, as the log of a disclosed match gives them: with tiebreaks, all that were "
        "compared, up to the one that decided.",
        tag="matches",
        scope="read",
        answers={200: MatchScorecard},
        refuses={404: "not_found", 409: "match_not_started match_over match_not_over not_disclosed deal_not_closed"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        scored = scorecard_of(match_for(request, match_id))
        body = scored.body
        return answer(
            MatchScorecard(
                match=str(match_id),
                **{name: body[name] for name in HOW_IT_ENDED},
                texts=decision_texts(scored.rules, scored.options, scored.card.decided, body["winners"]),
                tally={name: value for name, value in body.items() if name not in HOW_IT_ENDED},
            )
        )
