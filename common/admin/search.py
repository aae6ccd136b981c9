"""Search in admin lists: looks for each word in every field, without joins.

Django joins the related tables and removes duplicates by comparing whole rows. With 200,000 matches a search took nine
seconds. Here a word that few rows have is looked up first, and the list is narrowed to these rows. A word that many
rows have is looked for in one row after another, until the page is full.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import Field, Model, OuterRef, Q, QuerySet, Subquery, UUIDField
from django.db.models.expressions import RawSQL
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.text import smart_split, unescape_string_literal
from django.utils.translation import gettext as _

from common.limits import MOST_FOUND, MOST_RARE, MOST_SEARCH_WORDS

DEEP = 1000
"""Rows before a page that is deep."""
PARTS = 2
"""How many parts of a row, such as the seats of a match, a rare word is expected in."""
BEGINNING = re.compile(r"[0-9a-f]{4,32}")


class DeepPages(Paginator):
    """Finds the rows of a page far from the first by their ids. An index has the ids, but not the rows to skip."""

    def page(self, number: Any) -> Any:
        number = self.validate_number(number)
        first = (number - 1) * self.per_page
        if first < DEEP:
            return super().page(number)
        rows: Any = self.object_list
        ids = list(rows.values_list("pk", flat=True)[first : first + self.per_page])
        return self._get_page(rows.filter(pk__in=ids), number, self)


class FirstRows(Paginator):
    """Counts at most MOST_FOUND rows, and lists no more."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_FOUND].count())


class Search(ModelAdmin):
    """`search_fields` are paths through relations. Text matches by any part, an id by its beginning, and a path that
    ends in `exact` by the whole value."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        paths, few = self.get_search_fields(request), list[set[Any]]()
        for number, word in enumerate(islice(smart_split(search_term), MOST_SEARCH_WORDS if paths else 0)):
            if word.startswith(('"', "'")) and word[0] == word[-1]:
                word = unescape_string_literal(word)
            besides = self.found_besides(word)
            ids = _few_ids([_ids(self.model, path, word) for path in paths] + besides)
            if ids is None:
                queryset = _row_by_row(queryset, paths, word, besides, number)
            else:
                few.append(ids)
        return queryset.filter(pk__in=_as_array(set.intersection(*few))) if few else queryset, False

    def found_besides(self, word: str) -> list[QuerySet[Any]]:
        """Ids of rows that a word finds by other means than the fields."""
        return []

    def get_paginator(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Paginator:
        """Count all rows of a list, but not all that a search finds."""
        if request.GET.get(SEARCH_VAR):
            return FirstRows(*args, **kwargs)
        return DeepPages(*args, **kwargs)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """If all rows of a search are selected, act on those that are listed, as the page says."""
        if request.GET.get(SEARCH_VAR) and "1" in request.POST.getlist("select_across"):
            listed = queryset.values_list("pk", flat=True)[:MOST_FOUND]
            queryset = queryset.filter(pk__in=list(listed))
        return super().response_action(request, queryset)  # type: ignore[no-any-return]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """A search shows no years, months or days to choose: all its rows would be read for them."""
        listed = super().get_changelist_instance(request)
        if listed.query:
            listed.date_hierarchy = None
        return listed

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        answer = super().changelist_view(request, extra_context)
        listed = getattr(answer, "context_data", {}).get("cl")
        if listed is not None and listed.query and listed.result_count >= MOST_FOUND:
            messages.info(request, _("Only %(n)d rows are listed. Add search terms or filters.") % {"n": MOST_FOUND})
        return answer


def _few_ids(found: Sequence[QuerySet[Any]]) -> set[Any] | None:
    """The ids, if they are at most MOST_RARE. A row may be found by several of its parts.

    Thousands of ids would take longer to read than the page, so the database first says whether there are too many.
    """
    every = found[0].union(*found[1:], all=True) if len(found) > 1 else found[0]
    most = MOST_RARE * PARTS
    if list(every[most : most + 1]):
        return None
    ids = {next(iter(row.values())) for row in every[:most]}
    return ids if len(ids) <= MOST_RARE else None


def _as_array(ids: set[Any]) -> Any:
    """The ids for `pk__in`, on PostgreSQL as one parameter: thousands of them take longer to write than to find."""
    if connection.vendor != "postgresql" or not ids:
        return ids
    return RawSQL("SELECT unnest(%s)", [list(ids)])


def _row_by_row(
    queryset: QuerySet[Any], paths: Sequence[str], word: str, besides: Sequence[QuerySet[Any]], number: int
) -> QuerySet[Any]:
    """The rows that have the word, by a condition that PostgreSQL tests only for the rows it comes to.

    For EXISTS it would collect the ids of all rows first. It never does for a subquery whose value is asked for.
    """
    own, of_relations = Q(pk__in=[]), dict[Any, Q]()
    for path in paths:
        name, _separator, rest = path.partition("__")
        field: Any = queryset.model._meta.get_field(name)
        if field.one_to_many:
            holds = _holds(field.related_model, rest, word)
            of_relations[field] = of_relations[field] | holds if field in of_relations else holds
        else:
            own |= _holds(queryset.model, path, word)
    for rows in besides:
        own |= Q(pk__in=rows)
    for field, holds in of_relations.items():
        theirs = field.related_model._default_manager.order_by().filter(holds, **{field.field.name: OuterRef("pk")})
        alias = f"found_{number}_{field.name}"
        queryset = queryset.alias(**{alias: Subquery(theirs.values("pk")[:1])})
        own |= Q(**{f"{alias}__isnull": False})
    return queryset.filter(own)


def _ids(model: type[Model], path: str, word: str) -> QuerySet[Any]:
    """Ids of rows whose field at the end of the path contains the word; some more than once.

    For a reverse relation the ids are read from the rows that point here, without a join.
    """
    name, _separator, rest = path.partition("__")
    field: Any = model._meta.get_field(name)
    if field.one_to_many:
        theirs = field.related_model._default_manager.order_by().filter(_holds(field.related_model, rest, word))
        return theirs.values(field.field.name)
    return model._default_manager.order_by().filter(_holds(model, path, word)).values("pk")


def _holds(model: type[Model], path: str, word: str) -> Q:
    """Condition: a field of the row, or of a row that it points to, contains the word."""
    name, _separator, rest = path.partition("__")
    if rest == "exact":
        return Q(**{name: word})
    field: Any = model._meta.get_field(name)
    return Q(**{f"{name}__in": _ids(field.related_model, rest, word)}) if rest else _is_like(field, word)


def _is_like(field: Field, word: str) -> Q:
    if not isinstance(field, UUIDField):
        return Q(**{f"{field.name}__icontains": word})
    digits = word.replace("-", "").lower()
    if not BEGINNING.fullmatch(digits):
        return Q(pk__in=[])
    return Q(**{f"{field.name}__range": (UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f")))})
