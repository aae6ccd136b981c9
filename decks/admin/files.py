"""Decks imported from files and exported to them."""

from typing import Any

from django.contrib import messages
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.http import HttpRequest
from django.utils.translation import gettext as _
from import_export.admin import ImportExportActionModelAdmin
from import_export.forms import ExportForm
from import_export.results import RowResult

from decks.models import Deck
from decks.resources import COLUMNS, FORMATS, DeckResource, UnreadableFile


class DeckFiles(ImportExportActionModelAdmin):
    """Who may add and change decks may import them; who may view them may export them."""

    resource_classes = (DeckResource,)
    formats = FORMATS
    import_formats = FORMATS
    export_formats = FORMATS
    export_form_class = ExportForm
    import_export_change_list_template = "admin/decks/deck/change_list.html"
    import_template_name = "admin/decks/deck/import.html"

    def has_import_permission(self, request: HttpRequest) -> bool:
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {"columns": COLUMNS}

    def add_data_read_fail_error_to_form(self, form: Any, error: Exception) -> None:
        text = _("The file cannot be read in this format.")
        if isinstance(error, UnreadableFile):
            text = str(error)
        elif isinstance(error, UnicodeDecodeError):
            text = _("The file is not written in UTF-8.")
        form.add_error("import_file", text)

    def add_success_message(self, result: Any, request: HttpRequest) -> None:
        counts = {kind: result.totals[kind] for kind in ("new", "update", "skip")}
        messages.success(request, _("Imported: %(new)d new, %(update)d changed, %(skip)d as they were.") % counts)

    def generate_log_entries(self, result: Any, request: HttpRequest) -> None:
        """The import in the history of every deck that it changed."""
        flags = {RowResult.IMPORT_TYPE_NEW: ADDITION, RowResult.IMPORT_TYPE_UPDATE: CHANGE}
        for row in result:
            if row.import_type in flags:
                deck = Deck.objects.get(pk=row.object_id)
                LogEntry.objects.log_actions(
                    request.user.pk, [deck], flags[row.import_type], row.change_message, single_object=True
                )
