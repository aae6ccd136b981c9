"""Damaged and hostile archives of a desk: each is refused with the reason, and nothing changes."""

import hashlib
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from common.desk import archive
from common.desk.archive import MANIFEST
from common.desk.parts import Refused, parts
from common.desk.services import export_desk, import_desk
from rules.engine import canonical
from tests.common.test_desk import ann, desk, exported, mai, others, same_names

__all__ = ["ann", "desk", "exported", "mai", "others", "same_names"]


Files = dict[str, bytes]
Change = Callable[[Files], None]
Refuse = Callable[[Path], str]


def read(path: Path) -> Files:
    with ZipFile(path) as found:
        return {name: found.read(name) for name in found.namelist()}


def write(path: Path, files: Files, *, is_honest: bool = True) -> Path:
    """Write an archive; honest ones have a manifest that describes their files."""
    if is_honest:
        members = [
            {"name": name, "rows": content.count(b"\n"), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in files.items()
            if name != MANIFEST
        ]
        files = {**files, MANIFEST: canonical({"format": "desk/1", "members": members})}
    with ZipFile(path, "w", ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


@pytest.fixture
def refused(others: Path, exported: Callable[[str], bytes]) -> Refuse:
    """Imports an archive, which must be refused and change nothing. Returns the reasons."""
    before = exported("before.zip")

    def refuse(path: Path) -> str:
        with pytest.raises(Refused) as error:
            import_desk(path, owners="nobody")
        (path.parent / "after.zip").unlink(missing_ok=True)
        assert exported("after.zip") == before
        return str(error.value)

    return refuse


def test_an_archive_can_be_written_by_others(others: Path, tmp_path: Path) -> None:
    report = import_desk(write(tmp_path / "rewritten.zip", read(others)), owners="nobody")

    assert report.made["decks"] == 3


# The ZIP file


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"no archive",
        lambda content: content[: len(content) // 2],
        lambda content: content[:-10],
        lambda content: content[:2000] + bytes([content[2000] ^ 255]) + content[2001:],
        lambda content: content[:40] + b"\xff" * 20 + content[60:],
    ],
)
def test_a_damaged_file_is_refused(
    others: Path, tmp_path: Path, refused: Refuse, damage: Callable[[bytes], bytes]
) -> None:
    (tmp_path / "damaged.zip").write_bytes(damage(others.read_bytes()))

    reason = refused(tmp_path / "damaged.zip")

    assert "damaged" in reason or "is not the file" in reason


@pytest.mark.parametrize(
    "name", ["../decks.jsonl", "/etc/passwd", "decks.jsonl/", "Decks.jsonl", "a\\b", "users.jsonl"]
)
def test_files_with_other_names_are_refused(others: Path, tmp_path: Path, refused: Refuse, name: str) -> None:
    reason = refused(write(tmp_path / "more.zip", {**read(others), name: b""}, is_honest=False))

    assert reason.startswith(f"The archive has an unknown file {name!r}. It may have: card-sets.jsonl, ")
    assert not (tmp_path.parent / "decks.jsonl").exists()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_occurs_twice_is_refused(others: Path, tmp_path: Path, refused: Refuse) -> None:
    with ZipFile(others, "a") as found:
        found.writestr("decks.jsonl", b"")

    assert refused(others) == "The archive has decks.jsonl twice."


def test_a_missing_file_is_refused(others: Path, tmp_path: Path, refused: Refuse) -> None:
    files = read(others)
    del files["decks.jsonl"]
    assert refused(write(tmp_path / "less.zip", files, is_honest=False)) == (
        "decks.jsonl is missing. manifest.json names it."
    )
    assert "must name these files in this order" in refused(write(tmp_path / "honest.zip", files))
    del files[MANIFEST]
    assert "has no manifest.json" in refused(write(tmp_path / "none.zip", files, is_honest=False))


def test_a_file_that_unpacks_to_much_more_is_refused(others: Path, tmp_path: Path, refused: Refuse) -> None:
    bomb = {**read(others), "decks.jsonl": b" " * 20_000_000}

    assert refused(write(tmp_path / "bomb.zip", bomb)) == (
        "decks.jsonl would be more than 200 times as large when unpacked."
    )


def test_a_false_size_does_not_hide_a_bomb(others: Path, tmp_path: Path, refused: Refuse) -> None:
    path = write(tmp_path / "bomb.zip", {**read(others), "decks.jsonl": b" " * 20_000_000})
    content = bytearray(path.read_bytes())
    true = struct.pack("<L", 20_000_000)
    assert content.count(true) == 2
    path.write_bytes(bytes(content.replace(true, struct.pack("<L", 1000))))

    assert "damaged" in refused(path)


def test_sizes_are_bounded(others: Path, tmp_path: Path, refused: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    size, unpacked = others.stat().st_size, sum(map(len, read(others).values()))
    rows = sum(content.count(b"\n") for content in read(others).values())
    longest = max(len(line) for content in read(others).values() for line in content.splitlines(keepends=True))
    for limit, least, reason in [
        ("MOST_DESK_FILE_BYTES", size, f"At most {size - 1:,} are accepted."),
        ("MOST_DESK_BYTES", unpacked, f"Unpacked, the archive has {unpacked:,} bytes."),
        ("MOST_DESK_ROWS", rows, f"The archive has {rows} rows. At most {rows - 1} are accepted."),
        ("MOST_DESK_LINE_BYTES", longest, f"It has more than {longest - 1:,} bytes."),
    ]:
        with monkeypatch.context() as patch:
            patch.setattr(archive, limit, least - 1)
            with pytest.raises(Refused) as error:
                import_desk(others, owners="nobody")
            assert reason in str(error.value)
            patch.setattr(archive, limit, least)
            import_desk(others, owners="nobody", is_rehearsal=True)


def test_too_many_entries_are_refused_before_they_are_read(others: Path, tmp_path: Path, refused: Refuse) -> None:
    many = {**read(others), **{f"{number}": b"" for number in range(1000)}}

    assert refused(write(tmp_path / "many.zip", many, is_honest=False)) == "The archive has too many files."


@pytest.mark.parametrize(
    ("method", "flag", "reason"), [(ZIP_BZIP2, 0, "other than deflate"), (ZIP_STORED, 1, "has a password")]
)
def test_only_ordinary_files_are_read(
    others: Path, tmp_path: Path, refused: Refuse, method: int, flag: int, reason: str
) -> None:
    path = tmp_path / "odd.zip"
    with ZipFile(path, "w", method) as made:
        for name, content in read(others).items():
            made.writestr(name, content)
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02")
    content[at + 8] |= flag
    path.write_bytes(bytes(content))

    assert reason in refused(path)


# The manifest


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda manifest: manifest.update(format="desk/2"), "manifest.json, /format: 'desk/2' is not an allowed"),
        (lambda manifest: manifest.update(more=1), "manifest.json, /more: There is no field `more` here."),
        (lambda manifest: manifest.pop("members"), "manifest.json, /members: The field `members` is missing."),
        (lambda manifest: manifest["members"][0].update(rows=9), "card-sets.jsonl is not the file that manifest.json"),
        (lambda manifest: manifest["members"][0].update(rows=10**400), "manifest.json, "),
        (lambda manifest: manifest["members"][0].update(sha256="0" * 64), "card-sets.jsonl is not the file that"),
        (
            lambda manifest: manifest["members"].reverse(),
            "manifest.json, /members: It must name these files",
        ),
    ],
)
def test_a_manifest_with_faults_is_refused(
    others: Path, tmp_path: Path, refused: Refuse, change: Callable[[Any], Any], reason: str
) -> None:
    files = read(others)
    manifest = json.loads(files[MANIFEST])
    change(manifest)
    files[MANIFEST] = json.dumps(manifest).encode()

    assert refused(write(tmp_path / "changed.zip", files, is_honest=False)).startswith(reason)


