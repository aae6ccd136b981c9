"""Names of rows, linked to their admin pages."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html


def row_link(row: Model, name: str = "") -> str:
    """Link to the admin page of a row. That page refuses readers who may not see the row."""
    meta = row._meta
    return format_html(
        '<a href="{}">{}</a>', reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk]), name or row
    )


def linked(field: str, description: Any, *, stored_name: str = "") -> Callable[[Model], str]:
    """A list column that links to the related row `field`. If that row is gone: its stored name, or –."""

    @admin.display(description=description, ordering=stored_name or field)
    def cell(row: Model) -> str:
        found, name = getattr(row, field), getattr(row, stored_name) if stored_name else ""
        return name or "–" if found is None else row_link(found, name)

    cell.__name__ = field
    return cell
