"""What templates need to show card data."""

from collections.abc import Mapping
from typing import Any

from django import template

from cards import difference
from cards.engine import Names
from cards.labels import label_of, value_label

register = template.Library()


@register.filter
def written(value: Any, names: Mapping[str, Names]) -> str:
    """A JSON value as a person reads it, by its name where it has one."""
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return ", ".join(value_label(item, names) for item in value)
    return difference.written(value) if isinstance(value, dict | list) else value_label(value, names)


@register.filter
def place(at: str) -> str:
    """A place in a card or a set, by the names of its parts."""
    return label_of(at)
