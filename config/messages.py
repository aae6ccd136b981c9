"""The Japanese texts of pages and models: `python -m config.messages` (make messages).

Collects every text marked for translation in our code and templates, adds the new ones to the catalogue without a
translation, drops those that are gone, and compiles the catalogue. Pure Python: no gettext tools are needed.
"""

import ast
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
APPS = ("cards", "config", "decks", "matches", "replay")
CATALOGUE = ROOT / "config" / "locale" / "ja" / "LC_MESSAGES" / "django.po"

CALLS = ("_", "gettext", "gettext_lazy", "gettext_noop")
PLURAL_CALLS = ("ngettext", "ngettext_lazy")
HEADER = """\
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Language: ja
Plural-Forms: nplurals=1; plural=0;
"""


def wanted() -> list[str]:
    """Every text of ours, in the order in which it is first met; a plural follows its singular after a NUL."""
    found: dict[str, None] = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*")):
            if path.suffix == ".py" and "migrations" not in path.parts:
                found.update(dict.fromkeys(in_python(path.read_text(encoding="utf-8"))))
            elif path.suffix == ".html" and "templates" in path.parts:
                code = templatize(path.read_text(encoding="utf-8"))
                found.update(dict.fromkeys(in_template(code)))
    return list(found)


def in_python(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        count = 2 if name in PLURAL_CALLS else 1 if name in CALLS else 0
        texts = [arg.value for arg in node.args[:count] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if texts and len(texts) == count:
            yield "\0".join(texts)


STRING = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
TEMPLATE_CALL = re.compile(rf"(?<![\w.])(?:ngettext\({STRING}\s*,\s*{STRING}|(?:gettext|_)\({STRING})", re.DOTALL)


def in_template(code: str) -> Iterator[str]:
    """`templatize` blanks everything but calls: `gettext("…")` and `ngettext("…", "…", count)`."""
    for call in TEMPLATE_CALL.finditer(code):
        yield "\0".join(ast.literal_eval(text) for text in call.groups() if text is not None)


# The catalogue


def read_catalogue(text: str) -> dict[str, str]:
    """msgid -> msgstr; a text may be continued on further lines."""
    texts: dict[str, list[str]] = {}
    entries: dict[str, str] = {}
    key = ""
    for line in [*text.splitlines(), 'msgid ""']:
        word, _, rest = line.partition(" ")
        if word == "msgid" and "msgid" in texts:
            plural = ["\0", *texts["msgid_plural"]] if "msgid_plural" in texts else []
            entries["".join([*texts["msgid"], *plural])] = "".join(texts.get("msgstr", []))
            texts = {}
        if word in ("msgid", "msgid_plural", "msgstr", "msgstr[0]"):
            key = "msgstr" if word == "msgstr[0]" else word
            texts[key] = [_unquoted(rest)]
        elif line.startswith('"'):
            texts[key].append(_unquoted(line))
    entries.pop("", None)
    return entries


def _unquoted(text: str) -> str:
    return str(ast.literal_eval(text.strip()))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def written_catalogue(entries: dict[str, str]) -> str:
    header = "".join(f"{_quoted(line)}\n" for line in HEADER.splitlines(keepends=True))
    blocks = [_entry(text, translation) for text, translation in entries.items()]
    return "\n".join([f'msgid ""\nmsgstr ""\n{header}', *blocks])


def _entry(text: str, translation: str) -> str:
    singular, _, plural = text.partition("\0")
    if not plural:
        return f"msgid {_quoted(text)}\nmsgstr {_quoted(translation)}\n"
    return f"msgid {_quoted(singular)}\nmsgid_plural {_quoted(plural)}\nmsgstr[0] {_quoted(translation)}\n"


def compiled(entries: dict[str, str]) -> bytes:
    """The binary form (.mo): a header of seven numbers, two tables of lengths and places, then the texts."""
    pairs = sorted((text.encode(), translation.encode()) for text, translation in {"": HEADER, **entries}.items())
    pairs = [(text, translation) for text, translation in pairs if translation]
    count = len(pairs)
    texts = _table((text for text, _ in pairs), 28 + 16 * count)
    end = 28 + 16 * count + sum(len(text) + 1 for text, _ in pairs)
    translations = _table((translation for _, translation in pairs), end)
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 28 + 16 * count)
    body = b"".join(text + b"\0" for text, _ in pairs) + b"".join(text + b"\0" for _, text in pairs)
    return head + texts + translations + body


def _table(texts: Iterable[bytes], place: int) -> bytes:
    rows = b""
    for text in texts:
        rows += struct.pack("<2I", len(text), place)
        place += len(text) + 1
    return rows


def main() -> int:
    known = read_catalogue(CATALOGUE.read_text(encoding="utf-8")) if CATALOGUE.exists() else {}
    entries = {text: known.get(text, "") for text in wanted()}
    CATALOGUE.write_text(written_catalogue(entries), encoding="utf-8")
    CATALOGUE.with_suffix(".mo").write_bytes(compiled(entries))
    missing = [text for text, translation in entries.items() if not translation]
    for text in missing:
        print(f"no Japanese text yet: {text!r}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
