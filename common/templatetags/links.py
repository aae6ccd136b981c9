"""Links for templates: to what is known above of a card or a deck (`common/links.py`), and to pages of the admin."""

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
    """`deck` is as a seat brings it."""
    return links.links_of_deck(ruleset, deck["cards"])


@register.simple_tag(takes_context=True)
def named(context: template.Context, row: Model | None) -> str:
    """What a row of the admin is called, with the way to its page where the reader may see it; – for none."""
    if row is None:
        return "–"
    meta = row._meta
    if not context["request"].user.has_perm(f"{meta.app_label}.view_{meta.model_name}"):
        return str(row)
    return row_link(row)
