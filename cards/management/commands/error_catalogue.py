"""Write docs/errors.md from the error codes of the apps."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from common.text.errors import error_codes
from common.text.templates import templates

HEAD = """\
# Errors of the API

Every refusal is a problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`,
`detail` and a stable `code`. `detail` says what exactly is wrong, or what to do next, in Japanese or English
(`Accept-Language`). A refused request changes nothing. New codes may be added; existing codes keep their meaning.
`manage.py error_catalogue` writes this page.

| status | code | meaning | what to do | 意味 | 対処 |
| --- | --- | --- | --- | --- | --- |
"""


def catalogue_page() -> str:
    """The content of docs/errors.md; a test compares the file with it."""
    rows = []
    for code, entry in error_codes().items():
        texts = [part[language] for language in ("en", "ja") for part in (entry.meaning, entry.advice)]
        rows.append(f"| {entry.status} | `{code}` | {' | '.join(texts)} |\n")
    return HEAD + "".join(rows) + "".join(_sentences(kind, head) for kind, head in KINDS.items())


KINDS = {
    "details": """
## What exactly is wrong with a request: `errors[].code`

`params` holds the values of the names in braces. `pointer`, `parameter` or `header` says where the mistake is.
""",
    "problems": """
## Why a match cannot be set up: `problems[].code`

These codes come from the service. Each game adds codes of its own, such as `unknown_option` and `bad_option`. The
rules of the game list them.
""",
    "import_refusals": """
## Why an import is refused before it is audited: `reasons[].code`

A reason that is not in this table has the code `does_not_verify`, and its `finding` says what is wrong. The next table
lists the findings.
""",
    "findings": """
## What an audit finds wrong: `reasons[].finding`

`verify_match` and the admin pages use the same texts.
""",
}
"""Kind of sentence -> the introduction of its part of the page."""


def _sentences(kind: str, head: str) -> str:
    rows = [
        f"| `{code}` | {_cell(texts['en'])} | {_cell(texts['ja'])} |\n"
        for code, texts in sorted(templates(kind).items())
    ]
    return f"{head}\n| code | sentence | 文 |\n| --- | --- | --- |\n{''.join(rows)}"


def _cell(text: str) -> str:
    """Text for a table cell. Templates quote as `{pattern!r}`, and a bar would end the cell."""
    return text.replace("!r}", "}").replace("|", "\\|")


class Command(BaseCommand):
    help = "Regenerate docs/errors.md."

    def handle(self, *args: Any, **options: Any) -> None:
        (settings.BASE_DIR / "docs" / "errors.md").write_text(catalogue_page(), encoding="utf-8")