# Lines


def changed(path: Path, others: Path, file: str, number: int, change: Callable[[Any], Any]) -> Path:
    """An honest archive in which one line, from 1, is changed."""
    files = read(others)
    lines = files[file].splitlines(keepends=True)
    row = json.loads(lines[number - 1])
    result = change(row)
    lines[number - 1] = result if isinstance(result, bytes) else canonical(row) + b"\n"
    files[file] = b"".join(lines)
    return write(path, files)


def line_of(others: Path, file: str, text: str) -> int:
    """The number of the first line with this text."""
    lines = read(others)[file].decode().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\n", "decks.jsonl, line 1, "),
        (b"[]\n", "decks.jsonl, line 1, the whole line: It must be `object`, not `array`."),
        (b"{\n", "decks.jsonl, line 1, "),
        (b'{"a":1}\n', "decks.jsonl, line 1, /type: The field `type` is missing."),
        (b'{"type":"rogue"}\n', "decks.jsonl, line 1, /type: 'rogue' is not an allowed value. Accepted: "),
        (b'{"type":"deck","a":"\xff"}\n', "decks.jsonl, line 1, the whole line: "),
        (b'{"type":"deck","a":"\\ud800"}\n', "decks.jsonl, line 1, the whole line: "),
        (b"[" * 200_000 + b"\n", "decks.jsonl, line 1, the whole line: "),
        (b'{"type":"deck","version":' + b"9" * 5000 + b"}\n", "decks.jsonl, line 1, "),
        (b'{"type":"deck","version":1e999}\n', "decks.jsonl, line 1, "),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(
    others: Path, tmp_path: Path, refused: Refuse, line: bytes, reason: str
) -> None:
    assert refused(changed(tmp_path / "changed.zip", others, "decks.jsonl", 1, lambda row: line)).startswith(reason)


