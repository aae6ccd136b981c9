"""Reads the first sheet of an Excel workbook (XLSX). Formulas are never worked out: their cells are refused."""

import warnings
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from xml.parsers import expat

from openpyxl import load_workbook
from openpyxl.cell.read_only import EMPTY_CELL
from openpyxl.utils import get_column_letter

from common.http.csv_tables import from_text
from decks.importing.refusals import NO_DECK, TOO_MANY, TOO_MUCH, TOO_WIDE, Unreadable
from decks.importing.sheets import Sheet
from decks.importing.zips import DAMAGED, packed, unpacked
from decks.limits import MOST_COLUMNS, MOST_ROWS, MOST_XML_TAGS
from rules.engine import Names

LAST_ROW = 2**20
"""Of any sheet, in Excel itself."""
_PARTS = (
    "[content_types].xml",
    "_rels/",
    "xl/workbook.xml",
    "xl/_rels/",
    "xl/styles.xml",
    "xl/sharedstrings.xml",
    "xl/worksheets/",
)

DOCTYPE: Names = {
    "ja": "このファイルのXMLには文書型宣言（DTD）があるため、開きません。",
    "en": "The XML of this file declares a document type (DTD), so it is not opened.",
}
FORMULA: Names = {
    "ja": "セル{cell}は数式です。ここでは計算しないため、コピーして「値のみ貼り付け」で値に置き換えてください。",
    "en": "Cell {cell} has a formula, and formulas are not worked out here. Copy it and paste it as a value.",
}
ERROR: Names = {"ja": "セル{cell}はエラー（{value}）です。", "en": "Cell {cell} has an error: {value}."}


def workbook_sheet(content: bytes) -> Sheet:
    """The first visible sheet that isn't empty. Raises Unreadable."""
    parts = unpacked(content, lambda name: name.lower().startswith(_PARTS))
    if sum(part.count(b"<") for part in parts.values()) > MOST_XML_TAGS:
        raise Unreadable(TOO_MUCH)
    for part in parts.values():
        _refuse_doctype(part)
    try:
        lines = _lines(parts)
    except Unreadable:
        raise
    except Exception as error:  # Parts that contradict each other lead openpyxl into all kinds of them.
        raise Unreadable(DAMAGED) from error
    if len(lines) < 2:
        raise Unreadable(NO_DECK)
    return _sheet(lines)


def _refuse_doctype(part: bytes) -> None:
    """Entities can only be declared in a document type, which no workbook needs."""

    def refuse(*declared: Any) -> None:
        raise Unreadable(DOCTYPE)

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(part, True)
    except expat.ExpatError as error:
        raise Unreadable(DAMAGED) from error


def _lines(parts: dict[str, bytes]) -> list[tuple[Any, ...]]:
    """The rows of cells that aren't empty, the headers among them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # About styles and extensions, which nobody looks at here.
        book = load_workbook(packed(parts), read_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible" and (lines := list(_filled(sheet))):
                return lines
    return []


def _filled(sheet: Any) -> Iterator[tuple[Any, ...]]:
    sheet.reset_dimensions()  # What a file states of its size may be anything.
    number = 0
    for row in sheet.iter_rows(max_row=LAST_ROW):
        filled = [cell for cell in row if cell is not EMPTY_CELL and cell.value not in (None, "")]
        if not filled:
            continue
        if filled[-1].column > MOST_COLUMNS:
            raise Unreadable(TOO_WIDE)
        if number > MOST_ROWS:
            raise Unreadable(TOO_MANY, rows=f">{MOST_ROWS}")
        number += 1
        yield row[: filled[-1].column]


def _sheet(lines: list[tuple[Any, ...]]) -> Sheet:
    head = [_text(cell.value).strip() for cell in lines[0]]
    head += [""] * (max(map(len, lines)) - len(head))
    faults: dict[int, dict[int, Names]] = {}
    for number, line in enumerate(lines[1:]):
        for at, cell in enumerate(line):
            if cell.data_type in _FAULTY:
                faults.setdefault(number, {})[at] = _fault(cell)
    rows = [[from_text(_text(cell.value)) for cell in line] for line in lines[1:]]
    return Sheet(head, rows, faults)


_FAULTY: Mapping[str, Names] = {"f": FORMULA, "e": ERROR}


def _fault(cell: Any) -> Names:
    place = f"{get_column_letter(cell.column)}{cell.row}"
    texts = _FAULTY[cell.data_type]
    return {language: text.format(cell=place, value=str(cell.value)[:20]) for language, text in texts.items()}


def _text(value: Any) -> str:
    """The cell as it would be typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return "" if value is None else str(value)
