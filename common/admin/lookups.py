"""Restricts admin lists to the query parameters that their filters offer."""

from functools import cache
from typing import Any

from django.contrib import messages
from django.contrib.admin import FieldListFilter
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import ValidationError
from django.db.models import DateField, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from common.admin.search import Search
from common.text.unkeepable import unkeepable

YEARS = range(1900, 9999)
"""Years for which days can be computed in every time zone."""
DATE_PARTS = {"year": YEARS, "month": range(1, 13), "day": range(1, 32)}
"""Lookups of a date hierarchy, with their values."""
LETTERS_OF_UUID = 36
"""Length of the longest primary key that is not text."""


class ListedLookups(Search):
    """Base of every admin class of ours.

    Django's own accepts any field of the model as a filter, with any lookup. Then `?snapshot__regex=` reads a hidden
    hand bit by bit, and `?password__startswith=` a password's hash.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether one of the list's own filters may send `?lookup=value`; otherwise the page answers 400."""
        field, _dot, part = lookup.rpartition("__")
        if self.date_hierarchy and field == self.date_hierarchy and part in DATE_PARTS:
            return _is_number(value) and int(value) in DATE_PARTS[part]
        if lookup not in self.listed_lookups(request):
            return False
        return part not in ("gte", "lt") or _is_moment(value) or not _is_date(self.model, field)

    def listed_lookups(self, request: HttpRequest | None = None) -> set[str]:
        """The query parameters of the list's filters."""
        chosen = self.list_filter if request is None else self.get_list_filter(request)
        return {lookup for entry in chosen for lookup in _parameters(self.model, entry)}

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Refuse impossible primary keys before the action runs. Django would send any value to the database."""
        chosen, key = request.POST.getlist(ACTION_CHECKBOX_NAME), self.opts.pk
        assert key is not None
        if not all(_can_be(key, one) for one in chosen):
            messages.warning(request, _("Some of the selected rows no longer exist. Nothing was changed."))
            return None
        return super().response_action(request, queryset)  # type: ignore[no-any-return]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Empty, because addresses must not fill in forms."""
        return {}


def _can_be(key: Any, sent: str) -> bool:
    longest = max(LETTERS_OF_UUID, key.max_length or 0)
    try:
        key.to_python(sent[:longest])
    except ValidationError:
        return False
    return len(sent) <= longest and unkeepable(sent) is None


@cache
def _parameters(model: Any, entry: Any) -> frozenset[str]:
    """The query parameters that one entry of a `list_filter` reads."""
    if isinstance(entry, type):
        return frozenset([entry.parameter_name])  # type: ignore[attr-defined]
    path, made_by = entry if isinstance(entry, tuple) else (entry, FieldListFilter.create)
    field = get_fields_from_path(model, path)[-1]
    return frozenset(made_by(field, None, {}, model, None, field_path=path).expected_parameters())


@cache
def _is_date(model: Any, path: str) -> bool:
    return isinstance(get_fields_from_path(model, path)[-1], DateField)


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) <= 4


def _is_moment(value: str) -> bool:
    """Whether the value is a moment in the format of a date filter."""
    try:
        moment = parse_datetime(value)
    except ValueError:
        return False
    return moment is not None and moment.tzinfo is not None and moment.year in YEARS
