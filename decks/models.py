"""The decks that players and managers store."""

from typing import ClassVar

import uuid6
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.leases import Leased
from common.text.language import in_language
from decks.limits import MOST_NOTE_CHARACTERS


class Deck(models.Model):
    """A named list of cards for one ruleset, stored with the options it is meant for."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Owner only")
        PUBLIC = "public", _("Anyone can view and copy it")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="decks", verbose_name=_("owner")
    )
    ruleset = models.CharField(_("ruleset"), max_length=40)
    slug = models.SlugField(_("slug"), max_length=80, blank=True, help_text=_("For starter decks only."))
    name_en = models.CharField(_("name (English)"), max_length=120)
    name_ja = models.CharField(_("name (Japanese)"), max_length=120, blank=True)
    options = models.JSONField(_("options"), default=dict, blank=True)
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    note = models.TextField(_("note"), blank=True, validators=[MaxLengthValidator(MOST_NOTE_CHARACTERS)])
    version = models.PositiveIntegerField(_("version"), default=1, db_default=1, editable=False)
    # The stored verdict and what it was reached with (verdicts.py).
    legal = models.BooleanField(_("legal"), null=True, editable=False)
    judged_version = models.PositiveIntegerField(_("checked version"), null=True, editable=False)
    judged_with = models.CharField(_("checked with"), max_length=40, default="", db_default="", editable=False)
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
        """The deck as a seat sends it: `{"cards": {slug: copies}}`."""
        return {"cards": {line.card: line.copies for line in self.lines.all()}}


class DeckLine(models.Model):
    """One card of a deck and its number of copies."""

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


class DeckTag(models.Model):
    """A word that deck managers find decks by. It isn't part of the deck's versions."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="tags", verbose_name=_("deck"), db_index=False)
    name = models.CharField(_("tag"), max_length=40, db_index=True)

    class Meta:
        verbose_name = _("tag")
        verbose_name_plural = _("tags")
        ordering: ClassVar = ["deck_id", "name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "name"], name="one_deck_tag_a_name")]

    def __str__(self) -> str:
        return self.name


class DeckVersion(models.Model):
    """A saved version of a deck. It stays if the deck is deleted, and is deleted with the owner's account."""

    class Kind(models.TextChoices):
        CREATED = "created", _("Created")
        CHANGED = "changed", _("Changed")
        RESTORED = "restored", _("Restored")
        DELETED = "deleted", _("Deleted")

    deck_id = models.UUIDField(_("deck"))
    number = models.PositiveIntegerField(_("version"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", verbose_name=_("owner")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("author")
    )
    made_at = models.DateTimeField(_("saved at"), default=timezone.now)
    plan = models.JSONField(_("content"))

    class Meta:
        verbose_name = _("deck version")
        verbose_name_plural = _("deck versions")
        ordering: ClassVar = ["deck_id", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deck_id", "number"], name="one_deck_version_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.plan['name_en']} {self.number}"


class DeckImport(Leased):
    """An imported file of decks: first the workers' progress, then the report."""

    class Status(models.TextChoices):
        CHECKING = "checking", _("Being checked")
        ASKING = "asking", _("Columns to choose")
        CHECKED = "checked", _("Checked")
        TAKING = "taking", _("Being imported")
        DONE = "done", _("Imported")
        UNREADABLE = "unreadable", _("Unreadable")
        DROPPED = "dropped", _("Cancelled")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    by_name = models.CharField(_("account name"), max_length=150)
    file_name = models.CharField(_("file"), max_length=255)
    digest = models.CharField(_("SHA-256"), max_length=64)
    size = models.PositiveIntegerField(_("bytes"))
    encoding = models.CharField(_("encoding"), max_length=20, blank=True)
    content = models.BinaryField(
        _("content"), null=True, help_text=_("Stored until the import finishes or is cancelled.")
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.CHECKING)
    fault = models.JSONField(_("why it can't be read"), null=True)
    total = models.PositiveIntegerField(_("rows"), null=True)
    columns = models.JSONField(
        _("columns"),
        null=True,
        help_text=_("The headers of the file and the fields that they fill. Empty until the file is read."),
    )
    ruleset = models.CharField(
        _("ruleset"), max_length=40, blank=True, db_default="", help_text=_("For rows that don't name a ruleset.")
    )
    takes_illegal = models.BooleanField(_("include illegal decks"), default=True)
    request_key = models.CharField(
        _("idempotency key"), max_length=255, blank=True, db_default="", help_text=_("Set if a program sent the file.")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)

    class Meta:
        verbose_name = _("deck import")
        verbose_name_plural = _("deck imports")
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["by", "request_key"], condition=~models.Q(request_key=""), name="one_deck_import_a_key"
            )
        ]

    def __str__(self) -> str:
        return self.file_name


class DeckImportRow(models.Model):
    """What a row of an imported file would do, or has done."""

    class Kind(models.TextChoices):
        NEW = "new", _("New")
        CHANGED = "changed", _("Changed")
        SAME = "same", _("Unchanged")
        FAULTY = "faulty", _("Invalid")

    of = models.ForeignKey(DeckImport, models.CASCADE, related_name="rows", verbose_name=_("import"), db_index=False)
    number = models.PositiveIntegerField(_("row"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    name = models.CharField(_("name"), max_length=120, blank=True)
    ruleset = models.CharField(_("ruleset"), max_length=40, blank=True)
    cards = models.PositiveIntegerField(_("cards"), default=0)
    changes = models.JSONField(_("changes"), default=list)
    faults = models.JSONField(_("problems"), default=list, help_text=_("Why the row can't be imported."))
    problems = models.JSONField(_("problems"), default=list, help_text=_("Why the deck is not legal."))
    deck_id = models.UUIDField(_("deck"), null=True)
    is_taken = models.BooleanField(_("imported"), default=False)
    is_left_out = models.BooleanField(_("left out"), default=False, db_default=False)

    class Meta:
        verbose_name = _("import row")
        verbose_name_plural = _("import rows")
        ordering: ClassVar = ["of_id", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["of", "number"], name="one_import_row_a_number")]

    def __str__(self) -> str:
        return f"{self.number}"
