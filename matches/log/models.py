"""The log as tables. Only `log` writes them (a test finds their names nowhere else)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """One row of the log: the canonical bytes that were hashed. Never changed, never removed (triggers see to it).

    PostgreSQL does not check the foreign key, which would cost more than writing the row: a trigger keeps every match
    that has events.
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


class Checkpoint(models.Model):
    """The position after one event in every fifty, so that any past position is near."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="checkpoints", db_index=False)
    seq = models.IntegerField()
    snapshot = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seq"], name="checkpoint_seq")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"
