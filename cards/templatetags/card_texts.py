"""What templates need to show card data."""

from typing import Any

from django import template

from cards import difference

register = template.Library()


@register.filter
def written(value: Any) -> str:
    """A JSON value as a person reads it."""
    return value if isinstance(value, str) else difference.written(value)
