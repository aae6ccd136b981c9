"""Reads and writes lists of cards as text, in the forms that people use. Pure.

A line is `3 Name`, `3x Name`, `Name x3`, `Name, 3`, a CSV row in either order, or a name alone. Names may be in either
language, or slugs. JSON (`{"cards": {slug: copies}}`) is read too.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from common.text.naming import card_names
from decks.limits import MOST_COMPARED, MOST_COPIES, MOST_LINES, MOST_NEAREST
from rules.engine import Ruleset

LONGEST_LIST = 50_000
"""Characters; a thousand lines."""
LONGEST_LINE = 200

_TIMES = r"[x×✕*]"
_FORMS = (
    rf"(?P<copies>\d{{1,6}})\s*(?:{_TIMES}|枚|[,;\t:])?\s*(?P<name>\D.*|\d.*\D.*)",
    rf"(?P<name>.+?)\s*(?:{_TIMES}|[,;\t:])\s*(?P<copies>\d{{1,6}})\s*枚?",
    r"(?P<name>.+?)[\s(]+(?P<copies>\d{1,6})\s*枚?\)?",
)
_READERS = tuple(re.compile(form, re.IGNORECASE | re.DOTALL) for form in _FORMS)
_REMARK = re.compile(r"\s*(#|//)")
_SET_CODE = re.compile(r"\s*[(\[](?!\s*\d+\s*枚?\s*\))[\w ]+[)\]]\s*\d*\s*$")
_HEADS = frozenset({"card", "cards", "name", "slug", "copies", "count", "deck", "カード", "名前", "枚数", "デッキ"})


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that names no card, or too many copies. `nearest` are slugs of cards with similar names."""

    line: int
    text: str
    copies: int = 1
    nearest: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReadList:
    """The cards of a list (slug -> copies, in its order), and the lines that can't be read."""

    cards: dict[str, int]
    unread: list[Unread]


def read_list(rules: Ruleset, text: str, accepted: frozenset[str] = frozenset()) -> ReadList:
    """Read a list of cards of a ruleset. Slugs in `accepted` are valid even if the set no longer has them."""
    names = _slugs_by_name(rules)
    cards: dict[str, int] = {}
    unread: list[Unread] = []
    for number, line in _lines(text):
        slug, name, copies = _read_line(names, line, accepted)
        if slug is None or cards.get(slug, 0) + copies > MOST_COPIES:
            nearest = _nearest(names, name) if slug is None and len(unread) < MOST_COMPARED else []
            unread.append(Unread(number, line[:LONGEST_LINE], min(max(copies, 1), MOST_COPIES), nearest))
        else:
            cards[slug] = cards.get(slug, 0) + copies
    return ReadList(cards, unread)


def write_list(rules: Ruleset, cards: Mapping[str, int], language: str) -> str:
    """One line per card: `3 Name`, with the slug if several cards share the name."""
    names, slugs = card_names(rules), _slugs_by_name(rules)
    lines = []
    for slug, copies in cards.items():
        name = names.get(slug, {}).get(language, slug)
        read, _name, number = _read_line(slugs, f"{copies} {name}", frozenset())
        lines.append(f"{copies} {name if (read, number) == (slug, copies) else slug}")
    return "\n".join(lines)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Line number -> line, without empty lines, remarks and headers. JSON gives one line per card."""
    if text.lstrip()[:1] == "{" and (sent := _json_cards(text)) is not None:
        yield from ((number, f"{copies} {slug}") for number, (slug, copies) in enumerate(sent.items(), start=1))
        return
    for number, line in enumerate(text.splitlines()[:MOST_LINES], start=1):
        entry = line.strip().lstrip("\ufeff-•*・").strip()
        if entry and not _REMARK.match(entry) and not _is_head(entry):
            yield number, entry


def _json_cards(text: str) -> dict[str, Any] | None:
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cards = sent.get("cards", sent) if isinstance(sent, dict) else None
    return cards if isinstance(cards, dict) and all(type(n) is int for n in cards.values()) else None


def _is_head(line: str) -> bool:
    words = [word.strip(" \"'") for word in re.split(r"[,;\t:]", _plain(line)) if word.strip(" \"'")]
    return bool(words) and all(word in _HEADS for word in words)


def _read_line(names: Mapping[str, str], line: str, accepted: frozenset[str]) -> tuple[str | None, str, int]:
    """The slug (None: unknown), the name as written, and the copies. A name alone is one copy of the card."""
    line = line[:LONGEST_LINE]
    if slug := _slug(names, line, accepted):
        return slug, line, 1
    tried: list[tuple[str, int]] = []
    plain = _plain(line)
    for reader in _READERS:
        if match := reader.fullmatch(plain):
            name, copies = match["name"], int(match["copies"])
            tried.append((name, copies))
            if copies and (slug := _slug(names, name, accepted)):
                return slug, name, copies
    return (None, *tried[0]) if tried else (None, line, 1)


def _nearest(names: Mapping[str, str], name: str) -> list[str]:
    close = get_close_matches(name_key(name), list(names), n=2 * MOST_NEAREST, cutoff=0.5)
    return list(dict.fromkeys(names[key] for key in close))[:MOST_NEAREST]


def _slug(names: Mapping[str, str], name: str, accepted: frozenset[str]) -> str | None:
    """The slug of a name. The name may be followed by a set code, as in `Name (SET) 12`."""
    name = name.strip(" \t,;:\"'「」")
    if name in accepted:
        return name
    return names.get(name_key(name)) or names.get(name_key(_SET_CODE.sub("", name)))


@lru_cache(maxsize=16)
def _slugs_by_name(rules: Ruleset) -> dict[str, str]:
    """Name key -> slug. Slugs take precedence over names; a name that several cards share is left out."""
    found: dict[str, set[str]] = {}
    for slug, texts in card_names(rules).items():
        for name in texts.values():
            found.setdefault(name_key(name), set()).add(slug)
    own = {name_key(card["slug"]): card["slug"] for card in rules.card_set["cards"]}
    return {key: slugs.copy().pop() for key, slugs in found.items() if len(slugs) == 1} | own


def _plain(text: str) -> str:
    """The text in lower case and NFKC, so full-width letters become ASCII. One letter can become eighteen."""
    return unicodedata.normalize("NFKC", text)[:LONGEST_LINE].casefold()


def name_key(name: str) -> str:
    """A key for comparing names: plain, and without spaces, dashes, quotes and dots."""
    return re.sub(r"[\s\-_'’‘\"“”.・·＝=]+", "", _plain(name))
