"""Change a league's manifest for its future seasons; a running season has its own copy.

Each change makes a revision, which stores the old manifest, the author and the time. `expected` are the revisions that
the writer has seen. If the league is at none of them, ServiceError `league_changed` is raised. None skips the check.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from cards.sets.differences import alike
from common.text.errors import Detail, ServiceError
from leagues.manifest import Manifest
from leagues.models import League, ManifestChange
from leagues.selectors.changes import changes_of, described_changes
from leagues.services.entering import entrants_now
from leagues.services.resolving import resolve
from leagues.timetable import next_run
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from players.models import Player

STAYING = ("league", "ruleset", "visibility")
"""Fields that never change: they identify, rate and share all seasons, also finished ones."""
_MOST_LISTED = 20
"""Changes listed in a refusal, the newest first."""


def change_manifest(
    *, league: League, manifest: Manifest, by: Player | None, expected: Iterable[int] | None = None
) -> League:
    """Replace a league's manifest and return the league. A change without a difference makes no revision.

    A new schedule counts from now on, and runs missed while the league was paused are not made up for. A run that is
    already due, but not yet made, uses the new manifest.
    Raises ServiceError `league_changed`, or `bad_manifest` with all faults. Faults include a change of a fixed field,
    and a schedule with no season to come.
    """
    with writing():
        held = hold(league)
        refuse_outdated(held, expected)
        if not alike(_content(_manifest_of(held)), _content(manifest)):
            now = read_database_clock().moment
            next_run_at = _checked(held, manifest, now)
            write_manifest(held, manifest, by=by, now=now, next_run_at=next_run_at)
    league.refresh_from_db()
    return league


def plan_change(*, league: League, manifest: Manifest, expected: Iterable[int] | None = None) -> League:
    """The league as it would be; nothing is stored. Raises as `change_manifest` does."""
    planned = League.objects.select_related("created_by").get(pk=league.pk)
    refuse_outdated(planned, expected)
    if not alike(_content(_manifest_of(planned)), _content(manifest)):
        planned.next_run_at = _checked(planned, manifest, read_database_clock().moment)
        planned.manifest = _content(manifest)
    return planned


def hold(league: League) -> League:
    """Lock the league until the transaction ends, and return it. Inside `writing()` only."""
    rows = League.objects.select_for_update(no_key=True, of=("self",)).select_related("created_by")
    return rows.get(pk=league.pk)


def write_manifest(held: League, manifest: Manifest, *, by: Player | None, now: datetime, **more: Any) -> None:
    """Store a checked manifest, and the one before it as a revision; `more` are fields that change with it.

    Joined accounts that do not fit it stay entered and are named. The league must be held. Inside `writing()` only.
    """
    fields = {
        "manifest": _content(manifest),
        "name_ja": manifest.names.ja,
        "name_en": manifest.names.en,
        "revision": held.revision + 1,
        **more,
    }
    change = ManifestChange.objects.create(
        league=held,
        revision=fields["revision"],
        before=held.manifest,
        by=by,
        by_name="" if by is None else by.get_username(),
        at=now,
    )
    League.objects.filter(pk=held.pk).update(**fields)
    held.refresh_from_db(fields=list(fields))
    change.left_out = left_out(held)
    change.save(update_fields=["left_out"])


def refuse_outdated(held: League, expected: Iterable[int] | None) -> None:
    """Raises ServiceError `league_changed` if the league is at none of these revisions. None accepts any revision."""
    if expected is None:
        return
    known = set(expected)
    if held.revision not in known:
        since = changes_of(held).filter(revision__gt=max(known, default=0))[:_MOST_LISTED]
        raise ServiceError("league_changed", revision=held.revision, changes=described_changes(held, list(since)))


def _checked(held: League, manifest: Manifest, now: datetime) -> datetime | None:
    """When the league runs next. Raises ServiceError `bad_manifest`."""
    faults = list(_changed_in_vain(held, manifest))
    try:
        resolve(manifest, owner=held.created_by, now=now)
    except ServiceError as refusal:
        faults += refusal.details
    if faults:
        raise ServiceError("bad_manifest", *faults)
    is_same = manifest.schedule == _manifest_of(held).schedule and held.closed_at is None
    coming = held.next_run_at if is_same else next_run(manifest.schedule, now)
    if coming is None:
        raise ServiceError("bad_manifest", Detail("league_no_run", {}, {"pointer": "/schedule"}))
    if held.closed_at is not None:
        return None
    is_due = held.next_run_at is not None and held.next_run_at <= now and not held.is_paused
    return held.next_run_at if is_due else coming


def _changed_in_vain(held: League, manifest: Manifest) -> Iterator[Detail]:
    before = _manifest_of(held)
    for field in STAYING:
        stays = getattr(before, field)
        if getattr(manifest, field) != stays:
            yield Detail("league_stays", {"field": field, "value": stays}, {"pointer": f"/{field}"}, {"const": stays})


def left_out(league: League) -> list[str]:
    """Joined accounts that a season starting now would leave out, in the order they joined."""
    manifest, count = entrants_now(league)
    playing = {entrant.account for entrant in manifest.entrants[len(manifest.entrants) - count :]}
    entered = league.entries.order_by("id").values_list("player__username", flat=True)
    return [name for name in entered if name not in playing]


def _manifest_of(league: League) -> Manifest:
    return msgspec.convert(league.manifest, Manifest)


def _content(manifest: Manifest) -> dict[str, Any]:
    content: dict[str, Any] = msgspec.to_builtins(manifest)
    return content
