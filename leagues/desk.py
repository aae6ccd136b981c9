"""Leagues with their manifests in an archive of the desk (common/desk). A league is recognised by its slug.

Seasons and matches are not in it. An imported league is paused, so it starts no season before an operator has looked.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.utils import timezone
from msgspec import Meta, Struct

from cards.sets.differences import alike
from common.desk.parts import (
    Account,
    Fault,
    Importing,
    Line,
    Moment,
    Part,
    desk_text,
    name_of,
    register_part,
    repeated,
    ruleset_fault,
)
from common.text.errors import ServiceError
from leagues.manifest import Manifest
from leagues.models import League, ManifestChange
from leagues.services.changing import change_manifest
from leagues.services.resolving import resolve
from leagues.timetable import BadTimetable, first_run
from rules.engine import Names

LEAGUES, CHANGES = "leagues", "manifest changes"
_LEAGUE: Names = {"ja": "リーグ", "en": "league"}
AS_IMPORTED = "取り込み後の停止 · Paused by an import"
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Note = Annotated[str, Meta(max_length=400)]


class LeagueRow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="league"):
    """A league. The lines of its manifest's changes follow, oldest first."""

    manifest: Manifest
    revision: Number
    priority: Literal[1, 4, 16]
    owner: Account
    created_at: Moment
    closed_at: Moment | None
    close_note: Note
    closed_by: Account


class ChangeRow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="change"):
    """A change of the manifest of the league above. `before` is the manifest that it replaced."""

    revision: Number
    before: Manifest
    left_out: Annotated[list[Annotated[str, Meta(max_length=150)]], Meta(max_length=10_000)]
    by: Account
    by_name: Annotated[str, Meta(max_length=150)]
    at: Moment


def _rows() -> Iterator[LeagueRow | ChangeRow]:
    known = League.objects.filter(is_comparison=False).values_list("slug", "pk")
    for _slug, pk in sorted(known):
        league = League.objects.select_related("created_by", "closed_by").get(pk=pk)
        yield LeagueRow(
            manifest=msgspec.convert(league.manifest, Manifest),
            revision=league.revision,
            priority=league.priority,
            owner=name_of(league.created_by),
            created_at=league.created_at,
            closed_at=league.closed_at,
            close_note=league.close_note,
            closed_by=name_of(league.closed_by),
        )
        for change in league.manifest_changes.select_related("by").order_by("revision"):
            yield ChangeRow(
                revision=change.revision,
                before=msgspec.convert(change.before, Manifest),
                left_out=change.left_out,
                by=name_of(change.by),
                by_name=change.by_name,
                at=change.at,
            )


def _faults(lines: Iterable[Line]) -> Iterator[Fault]:
    seen: dict[Any, int] = {}
    league, last = None, 1
    for line in lines:
        row = line.row
        if isinstance(row, LeagueRow):
            league, last = row, 1
            yield from ruleset_fault(line, row.manifest.ruleset)
            yield from repeated(seen, row.manifest.league, line, "/manifest/league", _LEAGUE)
        elif league is None:
            yield Fault(line.number, "/type", desk_text("desk_league_first"))
        else:
            if not last < row.revision <= league.revision:
                reason = desk_text("desk_change_order", first=last + 1, last=league.revision)
                yield Fault(line.number, "/revision", reason)
            if row.before.league != league.manifest.league:
                reason = desk_text("desk_other_league", league=league.manifest.league)
                yield Fault(line.number, "/before/league", reason)
            last = row.revision


def _store(lines: Iterable[Line], importing: Importing) -> None:
    made: League | None = None
    for line in lines:
        if isinstance(line.row, LeagueRow):
            made = _store_league(line.row, importing)
        elif made is not None:
            _store_change(made, line.row, importing)
        else:
            importing.report.there[CHANGES] += 1


def _store_league(row: LeagueRow, importing: Importing) -> League | None:
    """Make a league that is not here. Returns None if it is here."""
    here, report = League.objects.filter(slug=row.manifest.league).first(), importing.report
    content = msgspec.to_builtins(row.manifest)
    if here is None:
        report.made[LEAGUES] += 1
        return _make(row, content, importing)
    if alike(msgspec.to_builtins(msgspec.convert(here.manifest, Manifest)), content):
        report.there[LEAGUES] += 1
    elif not importing.replaces:
        report.leave(LEAGUES, here.slug, desk_text("desk_manifest_differs"))
    else:
        _change(here, row.manifest, importing)
    return None


def _change(here: League, manifest: Manifest, importing: Importing) -> None:
    try:
        change_manifest(league=here, manifest=manifest, by=None)
    except ServiceError as refusal:
        importing.report.leave(LEAGUES, here.slug, desk_text("desk_manifest_refused", reasons=_reasons(refusal)))
    else:
        importing.report.update(LEAGUES, here.slug)


def _make(row: LeagueRow, content: Mapping[str, Any], importing: Importing) -> League:
    now, is_open, owner = timezone.now(), row.closed_at is None, importing.owner(row.owner)
    league = League(
        slug=row.manifest.league,
        name_ja=row.manifest.names.ja,
        name_en=row.manifest.names.en,
        manifest=content,
        revision=row.revision,
        visibility=row.manifest.visibility,
        is_paused=is_open,
        pause_note=AS_IMPORTED if is_open else "",
        closed_at=row.closed_at,
        close_note=row.close_note,
        closed_by=importing.author(row.closed_by),
        next_run_at=_next_run(row.manifest, now) if is_open else None,
        priority=row.priority,
        created_by=owner,
        created_at=row.created_at,
    )
    league.save_base(raw=True, force_insert=True)  # Raw, so the dates are the archive's.
    if is_open:
        importing.report.notes.append(_what_next(row.manifest, owner, now))
    return league


def _next_run(manifest: Manifest, now: datetime) -> datetime | None:
    try:
        return first_run(manifest.schedule, now)
    except BadTimetable:
        return None


def _what_next(manifest: Manifest, owner: Any, now: datetime) -> Names:
    try:
        resolve(manifest, owner=owner, now=now)
    except ServiceError as refusal:
        return desk_text("desk_league_cannot_start", league=manifest.league, reasons=_reasons(refusal))
    return desk_text("desk_league_paused", league=manifest.league)


def _reasons(refusal: ServiceError) -> Names:
    reasons = [(detail.place.get("pointer", ""), detail.texts) for detail in refusal.details]
    return {
        language: " ".join(f"{at} {texts[language]}".strip() for at, texts in reasons) or whole
        for language, whole in refusal.texts.items()
    }


def _store_change(league: League, row: ChangeRow, importing: Importing) -> None:
    ManifestChange.objects.create(
        league=league,
        revision=row.revision,
        before=msgspec.to_builtins(row.before),
        left_out=row.left_out,
        by=importing.author(row.by),
        by_name=row.by_name,
        at=row.at,
    )
    importing.report.made[CHANGES] += 1


def register_parts() -> None:
    register_part(
        Part(
            name=LEAGUES,
            order=50,
            shape=LeagueRow | ChangeRow,
            rows=_rows,
            accounts=lambda row: [row.owner, row.closed_by] if isinstance(row, LeagueRow) else [row.by],
            faults=_faults,
            store=_store,
        )
    )
