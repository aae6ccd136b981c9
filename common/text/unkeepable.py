"""The two characters that no text of ours may have, whichever way it comes; each is refused in one sentence. Pure."""

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
"""As an escape of JSON, or as the bytes that UTF-8 would have for one."""


def unkeepable(text: str) -> str | None:
    """The code of what no database of ours keeps, or no UTF-8 has."""
    if "\0" in text:
        return "nul_in_string"
    return "surrogate_in_string" if any("\ud800" <= letter <= "\udfff" for letter in text) else None


def unkeepable_json(raw: bytes) -> str | None:
    """The same of a JSON document, by how it is written; an escaped backslash begins no escape."""
    plain = raw.replace(rb"\\", b"")
    if _NUL.search(plain):
        return "nul_in_string"
    return "surrogate_in_string" if _SURROGATE.search(plain) else None
