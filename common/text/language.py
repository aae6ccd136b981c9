"""The language of a page: data carries both, gettext carries the rest."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language


def page_language() -> str:
    """`ja` or `en`: what the data's own texts are shown in."""
    return "ja" if (get_language() or "en").startswith("ja") else "en"


def in_language(names: Mapping[str, Any] | None, otherwise: str = "") -> str:
    """A display text in the page's language; the other one where it is missing."""
    if not names:
        return otherwise
    return str(names.get(page_language()) or names.get("en") or names.get("ja") or otherwise)
