"""Decks exported to files. How they are imported: imports.py."""

from django.http import HttpRequest
from import_export.admin import ExportActionModelAdmin
from import_export.forms import ExportForm

from decks.resources import FORMATS, DeckResource


class DeckFiles(ExportActionModelAdmin):
    """Who may view decks may export them."""

    resource_classes = (DeckResource,)
    formats = FORMATS
    export_formats = FORMATS
    export_form_class = ExportForm
    import_export_change_list_template = "admin/decks/deck/change_list.html"

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)
