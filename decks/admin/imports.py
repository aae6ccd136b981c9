"""Files of decks imported: chosen, checked and taken by workers, and the reports of it."""

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
from common.admin_pages import Extension, Page, extend
from common.text.labels import ruleset_name
from common.text.language import in_language
from decks.admin.decks import DeckAdmin
from decks.importing.services import WORKING, begin_import, drop_import, take_import
from decks.limits import MOST_FILE_BYTES, MOST_IMPORTS_LISTED, MOST_PARTS_SHOWN, MOST_ROWS
from decks.models import Deck, DeckImport, DeckImportRow
from decks.outdated import worded
from decks.resources import COLUMNS

IMPORTING = ("decks.view_deck", "decks.add_deck", "decks.change_deck")
ON_A_PAGE = 100
Kind = DeckImportRow.Kind
SHOWN: dict[str, Q] = {
    "faulty": Q(kind=Kind.FAULTY),
    "illegal": ~Q(problems=[]),
    "new": Q(kind=Kind.NEW),
    "changed": Q(kind=Kind.CHANGED),
    "same": Q(kind=Kind.SAME),
}


class FileForm(forms.Form):
    import_file = forms.FileField(label=gettext_lazy("file"))

    def clean_import_file(self) -> Any:
        sent = self.cleaned_data["import_file"]
        if sent.size > MOST_FILE_BYTES:
            raise forms.ValidationError(
                _("The file is too large: %(n)d MiB are the most.") % {"n": MOST_FILE_BYTES // 2**20}
            )
        return sent


def choose_file(deck_admin: DeckAdmin, request: HttpRequest) -> HttpResponse:
    """Choose a file. Its page shows what it would do once workers have checked it."""
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
    """A file's progress, what its rows would do or have done, and the decision."""
    found = DeckImport.objects.defer("content").filter(pk=pk).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        if "drop" in request.POST:
            drop_import(which=found)
        elif "legal" in request.POST or "all" in request.POST:
            take_import(which=found, takes_illegal="all" in request.POST)
        return HttpResponseRedirect(address(found))
    counts = found.rows.aggregate(
        checked=Count("pk"),
        taken=Count("pk", filter=Q(is_taken=True)),
        wanted=Count("pk", filter=Q(kind__in=[Kind.NEW, Kind.CHANGED])),
        wanted_legal=Count("pk", filter=Q(kind__in=[Kind.NEW, Kind.CHANGED], problems=[])),
        **{name: Count("pk", filter=condition) for name, condition in SHOWN.items()},
    )
    chosen = request.GET.get("rows", "")
    rows = found.rows.filter(SHOWN.get(chosen, Q())).order_by("number")
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
        counts=counts,
        done=counts["checked"] if is_checking else counts["taken"],
        expected=found.total if is_checking else wanted,
        is_working=found.status in WORKING,
        may_take=found.status == DeckImport.Status.CHECKED,
        tabs=[(name, labels[name], counts[name], name == chosen) for name in SHOWN],
        chosen=chosen,
        page=page,
        rows=[_shown(row) for row in page],
    )


def _shown(row: DeckImportRow) -> dict[str, Any]:
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
