"""Files of decks as they come: which encoding and which format they are in, and their rows. Pure."""

import csv
import io
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Mapping
from typing import Any

from cards.sets.card_json import NotJson, read_json
from common.http.csv_tables import from_text
from decks.limits import MOST_COLUMNS, MOST_ROWS, MOST_SEPARATORS
from decks.resources import COLUMNS
from rules.engine import Names

_DIVIDERS = ",;\t\n\r"
_BOMS = ((BOM_UTF8, "utf-8-sig", "UTF-8"), (BOM_UTF16_LE, "utf-16", "UTF-16"), (BOM_UTF16_BE, "utf-16", "UTF-16"))
_SEPARATORS = ",;\t"
_NOT_IN_CP932 = re.compile("[\x80\uf8f0-\uf8f3]")
"""What Python makes of the bytes 80, A0, FD, FE and FF, which stand for no letter there."""

NOT_TEXT: Names = {
    "ja": "文字コードを判別できません。UTF-8、UTF-16、Shift_JIS（CP932）のいずれかで保存してください。",
    "en": "The encoding is not known. Save the file in UTF-8, UTF-16 or Shift_JIS (CP932).",
}
NO_DECK: Names = {"ja": "ファイルにデッキがありません。", "en": "There is no deck in the file."}
NO_LIST: Names = {"ja": "デッキの一覧が必要です。", "en": "A list of decks is needed."}
NO_CSV: Names = {"ja": "{line}行目を CSV として読み取れません。", "en": "Line {line} cannot be read as CSV."}
UNKNOWN: Names = {"ja": "次の列は存在しません：{names}", "en": "There are no columns called {names}."}
TWICE: Names = {"ja": "次の列が二度あります：{names}", "en": "These columns are there twice: {names}."}
TOO_WIDE: Names = {
    "ja": f"先頭の行の列が多すぎます。列は{MOST_COLUMNS}個までです。",
    "en": f"The first line has too many columns; there are at most {MOST_COLUMNS}.",
}
TOO_MUCH: Names = {
    "ja": "値が多すぎて読み取れません。ファイルを分けてください。",
    "en": "There are more values in it than can be read at once. Divide the file.",
}
TOO_MANY: Names = {
    "ja": f"{{rows}}行あります。一度に取り込めるのは{MOST_ROWS}行までです。ファイルを分けてください。",
    "en": f"There are {{rows}} rows, and {MOST_ROWS} can be imported at once. Divide the file.",
}


class Unreadable(ValueError):
    """A file that holds no decks; `texts` say why, in both languages."""

    def __init__(self, texts: Names, **params: Any) -> None:
        super().__init__(texts["en"])
        self.texts = {language: text.format(**params) if params else text for language, text in texts.items()}


def decoded(content: bytes) -> tuple[str, str]:
    """The text, and what its encoding is called. Raises Unreadable.

    A file without a mark is UTF-8 if it can be; else UTF-16 where every other byte of its beginning is zero, as in
    plain letters; else Shift_JIS as Windows writes it.
    """
    for mark, codec, name in _BOMS:
        if content.startswith(mark):
            return _decode(content, codec), name
    begins = content[:200]
    for codec, zeros in (("utf-16-le", begins[1::2]), ("utf-16-be", begins[::2])):
        if len(begins) > 3 and zeros.count(0) * 2 > len(zeros):
            return _decode(content, codec), "UTF-16"
    try:
        return content.decode(), "UTF-8"
    except UnicodeDecodeError:
        return _decode(content, "cp932"), "Shift_JIS (CP932)"


def _decode(content: bytes, codec: str) -> str:
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        raise Unreadable(NOT_TEXT) from error
    if codec == "cp932" and _NOT_IN_CP932.search(text):
        raise Unreadable(NOT_TEXT)
    return text


def rows_of(text: str) -> list[dict[str, Any]]:
    """Every deck of a JSON or CSV file, by its columns; those that are left out are None. Raises Unreadable."""
    if sum(text.count(divider) for divider in _DIVIDERS) > MOST_SEPARATORS:
        raise Unreadable(TOO_MUCH)
    rows = _json_rows(text) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text)
    if not rows:
        raise Unreadable(NO_DECK)
    if len(rows) > MOST_ROWS:
        raise Unreadable(TOO_MANY, rows=len(rows))
    if unknown := sorted({str(column) for row in rows for column in row} - set(COLUMNS)):
        raise Unreadable(UNKNOWN, names=", ".join(unknown[:10]))
    return [{column: row.get(column) for column in COLUMNS} for row in rows]


def _json_rows(text: str) -> list[Mapping[str, Any]]:
    try:
        rows = read_json(text)
    except NotJson as error:
        raise Unreadable(error.texts) from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unreadable(NO_LIST)
    return rows


def _csv_rows(text: str) -> list[Mapping[str, Any]]:
    """With commas, semicolons or tabs: whichever divides the first line into most of the known columns."""
    first = text.partition("\n")[0]
    separator = max(
        _SEPARATORS, key=lambda one: sum(_plain(cell) in COLUMNS for cell in first.split(one, MOST_COLUMNS))
    )
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    lines: list[list[str]] = []
    try:
        for line in reader:
            if any(line):
                lines.append(line)
            if len(lines) > MOST_ROWS + 1:
                raise Unreadable(TOO_MANY, rows=f">{MOST_ROWS}")
    except csv.Error as error:
        raise Unreadable(NO_CSV, line=reader.line_num) from error
    if not lines:
        raise Unreadable(NO_DECK)
    if len(lines[0]) > MOST_COLUMNS:
        raise Unreadable(TOO_WIDE)
    head = [_plain(cell) for cell in lines[0]]
    if twice := sorted(column for column, count in Counter(head).items() if column and count > 1):
        raise Unreadable(TWICE, names=", ".join(twice[:10]))
    return [_row(head, line) for line in lines[1:]]


def _row(head: list[str], line: list[str]) -> dict[str, Any]:
    """Cells beyond the head are a column without a name; a row that ends early leaves the rest out."""
    named = {column: from_text(cell) for column, cell in zip(head, line, strict=False) if column or cell}
    return named | ({"": "…"} if any(line[len(head) :]) else {})


def _plain(cell: str) -> str:
    return cell.strip().strip('"').removeprefix("\ufeff")
