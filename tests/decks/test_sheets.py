"""Sheets with any headers, workbooks, archives, lists in cells, and malicious files."""

import io
import json
import zipfile
from collections.abc import Callable
from time import thread_time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from decks.importing import archives, reading, workbooks, zips
from decks.importing.archives import archive_sheet
from decks.importing.reading import read_file
from decks.importing.refusals import NO_DECK, TOO_MANY, TOO_MUCH, TOO_WIDE, Unreadable
from decks.importing.services import begin_import, choose_columns, take_import
from decks.importing.sheets import columns_of, restored, row_of, ruleset_named, stored
from decks.importing.working import work_on_import
from decks.limits import MOST_COLUMNS, MOST_SHEETS
from decks.models import Deck, DeckImport
from players.models import Player
from rules.engine import Names

Status = DeckImport.Status


def workbook(rows: list[list[Any]], title: str = "Decks") -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def archive(files: dict[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return made.getvalue()


def replaced(book: bytes, name: str, content: bytes | Callable[[bytes], bytes]) -> bytes:
    """A workbook with one part replaced."""
    with zipfile.ZipFile(io.BytesIO(book)) as packed:
        files = {one: packed.read(one) for one in packed.namelist()}
    files[name] = content(files[name]) if callable(content) else content
    return archive(files)


SHEET = "xl/worksheets/sheet1.xml"
HEAD = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
END = b"</sheetData></worksheet>"
LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PEOPLES: list[list[Any]] = [
    ["Name", "Player", "Deck list", "Paid"],
    ["Riders", "mai", "2 Archer\n3x Guardian", 12.0],
    ["騎馬隊", None, "アーチャー x2", True],
]


def book_parts() -> dict[str, bytes]:
    """Of a workbook with one deck."""
    with zipfile.ZipFile(io.BytesIO(workbook([["name_en", "cards"], ["x", "2 Archer"]]))) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def stored_book(changed: dict[str, bytes]) -> bytes:
    """A workbook with other parts."""
    return archive({**book_parts(), **changed}, zipfile.ZIP_STORED)


def with_rows(rows: bytes) -> bytes:
    return stored_book({SHEET: HEAD + rows + END})


def with_sheets(count: int, rows: bytes) -> bytes:
    """A workbook with one part that stands for many sheets, all before its own."""
    parts = book_parts()
    sheets = "".join(
        f'<sheet xmlns:r="{LINK}" name="s{number}" sheetId="{number + 10}" r:id="x{number}"/>'
        for number in range(count)
    )
    links = "".join(
        f'<Relationship Type="{LINK}/worksheet" Target="/xl/worksheets/x.xml" Id="x{number}"/>'
        for number in range(count)
    )
    book = parts["xl/workbook.xml"].replace(b"<sheets>", b"<sheets>" + sheets.encode())
    name = "xl/_rels/workbook.xml.rels"
    relations = parts[name].replace(b"</Relationships>", links.encode() + b"</Relationships>")
    return stored_book({"xl/workbook.xml": book, name: relations, "xl/worksheets/x.xml": HEAD + rows + END})


# Reading


def test_a_workbook_is_read_as_it_is_shown() -> None:
    sheet, called = read_file(workbook(PEOPLES))

    assert called == "Excel (XLSX)"
    assert sheet.head == ["Name", "Player", "Deck list", "Paid"]
    assert sheet.rows == [["Riders", "mai", "2 Archer\n3x Guardian", "12"], ["騎馬隊", "", "アーチャー x2", "true"]]


def test_empty_rows_and_hidden_sheets_are_passed_over() -> None:
    book = Workbook()
    book.active.append(["Secret"])
    book.active.sheet_state = "hidden"
    shown = book.create_sheet("Decks")
    shown["A4"], shown["A7"] = "Name", "Riders"
    made = io.BytesIO()
    book.save(made)

    sheet, _called = read_file(made.getvalue())

    assert (sheet.head, sheet.rows) == (["Name"], [["Riders"]])


def test_a_formula_is_refused_in_its_cell_and_in_no_other() -> None:
    sheet, _called = read_file(workbook([["No.", "Name"], [1, '="Ri"&"ders"'], ["=A2+1", "Raiders"]]))
    columns = columns_of(sheet, {"No.": ""})

    refused, taken = (row_of(sheet, number, columns, "invictus") for number in (0, 1))

    assert refused["name_en"].texts["en"].startswith("Cell B2 has a formula")
    assert refused["name_en"].texts["ja"].startswith("セルB2は数式です")
    assert taken["name_en"] == "Raiders" and type(taken["name_en"]) is str


def test_an_archive_has_a_deck_a_file() -> None:
    files = {
        "event/invictus/Riders.txt": "2 Archer",
        "event/Fürsten/Walls.txt": "3 Catapult",
        "Whole.json": json.dumps({"ruleset": "invictus", "name_en": "Whole deck", "note": "x", "cards": {"archer": 1}}),
        "__MACOSX/._Riders.txt": b"\0\1",
        "event/.DS_Store": b"\0\1",
        "logo.png": b"\x89PNG",
    }

    sheet, called = read_file(archive(files))

    assert (called, sheet.head) == ("ZIP", ["File", "Deck list", "Folder", "ruleset", "note"])
    assert sheet.rows == [
        ["Whole deck", {"archer": 1}, "", "invictus", "x"],
        ["Walls", "3 Catapult", "Fürsten", None, None],
        ["Riders", "2 Archer", None, "invictus", None],
    ]


def test_names_that_windows_wrote_in_shift_jis_are_read() -> None:
    content = archive({"XXXX.txt": "2 Archer"}).replace(b"XXXX", "騎馬".encode("cp932"))

    assert archive_sheet(content).rows == [["騎馬", "2 Archer"]]


@pytest.mark.parametrize("name", ["../../etc/passwd.txt", "/etc/passwd.txt", "C:\\etc\\passwd.txt", "..\\passwd.txt"])
def test_a_name_is_never_a_path(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    sheet = archive_sheet(archive({name: "2 Archer"}))

    assert sheet.rows[0][sheet.head.index("File")] == "passwd"
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_an_archive_that_is_no_text_is_a_faulty_row() -> None:
    sheet = archive_sheet(archive({"a.txt": b"\xff\xff\xfe\xa0\x00", "b.txt": "2 Archer"}))
    columns = columns_of(sheet, {})

    refused, taken = (row_of(sheet, number, columns, "invictus") for number in (0, 1))

    assert refused["cards"].texts["en"].startswith("The encoding of the file is unknown")
    assert taken["cards"] == "2 Archer"


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Name", "name_en"),
        ("DECK NAME", "name_en"),
        ("デッキ名", "name_en"),
        ("Player", "owner"),
        ("プレイヤー", "owner"),
        ("Deck list", "cards"),
        ("デッキリスト", "cards"),
        ("ｇａｍｅ", "ruleset"),
        ("備考", "note"),
        ("name_ja", "name_ja"),
        ("Paid", ""),
        ("", ""),
    ],
)
def test_a_header_suggests_a_field(header: str, field: str) -> None:
    sheet, _called = read_file(f"{header},other\nx,y\n".encode())

    assert columns_of(sheet, {})[0].field == field


def test_a_field_is_filled_by_one_column_and_its_own_name_wins() -> None:
    sheet, _called = read_file(b"Name,Title,name_en\na,b,c\n")

    assert [column.field for column in columns_of(sheet, {})] == ["", "", "name_en"]


@pytest.mark.parametrize("text", ["invictus", "Invictus", "インヴィクタス", " INVICTUS "])
def test_a_ruleset_is_named_by_slug_or_name(text: str) -> None:
    assert ruleset_named(text) == "invictus"


def test_a_sheet_is_stored_whole() -> None:
    sheet, _called = read_file(workbook([["Name", "Note"], ["=A1", "\u3042"]]))

    again = restored(stored(sheet))

    assert sheet.faults[0][0]
    assert again == sheet


# Malicious files


def refusal(content: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        read_file(content)
    assert not refused.value.texts["ja"].isascii()
    return refused.value.texts["en"]


def test_a_bomb_is_refused_by_what_it_says_of_its_size() -> None:
    bomb = archive({"a.txt": b"\0" * (20 * 2**20)})

    began = thread_time()
    said = refusal(bomb)

    assert said == zips.BOMB["en"] and thread_time() - began < 0.5


def test_a_file_of_many_ordinary_ones_is_refused_by_their_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_UNPACKED_BYTES", 1000)

    assert refusal(archive({f"{n}.txt": "x" * 300 for n in range(4)})) == zips.TOO_LARGE["en"]
    assert len(archive_sheet(archive({f"{n}.txt": "x" * 300 for n in range(3)})).rows) == 3


def test_sizes_that_lie_are_found_out_while_unpacking() -> None:
    honest = archive({"a.txt": b"2 Archer\n" + b"x" * 900_000})
    size = (900_009).to_bytes(4, "little")
    assert honest.count(size) == 2

    assert refusal(honest.replace(size, (9).to_bytes(4, "little"))) == zips.DAMAGED["en"]


def test_more_files_than_an_import_has_rows_are_counted_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_ZIPPED_FILES", 3)

    assert refusal(archive({f"{n}.txt": "x" for n in range(4)})) == zips.MANY_FILES["en"]


def test_files_with_a_password_and_odd_compression_are_refused_by_name() -> None:
    locked = bytearray(archive({"a.txt": "2 Archer"}))
    locked[locked.index(b"PK\x01\x02") + 8] |= 1

    assert refusal(bytes(locked)) == zips.ENCRYPTED["en"]
    assert refusal(archive({"a.txt": "2 Archer"}, zipfile.ZIP_BZIP2)) == zips.METHOD["en"]


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 10, b"PK\x03\x04xl/workbook.xml"])
def test_a_broken_archive_is_refused(content: bytes) -> None:
    assert refusal(content) == zips.DAMAGED["en"]


