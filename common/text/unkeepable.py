"""Refuses U+0000 and lone surrogates, which no text may contain. Pure."""

import re

from rules.engine import Names

TEXTS: dict[str, Names] = {
    "nul_in_string": {
        "ja": "文字列にU+0000の文字は使えません。",
        "en": "Strings can't contain the character U+0000.",
    },
    "surrogate_in_string": {
        "ja": "文字列に、対になっていないサロゲート（U+D800～U+DFFF）は使えません。",
        "en": "Strings can't contain an unpaired surrogate (U+D800 to U+DFFF).",
    },
}
_NUL = re.compile(rb"\\u0000|\0")
_SURROGATE = re.compile(
    rb"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]|\xed[\xa0-\xbf]", re.DOTALL
)
"""A lone surrogate, as an escape of JSON or as its UTF-8 bytes."""


def unkeepable(text: str) -> str | None:
    """The code of a character that our databases or UTF-8 cannot hold; None if there is none."""
    if "\0" in text:
        return "nul_in_string"
    return "surrogate_in_string" if any("\ud800" <= letter <= "\udfff" for letter in text) else None


def unkeepable_json(raw: bytes) -> str | None:
    """Like `unkeepable`, for an undecoded JSON document. An escaped backslash does not start an escape."""
    plain = raw.replace(rb"\\", b"")
    if _NUL.search(plain):
        return "nul_in_string"
    return "surrogate_in_string" if _SURROGATE.search(plain) else None
