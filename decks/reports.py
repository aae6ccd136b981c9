"""Lays out a ruleset's deck report for a page, whatever the report contains."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from common.text.labels import value_label, word
from common.text.naming import names_in
from rules.engine import Ruleset


@dataclass(frozen=True)
class Table:
    """A list of objects with the same fields."""

    title: str
    columns: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Report:
    values: list[tuple[str, str]]
    tables: list[Table]


def shown_report(rules: Ruleset, report: Mapping[str, Any] | None) -> Report | None:
    """The report with labels and card names in the page's language. Lists of objects become tables."""
    if report is None:
        return None
    names = names_in(rules)

    def text(value: Any) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(text(item) for item in value)
        return value_label(value, names)

    tables = {key: value for key, value in report.items() if _is_table(value)}
    return Report(
        [(word(key), text(value)) for key, value in report.items() if key not in tables and value],
        [
            Table(
                word(key), [word(column) for column in rows[0]], [[text(cell) for cell in row.values()] for row in rows]
            )
            for key, rows in tables.items()
        ],
    )


def _is_table(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(row, Mapping) for row in value)
