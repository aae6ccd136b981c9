"""Players for operators: who there is, and who belongs to which group of the staff.

Who may do what (tests/test_staff_permissions.py holds it):
  view_player     the list and a player, without anything of his password
  change_player   everything; no group has it, because it makes superusers
Players sign up by themselves and are not thrown away: their matches stay. Somebody who may not come back is inactive.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from matches.players.models import Player


class NewPasswordForm(AdminPasswordChangeForm):
    """A new password. Somebody who may not come back is inactive; there are no players without a password."""

    def __init__(self, user: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.fields.pop("usable_password", None)
        for field in self.fields.values():
            field.required = True


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    list_display = ("username", "is_active", "is_staff", "staff_groups", "date_joined", "last_login")
    list_filter = ("is_staff", "is_active", "groups")
    search_fields = ("username", "public_id")
    ordering = ("username",)
    fieldsets = (
        (None, {"fields": ("username", "public_id", "password_link")}),
        (_("Staff"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Times"), {"fields": ("date_joined", "last_login")}),
    )
    readonly_fields = ("username", "public_id", "password_link", "date_joined", "last_login")
    filter_horizontal = ("groups",)
    change_password_form = NewPasswordForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).prefetch_related("groups")

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        if self.has_change_permission(request, obj):
            return self.fieldsets
        who, *rest = self.fieldsets
        return [(None, {"fields": [field for field in who[1]["fields"] if field != "password_link"]}), *rest]

    @admin.display(description=_("password"))
    def password_link(self, player: Player) -> str:
        address = reverse("admin:auth_user_password_change", args=[player.pk])
        return format_html('<a href="{}">{}</a>', address, _("Set a new password"))

    @admin.display(description=_("groups"))
    def staff_groups(self, player: Player) -> str:
        return ", ".join(group.name for group in player.groups.all()) or "–"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
