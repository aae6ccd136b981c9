"""Have house bots play chosen decks: in one match, in a league of their own, or in the pool of a league."""

import secrets
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.sets.selectors import newest_rules
from common.admin.pages import Extension, Use, extend
from common.text.errors import ServiceError
from common.text.language import in_language
from common.text.refusals import add_refusal
from decks.faults import deck_problems
from decks.models import Deck
from leagues.formats import RoundRobin
from leagues.manifest import DeckSent, EntrantInput, LeagueNames, Manifest
from leagues.models import Entrant, League, Season
from leagues.services.deck_pool import NamedDeck, put_into_pool
from leagues.services.leagues import create_league
from matches.models import Seat
from matches.pages.people import bot_choices
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from rules.engine import digest

_MOST_DECKS = 32
_MOST_LISTED = 10


class PlayForm(forms.Form):
    bot = forms.ChoiceField(label=gettext_lazy("Bot"))
    name = forms.CharField(label=gettext_lazy("League name"), max_length=100)
    cycles = forms.IntegerField(label=gettext_lazy("Rounds of the round robin"), min_value=1, max_value=100, initial=5)
    visibility = forms.ChoiceField(label=gettext_lazy("Who can spectate"), choices=League.Visibility.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bot"].choices = bot_choices()  # type: ignore[attr-defined]


@admin.action(description=gettext_lazy("Have bots play the selected decks (match, series or league)"))
def play_them(deck_admin: Any, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
    """Ask which bot and how often, then open it. The decks are copied as they are now."""
    decks = list(queryset.order_by("name_en", "pk")[: _MOST_DECKS + 1])
    deck_admin.need(request, "leagues.add_league")
    if not 2 <= len(decks) <= _MOST_DECKS or len({deck.ruleset for deck in decks}) > 1:
        messages.error(request, _("Select 2 to %(n)d decks of the same game.") % {"n": _MOST_DECKS})
        return None
    is_sent = "apply" in request.POST
    form = PlayForm(request.POST if is_sent else None, initial={"name": str(decks[0])[:60], "visibility": "private"})
    if is_sent and form.is_valid():
        try:
            return _opened(deck_admin, request, decks, form.cleaned_data)
        except ServiceError as refusal:
            add_refusal(form, refusal, with_places=True)
    buttons = [("league", _("Play a round robin"))]
    if len(decks) == 2:
        buttons.insert(0, ("match", _("Play one match")))
    return deck_admin.page(  # type: ignore[no-any-return]
        request,
        "admin/decks/deck/bulk.html",
        _("Have bots play the selected decks"),
        form=form,
        decks=decks,
        buttons=buttons,
        action=play_them.__name__,
        checkbox=ACTION_CHECKBOX_NAME,
    )


def _opened(deck_admin: Any, request: HttpRequest, decks: list[Deck], sent: dict[str, Any]) -> HttpResponse:
    if "match" in request.POST and len(decks) == 2:
        match = open_match(
            ruleset=decks[0].ruleset,
            options=decks[0].options,
            seats=[SeatPlan(kind=Seat.Kind.BOT, bot=sent["bot"], deck=deck.as_sent) for deck in decks],
            created_by=request.user,  # type: ignore[arg-type]
            visibility=sent["visibility"],
        )
        messages.success(request, _("The match was created."))
        return HttpResponseRedirect(reverse("admin:matches_match_change", args=[match.pk]))
    league = create_league(manifest=_manifest(decks, sent), created_by=request.user)  # type: ignore[arg-type]
    deck_admin.log_change(request, decks[0], f"league {league.slug}")
    messages.success(request, _("The league was created."))
    return HttpResponseRedirect(reverse("admin:leagues_league_change", args=[league.pk]))


def _manifest(decks: list[Deck], sent: dict[str, Any]) -> Manifest:
    """A manifest in which every deck is an entrant, named after it."""
    return Manifest(
        league=f"decks-{secrets.token_hex(6)}",
        names=LeagueNames(ja=sent["name"], en=sent["name"]),
        ruleset=decks[0].ruleset,
        options=decks[0].options,
        entrants=[
            EntrantInput(name=_entrant_name(number, deck), bot=sent["bot"], deck=DeckSent(cards=deck.as_sent["cards"]))
            for number, deck in enumerate(decks, start=1)
        ],
        format=RoundRobin(cycles=sent["cycles"]),
        decks="of_entrant",
        visibility=sent["visibility"],
    )


def _entrant_name(number: int, deck: Deck) -> str:
    """The number and the deck's name, without characters that an entrant's name may not have."""
    letters = "".join(letter for letter in str(deck) if letter.isalnum() or letter in " -_.()♠♥♦♣")
    return f"{number} {letters}".strip()[:60]


class LeagueChoice(forms.ModelChoiceField):
    """A choice of leagues, showing when the next season begins and whether one is running, which keeps its decks."""

    def label_from_instance(self, league: Any) -> str:
        begins = date_format(localtime(league.next_run_at), "DATETIME_FORMAT")
        text = _("%(league)s: next season %(time)s") % {"league": league, "time": begins}
        return f"{text} · {_('season in progress')}" if league.is_played else text


class PoolForm(forms.Form):
    league = LeagueChoice(label=gettext_lazy("League"), queryset=League.objects.none())
    bot = forms.ChoiceField(
        label=gettext_lazy("Bot"),
        help_text=gettext_lazy(
            "If each entrant of the league has its own deck, this bot plays the decks that you add. Otherwise the "
            "league's entrants play them."
        ),
    )
    is_alone = forms.BooleanField(label=gettext_lazy("Replace the current decks"), required=False)

    def __init__(self, ruleset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        running = Season.objects.filter(league=OuterRef("pk"), status=Season.Status.RUNNING)
        to_come = League.objects.filter(next_run_at__isnull=False, manifest__ruleset=ruleset)
        self.fields["league"].queryset = to_come.annotate(is_played=Exists(running)).order_by("slug")  # type: ignore[attr-defined]
        self.fields["bot"].choices = bot_choices()  # type: ignore[attr-defined]


@admin.action(description=gettext_lazy("Add the selected decks to a league"))
def pool_them(deck_admin: Any, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
    """Ask which league, then copy the decks into its manifest. Its next season is made from that."""
    decks = list(queryset.order_by("name_en", "pk")[: _MOST_DECKS + 1])
    deck_admin.need(request, "leagues.view_league", "leagues.change_league")
    if not 1 <= len(decks) <= _MOST_DECKS or len({deck.ruleset for deck in decks}) > 1:
        messages.error(request, _("Select 1 to %(n)d decks of the same game.") % {"n": _MOST_DECKS})
        return None
    form = PoolForm(decks[0].ruleset, request.POST if "apply" in request.POST else None)
    if "apply" in request.POST and form.is_valid():
        league, sent = form.cleaned_data["league"], form.cleaned_data
        named = [NamedDeck(str(deck), deck.as_sent) for deck in decks]
        for text in _faults_by_name(league, decks):
            form.add_error(None, text)
    if "apply" in request.POST and form.is_valid():
        try:
            put_into_pool(league=league, decks=named, bot=sent["bot"], is_alone=sent["is_alone"], by=request.user)
        except ServiceError as refusal:
            add_refusal(form, refusal, with_places=True)
        else:
            LogEntry.objects.log_actions(
                request.user.pk,  # type: ignore[arg-type]
                [league],
                CHANGE,
                f"{'=' if sent['is_alone'] else '+'} {', '.join(deck.name for deck in named)}"[:1000],
                single_object=True,
            )
            text = _("%(league)s will use these decks from its next season on.") % {"league": league}
            messages.success(request, text)
            return HttpResponseRedirect(reverse("admin:leagues_league_change", args=[league.pk]))
    return deck_admin.page(  # type: ignore[no-any-return]
        request,
        "admin/decks/deck/bulk.html",
        _("Add the selected decks to a league"),
        form=form,
        explanation=_(
            "The change applies from the next season. A season in progress keeps its decks. Leagues "
            "without another season are not listed. The decks are copied as they are now."
        ),
        decks=decks,
        buttons=[("pool", _("Add to the league"))],
        action=pool_them.__name__,
        checkbox=ACTION_CHECKBOX_NAME,
    )


def _faults_by_name(league: League, decks: list[Deck]) -> list[str]:
    """Faults of each deck under the options of a league, checked before the decks are paired there."""
    rules, options = newest_rules(league.manifest["ruleset"]), league.manifest.get("options", {})
    return [
        f"{deck}: {in_language(problem['texts'])}"
        for deck in decks
        for problem in deck_problems(rules, options, deck.as_sent["cards"])
    ]


def deck_leagues(deck_admin: Any, request: HttpRequest, deck: Deck) -> list[Use]:
    """The seasons in which an entrant had this list of cards."""
    if not request.user.has_perm("leagues.view_season"):
        return []
    entrants = Entrant.objects.filter(deck_digest=digest(deck.as_sent), season__ruleset=deck.ruleset)
    newest = entrants.select_related("season__league").order_by("-season__started_at", "number")
    rows = [
        (
            str(entrant.season),
            reverse("admin:leagues_season_change", args=[entrant.season_id]),
            f"{entrant.name} · {entrant.season.get_status_display()}",
        )
        for entrant in newest[:_MOST_LISTED]
    ]
    return [Use(_("Leagues with this list of cards"), rows, entrants.count())]


extend(Deck, Extension(actions=(play_them, pool_them), uses=deck_leagues))
