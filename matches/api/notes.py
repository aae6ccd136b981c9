"""Notes on events of a player's own matches. Others see shared notes once the match is disclosed."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from common.formats import Moment
from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.reading import read_body
from common.timestamps import rfc3339
from matches.api.match_resource import Player, player_resource
from matches.api.requests import FROM_A_SEAT, asker, match_for
from matches.limits import MOST_NOTE_CHARACTERS
from matches.models import EventNote
from matches.services.notes import delete_note, notes_of, write_note

_MOST_SEQ = 2**31 - 1


class NoteInput(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=MOST_NOTE_CHARACTERS)]
    shared: Annotated[bool, Meta(description="Whether others may read it once the match is disclosed.")] = False


class Note(Struct, frozen=True):
    """A note on an event. Only its author sees it unless it is `shared`."""

    event: Annotated[int, Meta(description="`seq` of the event.")]
    text: str
    shared: Annotated[bool, Meta(description="Whether others may read it once the match is disclosed.")]
    author: Player
    updated_at: Moment


class NoteList(Struct, frozen=True):
    """Your notes and those that others shared, in the order of the events."""

    results: list[Note]


class NotesView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_notes",
        "List the notes on a match",
        "You get your own notes and, once the match is disclosed, those that others have shared.",
        tag="matches",
        scope="read",
        answers={200: NoteList},
        refuses={404: "not_found"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        found = notes_of(match_for(request, match_id), asker(request))
        return answer(NoteList([_resource(note) for note in found]))


class NoteView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "write_note",
        "Write a note on an event of your match",
        "It replaces your previous note on that event. Only you see it unless you share it.",
        tag="matches",
        scope="play",
        body=NoteInput,
        answers={200: Note},
        refuses={**FROM_A_SEAT, 400: "unknown_version", 409: "too_many_notes"},
    )
    def put(self, request: Request, match_id: UUID, seq: int) -> HttpResponse:
        sent = read_body(request._request, NoteInput)
        match = match_for(request, match_id)
        note = write_note(
            match=match, player=request.user, seq=min(seq, _MOST_SEQ), text=sent.text, is_shared=sent.shared
        )
        return answer(_resource(note))

    @operation(
        "delete_note",
        "Delete your note on an event",
        tag="matches",
        scope="play",
        answers={204: None},
        refuses=FROM_A_SEAT,
    )
    def delete(self, request: Request, match_id: UUID, seq: int) -> HttpResponse:
        delete_note(match=match_for(request, match_id), player=request.user, seq=min(seq, _MOST_SEQ))
        return no_content()


def _resource(note: EventNote) -> Note:
    return Note(note.seq, note.text, note.is_shared, player_resource(note.player), rfc3339(note.updated_at))
