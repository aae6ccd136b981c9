"""What staff store about admin lists."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

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
