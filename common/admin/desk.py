"""The whole desk exported and imported in the admin. Each account sees only its own archives.

Permissions, as tests/test_staff_permissions.py checks them: export_desk and import_desk. No built-in group has them,
because an archive has every private deck, and an import can write anything on the desk.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.admin.pages import Extension, Page, PagesAdmin, ReadOnly, extend
from common.desk.archives import EXPORT, IMPORT, WORKING, Status, approve, begin, choose_again, drop
from common.limits import MOST_DESK_ARCHIVES, MOST_DESK_UPLOAD_BYTES, MOST_OWNER_MAP_CHARACTERS
from common.models import DeskArchive
from common.text.language import in_language
from common.text.refusals import marked

KINDS: dict[str, Any] = {
    "card sets": gettext_lazy("card sets"),
    "drafts": gettext_lazy("drafts"),
    "card tests": gettext_lazy("card tests"),
    "decks": gettext_lazy("decks"),
    "deck versions": gettext_lazy("deck versions"),
    "deck tags": gettext_lazy("deck tags"),
    "leagues": gettext_lazy("leagues"),
    "manifest changes": gettext_lazy("changes of leagues"),
}
"""The kinds of rows in a report, in words."""


class OwnersForm(forms.Form):
    owners = forms.ChoiceField(
        label=gettext_lazy("Decks, drafts and leagues go to"),
        choices=DeskArchive.Owners.choices,
        initial=DeskArchive.Owners.NOBODY,
    )
    account = forms.CharField(label=gettext_lazy("The other account"), max_length=150, required=False)
    owner_map = forms.CharField(
        label=gettext_lazy("The list of accounts"),
        required=False,
        max_length=MOST_OWNER_MAP_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 40, "placeholder": "old,new"}),
        help_text=gettext_lazy(
            "Begin with the line old,new. Then add a line for each account of the archive: its name there, a comma, "
            "and its name here. If no one should get what it owns, leave out the name here. If accounts are missing, "
            "the check names them."
        ),
    )
    replaces = forms.BooleanField(
        label=gettext_lazy("Replace content that differs here"),
        required=False,
        help_text=gettext_lazy(
            "The content of the archive is saved as new versions and revisions. Without this, the content here stays."
        ),
    )

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("owners") == DeskArchive.Owners.ACCOUNT and not sent.get("account"):
            raise forms.ValidationError(_("Enter the name of the other account."))
        return sent


class UploadForm(OwnersForm):
    archive = forms.FileField(label=gettext_lazy("file"))
    field_order = ("archive", "owners", "account", "owner_map", "replaces")

    def clean_archive(self) -> Any:
        sent = self.cleaned_data["archive"]
        if sent.size > MOST_DESK_UPLOAD_BYTES:
            text = _("The file is too large. The limit is %(n)d MiB.") % {"n": MOST_DESK_UPLOAD_BYTES // 2**20}
            raise forms.ValidationError(f"{text} {_('For larger archives, use manage.py import_desk.')}")
        return sent


@admin.register(DeskArchive)
class DeskArchiveAdmin(ReadOnly, PagesAdmin):
    """The account's own archives, and the pages on which it makes, previews and approves them."""

    list_display = ("file_name", "status", "size", "created_at", "ended_at")
    change_list_template = "admin/common/deskarchive/change_list.html"

    def has_view_permission(self, request: HttpRequest, obj: DeskArchive | None = None) -> bool:
        may = request.user.has_perm(EXPORT) or request.user.has_perm(IMPORT)
        return may and (obj is None or obj.by_id == request.user.pk)

    has_module_permission = has_view_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[DeskArchive]:
        return super().get_queryset(request).filter(by=request.user.pk).defer("content")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_permission(request):  # Django would first look for the row, which others don't see.
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """What an archive would do or has done, and the buttons to decide."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = self.get_object(request, object_id)
        if found is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return]
        may_choose = found.status in (Status.CHECKED, Status.REFUSED) and found.size is not None
        chosen = {name: getattr(found, name) for name in ("owners", "account", "owner_map", "replaces")}
        form = OwnersForm(request.POST if "owners" in request.POST else None, initial=chosen) if may_choose else None
        if request.method == "POST" and not (form and form.is_bound and not form.is_valid()):
            self._decide(request, found, form)
            return HttpResponseRedirect(address(found))
        return self.page(
            request,
            "admin/common/deskarchive/archive.html",
            str(found),
            found=found,
            form=form,
            is_working=found.status in WORKING,
            may_drop=found.status not in (Status.IMPORTING, Status.IMPORTED, Status.DROPPED),
            faults=[marked(in_language(fault)) for fault in found.faults],
            **_in_words(found.report or {}),
        )

    def _decide(self, request: HttpRequest, found: DeskArchive, form: OwnersForm | None) -> None:
        if "drop" in request.POST:
            is_done = drop(found)
        else:
            self.need(request, IMPORT)
            sent = request.POST.get("choice", "")
            found.choice = int(sent) if sent.isdecimal() and len(sent) < 10 else 0
            is_done = choose_again(found, **form.cleaned_data) if form and form.is_bound else approve(found)
        if not is_done:
            messages.warning(
                request, _("Someone else has worked on this archive in the meantime. Nothing was changed.")
            )


def _in_words(report: Mapping[str, Any]) -> dict[str, list[Any]]:
    """A report of an import in the language of the page."""
    counts, different = report.get("counts", {}), report.get("different", [])
    return {
        "counts": [(words, counts[kind]) for kind, words in KINDS.items() if kind in counts],
        "updated": [(KINDS[kind], name) for kind, name in report.get("updated", [])],
        "different": [(KINDS[kind], name, marked(in_language(reason))) for kind, name, reason in different],
        "notes": [marked(in_language(note)) for note in report.get("notes", [])],
    }


def export_page(archives: DeskArchiveAdmin, request: HttpRequest) -> HttpResponse:
    """Have the desk exported. The archive's own page offers it for download."""
    if request.method == "POST":
        name = f"desk-{timezone.localtime():%Y-%m-%d-%H%M}.zip"
        return _begun(request, begin(by=request.user, status=Status.EXPORTING, file_name=name))
    return archives.page(request, "admin/common/deskarchive/export.html", _("Export cards, decks and leagues"))


