"""Reads files of decks: detects format and encoding, and returns a sheet. Pure."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from typing import Any

from cards.sets.card_json import NotJson, read_json
from common.http.csv_tables import from_text
from decks.importing.archives import archive_sheet
from decks.importing.refusals import NO_DECK, TOO_MANY, TOO_MUCH, TOO_WIDE, TWICE, Unreadable
from decks.importing.sheets import Sheet, is_field
from decks.importing.texts import decoded
from decks.importing.workbooks import workbook_sheet
from decks.importing.zips import is_workbook, is_zip
from decks.limits import MOST_COLUMNS, MOST_ROWS, MOST_SEPARATORS
from rules.engine import Names

_DIVIDERS = ",;\t\n\r"
_SEPARATORS = ",;\t"

NO_LIST: Names = {"ja": "デッキの一覧が必要です。", "en": "The file must contain a list of decks."}
NO_CSV: Names = {"ja": "{line}行目をCSVとして読み取れません。", "en": "Line {line} can't be read as CSV."}


def read_file(content: bytes) -> tuple[Sheet, str]:
    """Read a file of decks: its sheet, and the name of its format or encoding. Raises Unreadable."""
    if is_zip(content):
        if is_workbook(content):
            return _refused_twice(workbook_sheet(content)), "Excel (XLSX)"
        return archive_sheet(content), "ZIP"
    text, encoding = decoded(content)
    return sheet_of(text), encoding


def sheet_of(text: str) -> Sheet:
    """Every deck of a JSON or CSV file. Raises Unreadable."""
    if sum(text.count(divider) for divider in _DIVIDERS) > MOST_SEPARATORS:
        raise Unreadable(TOO_MUCH)
    sheet = _json_sheet(text) if text.lstrip()[:1] in ("[", "{") else _csv_sheet(text)
    if not sheet.rows:
        raise Unreadable(NO_DECK)
    return _refused_twice(sheet)


def _refused_twice(sheet: Sheet) -> Sheet:
    if twice := sorted(header for header, count in Counter(sheet.head).items() if header and count > 1):
        raise Unreadable(TWICE, names=", ".join(twice[:10]))
    return sheet


def _json_sheet(text: str) -> Sheet:
    rows = _json_rows(text)
    if len(rows) > MOST_ROWS:  # Before every row gets every column.
        raise Unreadable(TOO_MANY, rows=len(rows))
    head = list(dict.fromkeys(column for row in rows for column in row))
    if len(head) > MOST_COLUMNS:
        raise Unreadable(TOO_WIDE)
    return Sheet(head, [[row.get(column) for column in head] for row in rows])


def _json_rows(text: str) -> list[Mapping[str, Any]]:
    try:
        rows = read_json(text)
    except NotJson as error:
        raise Unreadable(error.texts) from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unreadable(NO_LIST)
    return rows


def _csv_sheet(text: str) -> Sheet:
    """A CSV file. The delimiter (comma, semicolon or tab) is the one that yields the most known headers, then the most
    headers."""
    first = text.partition("\n")[0]

    def headers(separator: str) -> tuple[int, int]:
        cells = first.split(separator, MOST_COLUMNS)
        return sum(is_field(_plain(cell)) for cell in cells), len(cells)

    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_SEPARATORS, key=headers))
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
    width = max(map(len, lines))
    if width > MOST_COLUMNS:
        raise Unreadable(TOO_WIDE)
    head = [_plain(cell) for cell in lines[0]]
    head += [""] * (width - len(head))
    return Sheet(head, [[from_text(cell) for cell in line] for line in lines[1:]])


def _plain(cell: str) -> str:
    return cell.strip().strip('"').removeprefix("\ufeff")