ENTITIES = """<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;&f;</t></is></c></row></sheetData></worksheet>"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "[Content_Types].xml", "xl/styles.xml"])
def test_xml_that_declares_entities_is_not_opened(encoding: str, part: str) -> None:
    xml = ENTITIES.replace('"1.0"', f'"1.0" encoding="{encoding}"').encode(encoding)

    assert refusal(replaced(workbook(PEOPLES), part, xml)) == workbooks.DOCTYPE["en"]


def test_thousands_of_columns_are_refused() -> None:
    assert refusal(workbook([["Name"] + ["x"] * 3000, ["y"] * 3001])) == TOO_WIDE["en"]
    assert refusal(workbook([["Name"], ["y"] + [None] * 16_000 + ["far"]])) == TOO_WIDE["en"]
    assert len(read_file(workbook([[f"x{n}" for n in range(MOST_COLUMNS)], ["y"]]))[0].head) == MOST_COLUMNS


def test_rows_and_tags_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_ROWS", 3)

    assert refusal(workbook([["Name"], *([str(n)] for n in range(4))])) == TOO_MANY["en"].format(rows=">3")
    assert len(read_file(workbook([["Name"], *([str(n)] for n in range(3))]))[0].rows) == 3
    monkeypatch.setattr(workbooks, "MOST_XML_TAGS", 100)
    assert refusal(workbook([["Name"], *([str(n)] for n in range(3))])) == TOO_MUCH["en"]


def test_a_stated_size_and_a_far_row_cost_nothing() -> None:
    def far(xml: bytes) -> bytes:
        stated = xml.replace(b'<dimension ref="A1:D3"', b'<dimension ref="A1:XFD1048576"')
        assert stated != xml
        return stated.replace(b'r="3"', b'r="1000000"').replace(b'3" ', b'1000000" ')

    began = thread_time()
    sheet, _called = read_file(replaced(workbook(PEOPLES), SHEET, far))

    assert [row[0] for row in sheet.rows] == ["Riders", "騎馬隊"] and thread_time() - began < 3


@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "xl/_rels/workbook.xml.rels"])
def test_parts_that_contradict_each_other_are_a_damaged_file(part: str) -> None:
    xml = b'<x xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet/></sheets></x>'

    assert refusal(replaced(workbook(PEOPLES), part, xml)) in (zips.DAMAGED["en"], "The file contains no decks.")


def test_a_row_goes_to_its_last_filled_cell_and_one_that_comes_late_is_left_out() -> None:
    def moved(xml: bytes) -> bytes:
        """ "Paid" is of column CV, where an empty cell follows far right; the third row says it is the first."""
        far = xml.replace(b'r="D1"', b'r="CV1"').replace(b"</row>", b'<c r="ZZZ1"/></row>')
        return far.replace(b'<row r="3"', b'<row r="1"')

    sheet, _called = read_file(replaced(workbook(PEOPLES), SHEET, moved))

    assert sheet.head == ["Name", "Player", "Deck list", *[""] * 96, "Paid"]
    assert sheet.rows == [["Riders", "mai", "2 Archer\n3x Guardian", "12"]]


def test_a_short_text_in_many_cells_is_refused_by_their_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_UNPACKED_BYTES", 9)

    assert len(read_file(workbook([["Name"], ["12345"]]))[0].rows) == 1
    assert refusal(workbook([["Name"], ["123456"]])) == zips.TOO_LARGE["en"]


def test_sheets_are_counted_and_one_part_stands_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(with_sheets(MOST_SHEETS, b"")) == TOO_MUCH["en"]
    assert refusal(with_sheets(MOST_SHEETS - 1, b"<row/>" * 10_000)) == zips.DAMAGED["en"]
    assert len(read_file(with_sheets(MOST_SHEETS - 1, b""))[0].rows) == 1


@pytest.mark.parametrize(
    ("row", "texts"),
    [
        (b"<row " + b" ".join(b'a%d=""' % number for number in range(101)) + b"/>", TOO_MUCH),
        (b"<row><c r='" + b"A" * 10_001 + b"'/></row>", TOO_MUCH),
        (b"<row>" + b"<c/>" * (2**14 + 1) + b"</row>", TOO_WIDE),
        (b"<row>" * 40 + b"</row>" * 40, TOO_MUCH),
    ],
    ids=["attributes", "long attributes", "cells", "levels"],
)
def test_rows_that_excel_never_writes_are_refused_unread(row: bytes, texts: Names) -> None:
    assert refusal(with_rows(row)) == texts["en"]


def test_rows_of_json_are_counted_before_they_get_all_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_ROWS", 2)

    assert refusal(b'[{"name_en":"x"},{},{}]') == TOO_MANY["en"].format(rows=3)
    assert len(read_file(b'[{"name_en":"x"},{}]')[0].rows) == 2


def test_the_values_of_all_files_of_an_archive_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_SEPARATORS", 2)

    assert len(archive_sheet(archive({"a.json": "[1,2]", "b.json": "[1,2]"})).rows) == 2
    assert refusal(archive({"a.json": "[1,2]", "b.json": "[1,2,3]"})) == TOO_MUCH["en"]


def test_an_archive_in_an_archive_is_not_opened() -> None:
    inner = archive({"deck.txt": "2 Archer"})

    assert refusal(archive({"inner.zip": inner})) == NO_DECK["en"]
    assert archive_sheet(archive({"inner.txt": inner})).rows[0][0] == "inner"


# Importing


@pytest.fixture
def client(mai: Player) -> Client:
    client = Client()
    client.force_login(mai)
    return client


def worked_on(found: DeckImport) -> DeckImport:
    while work_on_import(found.pk):
        pass
    return DeckImport.objects.get(pk=found.pk)


def test_headers_that_say_nothing_are_asked_for_once(mai: Player) -> None:
    first = worked_on(begin_import(by=mai, file_name="event.xlsx", content=workbook(PEOPLES)))
    assert (first.status, first.rows.count(), first.total) == (Status.ASKING, 0, 2)
    assert [column["field"] for column in first.columns] == ["name_en", "owner", "cards", ""]

    choose_columns(which=first, fields=["name_en", "owner", "cards", ""], ruleset="invictus")
    checked = worked_on(first)
    second = worked_on(begin_import(by=mai, file_name="again.xlsx", content=workbook(PEOPLES)))

    assert [(row.name, row.cards, row.kind, row.faults) for row in checked.rows.order_by("number")] == [
        ("Riders", 5, "new", []),
        ("騎馬隊", 2, "new", []),
    ]
    assert (second.status, second.ruleset, second.rows.count()) == (Status.CHECKED, "invictus", 2)


def test_what_another_chose_is_not_remembered(mai: Player) -> None:
    other = Player.objects.create_user("other")
    asked = worked_on(begin_import(by=other, file_name="x.xlsx", content=workbook(PEOPLES)))
    choose_columns(which=asked, fields=["name_en", "", "cards", "note"], ruleset="invictus")
    worked_on(asked)

    assert worked_on(begin_import(by=mai, file_name="x.xlsx", content=workbook(PEOPLES))).status == Status.ASKING


def test_a_list_in_a_cell_is_imported_and_a_line_that_names_no_card_is_told_in_both_languages(mai: Player) -> None:
    content = 'ruleset,name,deck list\nInvictus,Good,"2 Archer\n3 アーチャー"\nインヴィクタス,Bad,"2 Archr"\n'.encode()
    found = worked_on(begin_import(by=mai, file_name="x.csv", content=content))
    take_import(which=found, takes_illegal=True)
    worked_on(found)

    good, bad = found.rows.order_by("number")

    assert Deck.objects.get(pk=good.deck_id).as_sent["cards"] == {"archer": 5}
    (fault,) = bad.faults
    assert fault["column"] == "cards" and fault["texts"]["en"].startswith(
        "Line 1 matches no card: 2 Archr. Similar names:"
    )
    assert "2 Archr" in fault["texts"]["ja"] and not fault["texts"]["ja"].isascii()


def test_a_formula_in_a_row_is_its_fault(mai: Player) -> None:
    content = workbook([["ruleset", "name", "cards"], ["invictus", "=1+1", "2 Archer"], ["invictus", "x", "2 Archer"]])
    found = worked_on(begin_import(by=mai, file_name="x.xlsx", content=content))

    assert [row.kind for row in found.rows.order_by("number")] == ["faulty", "new"]
    assert found.rows.get(number=1).faults[0]["column"] == "name_en"


def test_rows_checked_anew_stand_once(mai: Player) -> None:
    content = b"ruleset,name,note,cards\ninvictus,A,B,2 Archer\n"
    found = worked_on(begin_import(by=mai, file_name="x.csv", content=content))
    assert found.rows.get().name == "A"

    choose_columns(which=found, fields=["ruleset", "note", "name_en", "cards"], ruleset="")
    again = worked_on(found)

    assert (again.status, again.rows.get().name) == (Status.CHECKED, "B")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_columns_are_chosen_on_the_page(client: Client, language: str) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    sent = SimpleUploadedFile("event.xlsx", workbook(PEOPLES))
    address = client.post(reverse("admin:decks_deck_import"), {"import_file": sent})["Location"]
    found = worked_on(DeckImport.objects.get())

    asks = client.get(address)
    chosen = {"column_0": "name_en", "column_1": "owner", "column_2": "cards", "column_3": "", "columns": "1"}
    without = client.post(address, chosen)
    twice = client.post(address, {**chosen, "column_3": "cards", "ruleset": "invictus"})
    client.post(address, {**chosen, "ruleset": "invictus"})
    worked_on(found)
    preview = client.get(address)

    assert "Riders · 騎馬隊" in asks.content.decode() and asks.context["is_asking"]
    assert without.context["columns_form"].non_field_errors() and twice.context["columns_form"].non_field_errors()
    assert [line["row"].name for line in preview.context["rows"]] == ["Riders", "騎馬隊"]
    assert preview.context["may_take"] and "<details>" in preview.content.decode()
