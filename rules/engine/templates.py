"""Fills parameters into texts in both languages. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from rules.engine.messages import Names


def fill(texts: Names, params: Mapping[str, Any]) -> Names:
    """Fill parameters into both texts of a template; `{name}` stands for a parameter."""
    return {
        language: text.format_map({name: _within(value, language) for name, value in params.items()})
        for language, text in texts.items()
    }


def _within(value: Any, language: str) -> Any:
    """A parameter for use in a sentence: texts in this language, anything but text and numbers as JSON."""
    if isinstance(value, Mapping) and set(value) == {"ja", "en"}:
        return value[language]
    if isinstance(value, str | int):
        return value
    return str(value) if isinstance(value, Exception) else json.dumps(value, ensure_ascii=False, default=str)
