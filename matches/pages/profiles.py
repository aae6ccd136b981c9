"""A player's public page: their rating in each game, and the results of their matches."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from common.http.paging import decode_cursor, encode_cursor, page_of
from common.text.errors import ServiceError
from common.text.language import ruleset_name
from matches.models import Match
from matches.pages.requests import bounded, carry_out
from matches.pages.views import match_line, player_of
from matches.selectors.blocks import blocks
from matches.selectors.lists import readable
from matches.selectors.profiles import find_player, finished_matches, rating_changes, result_of
from matches.services.blocks import block_player, unblock_player
from players.models import Player, Rating, RatingChange
from players.pages.sign_in import account_page
from players.ratings import SURE_SIGMA, shown_deviation, shown_rating

SHOWN = 20
RESULTS = {"win": _("won"), "draw": _("drawn"), "loss": _("lost"), "aborted": _("aborted")}


@require_safe
@bounded
def profile(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player's name, ratings and results."""
    player = player_or_404(player_id)
    reader = player_of(request)
    before = _before(request.GET.get("cursor", ""))
    found = finished_matches(player, reader, ruleset=None, rated=None, before=before)
    page, following = page_of(request, found, limit=SHOWN, after=lambda match: {"cursor": encode_cursor(match.pk)})
    changes = rating_changes(player, page)
    results, damaged = readable((match.pk, partial(_result, match, player, changes.get(match.pk))) for match in page)
    context = {
        "shown": player,
        "ratings": [_rating(rating) for rating in player.ratings.all()],
        "results": results,
        "damaged": damaged,
        "next": following,
        "is_own": reader == player,
        "is_blocked": reader is not None and blocks(reader, player),
    }
    return render(request, "matches/profile.html", context)


@account_page
@require_POST
def block(request: HttpRequest, player_id: UUID) -> HttpResponseBase:
    """Block a player, or unblock them."""
    page = ("profile", player_id)
    do = unblock_player if request.POST.get("unblock") else block_player
    return carry_out(request, page, page, lambda player: do(player=player, public_id=player_id))


def player_or_404(player_id: UUID) -> Player:
    try:
        return find_player(player_id)
    except ServiceError as error:
        raise Http404 from error


def _rating(rating: Rating) -> dict[str, Any]:
    return {
        "game": ruleset_name(rating.ruleset),
        "rating": shown_rating(rating.mu),
        "deviation": shown_deviation(rating.sigma),
        "is_provisional": rating.sigma > SURE_SIGMA,
        "row": rating,
    }


def _result(match: Match, player: Player, change: RatingChange | None) -> dict[str, Any]:
    own = next(seat.index for seat in match.seats.all() if seat.player_id == player.pk)
    word = result_of(match, own)
    return {
        **match_line(match),
        "word": RESULTS[word],
        "kind": word,
        "change": None if change is None else (shown_rating(change.mu_before), shown_rating(change.mu)),
    }


def _before(cursor: str) -> UUID | None:
    try:
        return decode_cursor(cursor, tuple[UUID])[0] if cursor else None
    except ServiceError as error:
        raise Http404 from error
