"""The tables of webhooks. Only this package writes them; `deletion` deletes the rows of a deleted account."""

from typing import ClassVar

import uuid6
from django.conf import settings
from django.db import models
from django.db.models import Q


class Webhook(models.Model):
    """An address to which an account's notices are posted. Its secret is computed from `nonce` (signing.py)."""

    class Status(models.TextChoices):
        UNPROVEN = "unproven"
        ACTIVE = "active"
        DISABLED = "disabled"

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    url = models.CharField(max_length=500)
    types = models.TextField(blank=True)
    """The types of messages to send, each between two spaces; empty for all."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.UNPROVEN)
    nonce = models.BinaryField(max_length=16)
    former_nonce = models.BinaryField(max_length=16, null=True)
    former_until = models.DateTimeField(null=True)
    """The former secret also signs until this time."""
    after = models.BigIntegerField(default=0)
    """The account's notices up to this number need no more deliveries."""
    failing_since = models.DateTimeField(null=True)
    """The first failure since the last success."""
    problem = models.CharField(max_length=20, blank=True)
    """Why it was disabled: a key of PROBLEMS in delivering.py."""
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def wants(self, type_: str) -> bool:
        return not self.types or f" {type_} " in self.types

    def __str__(self) -> str:
        return f"{self.account_id} {self.url}"


class WebhookDelivery(models.Model):
    """A message to one address. Every attempt sends the same bytes with the same `webhook-id`."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        DEAD = "dead"
        OBSOLETE = "obsolete"

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    type = models.CharField(max_length=40)
    body = models.BinaryField()
    match_id = models.UUIDField(null=True)
    """The match of a turn, which is not sent once the match no longer waits for the account."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    """The time of the next attempt. During an attempt, the time from which another worker may make one."""
    error = models.CharField(max_length=20, blank=True)
    http_status = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(status="waiting"), name="webhook_delivery_due"),
            models.Index(fields=["webhook", "-id"], name="webhook_deliveries_newest"),
            models.Index(fields=["ended_at"], condition=Q(ended_at__isnull=False), name="webhook_delivery_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.status}"


class WebhookTurn(models.Model):
    """The newest turn in a match that a webhook has a delivery for."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="+", db_index=False)
    match_id = models.UUIDField()
    version = models.IntegerField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "match_id"], name="one_webhook_turn_a_match")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.version}"
