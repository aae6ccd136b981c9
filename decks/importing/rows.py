"""Imports one row of a file as a deck, or only plans it, and lists its faults in both languages."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import override
from import_export.results import RowResult
from tablib import Dataset

from common.text.unkeepable import TEXTS, unkeepable, unkeepable_json
from decks.importing.sheets import BadCell
from decks.limits import MOST_FAULT_CHARACTERS
from decks.resources import COLUMNS, OBJECTS, DeckResource, shortened
from rules.engine import Names

LANGUAGES = ("ja", "en")
LONGEST_ROW = 200_000
"""Characters; the API accepts no deck of this size. A longer row may take longer to check than a task may run."""
TOO_LONG: Names = {
    "ja": f"この行は長すぎます（{LONGEST_ROW}文字まで）。",
    "en": f"This row is too long. The limit is {LONGEST_ROW} characters.",
}
NO_TEXT: Names = {"ja": "文字列が必要です。", "en": "This must be text."}


class _Importer(DeckResource):
    """The deck resource without its HTML differences, which cost time and are not shown."""

    class Meta(DeckResource.Meta):
        skip_html_diff = True


def import_row(sent: dict[str, Any], by: Any, *, writes: bool) -> RowResult:
    """Plan a row, or with `writes` store its deck. A row that `refused_column` refuses is invalid, unread."""
    if refused_column(sent):
        result = RowResult()
        result.import_type = RowResult.IMPORT_TYPE_INVALID
        return result
    resource = _Importer()
    row = {column: _text(value) for column, value in sent.items()}
    loader = resource._meta.instance_loader_class(resource, Dataset(headers=COLUMNS))
    return resource.import_row(
        row, loader, dry_run=not writes, use_transactions=False, row_number=1, user=by, raise_errors=False
    )


def fault_texts(sent: dict[str, Any], result: RowResult, by: Any) -> list[dict[str, Any]]:
    """`{"column", "texts"}` of everything that prevents importing a row; empty if nothing does."""
    if found := refused_column(sent):
        column, texts = found
        return [{"column": column, "texts": texts}]
    if not result.validation_error and not result.errors:
        return []
    by_language = []
    for language in LANGUAGES:
        with override(language):
            again = import_row(sent, by, writes=False)
            # Faults found only while writing have no text in the other language.
            by_language.append(_faults(again) or _faults(result))
    return [
        {
            "column": column,
            "texts": {"ja": shortened(ja, MOST_FAULT_CHARACTERS), "en": shortened(en, MOST_FAULT_CHARACTERS)},
        }
        for (column, ja), (_column, en) in zip(by_language[0], by_language[1], strict=False)
    ]


def _faults(result: RowResult) -> list[tuple[str, str]]:
    error = result.validation_error
    if isinstance(error, ValidationError):
        by_column = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
        return [("" if column == "__all__" else column, text) for column, texts in by_column.items() for text in texts]
    return [("", str(fault.error)) for fault in result.errors]


def refused_column(sent: dict[str, Any]) -> tuple[str, Names] | None:
    """The column for which a row is refused unread, and why. The column is empty if the whole row is too long."""
    letters = sum(len(value if isinstance(value, str) else json.dumps(value)) for value in sent.values())
    if letters > LONGEST_ROW:
        return "", TOO_LONG
    for column, value in sent.items():
        if isinstance(value, BadCell):
            return column, value.texts
        if column not in OBJECTS and isinstance(value, dict | list):
            return column, NO_TEXT
    return unkeepable_column(sent)


def unkeepable_column(sent: dict[str, Any]) -> tuple[str, Names] | None:
    """The first column with a character that can't be stored, and what is wrong with it."""
    for column, value in sent.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        code = unkeepable(text)
        if code is None and text.lstrip().startswith(("{", "[")):  # A CSV cell may hold JSON with escapes.
            code = unkeepable_json(text.encode())
        if code is not None:
            return column, TEXTS[code]
    return None


def plain_row(sent: dict[str, Any], column: str) -> str:
    """The printable characters of a cell; empty if it isn't text."""
    value = sent.get(column)
    return "".join(letter for letter in value if letter.isprintable()) if isinstance(value, str) else ""


def _text(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else value
