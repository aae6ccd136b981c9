"""How accounts find each other, as tables. Only `services` writes them."""

from typing import ClassVar

import uuid6
from django.conf import settings
from django.db import models


class CallRecord(models.Model):
    """How many calls in a row an account has missed, and until when it is called to nothing because of that."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="call_record"
    )
    missed = models.PositiveSmallIntegerField(default=0)
    paused_until = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.player_id}: {self.missed}"


class PairingPool(models.Model):
    """Whoever pairs in a game holds this row, so that requests are looked at one after the other."""

    ruleset = models.CharField(max_length=40, primary_key=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.ruleset


class PairingRequest(models.Model):
    """An account waits for others who want the same match; one request an account. It is gone when it is paired."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=40)
    options = models.JSONField()
    clock = models.JSONField()
    is_rated = models.BooleanField()
    kind = models.CharField(max_length=64)
    """A digest of all that must be equal: game, options, clock, rated."""
    rating = models.IntegerField()
    """The account's own, when it was posted."""
    least_rating = models.IntegerField(null=True)
    most_rating = models.IntegerField(null=True)
    deck = models.JSONField()
    posted_at = models.DateTimeField(db_index=True)
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["kind", "posted_at"], name="pairing_request_kind")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.player_id}"


class Challenge(models.Model):
    """One account asks another for a match of two. What becomes of it stays to be read for a month."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=40)
    options = models.JSONField()
    clock = models.JSONField(null=True)
    visibility = models.CharField(max_length=10)
    is_rated = models.BooleanField()
    seat = models.PositiveSmallIntegerField(null=True)
    """The challenger's; None: it is drawn."""
    rematch_of = models.UUIDField(null=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    reason = models.CharField(max_length=20, blank=True)
    match_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    """Both by the database's clock."""

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["challenger", "opponent"], condition=models.Q(status="open"), name="one_open_challenge_a_pair"
            )
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} {self.opponent_id} {self.status}"


class InvitationLink(models.Model):
    """The link by which whoever has it finds the lobby of a match, private ones too; a new one ends the one before.

    Its code is computed from `nonce` under the secret key (services/invitation_links.py), so that who reads the
    database alone has no code.
    """

    match_id = models.UUIDField(primary_key=True)
    nonce = models.BinaryField(max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id}"


class Block(models.Model):
    """An account wants nothing to do with another, who is not told."""

    blocker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair")]

    def __str__(self) -> str:
        return f"{self.blocker_id} {self.blocked_id}"


class Phrase(models.Model):
    """What a player has said to the others of a match, one of a few words; it is no part of the log."""

    match_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    code = models.CharField(max_length=20)
    at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["match_id", "id"], name="phrases_of_match")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} {self.code}"


class PhraseMute(models.Model):
    """An account that wants to be told no phrases."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.player_id}"
