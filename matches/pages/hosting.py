"""Open a match with people: choose the options, the players to invite and the clock."""

import re
import secrets
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from cards.sets.selectors import newest_rules
from common.http import limits
from common.text.errors import ServiceError
from common.text.language import ruleset_name
from common.text.refusals import add_refusal
from matches.models import Match
from matches.pages.people import bot_choices
from matches.pages.setup_form import USUAL_CLOCK, OptionFields, chosen_clock, clock_choices, watchers
from matches.services.idempotency import Answer, once
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan, brings_deck
from players.guests import stay_guest
from players.models import Player
from players.pages.sign_in import account_page
from rules.engine import Ruleset
from rules.registry import slugs

OPEN = "open"
FIRST, DRAWN = "first", "drawn"


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def host(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """The form for a match with people. POST opens its lobby."""
    if ruleset not in slugs():
        raise Http404
    player = request.user
    assert isinstance(player, Player)
    rules = newest_rules(ruleset)
    form = HostForm(rules, player, request.POST or None, initial={"key": uuid4().hex})
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("lobby", _opened(request, rules, player, form).pk)
        except ServiceError as refusal:
            add_refusal(form, refusal)
    context = {"form": form, "ruleset": ruleset, "game": ruleset_name(ruleset)}
    return render(request, "matches/host.html", context, status=400 if form.errors else 200)


class HostForm(OptionFields):
    """Named players are invited. The remaining seats are open to anyone, or filled with bots."""

    key = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    clock = forms.ChoiceField(label=_("clock"), initial=USUAL_CLOCK)
    invited = forms.CharField(
        label=_("players to invite"),
        max_length=320,
        required=False,
        help_text=_("Player names, separated by commas."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    rest = forms.ChoiceField(label=_("the other seats"), initial=OPEN)
    place = forms.ChoiceField(
        label=_("your seat"),
        choices=[(DRAWN, _("random")), (FIRST, _("the first"))],
    )
    visibility = forms.ChoiceField(
        label=_("who can spectate"),
        choices=watchers(_("players only")),
        help_text=_(
            "Only public matches are listed. For an unlisted match, share its address. For a private one, "
            "share the invitation link."
        ),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "Rated matches need a clock and are open to spectators. Bots and guests can't join, and seats are random."
        ),
    )

    def __init__(self, rules: Ruleset, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rest"].choices = [(OPEN, _("anyone")), *bot_choices()]  # type: ignore[attr-defined]
        self.fields["clock"].choices = clock_choices(with_none=True)  # type: ignore[attr-defined]
        if player.is_guest:
            del self.fields["rated"]
        self.add_options(rules)

    def clean_invited(self) -> list[str]:
        return [name for name in re.split(r"[,、，\s]+", self.cleaned_data["invited"]) if name]


def _opened(request: HttpRequest, rules: Ruleset, player: Player, form: HostForm) -> Match:
    limits.check_page(request, "default", player.pk)
    sent = form.cleaned_data

    def carry_out() -> Answer:
        options = form.options()
        match = open_match(
            ruleset=rules.slug,
            options=options,
            seats=_seats(rules, options, player, sent),
            created_by=player,
            clock=chosen_clock(sent["clock"]),
            visibility=sent["visibility"],
            is_rated=sent.get("rated", False),
        )
        return Answer(201, match.pk.bytes)

    asked = repr(sorted((name, str(value)) for name, value in sent.items()))
    answer = once(player=player, key=sent["key"] or None, request=f"host {rules.slug}\n{asked}".encode(), do=carry_out)
    stay_guest(request, player)
    return Match.objects.get(pk=UUID(bytes=answer.body))


def _seats(rules: Ruleset, options: dict[str, Any], player: Player, sent: dict[str, Any]) -> list[SeatPlan]:
    """The plans of all seats: the player's own, first or at random, then the others. `open_match` refuses faults."""
    number = 2 if rules.check_options(options) else rules.seats(rules.read_options(options))
    others = [SeatPlan(kind="invited", invited=name) for name in sent["invited"]]
    own = 0 if sent["place"] == FIRST else secrets.randbelow(max(1, number))
    others += [_rest(sent["rest"])] * (number - 1 - len(others))
    plans = [*others[:own], SeatPlan(kind="player", player=player), *others[own:]]
    return [_with_deck(rules, options, seat, plan) for seat, plan in enumerate(plans)]


def _rest(rest: str) -> SeatPlan:
    return SeatPlan(kind="open") if rest == OPEN else SeatPlan(kind="bot", bot=rest)


def _with_deck(rules: Ruleset, options: dict[str, Any], seat: int, plan: SeatPlan) -> SeatPlan:
    """Give a bot a starter deck, chosen by the number of its seat. People choose theirs when they join."""
    if plan.kind != "bot" or not rules.starter_decks or not brings_deck(rules, options, seat):
        return plan
    return replace(plan, deck=rules.starter_decks[seat % len(rules.starter_decks)].slug)
