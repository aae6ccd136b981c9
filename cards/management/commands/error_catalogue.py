"""Writes docs/errors.md from the codes that the apps declare."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from common.text.errors import error_codes
from common.text.templates import templates

HEAD = """\
# Errors of the API

Every refusal is a problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`,
`detail` and a stable `code`. `detail` says what exactly is wrong, or else what to do, in Japanese or English
as `Accept-Language` asks. Whatever was refused has changed nothing. New codes may come; one that there is keeps its
meaning. This page is written by `manage.py error_catalogue`.

| status | code | meaning | what to do | 意味 | 対処 |
| --- | --- | --- | --- | --- | --- |
"""


def catalogue_page() -> str:
    """docs/errors.md: a test holds the file to this."""
    rows = []
    for code, entry in error_codes().items():
        texts = [part[language] for language in ("en", "ja") for part in (entry.meaning, entry.advice)]
        rows.append(f"| {entry.status} | `{code}` | {' | '.join(texts)} |\n")
    return HEAD + "".join(rows) + "".join(_sentences(kind, head) for kind, head in KINDS.items())


KINDS = {
    "details": """
## What exactly is wrong with a request: `errors[].code`

`params` has what stands between braces here; `pointer`, `parameter` or `header` say where.
""",
    "problems": """
## What keeps a match from being set up: `problems[].code`

These are the service's own. Those of a game are in its rules, beside them `unknown_option` and `bad_option`.
""",
    "import_refusals": """
## Why an import is refused before it is audited: `reasons[].code`

Otherwise the code is `does_not_verify`. Of what is wrong in one place, `finding` is the code, listed below.
""",
    "findings": """
## What an audit finds wrong: `reasons[].finding`

`verify_match` and the pages of the admin say the same.
""",
}
"""Kind of sentence -> how its part of the page begins."""


def _sentences(kind: str, head: str) -> str:
    rows = [
        f"| `{code}` | {_cell(texts['en'])} | {_cell(texts['ja'])} |\n"
        for code, texts in sorted(templates(kind).items())
    ]
    return f"{head}\n| code | sentence | 文 |\n| --- | --- | --- |\n{''.join(rows)}"


def _cell(text: str) -> str:
    """`{pattern!r}` is how a template quotes; a bar would end the cell."""
    return text.replace("!r}", "}").replace("|", "\\|")


class Command(BaseCommand):
    help = "Write docs/errors.md anew."

    def handle(self, *args: Any, **options: Any) -> None:
        (settings.BASE_DIR / "docs" / "errors.md").write_text(catalogue_page(), encoding="utf-8")
