"""The record of audit reads: hidden parts of matches that staff have read before disclosure."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin.pages import PagesAdmin, ReadOnly
from common.named_rows import linked
from matches.admin.labels import audit_read_label, match_link
from matches.models import AuditRead

READER = linked("reader", _("reader"), stored_name="reader_name")


@admin.register(AuditRead)
class AuditReadAdmin(ReadOnly, PagesAdmin):
    list_display = ("read_at", READER, "match_read", "what_was_read", "seq", "reason")
    fields = list_display
    readonly_fields = (READER, "match_read", "what_was_read")
    list_select_related = ("match", "reader")
    search_fields = ("reader_name", "match__id", "reason")
    date_hierarchy = "read_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditRead]:
        return super().get_queryset(request).defer("match__snapshot", "match__sealed_seed")

    @admin.display(description=_("match"), ordering="match")
    def match_read(self, read: AuditRead) -> str:
        return match_link(read.match)

    @admin.display(description=_("what was read"))
    def what_was_read(self, read: AuditRead) -> str:
        return audit_read_label(read.what)
