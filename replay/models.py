"""Imports, verdicts and daily roots of matches. Verdicts can be computed again from the logs at any time."""

from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _


class ImportedMatch(models.Model):
    """The source of an imported match. The match has a new id here; `original_id` is the id in its log."""

    match = models.OneToOneField(
        "matches.Match", models.CASCADE, primary_key=True, related_name="imported", verbose_name=_("match")
    )
    original_id = models.CharField(_("id in the log"), max_length=64)
    last_hash = models.BinaryField(_("hash of the last event"), max_length=32)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("imported by"),
    )
    imported_at = models.DateTimeField(_("imported at"), editable=False, help_text=_("When this row was created."))

    class Meta:
        verbose_name = _("imported match")
        verbose_name_plural = _("imported matches")
        permissions: ClassVar = [("import_public", _("Can import public matches"))]
        ordering: ClassVar = ["-imported_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["imported_by", "last_hash"], name="imported_once_a_player")
        ]

    def __str__(self) -> str:
        return self.original_id


class Verification(models.Model):
    """The verdict of a match's last audit. Findings are stored without values, which may be cards of a live match."""

    match = models.OneToOneField(
        "matches.Match", models.CASCADE, primary_key=True, related_name="verification", verbose_name=_("match")
    )
    verified_at = models.DateTimeField(_("last checked at"))
    is_sound = models.BooleanField(_("verifies"))
    sound_at = models.DateTimeField(_("last verified without findings at"), null=True, blank=True)
    version = models.IntegerField(_("version"), help_text=_("seq of the last event at that time."))
    findings = models.JSONField(_("findings"), default=list, help_text=_("[seq, field, code] of each finding"))
    not_compared = models.JSONField(_("not compared"), default=list, help_text=_("[seq, field, code] of each finding"))
    fingerprint = models.CharField(
        _("fingerprint"),
        max_length=64,
        help_text=_("Computed from everything stored about the match when it was checked."),
    )
    seal = models.CharField(
        _("seal"), max_length=64, help_text=_("A keyed MAC of this row, so only the service can write a verdict.")
    )

    class Meta:
        verbose_name = _("verification")
        verbose_name_plural = _("verifications")
        ordering: ClassVar = ["-verified_at"]
        indexes: ClassVar = [
            models.Index(fields=["match"], condition=models.Q(is_sound=False), name="verification_unsound")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}"

    def make_seal(self) -> str:
        """The keyed MAC of the other columns: HMAC-SHA256 under a key derived from SECRET_KEY."""
        columns = {field.column: getattr(self, field.attname) for field in self._meta.concrete_fields}
        del columns["seal"]
        value = msgspec.json.encode(columns, order="sorted")
        return salted_hmac("replay.Verification", value, algorithm="sha256").hexdigest()

    @property
    def is_sealed(self) -> bool:
        """Whether the service wrote this row unchanged."""
        return constant_time_compare(self.seal, self.make_seal())


class DailyRoot(models.Model):
    """A published root, with the fields of its document (`SignedRoot`). Triggers prevent changing or deleting it."""

    number = models.PositiveIntegerField(_("number"), primary_key=True)
    day = models.DateField(_("day"), unique=True)
    size = models.PositiveIntegerField(_("number of matches"))
    root = models.BinaryField(_("tree root"), max_length=32)
    previous = models.BinaryField(_("hash of the previous root"), max_length=32)
    restored_after = models.IntegerField(_("restored after root"), null=True)
    computed_at = models.DateTimeField(_("computed at"))
    public_key = models.BinaryField(_("public key"), max_length=32)
    signature = models.BinaryField(_("signature"), max_length=64)

    class Meta:
        verbose_name = _("daily root")
        verbose_name_plural = _("daily roots")
        ordering: ClassVar = ["-number"]

    def __str__(self) -> str:
        return f"{self.number} {self.day}"


class RootLeaf(models.Model):
    """The place of a finished match in the only root that it enters. Triggers prevent changing or deleting it."""

    match = models.OneToOneField(
        "matches.Match", models.PROTECT, primary_key=True, related_name="root_leaf", verbose_name=_("match")
    )
    root = models.ForeignKey(
        DailyRoot, models.PROTECT, related_name="leaves", verbose_name=_("daily root"), db_index=False
    )
    index = models.PositiveIntegerField(_("leaf index"))
    log_id = models.CharField(_("id in the log"), max_length=64)
    last_hash = models.BinaryField(_("hash of the last event"), max_length=32)
    path = models.BinaryField(_("inclusion proof"), help_text=_("Sibling hashes, from the leaf up."))

    class Meta:
        verbose_name = _("leaf of a daily root")
        verbose_name_plural = _("leaves of daily roots")
        ordering: ClassVar = ["root_id", "index"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["root", "index"], name="one_leaf_an_index")]

    def __str__(self) -> str:
        return f"{self.root_id} {self.index}"


class ChainContinuation(models.Model):
    """The database that may continue the chain of roots, and from which root. The newest row counts.

    After a restore, an operator passes in the roots published since the backup. Roots up to `own_until` have all their
    leaves here. Later ones, up to `published_until`, have none.
    """

    database = models.CharField(_("database"), max_length=60)
    own_until = models.IntegerField(_("last root with stored leaves"))
    published_until = models.IntegerField(_("last published root"))
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("continuation of the chain of roots")
        verbose_name_plural = _("continuations of the chain of roots")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.own_until} {self.published_until}"
