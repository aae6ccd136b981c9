"""Imports of deck files: read in any format and encoding, checked and imported by workers in pieces, and reported."""

import json
from collections.abc import Callable
from time import thread_time
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from decks.importing import working
from decks.importing.reading import read_file, sheet_of
from decks.importing.refusals import Unreadable
from decks.importing.rows import LONGEST_ROW
from decks.importing.services import begin_import, drop_import, sweep_imports, take_import
from decks.importing.texts import NOT_TEXT, decoded
from decks.importing.working import work_on_import
from decks.limits import MOST_ROWS, MOST_SEPARATORS
from decks.models import Deck, DeckImport, DeckImportRow
from decks.plans import DeckPlan
from decks.services import create_deck, update_deck
from players.models import Player
from tests.toy import CARD_SET

pytestmark = pytest.mark.both_databases

EVEN = CARD_SET["starter_decks"][0]["cards"]
ROW = {"ruleset": "raid", "name_en": "New", "cards": EVEN}
Status = DeckImport.Status


@pytest.fixture
def client(mai: Player) -> Client:
    client = Client()
    client.force_login(mai)
    return client


Begin = Callable[[Any], DeckImport]


@pytest.fixture
def begun(mai: Player) -> Begin:
    def begin(rows: Any) -> DeckImport:
        content = rows if isinstance(rows, bytes) else json.dumps(rows).encode()
        return begin_import(by=mai, file_name="decks.json", content=content)

    return begin


def checked(found: DeckImport) -> DeckImport:
    while work_on_import(found.pk):
        pass
    return DeckImport.objects.get(pk=found.pk)


def taken(found: DeckImport, *, takes_illegal: bool = True) -> DeckImport:
    take_import(which=checked(found), takes_illegal=takes_illegal)
    return checked(found)


def kinds(found: DeckImport) -> list[str]:
    return list(found.rows.order_by("number").values_list("kind", flat=True))


# Reading


TEXT = "ruleset,name_en,name_ja\nraid,Riders,騎馬隊の行進\n"


@pytest.mark.parametrize(
    ("codec", "called"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("cp932", "Shift_JIS (CP932)"),
    ],
)
def test_an_encoding_is_recognised_and_named(codec: str, called: str) -> None:
    text, encoding = decoded(TEXT.encode(codec))

    assert (sheet_of(text).rows, encoding) == ([["raid", "Riders", "騎馬隊の行進"]], called)


def test_an_encoding_that_is_none_of_these_is_refused_by_name() -> None:
    with pytest.raises(Unreadable) as refused:
        decoded(b"\xff\xff\xfe\xa0\x00")

    assert refused.value.texts == NOT_TEXT


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_csv_file_may_have_commas_semicolons_or_tabs(separator: str) -> None:
    cards = json.dumps({"raider-1": 2}).replace('"', '""')
    text = separator.join(["ruleset", "name_en", "cards"]) + "\r\n" + separator.join(["raid", "x", f'"{cards}"'])

    sheet = sheet_of(text)

    assert sheet.head == ["ruleset", "name_en", "cards"]
    assert sheet.rows == [["raid", "x", '{"raider-1": 2}']]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no deck"),
        ("[]", "no deck"),
        ("{}", "a list of decks"),
        ("[1]", "a list of decks"),
        ("[{", "Line 1"),
        ("name_en,name_en\nx,y", "twice"),
        ('name_en\n"' + "x" * 200_000, "as CSV"),
        ("name_en\n" + "x\n" * (MOST_ROWS + 1), "Split it"),
        ("[" + "{}," * MOST_SEPARATORS + ",{}]", "too many values to read at once"),
        ("name_en" + "," * MOST_SEPARATORS + ",", "too many values to read at once"),
        (json.dumps([{}] * (MOST_ROWS + 1)), f"has {MOST_ROWS + 1} rows"),
    ],
)
def test_a_file_that_holds_no_decks_says_why(text: str, told: str) -> None:
    with pytest.raises(Unreadable) as refused:
        sheet_of(text)

    assert told in refused.value.texts["en"] and not refused.value.texts["ja"].isascii()


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: f"name_en;note\n{text}".encode()))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        sheet, _encoding = read_file(content)
    except Unreadable:
        return
    assert 0 < len(sheet.rows) <= MOST_ROWS


