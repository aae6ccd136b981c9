"""The lists on the page of a match: seats, audit reads, and when it was hidden or shown again."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from common.admin.pages import ReadOnly
from common.named_rows import linked
from matches.admin.labels import audit_read_label, seat_holder_link
from matches.models import AuditRead, Moderation, Seat


class MatchInline(ReadOnly, admin.TabularInline):
    """Rows of a match, for all staff who may see matches."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("matches.view_match")


class SeatInline(MatchInline):
    """The seats. Decks are left out, because those of a live match are secret."""

    model = Seat
    fields = ("index", "kind", "holder", "is_ready", "error")
    readonly_fields = fields
    ordering = ("index",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player")

    @admin.display(description=_("player or bot"))
    def holder(self, seat: Seat) -> str:
        return seat_holder_link(seat)

    @admin.display(description=_("last error of the bot"))
    def error(self, seat: Seat) -> str:
        return format_html('<pre class="fault">{}</pre>', seat.fault) if seat.fault else "–"


class AuditReadInline(MatchInline):
    """The staff who have read secrets of the match while it was live."""

    model = AuditRead
    fields = ("read_at", linked("reader", _("reader"), stored_name="reader_name"), "what_was_read", "seq", "reason")
    readonly_fields = fields
    ordering = ("read_at",)

    @admin.display(description=_("what was read"))
    def what_was_read(self, read: AuditRead) -> str:
        return audit_read_label(read.what)


class ModerationInline(MatchInline):
    """The staff who have hidden the match or shown it again."""

    model = Moderation
    fields = ("at", linked("moderator", _("moderator"), stored_name="moderator_name"), "is_hidden", "reason")
    readonly_fields = fields
    ordering = ("at",)
