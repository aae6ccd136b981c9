"""The log's tables. Only `log` writes them (a test checks that no other code names them)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """One row of the log, with the canonical bytes that were hashed. Triggers prevent changes and deletion.

    PostgreSQL does not check the foreign key, because the check would cost more than writing the row. Instead, a
    trigger prevents the deletion of matches that have events.
    """

    pk = models.CompositePrimaryKey("match_id", "seq")
    match = models.ForeignKey(
        "matches.Match",
        models.PROTECT,
        related_name="events",
        verbose_name=_("match"),
        db_index=False,
        db_constraint=False,
    )
    seq = models.IntegerField(_("seq"))
    type = models.CharField(_("type"), max_length=20)
    seat = models.SmallIntegerField(_("seat"), null=True)
    body = models.BinaryField(_("canonical event"))
    hash = models.BinaryField(_("hash"), max_length=32)
    key = models.CharField(_("idempotency key"), max_length=255, null=True)
    request_digest = models.BinaryField(_("digest of the request"), max_length=32, null=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering: ClassVar = ["match_id", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "key", "seat"], condition=Q(key__isnull=False), name="event_idempotency_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"


class ArchivedLog(models.Model):
    """The file to which the events of an old match have been moved. Triggers prevent changes and deletion."""

    match = models.OneToOneField("matches.Match", models.PROTECT, primary_key=True, related_name="archived_log")
    file = models.CharField(max_length=200)
    digest = models.BinaryField(max_length=32)
    last_hash = models.BinaryField(max_length=32)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.match_id)


class Checkpoint(models.Model):
    """The position after every fiftieth event, so that any past position can be rebuilt quickly."""

    pk = models.CompositePrimaryKey("match_id", "seq")
    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="checkpoints", db_index=False)
    seq = models.IntegerField()
    snapshot = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"
