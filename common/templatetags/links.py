"""Template tags: links from cards and decks to apps above (`common/links.py`), and links to admin pages."""

from collections.abc import Mapping

from django import template
from django.db.models import Model

from common import links
from common.named_rows import row_link

register = template.Library()


@register.simple_tag
def card_links(ruleset: str, card: str) -> list[links.Link]:
    return links.links_of_card(ruleset, card)


@register.simple_tag
def deck_links(ruleset: str, deck: Mapping[str, Mapping[str, int]]) -> list[links.Link]:
    """`deck` has the form of a seat's deck."""
    return links.links_of_deck(ruleset, deck["cards"])


@register.simple_tag(takes_context=True)
def named(context: template.Context, row: Model | None) -> str:
    """The name of a row, linked to its admin page if the reader may see it; – for None."""
    if row is None:
        return "–"
    meta = row._meta
    if not context["request"].user.has_perm(f"{meta.app_label}.view_{meta.model_name}"):
        return str(row)
    return row_link(row)
