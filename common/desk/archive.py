"""The archive of a desk: a ZIP file with one file of JSON lines for each part, and a manifest with their digests.

Equal desks give equal bytes: members have a fixed order and time, and rows are canonical JSON. A file is checked before
it is read: names and sizes first, then digests, then each line. Names in the archive are never used as paths.
"""

import hashlib
import mmap
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Annotated, Any, Literal
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec import Meta, Struct

from common.desk.errors import WHOLE_FILE
from common.desk.parts import Digest, Fault, Line, Part, Refused, desk_text, plain_fault, refuse
from common.http.reading import read_json
from common.limits import (
    MOST_DESK_BYTES,
    MOST_DESK_FILE_BYTES,
    MOST_DESK_LINE_BYTES,
    MOST_DESK_RATIO,
    MOST_DESK_ROWS,
)
from common.text.errors import ServiceError
from rules.engine import Names, canonical

FORMAT = "desk/1"
MANIFEST = "manifest.json"
HARMLESS = 2**20
"""Bytes. Files up to this size may have any compression ratio."""
_MOST_MANIFEST_BYTES = 2**16
_FIRST_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP file can state."""
_ENTRY = b"PK\x01\x02"
_MOST_ENTRIES = 1000
_ENCRYPTED = 1
_PIECE = 2**16
_EARLIEST, _LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_ZIP_ERRORS = (BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OverflowError, RuntimeError)


class Member(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the archive."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    rows: Annotated[int, Meta(ge=0, le=MOST_DESK_ROWS)]
    sha256: Digest


class DeskManifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What an archive holds."""

    format: Literal["desk/1"]
    members: Annotated[list[Member], Meta(max_length=100)]


# Writing


def write_archive(out: IO[bytes], parts: Sequence[Part]) -> DeskManifest:
    """Write all rows of these parts. Returns the manifest, which the archive has as its last file."""
    members = []
    with ZipFile(out, "w") as archive:
        for part in parts:
            with tempfile.TemporaryFile() as lines:
                member, method = _write_lines(lines, part)
                lines.seek(0)
                with archive.open(_entry(part.file, method), "w", force_zip64=True) as file:
                    while piece := lines.read(_PIECE):
                        file.write(piece)
            members.append(member)
        manifest = DeskManifest(format=FORMAT, members=members)
        with archive.open(_entry(MANIFEST, ZIP_STORED), "w") as file:
            file.write(canonical(manifest))
    return manifest


def _write_lines(out: IO[bytes], part: Part) -> tuple[Member, int]:
    """Write the rows of a part. Returns its member, and the method that keeps it within MOST_DESK_RATIO."""
    sha, squeezing, rows, size, squeezed = hashlib.sha256(), zlib.compressobj(), 0, 0, 0
    for row in part.rows():
        line = canonical(row) + b"\n"
        out.write(line)
        sha.update(line)
        rows, size, squeezed = rows + 1, size + len(line), squeezed + len(squeezing.compress(line))
    squeezed += len(squeezing.flush())
    method = ZIP_STORED if _is_bomb(size, squeezed) else ZIP_DEFLATED
    return Member(part.file, rows, sha.hexdigest()), method


def _is_bomb(size: int, squeezed: int) -> bool:
    return size > max(HARMLESS, MOST_DESK_RATIO * squeezed)


def _entry(name: str, method: int) -> ZipInfo:
    entry = ZipInfo(name, _FIRST_TIME)
    entry.compress_type = method
    return entry


# Reading


class Archive:
    """An archive whose names, sizes and digests are right. Its lines are checked while they are read."""

    def __init__(self, archive: ZipFile, manifest: DeskManifest) -> None:
        self._archive, self.manifest = archive, manifest

    def lines(self, part: Part, *, is_checked: bool = False) -> Iterator[Line]:
        """The rows of a part. Raises Refused for the first unreadable line. `is_checked` if `check` has read them."""
        with self._archive.open(part.file) as file:
            for number, raw in enumerate(_lines_of(file, part.file), start=1):
                try:
                    row = read_json(raw, part.shape)
                except ServiceError as error:
                    refuse(part.file, [_fault(number, detail) for detail in error.details])
                    raise
                if not is_checked:
                    refuse(part.file, _generic_faults(number, raw, row))
                yield Line(number, row)

    def check(self, parts: Iterable[Part]) -> set[str]:
        """Read every line of these parts. Returns the names of the accounts that they mention.

        Raises Refused with the faults of the first faulty file.
        """
        names: set[str] = set()
        for part in parts:
            refuse(part.file, part.faults(self._noting_names(part, names)))
        return names

    def _noting_names(self, part: Part, names: set[str]) -> Iterator[Line]:
        for line in self.lines(part):
            names.update(name for name in part.accounts(line.row) if name is not None)
            yield line


@contextmanager
def opened(path: Path, parts: Sequence[Part]) -> Iterator[Archive]:
    """An archive, after checking everything but its lines. Raises Refused, OSError."""
    with path.open("rb") as file:
        _check_size(file)
        try:
            archive = ZipFile(file)
            manifest = _checked(archive, [part.file for part in parts])
        except _ZIP_ERRORS as error:
            raise Refused(desk_text("desk_damaged")) from error
        with archive:
            yield Archive(archive, manifest)


