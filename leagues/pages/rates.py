"""The page of a league's results by options and deck."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.sets.selectors import newest_rules
from leagues.limits import MOST_COUNTED_MATCHES
from leagues.pages.lines import names_of
from leagues.pages.requests import absent_if_refused, shown_league
from leagues.rates import OptionRates
from leagues.selectors.rates import league_rates
from matches.pages.figure_tables import named, starter_labels
from matches.pages.requests import summed_up
from matches.pages.setup_form import option_set_text
from matches.search.deck_ids import short_label
from rules.engine import Ruleset


@require_safe
@summed_up
@absent_if_refused
def league_rates_page(request: HttpRequest, league: str) -> HttpResponse:
    """Show how much the first turn and each deck won, under each set of options that the league has used."""
    found = shown_league(request, league)
    rates, rules = league_rates(found), newest_rules(found.manifest["ruleset"])
    context = {
        "league": found,
        "name": names_of(found),
        "rates": rates,
        "most": MOST_COUNTED_MATCHES,
        "groups": [_group(rules, group) for group in rates.results],
        "address": reverse("api-league-rates", args=[found.slug]),
    }
    return render(request, "leagues/rates.html", context)


def _group(rules: Ruleset, group: OptionRates) -> dict[str, Any]:
    labels = starter_labels(rules)
    return {
        "text": option_set_text(rules, group.options),
        "seasons": group.seasons,
        "matches": group.matches,
        "first": named(group.first),
        "decks": [
            (labels.get(deck.deck) or deck.name or short_label(deck.deck), [named(deck.first), named(deck.later)])
            for deck in group.decks
            if rules.builds_decks
        ],
    }