# Checking and importing


def test_nothing_is_written_before_somebody_says_so(begun: Begin) -> None:
    before = Deck.objects.count()

    found = checked(begun([ROW]))

    assert (found.status, found.total, kinds(found), Deck.objects.count()) == (Status.CHECKED, 1, ["new"], before)


def test_a_file_is_imported_and_reported(begun: Begin, mai: Player) -> None:
    kept = create_deck(owner=mai, ruleset="raid", plan=DeckPlan(name_en="Mine", cards={"raider-1": 2}, options={}))
    changed = {"id": str(kept.pk), "name_en": "Mine", "cards": {"raider-1": 5}}
    same = {"id": str(create_deck(owner=mai, ruleset="raid", plan=DeckPlan(**PLAN)).pk), "name_en": "Other"}

    found = taken(begun([changed, ROW, same, {**ROW, "owner": "nobody"}]))

    assert (found.status, found.content, kinds(found)) == (Status.DONE, None, ["changed", "new", "same", "faulty"])
    assert list(found.rows.order_by("number").values_list("is_taken", flat=True)) == [True, True, False, False]
    assert Deck.objects.get(pk=kept.pk).as_sent["cards"] == {"raider-1": 5}
    made = Deck.objects.get(pk=found.rows.get(number=2).deck_id)
    assert (made.name_en, made.as_sent["cards"]) == ("New", EVEN)
    assert found.rows.get(number=1).changes[0]["at"] == "/cards/raider-1"
    assert "/cards/raider-1 2 → 5" in {entry.change_message for entry in LogEntry.objects.all()}
    (fault,) = found.rows.get(number=4).faults
    assert fault == {
        "column": "owner",
        "texts": {"ja": "nobodyというプレイヤーはいません。", "en": "There is no player called nobody."},
    }


PLAN: dict[str, Any] = {"name_en": "Other", "cards": {"raider-1": 1}, "options": {}}


@pytest.mark.parametrize(("takes_illegal", "names"), [(True, ["Legal", "Wild"]), (False, ["Legal"])])
def test_illegal_decks_are_marked_and_may_be_left_out(begun: Begin, takes_illegal: bool, names: list[str]) -> None:
    kingdom = Deck.objects.get(ruleset="invictus", slug="kingdom-standard").as_sent["cards"]
    rows = [
        {"ruleset": "invictus", "name_en": name, "note": "imported", "cards": cards}
        for name, cards in (("Legal", kingdom), ("Wild", {"archer": 40}))
    ]

    found = taken(begun(rows), takes_illegal=takes_illegal)

    assert [bool(row.problems) for row in found.rows.order_by("number")] == [False, True]
    assert sorted(Deck.objects.filter(note="imported").values_list("name_en", flat=True)) == names


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("cards", {f"card-{number}": 1 for number in range(15_000)}, "This row is too long"),
        ("note", "x" * LONGEST_ROW, "This row is too long"),
        ("cards", {f"card-{number}": 1 for number in range(501)}, "This can't be in a deck"),
        ("owner", "x" * 1000, "There is no player called x"),
        ("name_en", ["x"], "This must be text"),
        ("ruleset", {"x": 1}, "This must be text"),
        ("cards", "3 Nobody Such Card", "Line 1 matches no card: 3 Nobody Such Card"),
    ],
)
def test_what_a_row_cannot_say_is_refused_in_few_words(begun: Begin, column: str, value: Any, told: str) -> None:
    """No slow check runs on it, and the report quotes only a part of it."""
    found = taken(begun([{**ROW, column: value}, ROW]))

    fault, *_rest = found.rows.get(number=1).faults
    assert kinds(found) == ["faulty", "new"]
    assert fault["texts"]["en"].startswith(told) and len(fault["texts"]["en"]) < 300


