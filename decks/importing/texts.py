"""The text of a file: detects its encoding. Pure."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from decks.importing.refusals import Unreadable
from rules.engine import Names

_BOMS = ((BOM_UTF8, "utf-8-sig", "UTF-8"), (BOM_UTF16_LE, "utf-16", "UTF-16"), (BOM_UTF16_BE, "utf-16", "UTF-16"))
_NOT_IN_CP932 = re.compile("[\\x80\\uf8f0-\\uf8f3]")
"""Python's decoding of the bytes 80, A0, FD, FE and FF, which stand for no letter in CP932."""

NOT_TEXT: Names = {
    "ja": "文字コードを判別できません。UTF-8、UTF-16、Shift_JIS（CP932）のいずれかで保存してください。",
    "en": "The encoding of the file is unknown. Save it as UTF-8, UTF-16 or Shift_JIS (CP932).",
}


def decoded(content: bytes) -> tuple[str, str]:
    """The text, and the name of its encoding. Raises Unreadable.

    A file without a byte-order mark is UTF-8 if it is valid. Otherwise it is UTF-16 if every other byte at its start is
    zero, as in plain letters. Otherwise it is Shift_JIS as Windows writes it.
    """
    for mark, codec, name in _BOMS:
        if content.startswith(mark):
            return _decode(content, codec), name
    begins = content[:200]
    for codec, zeros in (("utf-16-le", begins[1::2]), ("utf-16-be", begins[::2])):
        if len(begins) > 3 and zeros.count(0) * 2 > len(zeros):
            return _decode(content, codec), "UTF-16"
    try:
        return content.decode(), "UTF-8"
    except UnicodeDecodeError:
        return _decode(content, "cp932"), "Shift_JIS (CP932)"


def _decode(content: bytes, codec: str) -> str:
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        raise Unreadable(NOT_TEXT) from error
    if codec == "cp932" and _NOT_IN_CP932.search(text):
        raise Unreadable(NOT_TEXT)
    return text
