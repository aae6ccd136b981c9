"""Work that outlives its worker: a row is held by a lease, and set aside when it has failed twice.

A worker claims a row, and says so whenever it has written something of it. One that dies, or outlasts its time, leaves
the lease behind, and another worker claims the row when that has run out. A row that two workers in turn have held
without writing anything would stop the third one too: its app sets it aside, with the reason.
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
        """Of a row that was just claimed: whether the two claims before this one came to nothing."""
        return self.fruitless > MOST_FRUITLESS


def unclaimed(now: datetime) -> Q:
    return Q(lease_until=None) | Q(lease_until__lt=now)


def claim(rows: QuerySet[Leased], now: datetime, lease: timedelta) -> int:
    """Hold those of the rows that nobody holds. Returns how many."""
    return rows.filter(unclaimed(now)).update(lease_until=now + lease, fruitless=F("fruitless") + 1)


def progressed(rows: QuerySet[Leased], now: datetime, lease: timedelta) -> None:
    """Something of the rows is written, and there is more to do: hold them on."""
    rows.update(lease_until=now + lease, fruitless=0)


def release(rows: QuerySet[Leased]) -> None:
    """Leave the rows to others. Whether this claim has come to something is said already."""
    rows.update(lease_until=None)
