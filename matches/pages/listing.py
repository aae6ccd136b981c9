"""Lists of matches: all that the reader may find, and their own."""

from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from common.http.paging import Microseconds, decode_cursor, encode_cursor, page_of
from common.text.errors import ServiceError
from common.text.language import ruleset_name
from matches.models import Match
from matches.pages.requests import bounded
from matches.pages.views import match_line, player_of
from matches.selectors.lists import filtered_matches, place_of, readable
from players.pages.sign_in import account_page
from rules.registry import slugs

SHOWN = 20
OPEN, TURN = "open", "turn"
STATES = [
    ("", _("all")),
    (OPEN, _("with a free seat")),
    ("lobby", _("waiting for players")),
    ("playing", _("in progress")),
    ("over", _("finished")),
]
OWN_STATES = [("", _("all")), (TURN, _("my turn")), *STATES[2:]]


class Filters(forms.Form):
    """Every filter is optional."""

    game = forms.ChoiceField(label=_("game"), required=False)
    state = forms.ChoiceField(label=_("state"), required=False, choices=STATES)
    rated = forms.ChoiceField(
        label=_("rated"), required=False, choices=[("", _("all")), ("yes", _("rated")), ("no", _("unrated"))]
    )
    cursor = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def __init__(self, *args: Any, is_own: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", _("all")), *((slug, ruleset_name(slug)) for slug in slugs())]  # type: ignore[attr-defined]
        if is_own:
            self.fields["state"].choices = OWN_STATES  # type: ignore[attr-defined]


@require_safe
@bounded
def all_matches(request: HttpRequest) -> HttpResponse:
    """All matches that the reader may find, newest first."""
    return _list(request, is_own=False)


@bounded
@account_page
@require_safe
def own_matches(request: HttpRequest) -> HttpResponse:
    """The matches that the player opened or has a seat in."""
    return _list(request, is_own=True)


def _list(request: HttpRequest, *, is_own: bool) -> HttpResponse:
    form = Filters(request.GET, is_own=is_own)
    if not form.is_valid():
        raise Http404
    sent = form.cleaned_data
    found = filtered_matches(
        player_of(request),
        ruleset=sent["game"] or None,
        status=sent["state"] if sent["state"] not in ("", OPEN, TURN) else None,
        mine=is_own,
        my_turn=sent["state"] == TURN,
        is_open=sent["state"] == OPEN,
        is_rated={"yes": True, "no": False}.get(sent["rated"]),
        before=_before(sent["cursor"]),
    )
    page, following = page_of(request, found, limit=SHOWN, after=_after)
    lines, damaged = readable((match.pk, partial(match_line, match)) for match in page)
    title = _("My matches") if is_own else _("All matches")
    context = {"form": form, "lines": lines, "damaged": damaged, "next": following, "title": title, "is_own": is_own}
    return render(request, "account/matches.html" if is_own else "matches/list.html", context)


def _before(cursor: str) -> tuple[int, UUID] | None:
    try:
        return decode_cursor(cursor, tuple[Microseconds, UUID]) if cursor else None
    except ServiceError as error:
        raise Http404 from error


def _after(match: Match) -> dict[str, Any]:
    return {"cursor": encode_cursor(*place_of(match))}
