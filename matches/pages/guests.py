"""Playing at once: one click, a house bot, starter decks; who is not signed in plays as a guest."""

from math import ceil

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from cards.sets.selectors import newest_rules
from common.addresses import limit_key
from common.http import limits
from common.text.errors import ServiceError
from common.text.refusals import show_refusal
from matches.models import Match
from matches.services.lobby import open_match
from matches.services.seat_plans import bot_match_plan, enabled_bots
from players.guests import let_in_as_guest, stay_guest
from players.models import Player
from rules.registry import slugs

FIRST_BOT = "greedy"
"""Whom newcomers meet, where it is enabled."""


@never_cache
@require_POST
def play_now(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """A match of this game against a house bot, at once."""
    if ruleset not in slugs():
        raise Http404
    try:
        return redirect("play", _opened(ruleset, guest_or_player(request)).pk)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect("home")


def guest_or_player(request: HttpRequest) -> Player:
    """Who is signed in, or a new guest. Raises ServiceError `too_fast`."""
    if isinstance(request.user, Player):
        limits.check(request, "default", request.user.pk)
        stay_guest(request, request.user)
        return request.user
    address = limit_key(request.META)
    rate = None if address is None else limits.take("guests", f"address:{address}")
    if rate is not None and not rate.allowed:
        raise ServiceError("too_fast", retry_after=ceil(rate.wait))
    return let_in_as_guest(request)


def _opened(ruleset: str, player: Player) -> Match:
    rules, bots = newest_rules(ruleset), enabled_bots()
    bot = FIRST_BOT if FIRST_BOT in bots else next(iter(bots), "")
    options, seats = bot_match_plan(rules, player=player, bot=bot, deck="", bot_deck="", chosen={})
    return open_match(ruleset=ruleset, options=options, seats=seats, created_by=player)
