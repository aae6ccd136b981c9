"""A sheet with one deck per row and any headers, and the fields that its columns fill. Pure."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from msgspec import Struct

from decks.limits import MOST_SAMPLES
from decks.resources import COLUMNS
from rules.engine import Names
from rules.registry import game_definition, shipped_ruleset, slugs

LEFT_OUT = ""
"""The field of a column that isn't imported."""
LONGEST_SHOWN = 60
_HEADERS: dict[str, str] = {
    "ruleset": "ruleset game rules ルールセット ゲーム ゲーム名",
    "name_en": "name_en name deckname nameofdeck title file 名前 名称 デッキ名 ファイル",
    "name_ja": "name_ja japanesename namejapanese 日本語名 名前日本語 デッキ名日本語",
    "owner": "owner player playername account user username 所有者 プレイヤー プレーヤー プレイヤー名 選手 選手名",
    "note": "note notes remark remarks comment comments 備考 メモ",
    "options": "options 設定 オプション",
    "cards": "cards cardlist list decklist list カード カード一覧 デッキリスト リスト",
}
"""Field -> usual headers, without spaces and punctuation. The field's own name is recognised too."""


class BadCell(str):
    """A cell that can't be imported; `texts` say why, in both languages."""

    texts: Names

    def __new__(cls, text: str, texts: Names) -> "BadCell":
        made = super().__new__(cls, text)
        made.texts = texts
        return made


class Sheet(Struct, frozen=True):
    """Headers and rows. A row may be shorter than the headers, never longer; None: the cell is missing."""

    head: list[str]
    rows: list[list[Any]]
    faults: dict[int, dict[int, Names]] = {}
    """Row -> column -> why the cell can't be imported; both from 0."""


class Column(Struct, frozen=True):
    """A column of a file, its first values, and the field it fills (LEFT_OUT: none)."""

    header: str
    samples: list[str]
    field: str


def stored(sheet: Sheet) -> bytes:
    """As JSON. What isn't text, such as half a surrogate pair, stays in it for the row's own refusal."""
    whole = [sheet.head, sheet.rows, list(sheet.faults.items())]
    return json.dumps(whole, ensure_ascii=False).encode(errors="surrogatepass")


def restored(content: bytes) -> Sheet:
    head, rows, faults = json.loads(content)
    return Sheet(head, rows, {row: {int(at): texts for at, texts in cells.items()} for row, cells in faults})


@lru_cache(maxsize=2)
def _rulesets(offered: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for slug in offered:
        if game_definition(slug).builds_decks:
            names = shipped_ruleset(slug).names.values()
            found |= {_plain(name): slug for name in (slug, *names)}
    return found


def ruleset_named(text: str) -> str | None:
    """The ruleset that a text names, by slug or by name in either language."""
    return _rulesets(tuple(slugs())).get(_plain(text))


def columns_of(sheet: Sheet, remembered: Mapping[str, str]) -> list[Column]:
    """The columns, each with the field chosen for its header before, or else the one that its header suggests."""
    used: set[str] = set()
    fields: dict[int, str] = {}
    for guess in (lambda header: remembered.get(_visible(header)), _own_field, _usual_field):
        for at, header in enumerate(sheet.head):
            field = None if at in fields else guess(header)
            if field is None or field in used:
                continue
            fields[at] = field
            used |= {field} - {LEFT_OUT}
    return [
        Column(_visible(header), _samples(sheet, at), fields.get(at, LEFT_OUT)) for at, header in enumerate(sheet.head)
    ]


def is_clear(columns: Sequence[Column], remembered: Mapping[str, str], ruleset: str) -> bool:
    """Whether nothing is left to choose: every used column has a field or was left out before, every deck a ruleset."""
    if lacks_ruleset([column.field for column in columns], ruleset):
        return False
    return all(
        column.field != LEFT_OUT or remembered.get(column.header) == LEFT_OUT or not (column.header or column.samples)
        for column in columns
    )


def filled_twice(fields: Sequence[str]) -> list[str]:
    """The fields that more than one column fills."""
    return [name for name in COLUMNS if fields.count(name) > 1]


def lacks_ruleset(fields: Sequence[str], ruleset: str) -> bool:
    """Whether nothing says which ruleset the decks belong to."""
    return not ruleset and not {"id", "ruleset"} & set(fields)


def row_of(sheet: Sheet, number: int, columns: Sequence[Column], ruleset: str) -> dict[str, Any]:
    """Field -> value of a row; `ruleset` is used if the row names none. Raises IndexError."""
    row, faults = sheet.rows[number], sheet.faults.get(number, {})
    sent: dict[str, Any] = dict.fromkeys(COLUMNS)
    for at, column in enumerate(columns):
        if column.field != LEFT_OUT:
            value = row[at] if at < len(row) else None
            sent[column.field] = BadCell(str(value), faults[at]) if at in faults else value
    if not sent["ruleset"] and not sent["id"]:
        sent["ruleset"] = ruleset or sent["ruleset"]
    if isinstance(sent["ruleset"], str):
        sent["ruleset"] = ruleset_named(sent["ruleset"]) or sent["ruleset"]
    return sent


def is_field(header: str) -> bool:
    """Whether the header alone shows which field its column fills."""
    return (_own_field(header) or _usual_field(header)) is not None


def _own_field(header: str) -> str | None:
    return header if header in COLUMNS else None


def _usual_field(header: str) -> str | None:
    return _USUAL.get(_plain(header))


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text[:100]).casefold())


_USUAL = {_plain(word): field for field, words in _HEADERS.items() for word in words.split()}


def _samples(sheet: Sheet, at: int) -> list[str]:
    found = (row[at] for row in sheet.rows if at < len(row) and row[at] not in (None, ""))
    return [_visible(str(value)) for value in islice(found, MOST_SAMPLES)]


def _visible(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text.strip()[:LONGEST_SHOWN])
