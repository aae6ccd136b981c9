"""The banner of every page: what waits for the signed-in player, with links to it."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.text.language import ruleset_name
from matches.pages.requests import bounded
from matches.selectors.waiting import Waiting, WaitingMatch, waiting_for
from players.models import Player

SHOWN = 3


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Context processor. The look-up runs only if the template shows the banner."""
    return {"waiting": SimpleLazyObject(lambda: _context(request, _here(request)))}


@require_safe
@bounded
def banner(request: HttpRequest) -> HttpResponse:
    """The banner alone, for an open page."""
    response = render(request, "matches/waiting.html", {"waiting": _context(request, request.GET.get("here", ""))})
    patch_cache_control(response, no_store=True)
    return response


def _here(request: HttpRequest) -> str:
    """The id of the match that this page shows. The banner leaves it out, because the page itself says what waits."""
    found = getattr(request, "resolver_match", None)
    match_id = None if found is None else found.kwargs.get("match_id")
    return str(match_id) if isinstance(match_id, UUID) else ""


def _context(request: HttpRequest, here: str) -> dict[str, Any]:
    user = getattr(request, "user", None)
    found = waiting_for(user) if isinstance(user, Player) else Waiting([], [])
    lines = [(_text(match), _address(match)) for match in found.matches if str(match.match_id) != here]
    lines += [
        (
            _("%(name)s challenges you to a match of %(game)s.")
            % {"name": challenge.challenger, "game": ruleset_name(challenge.ruleset)},
            reverse("challenges"),
        )
        for challenge in found.challenges
    ]
    return {"lines": lines[:SHOWN], "more": len(lines) - SHOWN if len(lines) > SHOWN else 0, "here": here}


def _text(match: WaitingMatch) -> str:
    texts = {
        "turn": _("%(game)s against %(name)s: it is your turn.") if match.opponent else _("%(game)s: it is your turn."),
        "called": _("%(game)s: your match is ready. Take your seat."),
        "invited": _("%(game)s: you are invited."),
        "ready": _("%(game)s: everyone is waiting for you to get ready."),
    }
    return texts[match.kind] % {"game": ruleset_name(match.ruleset), "name": match.opponent}


def _address(match: WaitingMatch) -> str:
    return reverse("play" if match.kind == "turn" else "lobby", args=[match.match_id])
