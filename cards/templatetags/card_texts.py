"""Template filters that show card data."""

from collections.abc import Mapping
from typing import Any

from django import template

from cards.editor.card_sheet import is_deep, value_text
from cards.sets import differences
from common.text.labels import card_label_of, label_of
from common.text.refusals import marked
from rules.engine import Names

register = template.Library()
register.filter(marked)


@register.filter
def written(value: Any, names: Mapping[str, Names]) -> str:
    """A JSON value as people read it, with display names; as JSON if it is nested too deeply for words."""
    return differences.written(value) if is_deep(value) else value_text(value, names)


@register.filter
def place(at: str) -> str:
    """A place in a set, by the names of its parts."""
    return label_of(at)


@register.filter
def card_place(at: str) -> str:
    """A place in a card, by the names of its parts."""
    return card_label_of(at)
