"""The language of a page. Data has texts in both languages; gettext translates the rest."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language


def page_language() -> str:
    """The language for texts of data: `ja` or `en`."""
    return "ja" if (get_language() or "en").startswith("ja") else "en"


def in_language(names: Mapping[str, Any] | None, otherwise: str = "") -> str:
    """A display text in the page's language, otherwise in the other language, otherwise `otherwise`."""
    if not names:
        return otherwise
    return str(names.get(page_language()) or names.get("en") or names.get("ja") or otherwise)
