"""The language of a page, and texts of data in it. Data has texts in both languages; gettext translates the rest."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language

from rules.registry import shipped_ruleset, slugs


def page_language() -> str:
    """The language for texts of data: `ja` or `en`."""
    return "ja" if (get_language() or "en").startswith("ja") else "en"


def in_language(names: Mapping[str, Any] | None, otherwise: str = "") -> str:
    """A display text in the page's language, otherwise in the other language, otherwise `otherwise`."""
    if not names:
        return otherwise
    return str(names.get(page_language()) or names.get("en") or names.get("ja") or otherwise)


def ruleset_name(slug: str) -> str:
    return in_language(shipped_ruleset(slug).names, slug) if slug in slugs() else slug


def ruleset_summary(slug: str) -> str:
    """A sentence on what a game is about, in the page's language."""
    return in_language(shipped_ruleset(slug).definition.summary, "")
