"""Pages for importing deck files: choose a file, approve it once workers have checked it, read the report."""

from typing import Any
from uuid import UUID

from django import forms
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.sets.differences import Change
from common.admin.pages import Extension, Page, extend
from common.text.language import in_language, ruleset_name
from decks.admin.decks import DeckAdmin
from decks.forms import deck_rulesets
from decks.importing.services import IMPORTING, WORKING, begin_import, choose_columns, drop_import, take_import
from decks.importing.sheets import LEFT_OUT, filled_twice, lacks_ruleset
from decks.limits import MOST_FILE_BYTES, MOST_IMPORTS_LISTED, MOST_PARTS_SHOWN, MOST_ROWS
from decks.models import Deck, DeckImport, DeckImportRow
from decks.outdated import worded
from decks.resources import COLUMNS

ON_A_PAGE = 100
Kind = DeckImportRow.Kind
FILTERS: dict[str, Q] = {
    "faulty": Q(kind=Kind.FAULTY),
    "illegal": ~Q(problems=[]),
    "new": Q(kind=Kind.NEW),
    "changed": Q(kind=Kind.CHANGED),
    "same": Q(kind=Kind.SAME),
}


FIELDS: dict[str, Any] = {
    "id": gettext_lazy("id of a stored deck"),
    "ruleset": gettext_lazy("ruleset"),
    "name_en": gettext_lazy("name (English)"),
    "name_ja": gettext_lazy("name (Japanese)"),
    "owner": gettext_lazy("owner (name of an account)"),
    "visibility": gettext_lazy("visibility"),
    "note": gettext_lazy("note"),
    "options": gettext_lazy("options"),
    "cards": gettext_lazy("cards (a list, or JSON)"),
}
"""Field -> label, for everything that a column can fill."""


class FileForm(forms.Form):
    import_file = forms.FileField(label=gettext_lazy("file"))

    def clean_import_file(self) -> Any:
        sent = self.cleaned_data["import_file"]
        if sent.size > MOST_FILE_BYTES:
            raise forms.ValidationError(
                _("The file is too large. The limit is %(n)d MiB.") % {"n": MOST_FILE_BYTES // 2**20}
            )
        return sent


class ColumnsForm(forms.Form):
    """The field that each column fills, and the ruleset of decks that name none."""

    def __init__(self, found: DeckImport, *args: Any) -> None:
        super().__init__(*args)
        self.columns = found.columns
        fields = [(LEFT_OUT, _("(left out)")), *((name, FIELDS[name]) for name in COLUMNS)]
        for at, column in enumerate(self.columns):
            self.fields[f"column_{at}"] = forms.ChoiceField(
                label=column["header"] or _("(no header)"),
                required=False,
                choices=fields,
                initial=column["field"],
                help_text=" · ".join(column["samples"]),
            )
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Ruleset for decks that don't name one"),
            required=False,
            choices=[("", "–"), *deck_rulesets()],
            initial=found.ruleset,
        )

    @property
    def chosen(self) -> list[str]:
        return [self.cleaned_data[f"column_{at}"] for at in range(len(self.columns))]

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        chosen = [sent.get(f"column_{at}", LEFT_OUT) for at in range(len(self.columns))]
        if twice := [str(FIELDS[name]) for name in filled_twice(chosen)]:
            raise forms.ValidationError(
                _("Choose only one column for each field: %(names)s") % {"names": ", ".join(twice)}
            )
        if lacks_ruleset(chosen, sent.get("ruleset", "")):
            raise forms.ValidationError(_("Choose the ruleset, or the column that names it."))
        return sent


def choose_file(deck_admin: DeckAdmin, request: HttpRequest) -> HttpResponse:
    """Choose a file to import. Its own page then shows what workers found in it."""
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["import_file"]
        made = begin_import(by=request.user, file_name=sent.name, content=sent.read())
        return HttpResponseRedirect(address(made))
    return deck_admin.page(
        request,
        "admin/decks/deck/import.html",
        _("Import decks"),
        form=form,
        columns=COLUMNS,
        most_rows=MOST_ROWS,
        most_bytes=MOST_FILE_BYTES // 2**20,
        imports=DeckImport.objects.defer("content")[:MOST_IMPORTS_LISTED],
    )


