"""The data behind the statistics, seat by seat. Only `search` writes it, with the search terms."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class SeatRecord(models.Model):
    """A seat's part in a match that counts: its deck, the cards it saw and played, and its points.

    The cards are bits over the sorted slugs of the match's card set, in the order of `mask_of`.
    """

    match = models.ForeignKey(
        "matches.Match", models.CASCADE, related_name="seat_records", verbose_name=_("match"), db_index=False
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    team = models.PositiveSmallIntegerField(_("team"))
    points = models.PositiveSmallIntegerField(_("points"), help_text=_("2 for a win, 1 for a draw."))
    is_first = models.BooleanField(_("went first"))
    deck = models.CharField(_("deck"), max_length=64, blank=True)
    in_deck = models.BinaryField(_("cards in the deck"))
    seen = models.BinaryField(_("cards seen"))
    played = models.BinaryField(_("cards played"))

    class Meta:
        app_label = "matches"
        default_permissions = ()
        verbose_name = _("seat record")
        verbose_name_plural = _("seat records")
        ordering: ClassVar = ["match_id", "seat"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seat"], name="one_record_a_seat")]
        indexes: ClassVar = [
            models.Index(fields=["deck", "match"], name="record_of_deck", condition=~models.Q(deck=""))
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}"
