"""Quick pairing: choose what to play, then wait on a page until another player wants the same."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.sets.selectors import newest_rules
from common.http import limits
from common.text.errors import ServiceError
from common.text.language import ruleset_name
from common.text.refusals import add_refusal
from matches.clocks import read_clock
from matches.pages.requests import bounded, carry_out
from matches.pages.setup_form import (
    USUAL_CLOCK,
    chosen_clock,
    clock_choices,
    clock_text,
    deck_field,
    described_options,
    option_set_field,
)
from matches.selectors.waiting import waiting_for
from matches.services.pairing import Wanted, post_request, waiting_request, withdraw_request
from matches.services.seat_plans import brings_deck
from players.guests import stay_guest
from players.models import Player
from players.pages.sign_in import account_page
from rules.engine import Ruleset
from rules.registry import slugs


class PairForm(forms.Form):
    """Only equal requests are paired, so this form offers fewer choices than the forms that open a match."""

    kind = forms.ChoiceField()
    clock = forms.ChoiceField(label=_("clock"), initial=USUAL_CLOCK)
    deck = forms.ChoiceField(required=False)
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, rules: Ruleset, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"] = option_set_field(rules)
        self.fields["clock"].choices = clock_choices(with_none=False)  # type: ignore[attr-defined]
        if rules.builds_decks:
            self.fields["deck"] = deck_field(rules, player)
        else:
            del self.fields["deck"]
        if player.is_guest:
            del self.fields["rated"]


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """Choose what to play. POST sends the request: the player waits, or goes to the match if they are paired."""
    if ruleset not in slugs():
        raise Http404
    player = request.user
    assert isinstance(player, Player)
    rules = newest_rules(ruleset)
    form = PairForm(rules, player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _posted(request, rules, player, form.cleaned_data)
        except ServiceError as refusal:
            if refusal.code == "already_waiting":
                return redirect("pairing-wait")
            add_refusal(form, refusal)
    context = {"form": form, "ruleset": ruleset, "game": ruleset_name(ruleset)}
    return render(request, "matches/pair.html", context, status=400 if form.errors else 200)


@account_page
@require_safe
def wait(request: HttpRequest) -> HttpResponseBase:
    """The waiting page. It redirects to the match when the player is called."""
    player = request.user
    assert isinstance(player, Player)
    where = _called_to(player)
    if where is not None:
        return redirect(where)
    found = waiting_request(player)
    context: dict[str, Any] = {"wanted": found}
    if found is not None:
        rules = newest_rules(found.ruleset)
        context |= {
            "game": ruleset_name(found.ruleset),
            "clock": clock_text(read_clock(found.clock)),
            "options": described_options(rules, found.options),
        }
    return render(request, "matches/pairing_wait.html", context)


@bounded
@account_page
@require_safe
def wait_state(request: HttpRequest) -> JsonResponse:
    """Polled by the waiting page: whether the player still waits, and the address of the match they are called to."""
    player = request.user
    assert isinstance(player, Player)
    where = _called_to(player)
    response = JsonResponse({"leads_to": where, "waits": where is not None or waiting_request(player) is not None})
    patch_cache_control(response, no_store=True)
    return response


@account_page
@require_POST
def withdraw(request: HttpRequest, request_id: UUID) -> HttpResponseBase:
    """Stop waiting. A player who was just paired goes back to the waiting page, which leads to the match."""
    return carry_out(
        request,
        ("play-games",),
        ("pairing-wait",),
        lambda player: withdraw_request(player=player, request_id=request_id),
    )


def _posted(request: HttpRequest, rules: Ruleset, player: Player, sent: dict[str, Any]) -> HttpResponseBase:
    limits.check_page(request, "default", player.pk)
    options = rules.option_sets[sent["kind"]]
    wanted = Wanted(
        ruleset=rules.slug,
        options=options,
        clock=chosen_clock(sent["clock"]) or {},
        is_rated=sent.get("rated", False),
        deck=sent.get("deck") or _starter(rules, options),
    )
    _request, match = post_request(player=player, wanted=wanted)
    stay_guest(request, player)
    return redirect("pairing-wait") if match is None else redirect("lobby", match.pk)


def _starter(rules: Ruleset, options: Any) -> str | None:
    """The first starter deck that these options allow, else simply the first. None if players bring no deck."""
    if not rules.starter_decks or not brings_deck(rules, options, 0):
        return None
    read = rules.read_options(options)
    fitting = (s.slug for s in rules.starter_decks if not rules.check_deck(read, {"cards": dict(s.cards)}, 0))
    return next(fitting, rules.starter_decks[0].slug)


def _called_to(player: Player) -> str | None:
    called = next((match for match in waiting_for(player).matches if match.kind == "called"), None)
    return None if called is None else reverse("lobby", args=[called.match_id])
