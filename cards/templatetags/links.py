"""Links to what is known above of a card or a deck (`cards/links.py`), for templates."""

from collections.abc import Mapping

from django import template

from cards import links

register = template.Library()


@register.simple_tag
def card_links(ruleset: str, card: str) -> list[links.Link]:
    return links.links_of_card(ruleset, card)


@register.simple_tag
def deck_links(ruleset: str, deck: Mapping[str, Mapping[str, int]]) -> list[links.Link]:
    """`deck` is as a seat brings it."""
    return links.links_of_deck(ruleset, deck["cards"])
