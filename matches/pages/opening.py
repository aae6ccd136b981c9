"""Open a match against house bots: choose the game, the decks and the options."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from cards.sets.selectors import newest_revision, rules_of
from common.http import limits
from common.replica import first_rows
from common.text.errors import ServiceError
from common.text.language import ruleset_name
from common.text.refusals import add_refusal
from matches.models import Match
from matches.pages.people import bot_choices
from matches.pages.requests import bounded
from matches.pages.setup_form import OptionFields, deck_field, watchers
from matches.pages.views import SHOWN, games_offered, lines_of, player_of
from matches.selectors.lists import filtered_matches
from matches.services.idempotency import Answer, once
from matches.services.lobby import open_match
from matches.services.seat_plans import FIRST_BOT, bot_match_plan
from players.guests import stay_guest
from players.models import Player
from players.pages.sign_in import account_page
from rules.engine import Ruleset
from rules.registry import newest_version, slugs


@require_safe
@bounded
def games(request: HttpRequest) -> HttpResponseBase:
    """The games, the ways to start a match, and the matches with a free seat."""
    free = first_rows(filtered_matches(player_of(request), is_open=True), SHOWN)
    context = {
        "games": games_offered(),
        "free": lines_of(free),
    }
    return render(request, "matches/games.html", context)


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def open_one(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """The form for a match against a house bot. POST opens the match and goes to its table."""
    if ruleset not in slugs():
        raise Http404
    player = request.user
    assert isinstance(player, Player)
    rules = rules_of(ruleset, newest_version(ruleset), newest_revision(ruleset).pk)
    form = OpenForm(rules, player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            match = _opened(request, rules, player, form)
            stay_guest(request, player)
            return redirect("play", match.pk)
        except ServiceError as refusal:
            add_refusal(form, refusal)
    context = {"form": form, "ruleset": ruleset, "game": ruleset_name(ruleset)}
    return render(request, "matches/open.html", context, status=400 if form.errors else 200)


def _opened(request: HttpRequest, rules: Ruleset, player: Player, form: "OpenForm") -> Match:
    limits.check_page(request, "default", player.pk)
    sent = form.cleaned_data
    key = sent["key"] or None

    def carry_out() -> Answer:
        options, seats = bot_match_plan(
            rules, player=player, bot=sent["bot"], deck=sent["deck"], bot_deck=sent["bot_deck"], chosen=form.options()
        )
        match = open_match(
            ruleset=rules.slug, options=options, seats=seats, created_by=player, visibility=sent["visibility"]
        )
        return Answer(201, match.pk.bytes)

    asked = repr(sorted((name, str(value)) for name, value in sent.items()))
    answer = once(player=player, key=key, request=f"{rules.slug}\n{asked}".encode(), do=carry_out)
    return Match.objects.get(pk=UUID(bytes=answer.body))


class OpenForm(OptionFields):
    """An option left empty comes from the player's deck, or is the default."""

    key = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    bot = forms.ChoiceField(label=_("opponent"), initial=FIRST_BOT)
    deck = forms.ChoiceField(label=_("your deck"), required=False)
    bot_deck = forms.ChoiceField(label=_("the opponent's deck"), required=False)
    visibility = forms.ChoiceField(
        label=_("who can spectate"),
        choices=watchers(_("no one else")),
    )

    def __init__(self, rules: Ruleset, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bot"].choices = bot_choices()  # type: ignore[attr-defined]
        for name in ("deck", "bot_deck"):
            if rules.builds_decks:
                self.fields[name] = deck_field(rules, player, self.fields[name].label)
            else:
                del self.fields[name]
        self.add_options(rules)

    def clean(self) -> dict[str, Any]:
        sent = {"deck": "", "bot_deck": "", **(super().clean() or {})}
        self.cleaned_data = sent
        return sent
