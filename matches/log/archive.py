"""The archive: one file of JSON lines for each old match whose events have left the database.

`sql.events` and the other selectors of `sql` read it, so their callers notice no difference. `archiving` writes it.
The files are in Django's storage `archive`: a folder, or a bucket (config/settings/base.py). A file is never changed
or deleted.
"""

import hashlib
import os
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage, storages

from matches.log.models import ArchivedLog

FORMAT = "archived_log/1"


class LoggedRow(NamedTuple):
    """A row of the log with all its columns except the match."""

    seq: int
    type: str
    seat: int | None
    body: bytes
    hash: bytes
    key: str | None
    request_digest: bytes | None


class ArchiveUnavailable(Exception):
    """The file of an archived match is missing, or its storage does not answer."""


class ArchiveDamaged(Exception):
    """The file of an archived match is not the one that was written."""


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    match: str


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A row as a line. `event` holds the canonical bytes that were hashed."""

    seq: int
    type: str
    seat: int | None
    event: msgspec.Raw
    hash: str
    key: str | None
    request_digest: str | None


_read_header = msgspec.json.Decoder(_Header).decode
_read_line = msgspec.json.Decoder(_Line).decode


def archived_log(match_id: UUID) -> ArchivedLog | None:
    """Where the log of this match is archived, or None if it is in the database."""
    return ArchivedLog.objects.filter(pk=match_id).first()


def archived_rows(match_id: UUID) -> list[LoggedRow] | None:
    """The whole log of an archived match, in order; None for a match that is not archived.

    Raises ArchiveUnavailable, ArchiveDamaged.
    """
    archived = archived_log(match_id)
    return None if archived is None else read_archived(archived)


def read_archived(archived: ArchivedLog) -> list[LoggedRow]:
    """Read the file and compare it with the digest in the row. Raises ArchiveUnavailable, ArchiveDamaged."""
    raw = read_file(archived.file)
    if digest_of(raw) != bytes(archived.digest):
        raise ArchiveDamaged(f"the archived log of match {archived.pk} has another digest")
    try:
        return decode(archived.pk, raw)
    except ValueError as error:
        raise ArchiveDamaged(f"the archived log of match {archived.pk} cannot be read") from error


def read_file(name: str) -> bytes:
    """The bytes of a file of the archive. Raises ArchiveUnavailable."""
    try:
        with storages["archive"].open(name) as file:
            raw: bytes = file.read()
    except Exception as error:  # Each storage has its own exceptions.
        raise ArchiveUnavailable(f"the archive cannot read {name}: {error}") from error
    return raw


def write_file(name: str, raw: bytes) -> str:
    """Write a file, read it back and compare it. Returns the name under which it is stored.

    A file with these bytes is used again. A file with other bytes, for example after a killed run, stays beside the new
    one. Raises ArchiveUnavailable.
    """
    storage = storages["archive"]
    try:
        if not (storage.exists(name) and read_file(name) == raw):
            name = storage.save(name, ContentFile(raw))
        _settle(storage, name)
    except Exception as error:  # Each storage has its own exceptions.
        raise ArchiveUnavailable(f"the archive cannot write {name}: {error}") from error
    if read_file(name) != raw:
        raise ArchiveUnavailable(f"the archive does not return what was written to {name}")
    return name


def _settle(storage: Storage, name: str) -> None:
    """Wait until a file in a folder, and its entries in the folders, would survive a power cut."""
    if not isinstance(storage, FileSystemStorage):
        return
    top, path = Path(storage.location), Path(storage.path(name))
    for place in (path, *(folder for folder in path.parents if folder.is_relative_to(top)), top.parent):
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def digest_of(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def encode(match_id: UUID, rows: list[LoggedRow]) -> bytes:
    """The file of a match: a line that names it, then a line for each event."""
    lines: list[Any] = [_Header(FORMAT, str(match_id))]
    for row in rows:
        digest = None if row.request_digest is None else row.request_digest.hex()
        lines.append(_Line(row.seq, row.type, row.seat, msgspec.Raw(row.body), row.hash.hex(), row.key, digest))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def decode(match_id: UUID, raw: bytes) -> list[LoggedRow]:
    """The rows in a file. Raises ValueError if it is no archived log of this match."""
    first, *lines = raw.splitlines()
    if _read_header(first) != _Header(FORMAT, str(match_id)):
        raise ValueError("this is no archived log of the match")
    return [_row(_read_line(line)) for line in lines]


def _row(line: _Line) -> LoggedRow:
    digest = None if line.request_digest is None else bytes.fromhex(line.request_digest)
    return LoggedRow(line.seq, line.type, line.seat, bytes(line.event), bytes.fromhex(line.hash), line.key, digest)
