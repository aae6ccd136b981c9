"""Stores the verdict of the last audit of every match. It is valid as long as no row of the match changes.

To show a verdict, a page compares a fingerprint of the match's rows, which takes some milliseconds. The match is
audited again only if the fingerprint differs.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import DataError
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.models import CardSetRevision
from matches.log import sql
from matches.log.archive import ArchiveDamaged, ArchiveUnavailable
from matches.log.models import ArchivedLog, Checkpoint
from matches.log.transactions import writing
from matches.models import Match, MatchSummary, Moderation, Scorecard, SearchTerm, Seat
from matches.search.models import SeatRecord
from replay.audit import Report
from replay.findings import Finding
from replay.limits import MOST_FINDINGS
from replay.models import DailyRoot, ImportedMatch, RootLeaf, Verification
from replay.stored_logs import audit_stored

LAYOUT = 3
"""Increase this when the audit checks more. All older verdicts then become invalid."""


def verify(match_id: UUID) -> tuple[Report, Verification]:
    """Audit a match and store the verdict. If the match changes in the meantime, the verdict is already invalid.

    If the archive does not answer, that is a finding.
    """
    try:
        fingerprint = fingerprint_of(match_id)
    except ArchiveUnavailable:
        fingerprint = ""
    return _verify(match_id, fingerprint)


def verdict_on(match: Match) -> Verification:
    """The stored verdict if it is still valid, else a new one.

    Raises ArchiveUnavailable: no verdict is possible while the archive does not answer.
    """
    fingerprint = fingerprint_of(match.pk)
    stored = Verification.objects.filter(match=match.pk).first()
    if stored is not None and stored.is_sealed and stored.fingerprint == (fingerprint or None):
        return stored
    return _verify(match.pk, fingerprint)[1]


def _verify(match_id: UUID, fingerprint: str) -> tuple[Report, Verification]:
    report = audit_stored(match_id)
    return report, _keep(match_id, report, fingerprint)


def _keep(match_id: UUID, report: Report, fingerprint: str) -> Verification:
    now = timezone.now()
    before = Verification.objects.filter(match=match_id).first()
    sound_at = now if report.is_sound else before.sound_at if before is not None and before.is_sealed else None
    verdict = Verification(
        match_id=match_id,
        verified_at=now,
        is_sound=report.is_sound,
        sound_at=sound_at,
        version=report.events - 1,
        findings=_places(report.findings),
        not_compared=_places(report.not_compared),
        fingerprint=fingerprint,
    )
    verdict.seal = verdict.make_seal()
    columns = {field.attname: getattr(verdict, field.attname) for field in Verification._meta.concrete_fields}
    with writing():
        if Match.objects.filter(pk=match_id).exists():
            Verification.objects.update_or_create(match_id=columns.pop("match_id"), defaults=columns)
    return verdict


def _places(findings: Sequence[Finding]) -> list[list[Any]]:
    return [[finding.seq, finding.field, finding.code] for finding in findings[:MOST_FINDINGS]]


# What an audit reads


def fingerprint_of(match_id: UUID) -> str:
    """SHA-256 of all rows that an audit of the match reads; empty if a row or an archived file is damaged.

    Raises ArchiveUnavailable.
    """
    digest = hashlib.sha256(b"%d" % LAYOUT)
    try:
        for rows in _rows(match_id):
            for row in rows:
                digest.update(msgspec.msgpack.encode(row))
            digest.update(b"\0")
    except (DataError, ArchiveDamaged):
        return ""
    return digest.hexdigest()


def _rows(match_id: UUID) -> Iterator[Iterable[Any]]:
    own = {"match": match_id}
    yield Match.objects.filter(pk=match_id).values_list()
    for continues in (
        Match.objects.filter(pk=match_id).exclude(continues__isnull=True).values_list("continues", flat=True)
    ):
        yield (row for row in sql.logged_rows(UUID(continues["match"])) if row.seq <= continues["seq"])
    yield sql.logged_rows(match_id)
    yield Seat.objects.filter(**own).order_by("index").values_list()
    yield Seat.objects.filter(**own).order_by("index").values_list("player__public_id")
    for model in (ArchivedLog, Checkpoint, Scorecard, ImportedMatch, MatchSummary, SearchTerm, SeatRecord):
        yield model.objects.filter(**own).order_by("pk").values_list()
    yield Moderation.objects.filter(**own).order_by("pk").values_list()
    yield RootLeaf.objects.filter(**own).values_list()
    yield DailyRoot.objects.filter(leaves__match=match_id).values_list()
    yield CardSetRevision.objects.filter(match=match_id).values_list()


def damage(match: Match) -> str:
    """A warning if the match does not verify, else an empty text.

    A finished match is audited if its verdict is no longer valid. For a live match the last verdict counts.
    """
    if match.version < 0:
        return ""
    is_over = match.status == Match.Status.OVER
    verdict = verdict_on(match) if is_over else Verification.objects.filter(match=match.pk).first()
    if verdict is None or (verdict.is_sealed and verdict.is_sound):
        return ""
    return _("The log of this match failed verification. What is shown here is not what was played.")


def is_damaged(match: Match) -> bool:
    """Whether the match, as stored now, fails an audit. False for a match that has not started."""
    return match.version >= 0 and not verdict_on(match).is_sound