def import_page(archives: DeskArchiveAdmin, request: HttpRequest) -> HttpResponse:
    """Upload an archive. Nothing is imported before its preview is approved."""
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        sent = dict(form.cleaned_data)
        file = sent.pop("archive")
        begun = begin(by=request.user, status=Status.CHECKING, file_name=file.name, content=file.read(), **sent)
        return _begun(request, begun)
    most = MOST_DESK_UPLOAD_BYTES // 2**20
    return archives.page(
        request, "admin/common/deskarchive/import.html", _("Import cards, decks and leagues"), form=form, most=most
    )


def _begun(request: HttpRequest, begun: DeskArchive | None) -> HttpResponse:
    if begun is not None:
        return HttpResponseRedirect(address(begun))
    text = _("You have %(n)d archives that are not finished. Delete one first.") % {"n": MOST_DESK_ARCHIVES}
    messages.error(request, text)
    return HttpResponseRedirect(reverse("admin:common_deskarchive_changelist"))


def download(archives: DeskArchiveAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    found = DeskArchive.objects.filter(pk=pk, by=request.user.pk, status=Status.EXPORTED).first()
    if found is None or found.content is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{found.file_name}"', "Cache-Control": "no-store"}
    return HttpResponse(bytes(found.content), content_type="application/zip", headers=headers)


def address(found: DeskArchive) -> str:
    return reverse("admin:common_deskarchive_change", args=[found.pk])


extend(
    DeskArchive,
    Extension(
        pages=(
            Page("export/", "common_deskarchive_export", export_page, (EXPORT,)),
            Page("import/", "common_deskarchive_import", import_page, (IMPORT,)),
            Page("<uuid:pk>/download/", "common_deskarchive_download", download, (EXPORT,)),
        )
    ),
)
