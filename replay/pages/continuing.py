"""Continuing a match from an event of its replay, as a practice match."""

from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from common.text.errors import ServiceError
from common.text.refusals import show_refusal
from matches.models import Match
from matches.pages.accounts import guest_or_player
from matches.pages.views import player_of
from matches.selectors.access import is_disclosed, why_not_open
from matches.selectors.lists import find_match
from matches.services.continuations import USUAL_BOT, Continuation, continue_match
from matches.services.idempotency import Answer, once
from players.models import Player


class ContinueForm(forms.Form):
    """The button's form. `key` lets the service recognise a second click as the same request."""

    event = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    seat = forms.IntegerField(min_value=0, max_value=7, required=False)
    bot = forms.CharField(max_length=60, required=False)
    key = forms.CharField(max_length=40, required=False)


@never_cache
@require_POST
def go_on(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Open a practice match and join it, as a guest if not signed in. If refused, redirect back with the reason."""
    form = ContinueForm(request.POST)
    try:
        match = find_match(match_id, player_of(request))
    except ServiceError as error:
        raise Http404 from error
    try:
        if not form.is_valid():
            raise ServiceError("malformed_request")
        if not is_disclosed(match):
            raise why_not_open(match)
        return redirect("play", _opened(match, guest_or_player(request), form).pk)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect(f"{reverse('replay', args=[match_id])}?event={form.cleaned_data.get('event', 0)}")


def _opened(match: Match, player: Player, form: ContinueForm) -> Match:
    sent = form.cleaned_data
    wanted = Continuation(seq=sent["event"], seat=sent["seat"], bot=sent["bot"] or USUAL_BOT)

    def carry_out() -> Answer:
        return Answer(201, continue_match(match=match, player=player, wanted=wanted).pk.bytes)

    request = f"continue {match.pk} {wanted}".encode()
    answer = once(player=player, key=sent["key"] or None, request=request, do=carry_out)
    return Match.objects.get(pk=UUID(bytes=answer.body))
