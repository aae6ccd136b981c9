"""Legal actions of a seat, each ready to be sent back. They are computed once per version and cached."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.computed_once import ComputedOnce
from common.formats import SeatNumber
from common.http.answering import ApiView, answer_tagged
from common.http.description import operation
from common.http.reading import read_query
from common.text.errors import ServiceError
from common.text.sentences import Occupancy, choice_texts, message_texts
from matches.api.match_resource import MatchVersion
from matches.api.requests import FROM_A_SEAT, match_for
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch
from matches.models import Match
from matches.selectors import access
from matches.selectors.now import MatchNow, now_after, now_of
from matches.selectors.positions import permitting_rules, seat_choices
from rules.engine import Names, view

PromptJson = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Prompt"})]
LegalActionsJson = Annotated[
    Any, Meta(extra_json_schema={"type": "array", "items": {"$ref": "#/components/schemas/LegalAction"}})
]
Include = Annotated[
    Literal["texts"],
    Meta(
        description="`texts`: add prompts and legal actions in words, in both languages, and the rule of each action."
    ),
]


class LegalAction(Struct, frozen=True):
    """A complete action, ready to be sent back. With `include=texts`, no two in a list have the same `texts`.

    `/games/{ruleset}/rules/#{rule}` shows the `rule`.
    """

    action: Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
    texts: Names | None | UnsetType = UNSET
    rule: Annotated[
        str | None | UnsetType,
        Meta(description="Number of the rule that permits it; null if no single rule does. Only with `include=texts`."),
    ] = UNSET


class LegalActions(Struct, frozen=True):
    """Everything that your seat may send at `version`; empty if it is not asked."""

    version: MatchVersion
    seat: SeatNumber
    prompt: Annotated[PromptJson | None, Meta(description="What you are asked; null: nothing.")]
    legal_actions: Annotated[list[LegalAction], Meta(description="Send one of them unchanged.")]
    prompt_texts: Names | None | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class OwnChoices:
    """A seat's prompt and legal actions as JSON, with the state of the match they were read from."""

    now: MatchNow
    prompt: Raw
    legal_actions: Raw
    prompt_texts: Names | None | UnsetType


_made: ComputedOnce[tuple[UUID, int, int, bool], OwnChoices] = ComputedOnce(512)
"""By match, version, seat, and whether with texts. Only the player of the seat may see an entry."""


def own_choices(now: MatchNow, seat: int, *, texts: bool, stored: StoredMatch | None = None) -> OwnChoices:
    """Prompt and legal actions of a seat that must decide. `stored` is the match at that version, if already loaded.

    The caller must have checked that the player holds this seat. If the match has moved on, the result is newer.
    """
    key = (now.match_id, now.version, seat, texts)
    return _made.get(key, lambda: _make(stored or load_match(now.match_id), seat, texts))


def _make(stored: StoredMatch, seat: int, texts: bool) -> OwnChoices:
    choices = seat_choices(stored, seat)
    rules, prompt, actions = choices.rules, choices.prompt, choices.actions
    if texts:
        occupancy = Occupancy(rules, view(stored.position.table, seat, stored.position.seq), seat)
        sentences = choice_texts(rules, actions, occupancy=occupancy)
        permitting = permitting_rules(stored.position.table, actions)
        listed = [LegalAction(*choice) for choice in zip(actions, sentences, permitting, strict=True)]
        prompt_texts = (
            None if prompt is None else message_texts(rules, "prompts", prompt, occupants=occupancy.of(prompt))
        )
    else:
        listed, prompt_texts = [LegalAction(action) for action in actions], UNSET
    return OwnChoices(now_after(stored), _json(prompt), _json(listed), prompt_texts)


def _json(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


class LegalActionsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    include: Include | None = None


class LegalActionsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_legal_actions",
        "List your legal actions",
        "Send one `action` back unchanged, together with `version`. You find the same in `now`, in the answer to an "
        "action, in pages of events and in streams.",
        tag="matches",
        scope="read",
        query=LegalActionsQuery,
        answers={200: LegalActions},
        refuses={**FROM_A_SEAT, 409: "match_not_started"},
        kept=True,
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, LegalActionsQuery)
        match = match_for(request, match_id)
        seat = access.seat_of(match, request.user)
        if seat is None:
            raise ServiceError("not_your_seat")
        if match.version < 0:
            raise ServiceError("match_not_started" if match.status == Match.Status.LOBBY else "match_over")
        texts = query.include == "texts"
        now = now_of(match)
        if seat not in now.to_act:
            return answer_tagged(request._request, LegalActions(now.version, seat, None, [], None if texts else UNSET))
        own = own_choices(now, seat, texts=texts)
        shown = LegalActions(own.now.version, seat, own.prompt, own.legal_actions, own.prompt_texts)
        return answer_tagged(request._request, shown)
