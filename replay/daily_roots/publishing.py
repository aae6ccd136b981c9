"""Publishes the daily root: chooses the matches that enter it, and continues the chain after a restore.

A root is written once, in one transaction with its leaves. If two processes publish at once, a unique column refuses
the second. A match whose end is committed after a root was computed enters the next root.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, connection

from common.timestamps import rfc3339
from matches.log import sql
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Match
from replay.daily_roots.signed_roots import (
    Leaf,
    LeafTree,
    SignedRoot,
    as_leaf,
    chain_findings,
    key_id,
    public_key,
    sign_root,
    signing_key,
    tree_over,
)
from replay.models import ChainContinuation, DailyRoot, RootLeaf

logger = logging.getLogger(__name__)

BATCH = 500
T = TypeVar("T")


class CannotPublish(Exception):
    """The root can't be published, and nothing has changed. The message tells the operator what to do."""


# Stored roots as documents


def as_document(row: DailyRoot) -> SignedRoot:
    """The document of a stored root."""
    public = bytes(row.public_key).hex()
    return SignedRoot(
        format="root/1",
        number=row.number,
        day=row.day.isoformat(),
        size=row.size,
        root=bytes(row.root).hex(),
        previous=bytes(row.previous).hex(),
        restored_after=row.restored_after,
        computed_at=rfc3339(row.computed_at),
        key=key_id(public),
        public_key=public,
        signature=bytes(row.signature).hex(),
    )


def newest_root() -> DailyRoot | None:
    """The last published root, or None."""
    return DailyRoot.objects.order_by("-number").first()


def trusted_keys() -> list[str]:
    """The public keys of this service, the current one first."""
    return [public_key(signing_key(settings.ROOT_SIGNING_KEY)), *settings.ROOT_PUBLIC_KEYS]


def batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items in order, BATCH at a time."""
    for at in range(0, len(items), BATCH):
        yield items[at : at + BATCH]


# Publishing


def publish_root(*, now: datetime | None = None) -> SignedRoot | None:
    """Publish the root of yesterday (UTC), unless it exists. Raises CannotPublish.

    Days on which the service did not run have no root of their own. The next root covers the matches that ended then.
    """
    now = now or _now()
    day = (now.astimezone(UTC) - timedelta(days=1)).date()
    try:
        with writing():
            root = _publish(day, now)
    except IntegrityError:
        if not DailyRoot.objects.filter(day=day).exists():
            raise
        return None  # Another process was faster.
    if root is not None:
        logger.info("root %s of %s is published: %s matches, %s", root.number, root.day, root.size, root.root)
    return root


def _publish(day: date, now: datetime) -> SignedRoot | None:
    newest = newest_root()
    if newest is not None and newest.day >= day:
        if newest.day > day:
            raise CannotPublish(f"A root of {newest.day} is published, and today is {now.date()}. Look at the clocks.")
        return None
    continued = _continuation(newest, now)
    previous = None if newest is None else as_document(newest)
    if previous is not None and previous.public_key not in trusted_keys():
        raise CannotPublish(
            f"The last root was signed by key {previous.key}, which this service does not own: give the "
            "ROOT_SIGNING_KEY that signed it, or, if the key was changed, add its public key to ROOT_PUBLIC_KEYS."
        )
    number = 0 if newest is None else newest.number + 1
    leaf_tree = tree_over(due_leaves())
    has_lost = continued.published_until == number - 1 > continued.own_until
    root = sign_root(
        key=signing_key(settings.ROOT_SIGNING_KEY),
        number=number,
        day=day,
        tree=leaf_tree.tree,
        previous=previous,
        restored_after=continued.own_until if has_lost else None,
        computed_at=rfc3339(now),
    )
    _write(root, leaf_tree)
    return root


def due_leaves() -> Iterator[Leaf]:
    """The leaves of all finished matches that are in no root yet. A closed lobby has no log and so no leaf."""
    due = Match.objects.filter(status=Match.Status.OVER, version__gte=0, root_leaf__isnull=True).order_by()
    found: list[tuple[UUID, str | None]] = list(due.values_list("pk", "imported__original_id"))
    for batch in batches(found):
        hashes = sql.last_hashes([match_id for match_id, _ in batch])
        for match_id, original_id in batch:
            if match_id in hashes:
                yield as_leaf(match_id, original_id or str(match_id), hashes[match_id])
            else:
                logger.error("match %s enters no root: its last event is missing", match_id)


def _write(root: SignedRoot, leaf_tree: LeafTree | None) -> None:
    """Store a root with its leaves. If the leaves are lost (None), store the root alone."""
    row = DailyRoot.objects.create(
        number=root.number,
        day=date.fromisoformat(root.day),
        size=root.size,
        root=bytes.fromhex(root.root),
        previous=bytes.fromhex(root.previous),
        restored_after=root.restored_after,
        computed_at=datetime.fromisoformat(root.computed_at),
        public_key=bytes.fromhex(root.public_key),
        signature=bytes.fromhex(root.signature),
    )
    if leaf_tree is None:
        return
    for batch in batches(list(enumerate(leaf_tree.leaves))):
        RootLeaf.objects.bulk_create(
            RootLeaf(
                match_id=UUID(leaf.id),
                root=row,
                index=index,
                log_id=leaf.match,
                last_hash=bytes.fromhex(leaf.hash),
                path=b"".join(leaf_tree.tree.path(index)),
            )
            for index, leaf in batch
        )


def _now() -> datetime:
    """The time by the database's clock. A worker's clock may be hours ahead."""
    return read_database_clock().now()


# Continuing after a restore

_RESTORED = (
    "This database is not the one in which the last root was published: it was restored from a backup. Roots that were "
    "published since must not be published again with other contents. Hand them in first: "
    "manage.py publish_root --continue-from FILE (docs/operations.md, Daily roots)."
)


def _continuation(newest: DailyRoot | None, now: datetime) -> ChainContinuation:
    """The newest continuation of the chain. Raises CannotPublish if it was made in another database."""
    continued = ChainContinuation.objects.order_by("-pk").first()
    if continued is None and newest is None:
        return _continue(-1, -1, now)
    if continued is None or continued.database != _database():
        raise CannotPublish(_RESTORED)
    return continued


def _continue(own_until: int, published_until: int, now: datetime) -> ChainContinuation:
    return ChainContinuation.objects.create(
        database=_database(), own_until=own_until, published_until=published_until, at=now
    )


def _database() -> str:
    """A name for this database that differs from that of a restored copy. All SQLite files have the same name."""
    if connection.vendor != "postgresql":
        return "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT system_identifier, oid FROM pg_control_system(), pg_database WHERE datname = current_database()"
        )
        cluster, oid = cursor.fetchone()
    return f"{cluster}/{oid}"


def continue_from(roots: Sequence[SignedRoot], *, now: datetime | None = None) -> int:
    """Continue the chain in this database, given all published roots. Return how many were missing here.

    A root gets its leaves back if the finished matches of this database still give its tree. From the first root that
    cannot be rebuilt, the leaves are lost. The next root says so, and takes in those of their matches that are still
    here. Raises CannotPublish.
    """
    known = {root.number: root for root in roots}
    if sorted(known) != list(range(len(known))):
        raise CannotPublish("The file must have every root from number 0 on.")
    if findings := chain_findings(roots, trusted_keys()):
        raise CannotPublish("The roots of the file do not verify:\n" + "\n".join(map(str, findings)))
    now = now or _now()
    with writing():
        here = [as_document(row) for row in DailyRoot.objects.order_by("number")]
        if len(here) > len(known):
            raise CannotPublish(f"The file ends with root {len(known) - 1}, but root {len(here) - 1} is published too.")
        for root in here:
            if known[root.number] != root:
                raise CannotPublish(
                    f"Root {root.number} of the file is another than the one in the database: two different roots of "
                    "one number exist, and readers must be told which one holds."
                )
        missing = [known[number] for number in range(len(here), len(known))]
        own_until = _adopt(missing, len(here) - 1)
        _continue(own_until, len(known) - 1, now)
    return len(missing)


def _adopt(missing: Sequence[SignedRoot], own_until: int) -> int:
    """Store roots that this database lacks. Return the number of the last root whose leaves are here."""
    for root in missing:
        leaf_tree = None
        if own_until == root.number - 1:
            leaf_tree = tree_over(due_leaves())
            own_until += leaf_tree.tree.root.hex() == root.root
        _write(root, leaf_tree if own_until == root.number else None)
    return own_until
