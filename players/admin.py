"""Players for operators: the list, the members of each staff group, and third-party apps.

Permissions (tests/test_staff_permissions.py checks them):

- view_player: the list and a player, without the password hash
- change_player: everything; no group has it, because it makes superusers
- delete_oauthapp: the list of third-party apps, and deleting one; no group has it

Players sign up by themselves and are never deleted here: their matches stay. A banned player is inactive.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.widgets import FilteredSelectMultiple
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import Count, ManyToManyField, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.admin.lookups import ListedLookups
from common.admin.pages import NoAddOrDelete, PagesAdmin
from common.named_rows import linked
from players.groups import GROUPS
from players.models import OAuthApp, Player, StaffGroup, group_name
from players.oauth.apps import remove_app


class NewPasswordForm(AdminPasswordChangeForm):
    """Sets a new password, without Django's option to disable it. To ban a player, make them inactive."""

    def __init__(self, user: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.fields.pop("usable_password", None)
        for field in self.fields.values():
            field.required = True


class GroupFilter(admin.SimpleListFilter):
    """Filters by group, under its name in the reader's language."""

    title = _("groups")
    parameter_name = "groups__id__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(group.pk), str(group)) for group in StaffGroup.objects.order_by("name")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        wanted = self.value()
        if wanted is None:
            return queryset
        return queryset.filter(groups=wanted) if wanted in dict(self.lookup_choices) else queryset.none()


@admin.register(Player)
class PlayerAdmin(NoAddOrDelete, PagesAdmin, UserAdmin):
    list_display = ("username", "is_bot", "is_active", "is_staff", "staff_groups", "date_joined", "last_login")
    more_columns = ("public_id",)
    list_filter = ("is_staff", "is_active", GroupFilter)
    search_fields = ("username", "public_id")
    ordering = ("username",)
    fieldsets = (
        (None, {"fields": ("username", "public_id", "password_link")}),
        (_("Staff"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )
    readonly_fields = ("username", "public_id", "password_link", "date_joined", "last_login")
    filter_horizontal = ("groups",)
    change_password_form = NewPasswordForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).select_related("bot_account").prefetch_related("groups")

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        if self.has_change_permission(request, obj):
            return self.fieldsets
        who, *rest = self.fieldsets
        return [(None, {"fields": [field for field in who[1]["fields"] if field != "password_link"]}), *rest]

    @admin.display(description=_("bot account"), boolean=True)
    def is_bot(self, player: Player) -> bool:
        return hasattr(player, "bot_account")

    @admin.display(description=_("password"))
    def password_link(self, player: Player) -> str:
        address = reverse("admin:auth_user_password_change", args=[player.pk])
        return format_html('<a href="{}">{}</a>', address, _("Set a new password"))

    @admin.display(description=_("groups"))
    def staff_groups(self, player: Player) -> str:
        return ", ".join(group_name(group.name) for group in player.groups.all()) or "–"

    def formfield_for_manytomany(self, db_field: ManyToManyField, request: HttpRequest, **more: Any) -> Any:
        if db_field.name == "groups":
            more["queryset"] = StaffGroup.objects.order_by("name")
        return super().formfield_for_manytomany(db_field, request, **more)


VERBS: dict[str, Promise | str] = {
    "view": _("view"),
    "add": _("add"),
    "change": _("change"),
    "delete": _("delete"),
}
STANDARD = _(
    "The permissions of built-in groups are reset with every update. For other permissions, create a new group."
)


class PermissionsField(forms.ModelMultipleChoiceField):
    """Lists permissions in words."""

    def label_from_instance(self, permission: Permission) -> str:
        of = permission.content_type
        app = apps.get_app_config(of.app_label).verbose_name
        is_common = permission.codename in {f"{verb}_{of.model}" for verb in VERBS}
        label = VERBS[permission.codename.partition("_")[0]] if is_common else gettext(permission.name)
        return f"{app} › {of.name} › {label}"


@admin.register(StaffGroup)
class StaffGroupAdmin(ListedLookups, GroupAdmin):
    """The permissions of a staff group. The built-in groups (groups.py) can't be renamed."""

    search_fields = ()
    list_display = ("__str__", "members")

    def get_queryset(self, request: HttpRequest) -> QuerySet[StaffGroup]:
        return super().get_queryset(request).annotate(size=Count("user"))

    @admin.display(description=_("members"))
    def members(self, group: Any) -> int:
        return int(group.size)

    def get_fields(self, request: HttpRequest, obj: StaffGroup | None = None) -> tuple[str, ...]:
        return ("permissions",) if obj and obj.name in GROUPS else ("name", "permissions")

    def get_deleted_objects(self, objs: Iterable[StaffGroup], request: HttpRequest) -> tuple[Any, ...]:
        """List only the groups to be deleted, without the rows of their members and permissions."""
        gone = [str(group) for group in objs]
        return gone, {str(self.opts.verbose_name_plural): len(gone)}, set(), []

    def formfield_for_manytomany(self, db_field: ManyToManyField, request: HttpRequest, **more: Any) -> Any:
        """Offer only permissions that some code checks, and those the group already has."""
        label = _("rights")
        ours = Q(
            content_type__in=ContentType.objects.get_for_models(
                *self.admin_site._registry, for_concrete_models=False
            ).values()
        )
        group = request.resolver_match.kwargs.get("object_id") if request.resolver_match else None
        held = Q(group=group) if group else Q(pk=None)
        granted = Q(codename__in={name.partition(".")[2] for names in GROUPS.values() for name in names})
        return PermissionsField(
            Permission.objects.filter(ours | granted | held).select_related("content_type").distinct(),
            label=capfirst(label),
            required=False,
            widget=FilteredSelectMultiple(label, is_stacked=False),
            help_text=STANDARD,
        )


@admin.register(OAuthApp)
class OAuthAppAdmin(ListedLookups, admin.ModelAdmin):
    """Third-party apps, for superusers. Deleting one ends all its tokens."""

    list_display = ("name", linked("owner", _("owner")), "users", "created_at")
    list_select_related = ("owner",)
    fields = ("name", "client_id", "owner", "redirect_uris", "created_at")
    readonly_fields = fields
    search_fields = ("name", "client_id", "owner__username")
    ordering = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: OAuthApp | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[OAuthApp]:
        return super().get_queryset(request).annotate(size=Count("grants__player", distinct=True))

    @admin.display(description=_("allowed by"))
    def users(self, app: Any) -> int:
        return int(app.size)

    def get_deleted_objects(self, objs: Iterable[OAuthApp], request: HttpRequest) -> tuple[Any, ...]:
        """List only the apps to be deleted, without their tokens and grants."""
        gone = [str(app) for app in objs]
        return gone, {str(self.opts.verbose_name_plural): len(gone)}, set(), []

    def delete_model(self, request: HttpRequest, obj: OAuthApp) -> None:
        remove_app(app=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[OAuthApp]) -> None:
        for app in queryset:
            remove_app(app=app)


admin.site.unregister(Group)
