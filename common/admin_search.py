"""Search in admin lists: looks for each word in every field, without joins.

Django joins the related tables and removes duplicates by comparing whole rows. With 200,000 matches a search took nine
seconds.
"""

import re
from itertools import islice
from typing import Any
from uuid import UUID

from django.contrib.admin import ModelAdmin
from django.db.models import Field, Model, Q, QuerySet, UUIDField
from django.http import HttpRequest
from django.utils.text import smart_split, unescape_string_literal

from common.limits import MOST_SEARCH_WORDS

BEGINNING = re.compile(r"[0-9a-f]{4,32}")


class Search(ModelAdmin):
    """`search_fields` are paths through relations. Text matches by any part, an id by its beginning, and a path that
    ends in `exact` by the whole value."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        for word in islice(smart_split(search_term), MOST_SEARCH_WORDS):
            if word.startswith(('"', "'")) and word[0] == word[-1]:
                word = unescape_string_literal(word)
            found = [_ids(self.model, path, word) for path in self.get_search_fields(request)]
            found += self.found_besides(word)
            if found:  # One set of ids: with several, joined by OR, PostgreSQL would scan them once per row.
                queryset = queryset.filter(pk__in=found[0].union(*found[1:]) if len(found) > 1 else found[0])
        return queryset, False

    def found_besides(self, word: str) -> list[QuerySet[Any]]:
        """Ids of rows that a word finds by other means than the fields."""
        return []


def _ids(model: type[Model], path: str, word: str) -> QuerySet[Any]:
    """Ids of rows whose field at the end of the path contains the word; some more than once.

    For a reverse relation the ids are read from the rows that point here, without a join.
    """
    name, _dot, rest = path.partition("__")
    field: Any = model._meta.get_field(name)
    if field.one_to_many:
        theirs = field.related_model._default_manager.order_by().filter(_holds(field.related_model, rest, word))
        return theirs.values(field.field.name)
    return model._default_manager.order_by().filter(_holds(model, path, word)).values("pk")


def _holds(model: type[Model], path: str, word: str) -> Q:
    """Condition: a field of the row, or of a row that it points to, contains the word."""
    name, _dot, rest = path.partition("__")
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