def _check_size(file: IO[bytes]) -> None:
    size = os.fstat(file.fileno()).st_size
    if size > MOST_DESK_FILE_BYTES:
        raise Refused(desk_text("desk_file_too_large", size=size, most=MOST_DESK_FILE_BYTES))
    if size == 0:
        raise Refused(desk_text("desk_damaged"))
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        at, count = content.find(_ENTRY), 0
        while at >= 0:  # Counted before zipfile makes an object of each.
            count += 1
            if count > _MOST_ENTRIES:
                raise Refused(desk_text("desk_too_many_files"))
            at = content.find(_ENTRY, at + 1)


def _checked(archive: ZipFile, files: Sequence[str]) -> DeskManifest:
    _check_entries(archive.infolist(), [*files, MANIFEST])
    manifest = _read_manifest(archive)
    _check_members(archive, manifest, files)
    return manifest


def _check_entries(entries: Sequence[ZipInfo], known: Sequence[str]) -> None:
    names = [entry.orig_filename for entry in entries]
    for name in names:
        if name not in known:
            raise Refused(desk_text("desk_unknown_file", name=name[:200], known=", ".join(known)))
        if names.count(name) > 1:
            raise Refused(desk_text("desk_file_twice", name=name))
    for name, entry in zip(names, entries, strict=True):
        if entry.flag_bits & _ENCRYPTED:
            raise Refused(desk_text("desk_password", name=name))
        if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise Refused(desk_text("desk_method", name=name))
        if _is_bomb(entry.file_size, entry.compress_size):
            raise Refused(desk_text("desk_bomb", name=name, ratio=MOST_DESK_RATIO))
    if (size := sum(entry.file_size for entry in entries)) > MOST_DESK_BYTES:
        raise Refused(desk_text("desk_unpacked_too_large", size=size, most=MOST_DESK_BYTES))


def _read_manifest(archive: ZipFile) -> DeskManifest:
    if MANIFEST not in archive.namelist():
        raise Refused(desk_text("desk_no_manifest", manifest=MANIFEST))
    with archive.open(MANIFEST) as file:
        raw = file.read(_MOST_MANIFEST_BYTES + 1)
    if len(raw) > _MOST_MANIFEST_BYTES:
        raise Refused(desk_text("desk_manifest_too_large", manifest=MANIFEST, most=_MOST_MANIFEST_BYTES))
    try:
        return read_json(raw, DeskManifest)
    except ServiceError as error:
        faults = [_fault(1, detail) for detail in error.details]
        raise Refused(*(_in_manifest(fault.at or WHOLE_FILE, fault.texts) for fault in faults)) from error


def _in_manifest(at: str | Names, fault: Names) -> Names:
    return desk_text("desk_in_manifest", manifest=MANIFEST, at=at, fault=fault)


def _check_members(archive: ZipFile, manifest: DeskManifest, files: Sequence[str]) -> None:
    stated = [member.name for member in manifest.members]
    if stated != list(files):
        raise Refused(_in_manifest("/members", desk_text("desk_members", files=", ".join(files))))
    for member in manifest.members:
        if member.name not in archive.namelist():
            raise Refused(desk_text("desk_file_missing", name=member.name, manifest=MANIFEST))
    if (rows := sum(member.rows for member in manifest.members)) > MOST_DESK_ROWS:
        raise Refused(desk_text("desk_too_many_rows", rows=rows, most=MOST_DESK_ROWS))
    left = MOST_DESK_BYTES
    for member in manifest.members:
        sha, rows = hashlib.sha256(), 0
        with archive.open(member.name) as file:
            for line in _lines_of(file, member.name):
                sha.update(line)
                rows, left = rows + 1, left - len(line)
                if left < 0 or rows > member.rows:
                    break
        if sha.hexdigest() != member.sha256 or rows != member.rows:
            raise Refused(desk_text("desk_other_file", name=member.name, manifest=MANIFEST))


def _lines_of(file: IO[bytes], name: str) -> Iterator[bytes]:
    """The lines of a file with their line feeds. Raises Refused for a line that is too long, before it is read."""
    number = 0
    while line := file.readline(MOST_DESK_LINE_BYTES + 1):
        number += 1
        if len(line) > MOST_DESK_LINE_BYTES:
            raise Refused(desk_text("desk_line_too_long", file=name, line=number, most=MOST_DESK_LINE_BYTES))
        yield line


def _fault(number: int, detail: Any) -> Fault:
    texts = {language: _shortened(text) for language, text in detail.texts.items()}
    if detail.accepted is not None:
        words = detail.accepted.get("enum") if isinstance(detail.accepted, dict) else None
        accepted = ", ".join(map(str, words)) if words else canonical(detail.accepted).decode()
        texts = desk_text("desk_accepted", fault=texts, accepted=_shortened(accepted))
    return Fault(number, detail.place.get("pointer", ""), texts)


def _shortened(text: str, most: int = 300) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _generic_faults(number: int, raw: bytes, row: Any) -> Iterator[Fault]:
    """The faults that a line of any part may have, although its type is right."""
    plain = msgspec.json.decode(raw)
    if (reason := plain_fault(plain)) is not None:
        yield Fault(number, "", reason)
    elif canonical(plain) + b"\n" != raw:  # JSON readers could differ about it, as about a key that occurs twice.
        yield Fault(number, "", desk_text("desk_not_canonical"))
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if isinstance(value, datetime) and not _EARLIEST <= value <= _LATEST:
            yield Fault(number, f"/{name}", desk_text("desk_moment", first=_EARLIEST.year, last=_LATEST.year))