def test_only_canonical_lines_are_read(others: Path, tmp_path: Path, refused: Refuse) -> None:
    """So that two readers can't understand a line differently."""

    def spaced(row: Any) -> bytes:
        return json.dumps(row).encode() + b"\n"

    def twice(row: Any) -> bytes:
        return canonical(row).replace(b'"priority":4', b'"priority":1,"priority":4') + b"\n"

    for change in (spaced, twice):
        reason = refused(changed(tmp_path / "changed.zip", others, "leagues.jsonl", 1, change))
        assert reason.startswith("leagues.jsonl, line 1, the whole line: It must be canonical JSON (RFC 8785)")


OWN, SECOND = '"name_en":"Own"', '"number":2'


@pytest.mark.parametrize(
    ("file", "text", "change", "reason"),
    [
        ("decks.jsonl", OWN, lambda row: row.update(ruleset="chess"), "/ruleset: There is no ruleset 'chess' here."),
        ("decks.jsonl", OWN, lambda row: row.update(deck="x"), "/deck: It must be a UUID."),
        ("decks.jsonl", OWN, lambda row: row.update(slug="x"), "/deck: It must have either an id in `deck`, or"),
        ("decks.jsonl", OWN, lambda row: row.update(is_staff=True), "/is_staff: There is no field `is_staff` here."),
        ("decks.jsonl", OWN, lambda row: row.update(created_at=None), "/created_at: Decks have both dates."),
        ("decks.jsonl", OWN, lambda row: row.update(version=2**40), "/version: It must be at most 2147483647."),
        (
            "decks.jsonl",
            OWN,
            lambda row: row.update(created_at="9999-12-31T23:59:59-23:00"),
            "/created_at: Times from 2000 to 2200 are accepted.",
        ),
        (
            "decks.jsonl",
            OWN,
            lambda row: row.update(created_at="2026-01-01"),
            "/created_at: It must be a date",
        ),
        ("decks.jsonl", OWN, lambda row: row["tags"].append("tried"), "/tags: A tag occurs twice."),
        ("decks.jsonl", OWN, lambda row: row["tags"].append("x" * 41), "/tags/1: It is too long."),
        (
            "decks.jsonl",
            OWN,
            lambda row: row["content"]["cards"].update({"raider-1": 1001}),
            "/content/cards/raider-1: It must be at most 1000.",
        ),
        ("decks.jsonl", OWN, lambda row: row["content"].update(name_en="x" * 121), "/content/name_en: "),
        (
            "decks.jsonl",
            OWN,
            lambda row: row["content"]["options"].update(goal=2**53),
            "the whole line: It has a number that is too large. Whole numbers below 2^53 are accepted.",
        ),
        (
            "decks.jsonl",
            OWN,
            lambda row: row["content"]["options"].update(goal=1.5),
            "the whole line: It has a number with decimals.",
        ),
        (
            "decks.jsonl",
            OWN,
            lambda row: row["content"]["options"].update(goal=json.loads("[" * 80 + "]" * 80)),
            "the whole line: It is nested too deeply. 64 levels are accepted.",
        ),
        ("decks.jsonl", '"slug":"e', lambda row: row.update(slug="Entry16"), "/slug: It must match the regular"),
        ("decks.jsonl", SECOND, lambda row: row.update(number=1), "/number: Versions follow their deck in order."),
        ("decks.jsonl", SECOND, lambda row: row.update(number=9), "/number: Versions follow their deck in order."),
        (
            "decks.jsonl",
            SECOND,
            lambda row: row["content"].update(note="forged"),
            "/content: The newest version must have the content of the deck.",
        ),
        (
            "card-sets.jsonl",
            '"note":"Stronger"',
            lambda row: row["card_set"].update(x=1),
            "/digest: The digest of",
        ),
        ("card-sets.jsonl", '"note":"Stronger"', lambda row: row.update(revision=1), "/revision: Line "),
        ("drafts.jsonl", "", lambda row: row.update(body={}), "/body/cards: It must be a list of cards."),
        ("drafts.jsonl", "", lambda row: row["body"]["cards"].append(1), "/body/cards/"),
        ("drafts.jsonl", "", lambda row: row["body"]["cards"][0].update(x="x" * 10_000), "/body/cards/0: "),
        ("card-tests.jsonl", "", lambda row: row.update(position="?"), "/position: "),
        ("card-tests.jsonl", "", lambda row: row["compared"].update(effects=[1]), "/compared/effects: It names an"),
        ("leagues.jsonl", '"nightly"', lambda row: row["manifest"].update(league="A B"), "/manifest/league: It must"),
        (
            "leagues.jsonl",
            '"nightly"',
            lambda row: row["manifest"].update(ruleset="x"),
            "/ruleset: There is no ruleset",
        ),
        ("leagues.jsonl", '"nightly"', lambda row: row.update(priority=99), "/priority: 99 is not an allowed value."),
        ("leagues.jsonl", '"nightly"', lambda row: row["manifest"].update(league="closed"), "/manifest/league: Line 1"),
        ("leagues.jsonl", '"change"', lambda row: row["before"].update(league="x"), "/before/league: It must be"),
        ("leagues.jsonl", '"change"', lambda row: row.update(revision=7), "/revision: Changes follow their league"),
    ],
)
def test_a_row_with_a_fault_is_refused_with_its_place(
    others: Path, tmp_path: Path, refused: Refuse, file: str, text: str, change: Callable[[Any], Any], reason: str
) -> None:
    number = line_of(others, file, text)

    told = refused(changed(tmp_path / "changed.zip", others, file, number, change))

    assert f"{file}, line {number}, {reason}" in told


