"""Template tag: the scorecard of a match, on the pages of finished matches."""

import logging
from typing import Any

from django import template

from cards.rulebooks.pages import rules_address
from common.text.language import page_language
from common.text.scorecards import cell_text, decision_texts, scorecard_word
from matches.models import Match
from matches.pages.drawing import seat_tag
from matches.pages.people import named_by_sign
from matches.pages.position import speech_of
from matches.selectors.access import is_disclosed
from matches.selectors.scorecards import scorecard_of
from rules.engine import Column

logger = logging.getLogger(__name__)
register = template.Library()

LONG = 12
"""A table with more rows is collapsed."""


@register.inclusion_tag("matches/scorecard.html")
def match_scorecard(match: Match) -> dict[str, Any]:
    """What decided the match, and its score tables. Empty before disclosure, and if the match cannot be tallied."""
    if not is_disclosed(match):
        return {}
    try:
        scored = scorecard_of(match)
        card = scored.card
    except Exception as error:
        logger.exception("match %s cannot be tallied: %s", match.pk, type(error).__name__)
        return {}
    rules, language = scored.rules, page_language()
    speech = speech_of(rules, match)
    names = named_by_sign(speech.players)

    def head(column: Column) -> Any:
        if column.seats:
            return [seat_tag(speech, seat) for seat in column.seats]
        return [scorecard_word(rules, column.name, language)] if column.name else []

    return {
        "decided": decision_texts(rules, scored.options, card.decided, scored.body["winners"], names)[language],
        "rule": card.decided.rule,
        "rules_url": rules_address(rules.slug, rules.version),
        "tables": [
            {
                "name": scorecard_word(rules, table.name, language),
                "heads": [head(column) for column in table.columns],
                "is_long": len(table.rows) > LONG,
                "rows": [[cell_text(rules, cell, language) for cell in row] for row in table.rows],
            }
            for table in rules.score_tables(card)
        ],
    }
