"""Unpacks ZIP files within limits. Names inside a file are never used as paths, and no other library opens the file.

The sizes that a ZIP file states are checked first. They may be false, so unpacking counts the bytes again.
"""

import io
import zipfile
import zlib
from collections.abc import Callable
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from decks.importing.refusals import Unreadable
from decks.limits import MOST_UNPACKED_BYTES, MOST_ZIP_RATIO, MOST_ZIPPED_FILES
from rules.engine import Names

HARMLESS = 2**20
"""Bytes. Files up to this size may have any compression ratio."""
_MOST_READINGS = 4
"""How often the parts of a workbook are read altogether. openpyxl reads a part once for each sheet that names it."""
WORKBOOK = b"xl/workbook.xml"
_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY = b"PK\x01\x02"
_PIECE = 2**16
_IS_ENCRYPTED = 1
_IS_UTF8 = 0x800

DAMAGED: Names = {
    "ja": "ファイルが壊れているため、開けません。保存し直してください。",
    "en": "The file is damaged and can't be opened. Save it again.",
}
ENCRYPTED: Names = {
    "ja": "パスワードで保護されたファイルは読み取れません。保護を外してください。",
    "en": "Files with a password can't be read. Save the file without one.",
}
METHOD: Names = {
    "ja": "この圧縮方式には対応していません。ふつうのZIP（Deflate）で圧縮してください。",
    "en": "This compression method is not supported. Use an ordinary ZIP (deflate).",
}
MANY_FILES: Names = {
    "ja": f"ファイルが多すぎます。{MOST_ZIPPED_FILES}個までです。",
    "en": f"The ZIP contains too many files. The limit is {MOST_ZIPPED_FILES}.",
}
TOO_LARGE: Names = {
    "ja": f"展開すると大きすぎます。{MOST_UNPACKED_BYTES // 2**20} MiBまでです。ファイルを分けてください。",
    "en": f"The unpacked file is too large. The limit is {MOST_UNPACKED_BYTES // 2**20} MiB. Split it.",
}
BOMB: Names = {
    "ja": f"展開すると{MOST_ZIP_RATIO}倍を超える大きさになるため、開けません。",
    "en": f"Unpacked, the file would be more than {MOST_ZIP_RATIO} times as large, so it was not opened.",
}


def is_zip(content: bytes) -> bool:
    return content.startswith(_SIGNATURES)


def is_workbook(content: bytes) -> bool:
    """Whether a ZIP file is an Excel workbook. File names are not compressed, so a search of the bytes finds them."""
    return WORKBOOK in content


def unpacked(content: bytes, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Name -> content of the files that `wanted` accepts, in their order. Raises Unreadable."""
    if content.count(_ENTRY) > MOST_ZIPPED_FILES:  # Counted before zipfile makes an object of each.
        raise Unreadable(MANY_FILES)
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            entries = [(_name(entry), entry) for entry in archive.infolist() if not entry.is_dir()]
            _refuse_large([entry for _name, entry in entries])
            return _read(archive, [(name, entry) for name, entry in entries if wanted(name)])
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OverflowError, OSError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(DAMAGED) from error


def _refuse_large(entries: list[ZipInfo]) -> None:
    if any(entry.flag_bits & _IS_ENCRYPTED for entry in entries):
        raise Unreadable(ENCRYPTED)
    if any(entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for entry in entries):
        raise Unreadable(METHOD)
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED_BYTES:
        raise Unreadable(TOO_LARGE)
    for entry in entries:
        if entry.file_size > max(HARMLESS, MOST_ZIP_RATIO * entry.compress_size):
            raise Unreadable(BOMB)


def _read(archive: ZipFile, entries: list[tuple[str, ZipInfo]]) -> dict[str, bytes]:
    left = MOST_UNPACKED_BYTES
    found = {}
    for name, entry in entries:
        pieces = []
        with archive.open(entry) as file:
            while piece := file.read(_PIECE):
                left -= len(piece)
                if left < 0:
                    raise Unreadable(TOO_LARGE)
                pieces.append(piece)
        found[name] = b"".join(pieces)
    return found


def _name(entry: ZipInfo) -> str:
    """The file's name with forward slashes. Japanese Windows writes Shift_JIS, which zipfile decodes as CP437."""
    name = entry.orig_filename if "\0" not in entry.orig_filename else entry.filename
    if not entry.flag_bits & _IS_UTF8:
        for codec in ("utf-8", "cp932"):
            try:
                name = name.encode("cp437").decode(codec)
                break
            except UnicodeError:
                continue
    return name.replace("\\", "/")


class _Metered(io.BytesIO):
    """Can be read _MOST_READINGS times. Raises BadZipFile after that."""

    left = 0

    def read(self, size: int | None = -1, /) -> bytes:
        read = super().read(size)
        self.left -= len(read)
        if self.left < 0:
            raise BadZipFile("One part stands for many.")
        return read


def packed(files: dict[str, bytes]) -> io.BytesIO:
    """A new ZIP file of files that have been checked."""
    made = _Metered()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    made.left = _MOST_READINGS * made.tell() + HARMLESS
    made.seek(0)
    return made
