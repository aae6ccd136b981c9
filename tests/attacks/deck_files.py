"""Files of decks that cost as much to read as their size allows, by format: each just within the limits, or small."""

from collections.abc import Iterator

from decks.limits import (
    MOST_FILE_BYTES,
    MOST_SEPARATORS,
    MOST_SHEETS,
    MOST_STYLE_TAGS,
    MOST_UNPACKED_BYTES,
    MOST_XML_TAGS,
)
from tests.decks.test_sheets import END, HEAD, SHEET, archive, book_parts, stored_book, with_rows, with_sheets

STRINGS = b"""<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.\
spreadsheetml.sharedStrings+xml"/></Types>"""
TAGS = MOST_XML_TAGS - 1_000
CELL = b"<c t='inlineStr'><is><t>x</t></is></c>"


def texts() -> Iterator[bytes]:
    """CSV and JSON."""
    yield b"name_en\n" + b"x\n" * (MOST_FILE_BYTES // 2 - 4)
    yield b"," * MOST_FILE_BYTES
    yield b"[" * MOST_FILE_BYTES
    yield b"[" + b"{}," * (MOST_SEPARATORS // 2) + b"{}]"
    yield b"[{" + b'"a":1,' * (MOST_SEPARATORS // 2) + b'"a":1}]'
    yield b"[{" + b",".join(b'"a%d":1' % number for number in range(100)) + b"}" + b",{}" * 1_390_000 + b"]"
    yield b'name_en\n"' + b"x" * (MOST_FILE_BYTES - 10)
    yield b"\xff\xfe" + b"\x00\xd8" * (MOST_FILE_BYTES // 2 - 1)
    yield b"ruleset,name_en,cards\n" + b'raid,x,"{""raider-1"":1}"\n' * 19_999
    yield b"ruleset,name_en,cards\nraid,x," + b'"' * 190_001


def archives() -> Iterator[bytes]:
    """One deck a file."""
    length = MOST_UNPACKED_BYTES // 20_000
    yield archive({f"{number}.txt": b"\xb1" * length for number in range(20_000)})
    yield archive({f"{number}.txt": "\U0001f600".encode() * (length // 4) for number in range(20_000)})
    yield archive({f"{number}.txt": b"" for number in range(20_000)})
    objects = b'{"cards":{"a":[' + b"{}," * (MOST_SEPARATORS // 20_000 - 1) + b"{}]}}"
    yield archive({f"{number}.json": objects for number in range(20_000)})
    yield archive({"x" * 60_000 + str(number): b"" for number in range(200)})
    yield archive({"deck.zip": archive({"deck.txt": b"2 Archer"})})


def workbooks() -> Iterator[bytes]:
    """Stored as they are: what is packed well is refused."""
    yield with_rows(b"<row/>" * TAGS)
    yield with_rows((b"<row>" + b"<c/>" * 16_000 + b"</row>") * (TAGS // 16_002))
    yield with_rows((b"<row>" + CELL * 12 + b"</row>") * (TAGS // 74))
    runs = b"<c t='inlineStr'><is>" + b"<r><t/></r>" * 16_000 + b"</is></c>"
    yield with_rows((b"<row>" + runs + b"</row>") * (TAGS // 48_006))
    yield with_rows(b'<row><c r="ZZZ1"/></row>' * (TAGS // 3))
    yield with_rows(b'<row r="1048576">' + CELL + b"</row>")
    yield with_rows(b"<row " + b" ".join(b'a%d=""' % number for number in range(1_000_000)) + b"/>")
    yield with_rows(b"<row><c r='A" + b"9" * (MOST_FILE_BYTES - 20_000) + b"'/></row>")
    yield with_rows(b"<row><c><v>" + b"9" * (MOST_FILE_BYTES - 20_000) + b"</v></c></row>")
    yield with_rows(b"<row>" * (TAGS // 2) + b"</row>" * (TAGS // 2))
    yield with_rows(b"<row><c><f>" + b"A1+" * 100_000 + b"A1</f></c></row>")
    yield with_rows(
        b'<row><c r="A1"><f t="shared" si="0">' + b"A1+" * 100_000 + b"A1</f></c></row>"
        b'<row><c r="A2"><f t="shared" si="0"/></c></row>' * 10_000
    )
    yield _with_one_text(b"x" * 2**20, 1_000)
    yield with_sheets(MOST_SHEETS - 1, b"<row/>" * (TAGS - 10_000))
    yield with_sheets(MOST_SHEETS - 1, b'<row r="1048576"/>')
    yield with_sheets(10 * MOST_SHEETS, b"")
    styles = book_parts()["xl/styles.xml"]
    formats = b'<xf numFmtId="14"/>' * (MOST_STYLE_TAGS - 1_000)
    yield stored_book({"xl/styles.xml": styles.replace(b"</cellXfs>", formats + b"</cellXfs>")})


def _with_one_text(text: bytes, cells: int) -> bytes:
    """Many cells that share a long text."""
    strings = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>%b</t></si></sst>' % text
    types = book_parts()["[Content_Types].xml"].replace(b"</Types>", STRINGS)
    rows = CELL + b'</row><row><c t="s"><v>0</v></c>' * cells
    sheet = HEAD + b"<row>" + rows + b"</row>" + END
    return stored_book({"[Content_Types].xml": types, "xl/sharedStrings.xml": strings, SHEET: sheet})
