"""The pages on which an owner compares two of their bot accounts: start a comparison, follow it, stop it."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.sets.selectors import newest_rules
from common.http import limits
from common.http.paging import encode_cursor, page_of
from common.text.errors import ServiceError
from common.text.language import ruleset_name
from common.text.refusals import add_refusal, show_refusal
from leagues.limits import MOST_COMPARED_DEALS, MOST_COMPARISONS_A_DAY
from leagues.models import League, Season
from leagues.pages.lines import league_lines, names_of
from leagues.pages.plots import Source, test_plot
from leagues.pages.requests import absent_if_refused, read_cursor
from leagues.pages.sentences import amendments_in_words, duel_in_words
from leagues.season_resources import season_resource
from leagues.selectors.results import current_report
from leagues.selectors.seasons import season_plan, state_of
from leagues.services.comparing import (
    ComparisonInput,
    comparisons_of,
    running_comparisons,
    start_comparison,
    stop_comparison,
)
from matches.clocks import Clock, Fischer, PerDecision, read_clock
from matches.pages.requests import bounded, carry_out
from matches.pages.setup_form import CLOCKS, OptionFields, clock_text
from players.models import BotAccount, Player
from players.pages.sign_in import account_page
from rules.engine import Ruleset
from rules.registry import slugs

ROWS = 20
"""Comparisons on one page."""
_MOST_ELO = 1_000
"""The API has the same bounds (`formats.Elo`)."""
FASTEST: dict[str, Clock] = {"10s": PerDecision(10), "60s": PerDecision(60), "1+1": Fischer(60, 1)}
BOT_CLOCKS = FASTEST | {name: clock for name, clock in CLOCKS.items() if clock is not None}
"""The clocks that the form offers. The API accepts any."""


class ComparisonForm(OptionFields):
    """Two accounts of the owner, and what the test looks for. The fields and bounds are those of `ComparisonInput`."""

    bot = forms.ChoiceField(label=_("bot to test"))
    against = forms.ChoiceField(label=_("compared with"))
    clock = forms.ChoiceField(label=_("clock"), initial="1+1")
    elo1 = forms.IntegerField(
        label=_("difference to look for (Elo)"),
        min_value=-_MOST_ELO,
        max_value=_MOST_ELO,
        initial=100,
        help_text=_("100 Elo means about 64 of 100 points. A smaller difference needs more deals."),
    )
    elo0 = forms.IntegerField(
        label=_("difference that is too small (Elo)"),
        min_value=-_MOST_ELO,
        max_value=_MOST_ELO,
        initial=0,
        help_text=_("Must be smaller than the difference to look for."),
    )
    most_deals = forms.IntegerField(
        label=_("most deals"),
        min_value=1,
        max_value=MOST_COMPARED_DEALS,
        initial=MOST_COMPARED_DEALS,
        help_text=_("A deal is two matches. After this many, the test ends without a decision."),
    )

    def __init__(self, rules: Ruleset, accounts: list[BotAccount], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(account.player.username, str(account)) for account in accounts]
        for field in ("bot", "against"):
            self.fields[field].choices = names  # type: ignore[attr-defined]
        self.fields["clock"].choices = [(name, clock_text(clock)) for name, clock in BOT_CLOCKS.items()]  # type: ignore[attr-defined]
        self.add_options(rules)

    def asked(self, ruleset: str) -> ComparisonInput:
        sent = self.cleaned_data
        return ComparisonInput(
            bot=sent["bot"],
            against=sent["against"],
            ruleset=ruleset,
            clock=BOT_CLOCKS[sent["clock"]],
            options=self.options(),
            elo0=sent["elo0"],
            elo1=sent["elo1"],
            most_deals=sent["most_deals"],
        )


@bounded
@account_page
@require_safe
@absent_if_refused
def comparisons(request: HttpRequest) -> HttpResponse:
    """The owner's comparisons, newest first, and the games in which two of their accounts can meet."""
    owner = _owner(request)
    after = read_cursor(request, tuple[int])
    rows = comparisons_of(owner)
    page, following = page_of(
        request,
        rows.filter(pk__lt=after[0]) if after else rows,
        limit=ROWS,
        after=lambda league: {"cursor": encode_cursor(league.pk)},
    )
    accounts = _accounts(owner)
    context = {
        "games": [(slug, ruleset_name(slug)) for slug in slugs() if len(_accepting(accounts, slug)) > 1],
        "is_running": running_comparisons(owner).exists(),
        "lines": league_lines(page),
        "following": following,
        "most": MOST_COMPARISONS_A_DAY,
    }
    return render(request, "leagues/comparisons.html", {"title": _("Comparisons of your bots"), **context})


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def new_comparison(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """The form for a comparison in one game. POST starts it."""
    owner = _owner(request)
    accounts = _accepting(_accounts(owner), ruleset) if ruleset in slugs() else []
    if len(accounts) < 2:
        raise Http404
    newest_last = {"against": accounts[-2].player.username, "bot": accounts[-1].player.username}
    rules = newest_rules(ruleset)
    form = ComparisonForm(rules, accounts, request.POST or None, initial=newest_last)
    if request.method == "POST" and form.is_valid():
        try:
            limits.check_page(request, "default", owner.pk)
            return redirect("comparison", start_comparison(owner=owner, asked=form.asked(ruleset)).slug)
        except ServiceError as refusal:
            if refusal.code == "comparison_running":  # Perhaps a second click: the list has the running one.
                show_refusal(request, refusal)
                return redirect("comparisons")
            add_refusal(form, refusal)
    context = {"title": _("Compare two of your bots"), "form": form, "game": ruleset_name(ruleset)}
    context["builds_decks"] = rules.builds_decks
    return render(request, "leagues/comparison_new.html", context, status=400 if form.errors else 200)


@bounded
@account_page
@require_safe
def comparison(request: HttpRequest, league: str) -> HttpResponse:
    """A comparison: the test in words and as a plot, and a button that stops it."""
    owner = _owner(request)
    found = _found(owner, league)
    season = found.seasons.first()
    context = {
        "title": names_of(found),
        "league": found,
        "game": ruleset_name(found.manifest["ruleset"]),
        "clock": clock_text(read_clock(found.manifest["clock"])),
        "season": season,
        **({} if season is None else _progress(season, owner)),
    }
    return render(request, "leagues/comparison.html", context)


@account_page
@require_POST
def stop(request: HttpRequest, league: str) -> HttpResponseBase:
    """Stop a comparison. It ends without a verdict."""
    _found(_owner(request), league)
    here = ("comparison", league)
    return carry_out(request, here, here, lambda owner: stop_comparison(owner=owner, league=league))


def _owner(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def _found(owner: Player, slug: str) -> League:
    """A comparison of this owner. Others' look like missing ones."""
    found = comparisons_of(owner).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def _accounts(owner: Player) -> list[BotAccount]:
    """The owner's bot accounts, in order of declaration."""
    rows = BotAccount.objects.filter(owner=owner, player__is_active=True)
    return list(rows.select_related("player").order_by("declared_at", "pk"))


def _accepting(accounts: list[BotAccount], ruleset: str) -> list[BotAccount]:
    return [account for account in accounts if ruleset in account.rulesets.split()]


def _progress(season: Season, owner: Player) -> dict[str, Any]:
    state = state_of(season.pk)
    report, shown = current_report(season, state), season_resource(season, owner, state)
    plot = test_plot(Source(season, state))
    return {
        "shown": shown,
        "is_most": shown.status == "running",
        "test": duel_in_words(
            shown,
            report.test,
            [entrant.name for entrant in season_plan(season.pk).entrants],
            {row.entrant: row.points for row in report.standings},
        ),
        "amendments": amendments_in_words(shown),
        "plot": plot if plot.data else None,
    }
