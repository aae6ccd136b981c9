"""What staff store about admin lists, and the archives of the desk that they export and import in the admin."""

from typing import Any, ClassVar

import uuid6
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.leases import Leased
from common.limits import MOST_FILTER_NAME_CHARACTERS, MOST_FILTER_QUERY_CHARACTERS


class SavedFilter(models.Model):
    """The filters, search and order of an admin list, under a name."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_filters", verbose_name=_("owner")
    )
    list_name = models.CharField(_("list"), max_length=100)
    """The label of the list's model, such as `decks.deck`."""
    name = models.CharField(_("name"), max_length=MOST_FILTER_NAME_CHARACTERS)
    query = models.CharField(_("filters"), max_length=MOST_FILTER_QUERY_CHARACTERS, blank=True)
    """The query string of filters and search."""
    order = models.JSONField(_("order"), default=list)
    """Names of columns, after `-` if descending. Not their places, since these change with the chosen columns."""
    is_shared = models.BooleanField(_("shared with other staff"), default=False)

    class Meta:
        verbose_name = _("saved filter")
        verbose_name_plural = _("saved filters")
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "list_name", "name"], name="one_saved_filter_a_name")
        ]
        indexes: ClassVar = [
            models.Index(fields=["list_name", "name"], condition=models.Q(is_shared=True), name="shared_filters")
        ]

    def __str__(self) -> str:
        return self.name


class ChosenColumns(models.Model):
    """The columns that an account chose for an admin list."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="chosen_columns", verbose_name=_("owner")
    )
    list_name = models.CharField(_("list"), max_length=100)
    columns = models.JSONField(_("columns"))

    class Meta:
        verbose_name = _("chosen columns")
        verbose_name_plural = _("chosen columns")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "list_name"], name="one_choice_of_columns_a_list")
        ]

    def __str__(self) -> str:
        return self.list_name


def forget_lists(account: Any) -> None:
    """Delete what an account stored about admin lists, as when the account is deleted."""
    SavedFilter.objects.filter(owner=account).delete()
    ChosenColumns.objects.filter(owner=account).delete()


class DeskArchive(Leased):
    """An archive of the desk that the admin exports or imports. Only the account that made it sees it."""

    class Status(models.TextChoices):
        EXPORTING = "exporting", _("Being exported")
        EXPORTED = "exported", _("Exported")
        CHECKING = "checking", _("Being checked")
        CHECKED = "checked", _("Checked")
        IMPORTING = "importing", _("Being imported")
        IMPORTED = "imported", _("Imported")
        REFUSED = "refused", _("Refused")
        DROPPED = "dropped", _("Cancelled")

    class Owners(models.TextChoices):
        NOBODY = "nobody", _("no one")
        ME = "me", _("me")
        ACCOUNT = "account", _("another account")
        MAP = "map", _("accounts by a list")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("by"))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    file_name = models.CharField(_("file"), max_length=255)
    digest = models.CharField(_("SHA-256"), max_length=64, blank=True)
    size = models.PositiveIntegerField(_("bytes"), null=True)
    content = models.BinaryField(_("content"), null=True)
    owners = models.CharField(_("owners"), max_length=10, choices=Owners.choices, default=Owners.NOBODY)
    account = models.CharField(_("account"), max_length=150, blank=True)
    owner_map = models.TextField(_("list of accounts"), blank=True)
    replaces = models.BooleanField(_("replace what is different here"), default=False)
    choice = models.PositiveIntegerField(_("times that owners were chosen"), default=1)
    """How often owners were chosen. What a worker or an approval does for an earlier choice is ignored."""
    report = models.JSONField(_("report"), null=True)
    faults = models.JSONField(_("faults"), default=list)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)

    class Meta:
        verbose_name = _("desk archive")
        verbose_name_plural = _("desk archives")
        ordering: ClassVar = ["-created_at", "-id"]
        default_permissions = ()
        permissions: ClassVar = [
            ("export_desk", _("export the whole desk")),
            ("import_desk", _("import a whole desk")),
        ]

    def __str__(self) -> str:
        return self.file_name
