"""Admin lists as each member of staff wants them: saved filters, and chosen columns.

Both are forms that a list posts to itself. So the filter to save is the address of the list, and is saved only if the
list accepts that address. Applying it is an ordinary link, which the list checks like any other.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import label_for_field
from django.contrib.admin.views.main import ORDER_VAR, SEARCH_VAR, ChangeList
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.admin.lookups import ListedLookups
from common.limits import (
    MOST_FILTER_NAME_CHARACTERS,
    MOST_FILTER_QUERY_CHARACTERS,
    MOST_SAVED_FILTERS,
    MOST_SHARED_FILTERS_LISTED,
)
from common.models import ChosenColumns, SavedFilter

SENT = "_own_list"
"""The field of a form that says what to do: save, delete, or choose columns."""
CHECKBOX = "action_checkbox"
Column = Any
"""An entry of Django's `list_display`: a name or a function."""


class ListedFilter(NamedTuple):
    """A saved filter as a list shows it."""

    saved: SavedFilter
    address: str | None
    """None if the list no longer has one of its filters."""
    is_current: bool
    is_own: bool
    may_delete: bool


class ListedColumn(NamedTuple):
    """A column that may be shown or hidden."""

    name: str
    label: str
    is_shown: bool


class FilterForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("name"), max_length=MOST_FILTER_NAME_CHARACTERS)
    is_shared = forms.BooleanField(label=gettext_lazy("Share with other staff"), required=False)

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():  # Invisible and reversing characters make two names look alike.
            raise forms.ValidationError(_("Use only visible characters in the name."))
        return name


