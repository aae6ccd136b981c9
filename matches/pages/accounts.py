"""Play now as a guest or with an account, and delete your account."""

from math import ceil
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cards.sets.selectors import newest_rules
from common.addresses import limit_key
from common.http import limits
from common.text.errors import ServiceError
from common.text.refusals import add_refusal, show_refusal
from matches.models import Match
from matches.services.deletion import delete_account
from matches.services.lobby import open_match
from matches.services.seat_plans import FIRST_BOT, bot_match_plan, enabled_bots
from players.guests import let_in_as_guest, stay_guest
from players.models import Player
from players.pages.account import OwnPasswordForm
from players.pages.sign_in import account_answer, account_page
from rules.registry import slugs


@never_cache
@require_POST
def play_now(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """Open a match of this game against a house bot, and go to its table."""
    if ruleset not in slugs():
        raise Http404
    try:
        return redirect("play", _opened(ruleset, guest_or_player(request)).pk)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect("home")


def guest_or_player(request: HttpRequest) -> Player:
    """The signed-in player, or a new guest. Raises ServiceError `too_fast`."""
    if isinstance(request.user, Player):
        limits.check_page(request, "default", request.user.pk)
        stay_guest(request, request.user)
        return request.user
    address = limit_key(request.META)
    rate = None if address is None else limits.take("guests", f"address:{address}")
    if rate is not None and not rate.allowed:
        messages.error(request, gettext("Too many guests came from your network. Sign up to play now."))
        raise ServiceError("too_fast", retry_after=ceil(rate.wait))
    return let_in_as_guest(request)


def _opened(ruleset: str, player: Player) -> Match:
    rules, bots = newest_rules(ruleset), enabled_bots()
    bot = FIRST_BOT if FIRST_BOT in bots else next(iter(bots), "")
    options, seats = bot_match_plan(rules, player=player, bot=bot, deck="", bot_deck="", chosen={})
    return open_match(ruleset=ruleset, options=options, seats=seats, created_by=player)


class DeletionForm(OwnPasswordForm):
    """Asks for the password and a tick. Guests have no password, so they only tick the box."""

    is_sure = forms.BooleanField(label=_("Delete my account permanently"))

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        player = request.user
        if isinstance(player, Player) and player.is_guest:
            del self.fields["password"]


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def delete_page(request: HttpRequest) -> HttpResponse:
    """Explain what is deleted and what remains. POST deletes the account."""
    player: Player = request.user  # type: ignore[assignment]
    form = DeletionForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            delete_account(player_id=player.pk)
        except ServiceError as refusal:
            add_refusal(form, refusal)
        else:
            logout(request)
            messages.success(request, gettext("Your account has been deleted."))
            return redirect("home")
    return account_answer(request, "delete", _("Delete account"), status=400 if form.errors else 200, form=form)
