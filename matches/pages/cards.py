"""A card of a match, enlarged: its text and figures, with links to the rules that explain its words."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from cards.rulebooks.pages import rules_address
from common.text.errors import ServiceError
from common.text.language import in_language, page_language
from common.text.terms import terms_on
from matches.limits import MOST_WORDS_EXPLAINED
from matches.pages.damaged import or_damaged_part
from matches.pages.drawing import draw_card, face_of
from matches.pages.position import speech_of
from matches.pages.requests import bounded
from matches.pages.views import player_of
from matches.selectors.lists import find_match
from matches.selectors.positions import rules_for

MAX_AGE = 3600
"""In seconds. The cards of a match never change, but a reader may lose the right to see it."""


@bounded
@require_safe
@or_damaged_part
def card(request: HttpRequest, match_id: UUID, slug: str) -> HttpResponse:
    """The card alone, for an open page."""
    try:
        match = find_match(match_id, player_of(request))
    except ServiceError as error:
        raise Http404 from error
    rules = rules_for(match.pk)
    found = next((one for one in rules.card_set["cards"] if one["slug"] == slug), None)
    if found is None:
        raise Http404
    shown = frozenset(word.replace("-", "_") for word in request.GET.getlist("on")[:MOST_WORDS_EXPLAINED])
    speech, face, language = speech_of(rules, match), face_of(rules, slug), page_language()
    response = render(
        request,
        "matches/card.html",
        {
            "name": speech.card(slug),
            "kind": speech.kind(face.kind) if face.kind else "",
            "picture": draw_card(speech, slug),
            "text": in_language(found.get("text") or {}, ""),
            "terms": [
                (term.rule, term.names[language], term.text[language])
                for term in terms_on(rules, slug, language, shown)
            ],
            "figures": [(speech.word(figure.label), figure.value) for figure in face.figures],
            "arrows": [(speech.say(way), strength) for way, strength in face.arrows.items()],
            "rules_url": rules_address(rules.slug, rules.version),
            "uses_url": reverse("figures-card", args=[rules.slug, slug]),
        },
    )
    patch_cache_control(response, private=True, max_age=MAX_AGE)
    return response
