"""Challenge a player, list open challenges, and answer or withdraw them. A rematch is a challenge too."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.sets.selectors import newest_rules
from common.http import limits
from common.text.errors import ServiceError
from common.text.language import ruleset_name
from common.text.refusals import add_refusal, show_refusal
from matches.clocks import read_clock
from matches.limits import MOST_CHALLENGES_LISTED
from matches.models import Challenge
from matches.pages.profiles import player_or_404
from matches.pages.requests import carry_out
from matches.pages.setup_form import (
    USUAL_CLOCK,
    chosen_clock,
    clock_choices,
    clock_text,
    option_set_text,
    unusual,
    watchers,
)
from matches.services.challenges import (
    SEATS,
    Terms,
    accept_challenge,
    decline_challenge,
    open_challenges,
    post_challenge,
    withdraw_challenge,
)
from players.models import Player
from players.pages.sign_in import account_page
from rules.registry import slugs

REASONS = {
    "later": _("not now"),
    "too_fast": _("the clock is too fast"),
    "too_slow": _("the clock is too slow"),
    "other_game": _("another game, please"),
    "other_options": _("other options, please"),
    "only_rated": _("only rated matches"),
    "only_unrated": _("only unrated matches"),
}
"""Reasons to decline, by the codes of the API (`matches/api/challenges.py`)."""
PLACES = {"": None, "0": 0, "1": 1}


class ChallengeForm(forms.Form):
    """Game and kind of match are one choice, because each game has its own kinds."""

    kind = forms.ChoiceField(label=_("game"))
    clock = forms.ChoiceField(label=_("clock"), initial=USUAL_CLOCK)
    place = forms.ChoiceField(
        label=_("your seat"),
        required=False,
        choices=[("", _("random")), ("0", _("the first")), ("1", _("the second"))],
    )
    visibility = forms.ChoiceField(label=_("who can spectate"), choices=watchers(_("players only")))
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(ruleset_name(slug), _kinds(slug)) for slug in slugs()]  # type: ignore[attr-defined]
        self.fields["clock"].choices = clock_choices(with_none=True)  # type: ignore[attr-defined]


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, player_id: UUID) -> HttpResponseBase:
    """Challenge a player to a match of two."""
    opponent, player = player_or_404(player_id), request.user
    assert isinstance(player, Player)
    form = ChallengeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            limits.check_page(request, "default", player.pk)
            posted = post_challenge(challenger=player, opponent=opponent, terms=_terms(form.cleaned_data))
            return redirect("challenges") if posted.match_id is None else redirect("lobby", posted.match_id)
        except ServiceError as refusal:
            add_refusal(form, refusal)
    return render(
        request,
        "matches/challenge.html",
        {"form": form, "opponent": opponent},
        status=400 if form.errors else 200,
    )


@account_page
@require_safe
def challenges(request: HttpRequest) -> HttpResponseBase:
    """The challenges that the player can answer, and those they have sent."""
    player = request.user
    assert isinstance(player, Player)
    found = [_line(one) for one in open_challenges(player)[:MOST_CHALLENGES_LISTED]]
    return render(
        request,
        "matches/challenges.html",
        {
            "asked": [line for line in found if line["challenge"].opponent_id == player.pk],
            "posted": [line for line in found if line["challenge"].challenger_id == player.pk],
            "reasons": REASONS.items(),
        },
    )


@account_page
@require_POST
def accept(request: HttpRequest, challenge_id: UUID) -> HttpResponseBase:
    """Accept a challenge. Both players are called to the match."""
    player = request.user
    assert isinstance(player, Player)
    try:
        limits.check_page(request, "default", player.pk)
        accepted = accept_challenge(challenge_id=challenge_id, player=player)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect("challenges")
    return redirect("lobby", accepted.match_id)


@account_page
@require_POST
def decline(request: HttpRequest, challenge_id: UUID) -> HttpResponseBase:
    """Decline a challenge, with a reason."""
    reason = request.POST.get("reason", "")
    here = ("challenges",)
    return carry_out(
        request,
        here,
        here,
        lambda player: decline_challenge(
            challenge_id=challenge_id, player=player, reason=reason if reason in REASONS else "later"
        ),
    )


@account_page
@require_POST
def withdraw(request: HttpRequest, challenge_id: UUID) -> HttpResponseBase:
    here = ("challenges",)
    return carry_out(request, here, here, lambda player: withdraw_challenge(challenge_id=challenge_id, player=player))


def _kinds(slug: str) -> list[tuple[str, str]]:
    """The option sets of a game for two players, as (value, label)."""
    rules = newest_rules(slug)
    return [
        (f"{slug}/{name}", f"{ruleset_name(slug)} – {option_set_text(rules, options)}")
        for name, options in rules.option_sets.items()
        if rules.seats(rules.read_options(options)) == SEATS
    ]


def _terms(sent: dict[str, Any]) -> Terms:
    slug, _slash, name = sent["kind"].partition("/")
    return Terms(
        ruleset=slug,
        options=newest_rules(slug).option_sets[name],
        clock=chosen_clock(sent["clock"]),
        visibility=sent["visibility"],
        is_rated=sent["rated"],
        seat=PLACES[sent["place"]],
    )


def _line(challenge: Challenge) -> dict[str, Any]:
    rules = newest_rules(challenge.ruleset)
    return {
        "challenge": challenge,
        "game": ruleset_name(challenge.ruleset),
        "clock": clock_text(read_clock(challenge.clock)),
        "options": option_set_text(rules, unusual(rules, challenge.options)),
    }
