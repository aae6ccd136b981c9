"""Reads how a league's manifest was changed: its author, its time, and each field with its old and new value."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet

from cards.sets.differences import changes
from common.timestamps import rfc3339
from leagues.models import League, ManifestChange


def changes_of(league: League) -> QuerySet[ManifestChange]:
    """The changes of a league, newest first, without those made since `league` was read."""
    return ManifestChange.objects.filter(league=league.pk, revision__lte=league.revision).order_by("-revision")


def described_changes(league: League, rows: Sequence[ManifestChange]) -> list[dict[str, Any]]:
    """These consecutive changes, newest first, as JSON for clients."""
    return [
        {
            "revision": row.revision,
            "by": row.by_name or None,
            "at": rfc3339(row.at),
            "left_out": row.left_out,
            "changes": [
                {"at": change.at, "before": change.before, "after": change.after}
                for change in changes(row.before, after)
            ],
        }
        for row, after in zip(rows, _manifests_after(league, rows), strict=True)
    ]


def _manifests_after(league: League, rows: Sequence[ManifestChange]) -> Iterator[dict[str, Any]]:
    """The manifest after each change, which the next change has stored as its `before`."""
    if not rows:
        return
    following = ManifestChange.objects.filter(league=league.pk, revision=rows[0].revision + 1).first()
    yield league.manifest if following is None or rows[0].revision == league.revision else following.before
    yield from (row.before for row in rows[:-1])