def one_import(deck_admin: DeckAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    """The page of one file: its progress, what its rows would do or have done, and the buttons to decide."""
    found = DeckImport.objects.defer("content").filter(pk=pk).first()
    if found is None:
        raise Http404
    is_open = found.columns and found.status in (DeckImport.Status.ASKING, DeckImport.Status.CHECKED)
    form = ColumnsForm(found, request.POST if "columns" in request.POST else None) if is_open else None
    if request.method == "POST" and form and form.is_bound:
        if form.is_valid():
            choose_columns(which=found, fields=form.chosen, ruleset=form.cleaned_data["ruleset"])
            return HttpResponseRedirect(address(found))
    elif request.method == "POST":
        if "drop" in request.POST:
            drop_import(which=found)
        elif "legal" in request.POST or "all" in request.POST:
            take_import(which=found, takes_illegal="all" in request.POST)
        return HttpResponseRedirect(address(found))
    counts = found.rows.aggregate(
        checked=Count("pk"),
        taken=Count("pk", filter=Q(is_taken=True)),
        wanted=Count("pk", filter=Q(kind__in=[Kind.NEW, Kind.CHANGED], is_left_out=False)),
        wanted_legal=Count("pk", filter=Q(kind__in=[Kind.NEW, Kind.CHANGED], is_left_out=False, problems=[])),
        **{name: Count("pk", filter=condition) for name, condition in FILTERS.items()},
    )
    chosen = request.GET.get("rows", "")
    rows = found.rows.filter(FILTERS.get(chosen, Q())).order_by("number")
    page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("p"))
    labels = {
        **dict(Kind.choices),
        "faulty": _("invalid"),
        "illegal": _("not legal"),
        "new": _("new"),
        "changed": _("changed"),
        "same": _("unchanged"),
    }
    wanted = counts["wanted"] if found.takes_illegal else counts["wanted_legal"]
    is_checking = found.status == DeckImport.Status.CHECKING
    return deck_admin.page(
        request,
        "admin/decks/deck/import_report.html",
        str(found),
        found=found,
        fault=in_language(found.fault) if found.fault else "",
        columns_form=form,
        is_asking=found.status == DeckImport.Status.ASKING,
        counts=counts,
        done=counts["checked"] if is_checking else counts["taken"],
        expected=found.total if is_checking else wanted,
        is_working=found.status in WORKING,
        may_take=found.status == DeckImport.Status.CHECKED,
        tabs=[(name, labels[name], counts[name], name == chosen) for name in FILTERS],
        chosen=chosen,
        page=page,
        rows=[_row_context(row) for row in page],
    )


def _row_context(row: DeckImportRow) -> dict[str, Any]:
    faults = [
        f"{fault['column']}: {in_language(fault['texts'])}" if fault["column"] else in_language(fault["texts"])
        for fault in row.faults[:MOST_PARTS_SHOWN]
    ]
    return {
        "row": row,
        "game": ruleset_name(row.ruleset),
        "faults": faults,
        "problems": [in_language(texts) for texts in row.problems[:MOST_PARTS_SHOWN]],
        "changes": worded(row.ruleset, [Change(**change) for change in row.changes[:MOST_PARTS_SHOWN]])
        if row.changes
        else [],
    }


def address(found: DeckImport) -> str:
    return reverse("admin:decks_deck_import_report", args=[found.pk])


extend(
    Deck,
    Extension(
        pages=(
            Page("import/", "decks_deck_import", choose_file, IMPORTING),
            Page("imports/<uuid:pk>/", "decks_deck_import_report", one_import, IMPORTING),
        ),
    ),
)
