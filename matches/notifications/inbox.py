"""The inbox of an account: what it is told once, in order, numbered without gaps.

The numbers are taken at the end of the transaction that causes the notices, the accounts in the order of their ids: so
they commit in order, and two transactions cannot wait for each other.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.db import connection, transaction

from matches.log.transactions import at_end, writing
from matches.notifications import news, wake
from matches.notifications.models import Inbox, Notice
from matches.notifications.notices import NoticeKind

KEPT = timedelta(days=30)
_NUMBERED = """
INSERT INTO matches_inbox (account_id, newest) VALUES {}
ON CONFLICT (account_id) DO UPDATE SET newest = matches_inbox.newest + excluded.newest
RETURNING account_id, newest, EXISTS (
  SELECT 1 FROM matches_webhook WHERE matches_webhook.account_id = matches_inbox.account_id AND status = 'active'
)
"""
_WRITTEN = "INSERT INTO matches_notice (account_id, number, body, at) VALUES {}"


def notify(account_ids: Iterable[int], notice: NoticeKind) -> None:
    """Tell accounts of what the running transaction causes; written with it, told when it is committed.

    Inside `writing()` only.
    """
    body = msgspec.json.encode(notice)
    for account_id in account_ids:
        at_end(_write, (account_id, body))


def _write(told: Sequence[tuple[int, bytes]]) -> None:
    bodies: dict[int, list[bytes]] = {}
    for account_id, body in sorted(told, key=lambda entry: entry[0]):
        bodies.setdefault(account_id, []).append(body)
    counts = [value for account_id, found in bodies.items() for value in (account_id, len(found))]
    with connection.cursor() as cursor:
        cursor.execute(_NUMBERED.format(", ".join(["(%s, %s)"] * len(bodies))), counts)
        written = cursor.fetchall()
        newest = {account_id: number for account_id, number, _ in written}
        rows = [
            (account_id, newest[account_id] - len(found) + number, body)
            for account_id, found in bodies.items()
            for number, body in enumerate(found, start=1)
        ]
        places = ", ".join(["(%s, %s, %s, clock_timestamp())"] * len(rows))
        cursor.execute(_WRITTEN.format(places), [value for row in rows for value in row])
    news.publish(*map(news.account_topic, bodies))
    if any(has_webhooks for *_, has_webhooks in written):
        transaction.on_commit(lambda: wake.send(wake.DELIVER_WEBHOOKS))


@dataclass(frozen=True)
class StoredNotice:
    """A notice as it is kept: `body` is JSON."""

    number: int
    at: datetime
    body: bytes


def newest_number(account_id: int) -> int:
    """The number of the newest notice that the account was given; 0 if it was given none."""
    return Inbox.objects.filter(pk=account_id).values_list("newest", flat=True).first() or 0


def notices_after(account_id: int, number: int, limit: int) -> list[StoredNotice]:
    """Those that are kept, in order."""
    rows = Notice.objects.filter(account_id=account_id, number__gt=number).order_by("number")
    return [StoredNotice(*row[:2], bytes(row[2])) for row in rows.values_list("number", "at", "body")[:limit]]


def told_since(account_id: int, since: datetime) -> list[bytes]:
    """The bodies of what an account was told after a moment, in order."""
    rows = Notice.objects.filter(account_id=account_id, at__gt=since).order_by("number")
    return [bytes(body) for body in rows.values_list("body", flat=True)]


def when_told(account_ids: Collection[int], any_of: Iterable[NoticeKind], since: datetime) -> dict[int, list[datetime]]:
    """When each account was told one of these notices, word for word: the moments in order, by the account."""
    bodies = [msgspec.json.encode(notice) for notice in any_of]
    rows = Notice.objects.filter(account_id__in=account_ids, body__in=bodies, at__gt=since).order_by("number")
    moments: dict[int, list[datetime]] = {}
    for account_id, at in rows.values_list("account_id", "at"):
        moments.setdefault(account_id, []).append(at)
    return moments


def has_all_after(account_id: int, number: int) -> bool:
    """Whether nothing after this number is missing: it is neither older than what is kept nor beyond the newest."""
    newest = newest_number(account_id)
    if number >= newest:
        return number == newest
    return Notice.objects.filter(account_id=account_id, number=number + 1).exists()


def forget_old(now: datetime) -> int:
    """Remove what is older than KEPT. Returns how many."""
    with writing():
        deleted, _ = Notice.objects.filter(at__lt=now - KEPT).delete()
    return deleted
