"""Public statistics of a game, of a card and of a deck. Filters choose which matches of a game count."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.sets.selectors import newest_rules
from common.links import Link, add_links
from common.text.language import in_language, ruleset_name
from common.text.naming import card_names
from common.text.sentences import reason_texts
from matches.bots.roster import HOUSE_BOTS
from matches.limits import MOST_MATCHES_COUNTED
from matches.pages.figure_tables import Tables, table_context
from matches.pages.requests import summed_up
from matches.pages.views import player_of
from matches.search.deck_ids import deck_id, short_label, starter_labels
from matches.search.finding import Criteria
from matches.search.searched_statistics import SearchStatistics, searched_statistics
from rules.engine import Ruleset
from rules.registry import slugs

FIELDS = ("player", "deck", "card", "reason")
LONGEST = 150
"""The most characters in a field, as in the API."""


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """The games, each with a link to its statistics."""
    return render(request, "matches/figure_games.html", {"games": [(slug, ruleset_name(slug)) for slug in slugs()]})


@require_safe
@summed_up
def game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Statistics of a game's finished matches, filtered by player, deck, card or ending."""
    rules = _rules(ruleset)
    given = {name: value for name in FIELDS if (value := request.GET.get(name, "").strip())}
    context = {
        "given": given,
        "decks": [(starter.slug, in_language(starter.names)) for starter in rules.starter_decks if rules.builds_decks],
        "cards": [(slug, in_language(names)) for slug, names in card_names(rules).items()],
        "reasons": [(reason, in_language(reason_texts(rules, reason))) for reason in rules.words.get("reasons", {})],
        "bots": [(bot.name, in_language(bot.names, bot.name)) for bot in HOUSE_BOTS],
        **_context(rules, _found(request, ruleset, given), given),
    }
    return render(request, "matches/figure_game.html", context)


@require_safe
@summed_up
def card(request: HttpRequest, ruleset: str, card: str) -> HttpResponse:
    """How often a card was played and won, and with which decks."""
    rules = _rules(ruleset)
    names = card_names(rules)
    if card not in names and card not in {written["slug"] for written in rules.card_set["cards"]}:
        raise Http404
    whole, played = _found(request, ruleset, {}), _found(request, ruleset, {"card": card})
    row = next((row for row in Tables(rules, whole).cards() if row.url.endswith(f"/cards/{card}/")), None)
    context = {
        "card": card,
        "name": in_language(names.get(card), card),
        "row": row,
        **_context(rules, played, {"card": card}),
    }
    return render(request, "matches/figure_card.html", context)


@require_safe
@summed_up
def deck(request: HttpRequest, ruleset: str, deck: str) -> HttpResponse:
    """How often a deck was played and won, and against which others."""
    rules = _rules(ruleset)
    slug = {starter.slug: deck_id({"cards": starter.cards}) for starter in rules.starter_decks}
    named = slug.get(deck, deck)
    found = _found(request, ruleset, {"deck": named})
    tables = Tables(rules, found)
    context = {
        "name": starter_labels(rules).get(named) or short_label(named),
        "deck": named,
        "row": next((row for row in tables.decks() if row.figure.deck == named), None),
        **_context(rules, found, {"deck": named}),
    }
    return render(request, "matches/figure_deck.html", context)


def _rules(ruleset: str) -> Ruleset:
    if ruleset not in slugs():
        raise Http404
    return newest_rules(ruleset)


def _found(request: HttpRequest, ruleset: str, given: dict[str, str]) -> SearchStatistics:
    if any(len(value) > LONGEST or "\0" in value or not value.isprintable() for value in given.values()):
        raise Http404
    criteria = Criteria(
        ruleset=ruleset,
        player=given.get("player"),
        deck=given.get("deck"),
        reason=given.get("reason"),
        cards=[given["card"]] if "card" in given else [],
    )
    return searched_statistics(player_of(request), criteria)


def _context(rules: Ruleset, found: SearchStatistics, given: dict[str, str]) -> dict[str, Any]:
    address = reverse("api-statistics")
    query = urlencode({"ruleset": rules.slug, **given})
    return {
        "ruleset": rules.slug,
        "game": ruleset_name(rules.slug),
        "most": MOST_MATCHES_COUNTED,
        "json": f"{address}?{query}",
        "csv": [(label, f"{address}?{query}&format=csv&table={table}") for table, label in csv_tables(rules)],
        **table_context(Tables(rules, found)),
    }


def csv_tables(rules: Ruleset) -> list[tuple[str, str]]:
    """(name in the API, label) of every table. Games without decks have no deck tables."""
    return [
        ("cards", _("Card by card")),
        *([("decks", _("Decks")), ("deck_pairs", _("Deck against deck"))] if rules.builds_decks else []),
        ("seats", _("Seats and first turns")),
        ("reasons", _("How matches end")),
        ("decisions", _("What decided the matches")),
        ("lengths", _("Match length")),
    ]


def register_links() -> None:
    add_links(of_card=_of_card, of_deck=_of_deck)


def _of_card(ruleset: str, card: str) -> Iterable[Link]:
    yield Link(_("Played and won"), reverse("figures-card", args=[ruleset, card]))


def _of_deck(ruleset: str, cards: Mapping[str, int]) -> Iterable[Link]:
    yield Link(_("Played and won"), reverse("figures-deck", args=[ruleset, deck_id({"cards": cards})]))
