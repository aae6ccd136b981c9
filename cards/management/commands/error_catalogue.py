"""Writes docs/errors.md from the codes that the apps declare."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from cards.text.errors import error_codes

HEAD = """\
# Errors of the API

Every refusal is a problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`,
`detail` and a stable `code`. `detail` says what exactly is wrong, or else what to do, in Japanese or English
as `Accept-Language` asks. Whatever was refused has changed nothing. This page is written by
`manage.py error_catalogue`.

| status | code | meaning | what to do | 意味 | 対処 |
| --- | --- | --- | --- | --- | --- |
"""


def catalogue_page() -> str:
    """docs/errors.md: a test holds the file to this."""
    rows = []
    for code, entry in error_codes().items():
        texts = [part[language] for language in ("en", "ja") for part in (entry.meaning, entry.advice)]
        rows.append(f"| {entry.status} | `{code}` | {' | '.join(texts)} |\n")
    return HEAD + "".join(rows)


class Command(BaseCommand):
    help = "Write docs/errors.md anew."

    def handle(self, *args: Any, **options: Any) -> None:
        (settings.BASE_DIR / "docs" / "errors.md").write_text(catalogue_page(), encoding="utf-8")
