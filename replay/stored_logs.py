"""Reads stored matches as logs, and audits them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidTag
from django.db import DataError, InterfaceError, OperationalError
from django.db.models import Exists, OuterRef, Q, QuerySet

from cards.models import CardSetRevision
from cards.sets.selectors import rules_of
from common.text.errors import ServiceError
from matches.log import sql
from matches.log.archive import ArchiveDamaged, ArchiveUnavailable
from matches.log.events import Event
from matches.log.models import Event as EventRow
from matches.log.seed_encryption import unseal
from matches.models import Match
from replay.audit import Log, Report, audit
from replay.daily_roots.inclusion_proofs import leaf_findings
from replay.findings import Finding
from replay.models import ImportedMatch
from replay.row_audit import Comparison, Course, imported_row
from rules.engine import Ruleset
from rules.registry import bound_ruleset


def find_match(match_id: UUID) -> Match:
    """Load a match that has begun. Raises ServiceError `not_found`, `match_not_started`."""
    match = Match.objects.select_related("card_set").filter(pk=match_id).first()
    if match is None:
        raise ServiceError("not_found")
    if match.version < 0 and not has_log(match_id):
        raise ServiceError("match_not_started")
    return match


def rules_for(match: Match) -> Ruleset:
    return rules_of(match.ruleset, match.ruleset_version, match.card_set_id)


def secrets_of(match: Match) -> tuple[bytes, bytes]:
    """The server seed and the key of a match. Raises InvalidTag if the sealed data cannot be opened."""
    opened = unseal(bytes(match.sealed_seed), match.id.bytes)
    return opened[:32], opened[32:]


def name_in_log(match: Match) -> str:
    """The id of the match in its log. For an imported match it differs from the row's id."""
    if not match.is_imported:
        return str(match.pk)
    return ImportedMatch.objects.get(pk=match.pk).original_id


def pinned_set(match: Match, first: Event) -> dict[str, Any]:
    """The card set with the revision and digest of event 0. Imported matches count revisions differently."""
    card_set = match.card_set
    pinned = {"revision": card_set.revision, "digest": card_set.digest}
    if match.is_imported:
        pinned = msgspec.json.decode(first.body)["card_set"]
    return {**card_set.card_set, **pinned}


def log_of(match: Match) -> Log:
    """The complete log with its seed, even of a live match. Only for the service itself.

    For a live match, row and events are read again until they agree, since a player may move in between.
    """
    seed, _ = secrets_of(match)
    events = sql.events(match.pk)
    while match.status != Match.Status.OVER and _has_moved_on(match):
        match.refresh_from_db()
        events = sql.events(match.pk)
    return Log(name_in_log(match), seed, pinned_set(match, events[0]), events, _origin_of(events[0]))


def _origin_of(first: Event) -> Log | None:
    """The log of the match that this one continues according to event 0, or None."""
    continues = msgspec.json.decode(first.body).get("continues")
    if continues is None:
        return None
    origin = Match.objects.select_related("card_set").filter(pk=continues["match"], is_imported=False).first()
    return None if origin is None else log_of(origin)


def _has_moved_on(match: Match) -> bool:
    return not Match.objects.filter(pk=match.pk, version=match.version).exists()


def audit_stored(match_id: UUID) -> Report:
    """Audit a stored match: its log, and all rows that must follow from the log.

    Findings count only if a second audit has them too, since rows may change between the statements that read them.
    """
    report = _audit_once(match_id)
    for _ in range(LOOKS):
        if report.is_sound:
            return report
        before, report = report, _audit_once(match_id)
        if report.places == before.places:
            return report
    return report


LOOKS = 5


def _audit_once(match_id: UUID) -> Report:
    report = Report(str(match_id))
    try:
        match, events = _match_and_events(match_id)
    except Match.DoesNotExist:
        report.findings.append(Finding(None, "row", "missing_row"))
        return report
    except DataError as error:  # For example a year beyond 9999.
        report.findings.append(Finding(None, "row", "unreadable_row", {"error": repr(error)}))
        return report
    except ArchiveUnavailable:
        report.findings.append(Finding(None, "archived_log", "archive_unavailable"))
        return report
    except ArchiveDamaged:
        report.findings.append(Finding(None, "archived_log", "archive_damaged"))
        return report
    if not events:
        report.findings.append(Finding(None, "events", "no_events"))
        return report
    imported = imported_row(match_id)
    course = Course(match, events, is_imported=imported is not None)
    key = None
    try:
        seed, key = secrets_of(match)
        name = str(match_id) if imported is None else imported.original_id
        log = Log(name, seed, pinned_set(match, events[0]), events, _origin_of(events[0]))
    except InvalidTag:
        report.findings.append(Finding(None, "sealed_seed", "sealed"))
    except CardSetRevision.DoesNotExist:
        report.findings.append(Finding(None, "card_set", "missing_row"))
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:  # A damaged row may cause any error.
        report.findings.append(Finding(0, "body", "unreadable_start", {"error": repr(error)}))
    else:
        report = audit(log, bind=_bind, watch=course, finished=match.status == Match.Status.OVER)
        report.match = str(match_id)
        if report.events == len(events):
            report.findings.extend(leaf_findings(match, log))
    _compare_rows(report, Comparison(match, imported, key, course, is_folded=report.events == len(events)))
    report.not_compared.extend(course.not_compared)
    return report


def _compare_rows(report: Report, comparison: Comparison) -> None:
    try:
        comparison.run()
    except (OperationalError, InterfaceError):
        raise
    except Exception:  # Event 0 can't be read, which is a finding already.
        report.not_compared.append(Finding(None, "row", "log_fails"))
    report.findings.extend(finding for finding in comparison.findings if finding not in report.findings)
    report.not_compared.extend(comparison.not_compared)


def _match_and_events(match_id: UUID) -> tuple[Match, list[Event]]:
    """Read a row and its events. A live match is read again until no move came in between."""
    while True:
        match = Match.objects.get(pk=match_id)
        events = sql.events(match_id)
        if match.status == Match.Status.OVER or not _has_moved_on(match):
            return match, events


def _bind(slug: str, version: int, card_set: Mapping[str, Any]) -> Ruleset:
    return bound_ruleset(slug, version, card_set)


def begun_matches() -> QuerySet[Match]:
    """Matches that have a log, whatever their rows say."""
    return Match.objects.filter(Q(version__gte=0) | Q(sql.has_log()))


def begun_among(matches: QuerySet[Match]) -> list[UUID]:
    """The ids of those that have a log, whatever their rows say.

    Logs are looked up only for rows without a version. `begun_matches` would read all events for a few hundred matches.
    """
    rows = list(matches.values_list("pk", "version"))
    return [*(pk for pk, version in rows if version >= 0), *sql.with_logs([pk for pk, version in rows if version < 0])]


def has_log(match_id: UUID) -> bool:
    """Whether there is a log, or a row of a match that has begun."""
    return EventRow.objects.filter(match=match_id).exists() or begun_matches().filter(pk=match_id).exists()


def lost_logs() -> list[UUID]:
    """Match ids of events whose match no longer exists."""
    known = Match.objects.filter(pk=OuterRef("match_id"))
    rows = EventRow.objects.order_by().exclude(Exists(known))
    return sorted(set(rows.values_list("match_id", flat=True)))
