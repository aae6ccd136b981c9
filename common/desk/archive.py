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

from common.desk.parts import Digest, Fault, Line, Part, Refused, plain_fault, refuse
from common.http.reading import read_json
from common.limits import (
    MOST_DESK_BYTES,
    MOST_DESK_FILE_BYTES,
    MOST_DESK_LINE_BYTES,
    MOST_DESK_RATIO,
    MOST_DESK_ROWS,
)
from common.text.errors import ServiceError
from rules.engine import canonical

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
_DAMAGED = "The file is damaged, or no ZIP file. Copy or export it again."


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

    def lines(self, part: Part) -> Iterator[Line]:
        """The rows of a part. Raises Refused for the first unreadable line."""
        with self._archive.open(part.file) as file:
            for number, raw in enumerate(_lines_of(file, part.file), start=1):
                try:
                    row = read_json(raw, part.shape)
                except ServiceError as error:
                    refuse(part.file, [_fault(number, detail) for detail in error.details])
                    raise
                refuse(part.file, _generic_faults(number, raw, row))
                yield Line(number, row)

    def check(self, parts: Iterable[Part]) -> None:
        """Read every line of these parts. Raises Refused with the faults of the first faulty file."""
        for part in parts:
            refuse(part.file, part.faults(self.lines(part)))


@contextmanager
def opened(path: Path, parts: Sequence[Part]) -> Iterator[Archive]:
    """An archive, after checking everything but its lines. Raises Refused, OSError."""
    with path.open("rb") as file:
        _check_size(file)
        try:
            archive = ZipFile(file)
            manifest = _checked(archive, [part.file for part in parts])
        except _ZIP_ERRORS as error:
            raise Refused(_DAMAGED) from error
        with archive:
            yield Archive(archive, manifest)


def _check_size(file: IO[bytes]) -> None:
    size = os.fstat(file.fileno()).st_size
    if size > MOST_DESK_FILE_BYTES:
        raise Refused(f"The file has {size:,} bytes. At most {MOST_DESK_FILE_BYTES:,} are accepted.")
    if size == 0:
        raise Refused(_DAMAGED)
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        at, count = content.find(_ENTRY), 0
        while at >= 0:  # Counted before zipfile makes an object of each.
            count += 1
            if count > _MOST_ENTRIES:
                raise Refused("The archive has too many files.")
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
            raise Refused(f"The archive has an unknown file {name[:200]!r}. It may have: {', '.join(known)}.")
        if names.count(name) > 1:
            raise Refused(f"The archive has {name} twice.")
    for entry in entries:
        if entry.flag_bits & _ENCRYPTED:
            raise Refused(f"{entry.orig_filename} has a password. Archives without passwords are accepted.")
        if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise Refused(f"{entry.orig_filename} is compressed by a method other than deflate.")
        if _is_bomb(entry.file_size, entry.compress_size):
            raise Refused(f"{entry.orig_filename} would be more than {MOST_DESK_RATIO} times as large when unpacked.")
    if (size := sum(entry.file_size for entry in entries)) > MOST_DESK_BYTES:
        raise Refused(f"Unpacked, the archive has {size:,} bytes. At most {MOST_DESK_BYTES:,} are accepted.")


def _read_manifest(archive: ZipFile) -> DeskManifest:
    if MANIFEST not in archive.namelist():
        raise Refused(f"The archive has no {MANIFEST}, so it is not an export of a desk.")
    with archive.open(MANIFEST) as file:
        raw = file.read(_MOST_MANIFEST_BYTES + 1)
    if len(raw) > _MOST_MANIFEST_BYTES:
        raise Refused(f"{MANIFEST} has more than {_MOST_MANIFEST_BYTES:,} bytes.")
    try:
        return read_json(raw, DeskManifest)
    except ServiceError as error:
        faults = [_fault(1, detail) for detail in error.details]
        raise Refused(*(f"{MANIFEST}, {fault.at or 'the whole file'}: {fault.text}" for fault in faults)) from error


def _check_members(archive: ZipFile, manifest: DeskManifest, files: Sequence[str]) -> None:
    stated = [member.name for member in manifest.members]
    if stated != list(files):
        raise Refused(f"{MANIFEST}, /members: It must name these files in this order: {', '.join(files)}.")
    for member in manifest.members:
        if member.name not in archive.namelist():
            raise Refused(f"{member.name} is missing. {MANIFEST} names it.")
    if (rows := sum(member.rows for member in manifest.members)) > MOST_DESK_ROWS:
        raise Refused(f"The archive has {rows:,} rows. At most {MOST_DESK_ROWS:,} are accepted.")
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
            raise Refused(f"{member.name} is not the file that {MANIFEST} describes. Copy or export the archive again.")


def _lines_of(file: IO[bytes], name: str) -> Iterator[bytes]:
    """The lines of a file with their line feeds. Raises Refused for a line that is too long, before it is read."""
    number = 0
    while line := file.readline(MOST_DESK_LINE_BYTES + 1):
        number += 1
        if len(line) > MOST_DESK_LINE_BYTES:
            raise Refused(f"{name}, line {number}: It has more than {MOST_DESK_LINE_BYTES:,} bytes.")
        yield line


def _fault(number: int, detail: Any) -> Fault:
    accepted = "" if detail.accepted is None else f" Accepted: {_shortened(canonical(detail.accepted).decode())}"
    return Fault(number, detail.place.get("pointer", ""), f"{_shortened(detail.texts['en'])}{accepted}")


def _shortened(text: str, most: int = 300) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _generic_faults(number: int, raw: bytes, row: Any) -> Iterator[Fault]:
    """The faults that a line of any part may have, although its type is right."""
    plain = msgspec.json.decode(raw)
    if (reason := plain_fault(plain)) is not None:
        yield Fault(number, "", reason)
    elif canonical(plain) + b"\n" != raw:  # JSON readers could differ about it, as about a key that occurs twice.
        yield Fault(number, "", "It must be canonical JSON (RFC 8785): keys sorted, none twice, and no spaces.")
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if isinstance(value, datetime) and not _EARLIEST <= value <= _LATEST:
            yield Fault(number, f"/{name}", f"Times from {_EARLIEST:%Y} to {_LATEST:%Y} are accepted.")
