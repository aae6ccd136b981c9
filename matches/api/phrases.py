"""Phrases between the players of a match: say one, list them, mute them."""

from typing import Annotated, cast
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Moment, SeatNumber
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body
from common.text.errors import malformed
from common.timestamps import rfc3339
from matches import models
from matches.api.requests import FROM_A_SEAT, json_once, match_for
from matches.services.phrases import PHRASES, phrases_for, say_phrase, set_muted, wants_none
from rules.engine import Names

PhraseCode = Annotated[str, Meta(max_length=20, extra_json_schema={"enum": list(PHRASES)})]


class PhraseInput(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a phrase. There is no free text."""

    phrase: PhraseCode


class Phrase(Struct, frozen=True):
    """A phrase said by a seat."""

    seat: SeatNumber
    phrase: PhraseCode
    texts: Annotated[Names, Meta(description="The phrase in both languages.")]
    at: Moment


class PhraseList(Struct, frozen=True):
    """Phrases, oldest first."""

    results: list[Phrase]


class PhraseSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Your setting for phrases."""

    muted: Annotated[bool, Meta(description="Whether phrases are hidden from you.")]


class PhrasesView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_phrases",
        "List the phrases that players of your match have said",
        "Only players of the match can read them, even after its end.",
        tag="matches",
        scope="read",
        answers={200: PhraseList},
        refuses=FROM_A_SEAT,
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        found = phrases_for(match_for(request, match_id), request.user)
        return answer(PhraseList([_resource(phrase) for phrase in found]))

    @operation(
        "say_phrase",
        "Say a phrase to the other players",
        "They get it on their account's stream (`phrase`). You can say five a minute and thirty a match, until an hour "
        "after its end.",
        tag="matches",
        scope="play",
        body=PhraseInput,
        answers={201: Phrase},
        refuses={**FROM_A_SEAT, 409: "match_not_started match_over too_many_phrases"},
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        code = read_body(request._request, PhraseInput).phrase
        if code not in PHRASES:
            accepted = {"enum": list(PHRASES)}
            raise malformed("unknown_phrase", place={"pointer": "/phrase"}, accepted=accepted, phrase=code)
        match = match_for(request, match_id)
        return json_once(request, 201, lambda: _resource(say_phrase(match=match, player=request.user, code=code)))


class PhraseSettingsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_phrase_settings",
        "Read whether phrases are muted",
        tag="players",
        scope="read",
        answers={200: PhraseSettings},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        return answer(PhraseSettings(wants_none(request.user)))

    @operation(
        "set_phrase_settings",
        "Mute or unmute phrases",
        tag="players",
        scope="play",
        body=PhraseSettings,
        answers={200: PhraseSettings},
        refuses={401: "not_signed_in"},
    )
    def put(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, PhraseSettings)
        set_muted(player=request.user, is_muted=sent.muted)
        return answer(sent)


def _resource(phrase: models.Phrase) -> Phrase:
    return Phrase(phrase.seat, phrase.code, cast(Names, PHRASES[phrase.code]), rfc3339(phrase.at))