def test_a_deleted_deck_needs_its_last_version(others: Path, tmp_path: Path, refused: Refuse) -> None:
    files = read(others)
    lines = files["decks.jsonl"].splitlines(keepends=True)
    number = line_of(others, "decks.jsonl", '"content":null')
    files["decks.jsonl"] = b"".join([*lines[: number + 1], *lines[number + 2 :]])

    assert refused(write(tmp_path / "changed.zip", files)) == (
        f"decks.jsonl, line {number}, /version: Version 2 of this deleted deck must follow. 1 is the last."
    )


def test_a_faulty_card_set_never_becomes_the_newest(others: Path, tmp_path: Path, refused: Refuse) -> None:
    def break_starters(row: Any) -> None:
        row["card_set"]["starter_decks"][0]["cards"] = {}
        row["digest"] = hashlib.sha256(canonical(row["card_set"])).hexdigest()

    number = line_of(others, "card-sets.jsonl", '"note":"Stronger"')
    told = refused(changed(tmp_path / "changed.zip", others, "card-sets.jsonl", number, break_starters))

    assert told.startswith("card-sets.jsonl: The newest card set of raid has faults.\n")


def test_all_faults_of_a_file_are_listed(others: Path, tmp_path: Path, refused: Refuse) -> None:
    files = read(others)
    rows = [json.loads(line) for line in files["decks.jsonl"].splitlines()]
    for row in rows[:30]:
        row["ruleset"] = "chess"
    files["decks.jsonl"] = b"".join(canonical(row) + b"\n" for row in rows if row["type"] == "deck")

    faults = refused(write(tmp_path / "changed.zip", files)).splitlines()

    assert len(faults) == 21 and faults[-1] == "decks.jsonl: There are more faults."


# Writing


def test_a_file_that_would_look_like_a_bomb_is_not_compressed(
    desk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_desk(tmp_path / "small.zip")
    monkeypatch.setattr(archive, "MOST_DESK_RATIO", 2)
    monkeypatch.setattr(archive, "HARMLESS", 1000)

    export_desk(tmp_path / "large.zip")

    with ZipFile(tmp_path / "large.zip") as found:
        methods = {entry.filename: entry.compress_type for entry in found.infolist()}
    assert methods["decks.jsonl"] == ZIP_STORED
    assert read(tmp_path / "large.zip") == read(tmp_path / "small.zip")


def test_a_failed_export_leaves_no_file(desk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.desk.archive.canonical", lambda row: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        export_desk(tmp_path / "desk.zip")

    assert not (tmp_path / "desk.zip").exists()


def test_parts_have_names_and_orders_of_their_own() -> None:
    names = [part.name for part in parts()]

    assert names == ["card-sets", "drafts", "card-tests", "decks", "leagues"]
