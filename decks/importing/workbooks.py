"""Reads the first sheet of an Excel workbook (XLSX). Formulas are not evaluated: their cells are refused."""

import warnings
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from xml.parsers import expat

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._reader import ROW_TAG, WorkSheetParser
from openpyxl.xml.functions import iterparse

from common.http.csv_tables import from_text
from decks.importing.refusals import NO_DECK, TOO_MANY, TOO_MUCH, TOO_WIDE, Unreadable
from decks.importing.sheets import Sheet
from decks.importing.zips import DAMAGED, TOO_LARGE, packed, unpacked
from decks.limits import (
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_SHEETS,
    MOST_STYLE_TAGS,
    MOST_UNPACKED_BYTES,
    MOST_XML_TAGS,
)
from rules.engine import Names

LAST_COLUMN = 2**14
"""The last column of any Excel sheet."""
DEEPEST = 30
"""Elements within each other. Excel nests about ten."""
_MOST_ATTRIBUTES = 100
"""Of an element. Excel writes about twenty."""
LONGEST_ATTRIBUTES = 10_000
"""Letters in the attributes of a cell. Excel writes about thirty."""
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
    "ja": "このファイルのXMLには文書型宣言（DTD）があるため、開けません。Excelで保存し直してください。",
    "en": "The XML in this file declares a document type (DTD), so it was not opened. Save it again in Excel.",
}
FORMULA: Names = {
    "ja": "セル{cell}は数式です。ここでは計算しないため、コピーして「値のみ貼り付け」で値に置き換えてください。",
    "en": "Cell {cell} has a formula, and formulas are not computed here. Paste it as a value.",
}
ERROR: Names = {
    "ja": "セル{cell}がエラー（{value}）になっています。直してください。",
    "en": "Cell {cell} contains an error ({value}). Correct it.",
}


def workbook_sheet(content: bytes) -> Sheet:
    """The first visible sheet that isn't empty. Raises Unreadable."""
    parts = unpacked(content, lambda name: name.lower().startswith(_PARTS))
    if sum(part.count(b"<") for part in parts.values()) > MOST_XML_TAGS:
        raise Unreadable(TOO_MUCH)
    if sum(part.count(b"<") for name, part in parts.items() if not _has_cells(name)) > MOST_STYLE_TAGS:
        raise Unreadable(TOO_MUCH)
    for part in parts.values():
        _check_part(part)
    try:
        lines = _lines(parts)
    except Unreadable:
        raise
    except Exception as error:  # openpyxl raises all kinds of errors for inconsistent workbooks.
        raise Unreadable(DAMAGED) from error
    if len(lines) < 2:
        raise Unreadable(NO_DECK)
    return _sheet(lines)


def _has_cells(name: str) -> bool:
    return name.lower().startswith(("xl/worksheets/", "xl/sharedstrings.xml"))


def _check_part(part: bytes) -> None:
    """Raise Unreadable for XML that costs far more to read than its size suggests.

    Entities can only be declared in a document type, which no workbook needs.
    """
    sizes = [0]  # of each open element: how many it holds so far
    sheets = 0

    def refuse(*declared: Any) -> None:
        raise Unreadable(DOCTYPE)

    def begin(name: str, attributes: list[str]) -> None:
        nonlocal sheets
        sizes[-1] += 1
        is_in_row = len(sizes) > 3
        if is_in_row and sizes[-1] > LAST_COLUMN:
            raise Unreadable(TOO_WIDE)
        if is_in_row and sum(map(len, attributes)) > LONGEST_ATTRIBUTES:
            raise Unreadable(TOO_MUCH)
        if name.rpartition(":")[2] == "sheet":
            sheets += 1
        if sheets > MOST_SHEETS or len(attributes) > 2 * _MOST_ATTRIBUTES or len(sizes) > DEEPEST:
            raise Unreadable(TOO_MUCH)
        sizes.append(0)

    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda name: sizes.pop()
    try:
        parser.Parse(part, True)
    except expat.ExpatError as error:
        raise Unreadable(DAMAGED) from error


class _Cell(NamedTuple):
    row: int
    column: int
    value: Any
    data_type: str


_EMPTY = _Cell(0, 0, None, "n")


def _lines(parts: dict[str, bytes]) -> list[list[_Cell]]:
    """The non-empty rows of the first visible sheet that has any, headers included."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # They are about styles and extensions, which don't matter here.
        book = load_workbook(packed(parts), read_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible" and (lines := list(_filled(sheet))):
                return lines
    return []


def _filled(sheet: Any) -> Iterator[list[_Cell]]:
    """Rows from column A to their last filled cell. What openpyxl does itself fills every gap, however wide."""
    number = letters = 0
    for cells in _rows(sheet):
        filled = {cell.column: cell for cell in cells if cell.value not in (None, "")}
        if not filled:
            continue
        width = max(filled)
        if width > MOST_COLUMNS:
            raise Unreadable(TOO_WIDE)
        if number > MOST_ROWS:
            raise Unreadable(TOO_MANY, rows=f">{MOST_ROWS}")
        letters += sum(len(cell.value) for cell in filled.values() if isinstance(cell.value, str))
        if letters > MOST_UNPACKED_BYTES:  # Cells can share a long text.
            raise Unreadable(TOO_LARGE)
        number += 1
        yield [filled.get(column, _EMPTY) for column in range(1, width + 1)]


class _Parser(WorkSheetParser):  # type: ignore[misc]
    def parse_formula(self, element: Any) -> str:
        """Formulas are refused, so none is translated to its place."""
        return "="


def _rows(sheet: Any) -> Iterator[list[_Cell]]:
    """The rows in their order. A row whose number has passed already is left out."""
    book, last = sheet.parent, 0
    with sheet._get_source() as source:
        parser = _Parser(
            source,
            sheet._shared_strings,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for _event, element in iterparse(source):
            if element.tag != ROW_TAG:
                continue
            number, cells = parser.parse_row(element)
            element.clear()
            parser.row_dimensions.clear()
            if number > last:
                last = number
                yield [_Cell(cell["row"], cell["column"], cell["value"], cell["data_type"]) for cell in cells]


def _sheet(lines: list[list[_Cell]]) -> Sheet:
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


def _fault(cell: _Cell) -> Names:
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
