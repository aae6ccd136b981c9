"""Write and delete notes on the page that shows the events of a match."""

from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from common.text.errors import ServiceError, malformed
from matches.limits import MOST_NOTE_CHARACTERS
from matches.models import Match
from matches.pages.requests import carry_out
from matches.pages.views import player_of
from matches.selectors.lists import find_match
from matches.services.notes import delete_note, write_note
from players.models import Player
from players.pages.sign_in import account_page


class NoteForm(forms.Form):
    event = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    text = forms.CharField(max_length=MOST_NOTE_CHARACTERS, required=False)
    shared = forms.BooleanField(required=False)


@account_page
@require_POST
def write(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Write the player's note at an event, or delete it if the text is empty."""
    try:
        match = find_match(match_id, player_of(request))
    except ServiceError as error:
        raise Http404 from error
    form = NoteForm(request.POST)
    event = form.cleaned_data["event"] if form.is_valid() else 0
    page = (f"{reverse('replay', args=[match_id])}?event={min(event, max(0, match.version))}",)
    return carry_out(request, page, page, lambda player: _write(match, player, form))


def _write(match: Match, player: Player, form: NoteForm) -> None:
    if not form.is_valid():
        raise malformed("note_not_readable", place={"pointer": "/text"}, most=MOST_NOTE_CHARACTERS)
    sent = form.cleaned_data
    if sent["text"]:
        write_note(match=match, player=player, seq=sent["event"], text=sent["text"], is_shared=sent["shared"])
        return
    delete_note(match=match, player=player, seq=sent["event"])
