"""The decks that players and managers keep."""

from typing import ClassVar

import uuid6
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.text.language import in_language


class Deck(models.Model):
    """A named list of cards for one ruleset, kept under the options it is meant for."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Owner only")
        PUBLIC = "public", _("Everybody may see and copy it")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="decks", verbose_name=_("owner")
    )
    ruleset = models.CharField(_("ruleset"), max_length=40)
    slug = models.SlugField(_("slug"), max_length=80, blank=True, help_text=_("Starter decks only."))
    name_en = models.CharField(_("name (English)"), max_length=120)
    name_ja = models.CharField(_("name (Japanese)"), max_length=120, blank=True)
    options = models.JSONField(_("options"), default=dict, blank=True)
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    note = models.TextField(_("note"), blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated at"), auto_now=True)

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        ordering: ClassVar = ["ruleset", "name_en", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["ruleset", "slug"], condition=~models.Q(slug=""), name="one_starter_deck_a_slug"
            )
        ]

    def __str__(self) -> str:
        return in_language({"ja": self.name_ja, "en": self.name_en})

    @property
    def as_sent(self) -> dict[str, dict[str, int]]:
        """The deck as a seat brings it: `{"cards": {slug: copies}}`."""
        return {"cards": {line.card: line.copies for line in self.lines.all()}}


class DeckLine(models.Model):
    """So many copies of one card."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="lines", verbose_name=_("deck"))
    card = models.SlugField(_("card"), max_length=80)
    copies = models.PositiveSmallIntegerField(_("copies"), default=1)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering: ClassVar = ["deck_id", "card"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "card"], name="one_line_a_card")]

    def __str__(self) -> str:
        return f"{self.copies} × {self.card}"
