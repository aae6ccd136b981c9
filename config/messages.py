"""The Japanese texts of pages and models: `python -m config.messages` (make messages).

Collects the texts that our code and templates mark for translation. New ones are added to the catalogue without a
translation, unused ones are dropped, and the catalogue is compiled. Babel, a development dependency, reads and writes
the files, so no gettext tools are needed.
"""

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
APPS = tuple(sorted(found.parent.name for found in ROOT.glob("*/__init__.py") if found.parent.name != "tests"))
CATALOGUE = ROOT / "config" / "locale" / "ja" / "LC_MESSAGES" / "django.po"

CALLS = ("_", "gettext", "gettext_lazy", "gettext_noop")
PLURAL_CALLS = ("ngettext", "ngettext_lazy")
HEADER = [
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Content-Transfer-Encoding", "8bit"),
    ("Language", "ja"),
    ("Plural-Forms", "nplurals=1; plural=0;"),
]


def wanted() -> list[str]:
    """All texts to translate, in order of first occurrence. A plural follows its singular after a NUL."""
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
    """Texts in the output of `templatize`, which has only calls: `gettext("…")`, `ngettext("…", "…", count)`."""
    for call in TEMPLATE_CALL.finditer(code):
        yield "\0".join(ast.literal_eval(text) for text in call.groups() if text is not None)


# The catalogue


class _Catalogue(Catalog):
    """A catalogue without dates in its header, so that equal texts give equal bytes."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return HEADER


def read_catalogue(text: str) -> dict[str, str]:
    """msgid -> msgstr; a plural follows its singular after a NUL. Texts with a context are left out."""
    return {
        message.id if isinstance(message.id, str) else "\0".join(message.id): (
            message.string if isinstance(message.string, str) else message.string[0]
        )
        for message in read_po(StringIO(text), locale="ja")
        if message.id and not message.context
    }


def _catalogue_of(entries: dict[str, str]) -> Catalog:
    catalogue = _Catalogue(locale="ja", header_comment="", fuzzy=False)
    for text, translation in entries.items():
        singular, _, plural = text.partition("\0")
        catalogue.add((singular, plural) if plural else text, (translation,) if plural else translation)
    return catalogue


def written_catalogue(entries: dict[str, str]) -> str:
    """The text form (.po)."""
    file = BytesIO()
    write_po(file, _catalogue_of(entries), width=0)
    return file.getvalue().decode()


def compiled(entries: dict[str, str]) -> bytes:
    """The binary form (.mo)."""
    file = BytesIO()
    write_mo(file, _catalogue_of(entries))
    return file.getvalue()


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
