"""What players write about events of their own matches, as a table. Only `services/notes.py` writes it."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class EventNote(models.Model):
    """A player's note at one event of a match that he sat in: seen by nobody else unless it is shared."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="notes", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    text = models.TextField()
    is_shared = models.BooleanField()
    updated_at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player", "seq"], name="one_note_an_event")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"
