"""Invitation links: make and revoke them in a lobby, and follow them.

The code of a link comes after a `#`, so browsers don't send it to the server. The page posts it in a form, and the
session stores it.
"""

from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.http import limits
from common.text.errors import ServiceError
from matches.limits import MOST_CODES_REMEMBERED
from matches.models import Match
from matches.pages.requests import carry_out
from matches.selectors.access import may_share
from matches.selectors.lists import find_match_by_code
from matches.services.invitation_links import make_link, read_code, revoke_link
from players.models import Player
from players.pages.sign_in import account_page

CODES = "invitation_codes"


class CodeForm(forms.Form):
    """The secret of an invitation link."""

    code = forms.RegexField(
        "^[A-Za-z0-9_-]{22}$",
        label=gettext_lazy("invitation code"),
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-code": True}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def follow_link(request: HttpRequest) -> HttpResponseBase:
    """The page that an invitation link opens. POST with the code leads to the lobby."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        try:
            match = find_match_by_code(code)
        except ServiceError:
            limits.count_refused_code(request)
            form.add_error(
                None, _("This invitation no longer works. The match has started, or the invitation was revoked.")
            )
        else:
            _remember(request, match, code)
            return redirect("lobby", match.pk)
    return render(request, "matches/follow_link.html", {"form": form}, status=400 if form.errors else 200)


@account_page
@require_POST
def invite(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Make an invitation link, which replaces an earlier one, or revoke it."""
    lobby = ("lobby", match_id)
    do = revoke_link if request.POST.get("revoke") else make_link
    return carry_out(request, lobby, lobby, lambda player: do(match_id=match_id, player=player))  # type: ignore[return-value]


def code_of(request: HttpRequest, match_id: UUID) -> str | None:
    """The code of the invitation link to a match that this browser has followed, if any."""
    code: str | None = request.session.get(CODES, {}).get(str(match_id))
    return code


def link_address(request: HttpRequest, match: Match, player: Player | None) -> str:
    """The invitation link, for the player who opened the match. Empty for others, and if there is none."""
    if player is None or not may_share(match, player):
        return ""
    code = read_code(match_id=match.pk, player=player)
    return "" if code is None else f"{request.build_absolute_uri(reverse('follow-link'))}#{code}"


def _remember(request: HttpRequest, match: Match, code: str) -> None:
    known = {**request.session.get(CODES, {}), str(match.pk): code}
    request.session[CODES] = dict(list(known.items())[-MOST_CODES_REMEMBERED:])
