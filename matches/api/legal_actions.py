"""All that a seat may do now, each ready to be sent back."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from cards.engine import Names
from cards.http.answering import ApiView, answer
from cards.http.description import operation
from cards.text.errors import ServiceError
from cards.text.sentences import choices_told, told
from matches.api.requests import match_for
from matches.selectors import access
from matches.selectors.positions import SeatChoices, seat_choices

PromptJson = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Prompt"})]


class LegalAction(Struct, frozen=True):
    """A complete action, ready to be sent back, and what it says in words; no two of a list say the same."""

    action: Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
    texts: Names | None


class LegalActions(Struct, frozen=True):
    """All that a seat may send now, at `version`. Without a prompt there is nothing."""

    version: int
    seat: int
    prompt: PromptJson | None
    prompt_texts: Names | None
    legal_actions: list[LegalAction]


def legal_actions(seat: int, choices: SeatChoices) -> LegalActions:
    """A seat's choices with their texts."""
    texts = choices_told(choices.rules, choices.actions)
    return LegalActions(
        version=choices.version,
        seat=seat,
        prompt=choices.prompt,
        prompt_texts=None if choices.prompt is None else told(choices.rules, "prompts", choices.prompt),
        legal_actions=[LegalAction(*choice) for choice in zip(choices.actions, texts, strict=True)],
    )


class LegalActionsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_legal_actions",
        "All that my seat may send now",
        "Each `action` is ready to be sent back together with `version`.",
        tag="matches",
        answers={200: LegalActions},
        refuses={401: "not_signed_in", 403: "not_your_seat", 404: "not_found", 409: "match_not_started"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match = match_for(request, match_id)
        seat = access.seat_of(match, request.user)
        if seat is None:
            raise ServiceError("not_your_seat")
        return answer(legal_actions(seat, seat_choices(match=match, seat=seat)))
