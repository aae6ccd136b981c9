"""The page of a game's rules, and its address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from cards.rulebooks.reading import rulebook
from common.text.language import page_language, ruleset_name
from rules.registry import UnknownRuleset, folder_of, newest_version, shipped_ruleset

ENGLISH = "en"


def rules_address(slug: str, version: int) -> str:
    """The address of the rules of a match; append `#` and a rule number to link to a rule."""
    if version == newest_version(slug):
        return reverse("game-rules", args=[slug])
    return reverse("game-rules-of-version", args=[slug, version])


@require_safe
def rules_page(request: HttpRequest, ruleset: str, version: int | None = None) -> HttpResponse:
    """The rules in the reader's language, or in English if there is no translation yet."""
    try:
        number = newest_version(ruleset) if version is None else version
        folder, rules = folder_of(ruleset, number), shipped_ruleset(ruleset, number)
    except UnknownRuleset as error:
        raise Http404 from error
    language = page_language()
    found = rulebook(folder, language) or rulebook(folder, ENGLISH)
    if found is None:
        raise Http404
    return render(
        request,
        "cards/rules.html",
        {
            "game": ruleset_name(ruleset),
            "ruleset": ruleset,
            "rules": found,
            "is_translated": found.language == language,
            "version": version,
            "words": [
                (term.rule, term.names[language], term.text[language])
                for term in rules.definition.terms(rules.card_set).values()
            ],
        },
    )


urlpatterns = [
    path("<slug:ruleset>/rules/", rules_page, name="game-rules"),
    path("<slug:ruleset>/rules/<int:version>/", rules_page, name="game-rules-of-version"),
]
