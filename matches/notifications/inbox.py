"""The inbox of an account: its notices in order, numbered without gaps.

Numbers are assigned at the end of the transaction that causes the notices, with the accounts in order of their ids. So
notices commit in order, and two transactions cannot deadlock.
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
    """Send a notice to accounts. It is written with the running transaction, and readers are woken after the commit.

    Inside `writing()` only.
    """
    body = msgspec.json.encode(notice)
    for account_id in account_ids:
        at_end(_write, (account_id, body))


def _write(entries: Sequence[tuple[int, bytes]]) -> None:
    bodies: dict[int, list[bytes]] = {}
    for account_id, body in sorted(entries, key=lambda entry: entry[0]):
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
        transaction.on_commit(wake.wake_webhooks)


@dataclass(frozen=True)
class StoredNotice:
    """A notice as it is stored; `body` is JSON."""

    number: int
    at: datetime
    body: bytes


def newest_number(account_id: int) -> int:
    """The number of the account's newest notice; 0 if it never had one."""
    return Inbox.objects.filter(pk=account_id).values_list("newest", flat=True).first() or 0


def notices_after(account_id: int, number: int, limit: int) -> list[StoredNotice]:
    """The stored notices after a number, in order."""
    rows = Notice.objects.filter(account_id=account_id, number__gt=number).order_by("number")
    return [StoredNotice(*row[:2], bytes(row[2])) for row in rows.values_list("number", "at", "body")[:limit]]


def told_since(account_id: int, since: datetime) -> list[bytes]:
    """The bodies of an account's notices after a moment, in order."""
    rows = Notice.objects.filter(account_id=account_id, at__gt=since).order_by("number")
    return [bytes(body) for body in rows.values_list("body", flat=True)]


def when_told(account_ids: Collection[int], any_of: Iterable[NoticeKind], since: datetime) -> dict[int, list[datetime]]:
    """When each account got one of exactly these notices: account -> moments in order."""
    bodies = [msgspec.json.encode(notice) for notice in any_of]
    rows = Notice.objects.filter(account_id__in=account_ids, body__in=bodies, at__gt=since).order_by("number")
    moments: dict[int, list[datetime]] = {}
    for account_id, at in rows.values_list("account_id", "at"):
        moments.setdefault(account_id, []).append(at)
    return moments


def has_all_after(account_id: int, number: int) -> bool:
    """Whether no notice after this number is missing: it is neither older than those stored nor beyond the newest."""
    newest = newest_number(account_id)
    if number >= newest:
        return number == newest
    return Notice.objects.filter(account_id=account_id, number=number + 1).exists()


def forget_old(now: datetime) -> int:
    """Delete notices older than KEPT. Returns how many."""
    with writing():
        deleted, _ = Notice.objects.filter(at__lt=now - KEPT).delete()
    return deleted