def test_a_list_for_an_unknown_game_is_refused_for_the_game(begun: Begin) -> None:
    found = taken(begun([{**ROW, "ruleset": "chess", "cards": "8 Pawn"}]))

    (fault,) = found.rows.get().faults
    assert fault["texts"]["en"].startswith("There is no game chess with decks. Games with decks: blackpoker, ")


@pytest.mark.parametrize("column", ["name_en", "note", "owner", "options", "cards"])
@pytest.mark.parametrize("letter", ["\0", "\ud800"])
def test_what_no_text_may_have_is_refused_in_our_words(begun: Begin, column: str, letter: str) -> None:
    value = {"options": {"goal": letter}, "cards": {f"raider{letter}": 1}}.get(column, f"a{letter}b")

    found = taken(begun([{**ROW, column: value}]))

    (fault,) = found.rows.get().faults
    assert kinds(found) == ["faulty"] and fault["column"] == column
    assert ("U+0000" if letter == "\0" else "surrogate") in fault["texts"]["en"]
    assert not Deck.objects.filter(name_en="New").exists()


def test_after_a_worker_has_died_another_goes_on_and_nothing_is_doubled(
    begun: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{**ROW, "name_en": f"Deck {number}"} for number in range(7)]
    monkeypatch.setattr(working, "PIECE", 3)
    found = checked(begun(rows))
    take_import(which=found, takes_illegal=True)
    real = working.import_row

    def dies(sent: Any, by: Any, *, writes: bool) -> Any:
        result = real(sent, by, writes=writes)
        if sent["name_en"] == "Deck 4":
            raise KeyboardInterrupt  # After writing the deck, before the commit.
        return result

    monkeypatch.setattr(working, "import_row", dies)
    with pytest.raises(KeyboardInterrupt):
        work_on_import(found.pk)
    monkeypatch.setattr(working, "import_row", real)
    half = Deck.objects.filter(name_en__startswith="Deck ").count()

    assert checked(found).status == Status.DONE

    assert half == 4
    assert sorted(Deck.objects.filter(name_en__startswith="Deck ").values_list("name_en", flat=True)) == [
        row["name_en"] for row in rows
    ]


