"""Rows called by their names, with the way to their pages in the admin."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html


def row_link(row: Model, name: str = "") -> str:
    """To the page of a row that is registered in the admin; whoever may not see it is told so there."""
    meta = row._meta
    return format_html(
        '<a href="{}">{}</a>', reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk]), name or row
    )


def linked(field: str, description: Any, *, kept_name: str = "") -> Callable[[Model], str]:
    """A cell for the row that `field` leads to; where it is gone, the name that was kept of it, or –."""

    @admin.display(description=description, ordering=kept_name or field)
    def cell(row: Model) -> str:
        found, name = getattr(row, field), getattr(row, kept_name) if kept_name else ""
        return name or "–" if found is None else row_link(found, name)

    cell.__name__ = field
    return cell
