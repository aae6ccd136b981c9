"""Leases on rows, so that work outlives its worker. A row that failed twice is set aside.

A worker claims a row, and renews the lease whenever it has written something. If it dies or takes too long, the lease
runs out and another worker claims the row. If two workers in a row wrote nothing, a third one would fail too. Then the
app sets the row aside, with the reason.
"""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from prometheus_client import Counter

from common.limits import MOST_FRUITLESS

set_aside = Counter("match_set_aside", "Work that was given up after it had failed twice without progress", ["what"])


class Leased(models.Model):
    lease_until = models.DateTimeField(_("leased until"), null=True)
    fruitless = models.PositiveSmallIntegerField(
        _("attempts without progress"), default=0, db_default=0, help_text=_("In a row, including the current one.")
    )

    class Meta:
        abstract = True

    @property
    def has_failed_twice(self) -> bool:
        """For a row just claimed: whether the two claims before made no progress."""
        return self.fruitless > MOST_FRUITLESS


def unclaimed(now: datetime) -> Q:
    return Q(lease_until=None) | Q(lease_until__lt=now)


def claim(rows: QuerySet[Leased], now: datetime, lease: timedelta) -> int:
    """Claim the unclaimed ones of the rows. Returns how many."""
    return rows.filter(unclaimed(now)).update(lease_until=now + lease, fruitless=F("fruitless") + 1)


def progressed(rows: QuerySet[Leased], now: datetime, lease: timedelta) -> None:
    """Renew the lease after progress, if there is more to do."""
    rows.update(lease_until=now + lease, fruitless=0)


def release(rows: QuerySet[Leased]) -> None:
    """Give up the lease. Progress must have been recorded before."""
    rows.update(lease_until=None)