def test_checking_goes_on_where_it_was(begun: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PIECE", 2)
    found = begun([ROW] * 5)

    assert work_on_import(found.pk, seconds=0)
    assert found.rows.count() == 2
    checked(found)

    assert list(found.rows.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_one_worker_at_a_time_has_a_file(begun: Begin) -> None:
    found = begun([ROW])
    DeckImport.objects.filter(pk=found.pk).update(lease_until=working.timezone.now() + working.LEASE)

    assert not work_on_import(found.pk) and sweep_imports() == 0
    DeckImport.objects.filter(pk=found.pk).update(lease_until=working.timezone.now() - working.LEASE)

    assert sweep_imports() == 1
    assert checked(found).status == Status.CHECKED


def test_a_row_that_another_worker_has_taken_is_left_alone(begun: Begin) -> None:
    found = checked(begun([ROW]))
    row = found.rows.get()
    DeckImportRow.objects.filter(pk=row.pk).update(is_taken=True)

    working._take_row(found, row, {**ROW, "id": None})

    assert not Deck.objects.filter(name_en="New").exists()


def test_a_file_that_is_given_up_is_not_imported(begun: Begin) -> None:
    found = checked(begun([ROW]))
    drop_import(which=found)
    take_import(which=found, takes_illegal=True)

    assert not work_on_import(found.pk)
    assert DeckImport.objects.get(pk=found.pk).status == Status.DROPPED
    assert not Deck.objects.filter(name_en="New").exists()


def test_a_deck_that_was_saved_after_the_check_is_changed_as_the_row_says(begun: Begin, mai: Player) -> None:
    kept = create_deck(owner=mai, ruleset="raid", plan=DeckPlan(**PLAN))
    found = checked(begun([{"id": str(kept.pk), "name_en": "Other", "cards": {"raider-2": 3}}]))
    update_deck(deck=kept, plan=DeckPlan(**{**PLAN, "note": "meanwhile"}))

    take_import(which=found, takes_illegal=True)
    checked(found)

    after = Deck.objects.get(pk=kept.pk)
    assert (after.as_sent["cards"], after.note) == ({"raider-2": 3}, "meanwhile")


# Pages


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:decks_deck_{name}", args=args)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_pages_tell_how_far_it_is_what_it_does_and_what_it_did(client: Client, language: str) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    rows = [ROW, {"ruleset": "invictus", "name_en": "Wild", "cards": {"archer": 40}}, {**ROW, "options": []}]
    file = SimpleUploadedFile("my decks.json", json.dumps(rows).encode())

    begins = client.post(at("import"), {"import_file": file})
    found = DeckImport.objects.get()
    waiting = client.get(begins["Location"])
    checked(found)
    preview = client.get(begins["Location"])
    client.post(begins["Location"], {"legal": "1"})
    checked(found)
    report = client.get(begins["Location"], {"rows": "illegal"})

    assert begins["Location"] == at("import_report", found.pk)
    assert waiting.context["is_working"] and "http-equiv" in waiting.content.decode()
    counts = preview.context["counts"]
    assert (counts["new"], counts["illegal"], counts["faulty"], counts["wanted_legal"]) == (2, 1, 1, 1)
    assert "http-equiv" not in preview.content.decode()
    assert [line["row"].name for line in report.context["rows"]] == ["Wild"]
    assert all(text.isascii() == (language == "en") for text in report.context["rows"][0]["problems"])
    assert found.digest in report.content.decode() and found.file_name in client.get(at("import")).content.decode()
    assert list(Deck.objects.filter(name_en__in=["New", "Wild"]).values_list("name_en", flat=True)) == ["New"]


def test_too_large_a_file_is_refused_before_it_is_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.admin.imports.MOST_FILE_BYTES", 3)

    page = client.post(at("import"), {"import_file": SimpleUploadedFile("x.csv", b"name")})

    assert "too large" in page.context["form"].errors["import_file"][0]
    assert not DeckImport.objects.exists()


# Files that stop workers


def test_a_first_line_has_a_largest_number_of_columns() -> None:
    with pytest.raises(Unreadable, match="too many columns"):
        sheet_of("x," * 200_000 + "\nraid,Riders")


def test_columns_are_counted_once(begun: Begin) -> None:
    began = thread_time()
    found = checked(begun(b"name_en," * 180_000))

    assert found.status == Status.UNREADABLE and thread_time() - began < 0.5


@pytest.mark.parametrize("during", ["_read", "_checked"])
def test_a_file_that_two_workers_died_of_is_set_aside(
    begun: Begin, monkeypatch: pytest.MonkeyPatch, during: str
) -> None:
    def killed(*args: Any) -> None:
        raise SystemExit

    found = begun([ROW])
    with monkeypatch.context() as patched:
        patched.setattr(working, during, killed)
        for _ in range(2):
            with pytest.raises(SystemExit):
                work_on_import(found.pk)

    assert work_on_import(found.pk) is False
    found.refresh_from_db()
    assert (found.status, found.fault, found.content) == (Status.UNREADABLE, working.FAILED_TWICE, None)


def test_a_row_that_two_workers_died_of_is_faulty_and_the_others_are_taken(
    begun: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = checked(begun([ROW, ROW | {"name_en": "Deadly"}, ROW | {"name_en": "Other"}]))
    take_import(which=found, takes_illegal=True)
    taking = working._take_row

    def killed(of: DeckImport, row: DeckImportRow, sent: Any) -> None:
        if row.name == "Deadly":
            raise SystemExit
        taking(of, row, sent)

    with monkeypatch.context() as patched:
        patched.setattr(working, "_take_row", killed)
        for _ in range(3):  # The first worker has imported a row before it died.
            with pytest.raises(SystemExit):
                work_on_import(found.pk)

    assert work_on_import(found.pk) is True
    assert checked(found).status == Status.DONE
    assert kinds(found) == [DeckImportRow.Kind.NEW, DeckImportRow.Kind.FAULTY, DeckImportRow.Kind.NEW]
    assert sorted(Deck.objects.filter(slug="").values_list("name_en", flat=True)) == ["New", "Other"]
