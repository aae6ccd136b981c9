"""Admin list of imported matches, with their source and the account that imported them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from common.admin.pages import PagesAdmin, ReadOnly
from common.named_rows import linked
from matches.admin.labels import match_link
from replay.models import ImportedMatch


@admin.register(ImportedMatch)
class ImportedMatchAdmin(ReadOnly, PagesAdmin):
    list_display = ("imported_at", "match_here", "original_id", linked("imported_by", gettext_lazy("imported by")))
    fields = list_display
    readonly_fields = ("match_here", list_display[-1])
    list_select_related = ("match", "imported_by")
    search_fields = ("original_id", "imported_by__username")
    date_hierarchy = "imported_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportedMatch]:
        return super().get_queryset(request).defer("match__snapshot", "match__sealed_seed")

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def match_here(self, imported: ImportedMatch) -> str:
        return match_link(imported.match)
