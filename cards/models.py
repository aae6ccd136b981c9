"""The card sets that matches are played with. Cards are rules, so a published revision never changes."""

from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.text.language import ruleset_name


class CardSetRevision(models.Model):
    """One immutable revision of a ruleset's card set. Event 0 of a match pins its number and digest."""

    ruleset = models.CharField(_("ruleset"), max_length=40)
    revision = models.PositiveIntegerField(_("revision"))
    digest = models.CharField(_("digest"), max_length=64)
    body = models.BinaryField(_("card set"), help_text=_("Canonical JSON (RFC 8785)."))
    note = models.CharField(_("note"), max_length=400, blank=True)
    published_at = models.DateTimeField(_("published at"), auto_now_add=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("published by")
    )
    is_playtest = models.BooleanField(
        _("playtest"),
        default=False,
        db_default=False,
        help_text=_("For trying a draft. It never counts as the latest revision."),
    )

    class Meta:
        verbose_name = _("card set revision")
        verbose_name_plural = _("card set revisions")
        ordering: ClassVar = ["ruleset", "-revision"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["ruleset", "revision"], name="one_revision_number")]

    def __str__(self) -> str:
        mark = f" ({gettext('playtest')})" if self.is_playtest else ""
        return f"{ruleset_name(self.ruleset)} {self.revision}{mark}"

    @property
    def card_set(self) -> dict[str, Any]:
        """The whole set, in the form of a ruleset's cards.json."""
        decoded: dict[str, Any] = msgspec.json.decode(bytes(self.body))
        return decoded


class CardSetDraft(models.Model):
    """A card set in preparation. It may have faults; publishing refuses it with all of them at once."""

    ruleset = models.CharField(_("ruleset"), max_length=40)
    base = models.ForeignKey(
        CardSetRevision,
        models.PROTECT,
        related_name="+",
        verbose_name=_("based on"),
        help_text=_("The revision that the draft is based on."),
    )
    body = models.JSONField(_("card set"))
    note = models.CharField(_("note"), max_length=400, blank=True, help_text=_("Published with the revision."))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("author")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated at"), auto_now=True)

    class Meta:
        verbose_name = _("card set draft")
        verbose_name_plural = _("card set drafts")
        ordering: ClassVar = ["-updated_at", "-id"]
        permissions: ClassVar = [("publish_cardset", _("Can publish card sets"))]

    def __str__(self) -> str:
        return f"{ruleset_name(self.ruleset)}: {gettext('draft')} {self.pk}"


class Card(models.Model):
    """No table: cards are stored in card sets. The model gives the admin's card pages a name and a permission."""

    class Meta:
        managed = False
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        default_permissions = ("view",)