class OwnLists(ListedLookups):
    """A list whose filters can be saved, and whose columns each account chooses."""

    more_columns: tuple[Column, ...] = ()
    """Columns that are shown only if an account chooses them. They offer no sorting, because no index helps with it.
    They must not query the database for each row.
    """

    def standard_columns(self, request: HttpRequest) -> Sequence[Column]:
        """The columns that are shown unless an account chooses others."""
        return super().get_list_display(request)

    def get_list_display(self, request: HttpRequest) -> tuple[Column, ...]:
        """The first column, which links to the rows, and those that the account chose."""
        standard = tuple(self.standard_columns(request))
        chosen = self._chosen(request)
        if chosen is None:
            return standard
        return (*standard[:1], *(one for one in (*standard[1:], *self.more_columns) if name_of(one) in chosen))

    def get_sortable_by(self, request: HttpRequest) -> Sequence[Column]:
        return super().get_sortable_by(request) if self.sortable_by is not None else self.standard_columns(request)

    def _chosen(self, request: HttpRequest) -> list[str] | None:
        """The account's choice, which is read once for each request; None if it made none."""
        known, key = vars(request), f"columns of {self.opts.label_lower}"
        if key not in known:
            mine = ChosenColumns.objects.filter(owner=request.user.pk, list_name=self.opts.label_lower)
            known[key] = mine.values_list("columns", flat=True).first() if request.user.pk else None
        return known[key]

    # The page

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if request.method == "POST" and SENT in request.POST:
            return self._posted(request)
        answer = super().changelist_view(request, extra_context)
        listed = getattr(answer, "context_data", {}).get("cl")
        if listed is not None and not listed.is_popup:
            filters, columns = self._filters(request, listed), self._columns(request)
            form = FilterForm(auto_id="id_filter_%s")
            answer.context_data["own_list"] = {  # type: ignore[attr-defined]
                "filters": filters,
                "deletable": [one for one in filters if one.may_delete],
                "form": form if kept_query(listed) or kept_order(listed) else None,
                "may_filter": bool(self.get_list_filter(request) or self.get_search_fields(request)),
                "columns": columns,
                "has_chosen": self._chosen(request) is not None,
            }
        return answer

    def _filters(self, request: HttpRequest, listed: ChangeList) -> list[ListedFilter]:
        found = SavedFilter.objects.filter(list_name=self.opts.label_lower)
        mine = found.filter(owner=request.user.pk)
        shared = found.filter(is_shared=True).exclude(owner=request.user.pk).select_related("owner")
        now = (kept_query(listed), kept_order(listed))
        return [
            ListedFilter(
                saved,
                self._address(request, saved, listed),
                is_current=(saved.query, saved.order) == now,
                is_own=saved.owner_id == request.user.pk,
                may_delete=saved.owner_id == request.user.pk or request.user.is_superuser,  # type: ignore[union-attr]
            )
            for saved in [*mine, *shared[:MOST_SHARED_FILTERS_LISTED]]
        ]

    def _address(self, request: HttpRequest, saved: SavedFilter, listed: ChangeList) -> str | None:
        query = QueryDict(saved.query, mutable=True)
        sent = [(name, value) for name, values in query.lists() for value in values if name != SEARCH_VAR]
        if not all(self.lookup_allowed(name, value, request) for name, value in sent):
            return None
        if order := order_value(saved.order, listed.list_display):
            query[ORDER_VAR] = order
        return f"?{query.urlencode()}"

    def _columns(self, request: HttpRequest) -> list[ListedColumn]:
        shown = {name_of(column) for column in self.get_list_display(request)}
        return [
            ListedColumn(name_of(one), str(label_for_field(one, self.model, model_admin=self)), name_of(one) in shown)
            for one in self._choices(request)
        ]

    def _choices(self, request: HttpRequest) -> tuple[Column, ...]:
        return (*self.standard_columns(request)[1:], *self.more_columns)

    # What its forms send

    def _posted(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        try:
            listed = self.get_changelist_instance(request)
        except IncorrectLookupParameters:
            return HttpResponseRedirect(request.path)
        match request.POST[SENT]:
            case "save":
                self._save(request, listed)
            case "delete":
                self._delete(request)
            case "columns":
                self._choose(request, request.POST.getlist("columns"))
            case "standard":
                self._choose(request, None)
        query = QueryDict(kept_query(listed), mutable=True)
        display = [*listed.list_display[:1], *self.get_list_display(request)]  # With the columns as they are now.
        display = display if listed.list_display[:1] == [CHECKBOX] else display[1:]
        if order := order_value(kept_order(listed), display):
            query[ORDER_VAR] = order
        return HttpResponseRedirect(f"{request.path}?{query.urlencode()}" if query else request.path)

    def _save(self, request: HttpRequest, listed: ChangeList) -> None:
        form, query, order = FilterForm(request.POST), kept_query(listed), kept_order(listed)
        if not form.is_valid():
            messages.error(request, " ".join(str(fault) for faults in form.errors.values() for fault in faults))
        elif not query and not order:
            messages.error(request, _("Filter, search or sort the list first. Then save it."))
        elif len(query) > MOST_FILTER_QUERY_CHARACTERS:
            messages.error(request, _("The search is too long to be saved. Use fewer or shorter search terms."))
        elif not save_filter(
            owner=request.user,
            list_name=self.opts.label_lower,
            query=query,
            order=order,
            **form.cleaned_data,
        ):
            text = _("You can save at most %(n)d filters. Delete one that you no longer need.")
            messages.error(request, text % {"n": MOST_SAVED_FILTERS})
        else:
            messages.success(request, _("The filter “%(name)s” was saved.") % {"name": form.cleaned_data["name"]})

    def _delete(self, request: HttpRequest) -> None:
        sent = request.POST.get("filter", "")
        found = SavedFilter.objects.filter(list_name=self.opts.label_lower, is_shared=True)
        if not request.user.is_superuser:  # type: ignore[union-attr]
            found = found.none()
        found |= SavedFilter.objects.filter(list_name=self.opts.label_lower, owner=request.user.pk)
        gone = found.filter(pk=int(sent)).first() if sent.isascii() and sent.isdecimal() and len(sent) < 19 else None
        if gone is not None:
            gone.delete()
            messages.success(request, _("The filter “%(name)s” was deleted.") % {"name": gone.name})

    def _choose(self, request: HttpRequest, sent: Sequence[str] | None) -> None:
        """Remember the columns in their usual order, without any that the list doesn't have; None for the standard."""
        mine = {"owner_id": request.user.pk, "list_name": self.opts.label_lower}
        wanted = None if sent is None else [one for one in map(name_of, self._choices(request)) if one in sent]
        if wanted is None or wanted == [name_of(one) for one in self.standard_columns(request)[1:]]:
            wanted = None
            ChosenColumns.objects.filter(**mine).delete()
        else:
            ChosenColumns.objects.update_or_create(**mine, defaults={"columns": wanted})
        vars(request)[f"columns of {self.opts.label_lower}"] = wanted


def name_of(column: Column) -> str:
    return column if isinstance(column, str) else str(column.__name__)


def kept_query(listed: ChangeList) -> str:
    """The filters and the search of a list, as the query string that is saved."""
    kept = {name: values for name, values in listed.get_filters_params().items() if any(values)}
    return urlencode(sorted({**kept, **({SEARCH_VAR: [listed.query]} if listed.query else {})}.items()), doseq=True)


def kept_order(listed: ChangeList) -> list[str]:
    """The names of the columns by which a list was sorted, after `-` if descending; empty for its usual order."""
    if ORDER_VAR not in listed.params:
        return []
    return [
        f"{'-' if way == 'desc' else ''}{name_of(listed.list_display[place])}"
        for place, way in listed.get_ordering_field_columns().items()
        if 0 <= place < len(listed.list_display) and listed.list_display[place] != CHECKBOX
    ]


def order_value(order: Iterable[str], display: Sequence[Column]) -> str:
    """The order as the address of a list with these columns writes it. Hidden columns are left out."""
    places = {name_of(column): place for place, column in enumerate(display)}
    wanted = [(name.removeprefix("-"), name[:1] == "-") for name in order]
    return ".".join(f"{'-' * is_down}{places[name]}" for name, is_down in wanted if name in places)


@transaction.atomic
def save_filter(*, owner: Any, list_name: str, name: str, query: str, order: list[str], is_shared: bool) -> bool:
    """Save a filter, in place of the account's filter with this name. Returns False if the account has too many."""
    get_user_model().objects.select_for_update().get(pk=owner.pk)
    mine = SavedFilter.objects.filter(owner=owner)
    is_new = not mine.filter(list_name=list_name, name=name).exists()
    if is_new and mine.count() >= MOST_SAVED_FILTERS:
        return False
    found = {"query": query, "order": order, "is_shared": is_shared}
    SavedFilter.objects.update_or_create(owner=owner, list_name=list_name, name=name, defaults=found)
    return True
