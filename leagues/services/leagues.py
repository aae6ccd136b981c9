"""Create, pause, close and reopen leagues, and start their seasons when they are due."""

import logging
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import IntegrityError
from django.db.models import DateTimeField, Value
from django.db.models.functions import Coalesce

from common.text.errors import ServiceError
from leagues.manifest import Manifest
from leagues.models import Deal, League, Run, Season
from leagues.services.calling import call_accounts
from leagues.services.computing import wake_computing
from leagues.services.entering import entrants_now
from leagues.services.heartbeat import SWEEP, beat
from leagues.services.luck import wake_if_due
from leagues.services.playing import open_deals
from leagues.services.resolving import Resolved, resolve
from leagues.services.seasons import start_season
from leagues.services.sharing import OF_HOUSE_BOTS
from leagues.services.waking import AT_ONCE, wake_callers, wake_workers
from leagues.timetable import first_run, last_run, next_run
from matches.log.database_clock import read_database_clock
from matches.log.seed_encryption import is_current, seal, unseal
from matches.log.transactions import writing
from matches.services.calls import go_on_calling, stop_calls
from players.models import Player

logger = logging.getLogger(__name__)


def create_league(*, manifest: Manifest, created_by: Player | None) -> League:
    """Create a league. If its schedule is `once`, its season has started when this returns.

    Raises ServiceError `league_exists`, or `bad_manifest` with all faults.
    """
    league = plan_league(manifest=manifest, created_by=created_by)
    try:
        with writing():
            league.save(force_insert=True)
    except IntegrityError as error:
        raise ServiceError("league_exists") from error
    run_if_due(league.pk)
    league.refresh_from_db()
    return league


def plan_league(*, manifest: Manifest, created_by: Player | None) -> League:
    """The league as it would be; nothing is stored. Raises ServiceError `bad_manifest` with all faults."""
    now = read_database_clock().moment
    resolve(manifest, owner=created_by, now=now)
    return League(
        slug=manifest.league,
        name_ja=manifest.names.ja,
        name_en=manifest.names.en,
        manifest=msgspec.to_builtins(manifest),
        visibility=manifest.visibility,
        next_run_at=first_run(manifest.schedule, now),
        created_by=created_by,
    )


def run_if_due(league_id: int) -> Run | None:
    """Start a season if a scheduled time has come. Of several missed times only the last one runs, once.

    The unique key of a run lets only one of many callers make it.
    """
    league = League.objects.select_related("created_by").get(pk=league_id)
    now = read_database_clock().moment
    if league.is_paused or league.next_run_at is None or league.next_run_at > now:
        return None
    resolved = _resolved(league, now)
    with writing():
        again = League.objects.select_for_update().get(pk=league_id)
        if again.is_paused or again.next_run_at != league.next_run_at or again.revision != league.revision:
            return None  # The manifest has changed meanwhile. The next look reads it whole.
        manifest = msgspec.convert(again.manifest, Manifest)
        run = Run(league=again, scheduled_for=last_run(manifest.schedule, league.next_run_at, now))
        _carry_out(run, resolved, now)
        run.save(force_insert=True)
        again.next_run_at = next_run(manifest.schedule, now)
        again.save(update_fields=["next_run_at"])
    if run.result == Run.Result.REFUSED:
        logger.error("league %s cannot be started: %s", league.slug, run.problems)
    return run


def _resolved(league: League, now: datetime) -> Resolved | ServiceError:
    try:
        manifest, entered = entrants_now(league)
        return resolve(manifest, owner=league.created_by, now=now, entered=entered)
    except ServiceError as error:
        return error


def _carry_out(run: Run, resolved: Resolved | ServiceError, now: datetime) -> None:
    if isinstance(resolved, ServiceError):
        run.result = Run.Result.REFUSED
        run.problems = [{"code": detail.code, **detail.place, "texts": detail.texts} for detail in resolved.details]
    elif run.league.seasons.filter(status=Season.Status.RUNNING).exists():
        run.result = Run.Result.OVERLAP
    else:
        run.season = start_season(run.league, resolved, now)
        run.result = Run.Result.STARTED


def pause_league(*, league: League, note: str, by: Player | None = None) -> None:
    """Pause a league: no season starts and no deal is claimed until it is resumed. Running matches continue.

    During the pause, no account loses a match because it did not answer a call.
    """
    with writing():
        League.objects.filter(pk=league.pk).update(is_paused=True, pause_note=note, paused_by=by)
        stop_calls(open_deals(league.pk))


def resume_league(*, league: League) -> None:
    with writing():
        League.objects.filter(pk=league.pk).update(is_paused=False, pause_note="", paused_by=None)
        go_on_calling(open_deals(league.pk))
    wake_workers()
    wake_callers()


def close_league(*, league: League, note: str, by: Player | None = None) -> None:
    """Close a league: no season starts and no one can enter. A running season is played to its end."""
    now = read_database_clock().moment
    closed_at = Coalesce("closed_at", Value(now, DateTimeField()))
    League.objects.filter(pk=league.pk).update(closed_at=closed_at, close_note=note, closed_by=by, next_run_at=None)


def reopen_league(*, league: League) -> None:
    """Reopen a league. It continues with the next time of its schedule; missed times are not made up for."""
    with writing():
        held = League.objects.select_for_update(no_key=True).get(pk=league.pk)
        if held.closed_at is None:
            return
        schedule = msgspec.convert(held.manifest, Manifest).schedule
        coming = next_run(schedule, read_database_clock().moment)
        League.objects.filter(pk=held.pk).update(closed_at=None, close_note="", closed_by=None, next_run_at=coming)


def sweep() -> dict[str, int]:
    """Start due seasons, wake workers for unplayed deals, call accounts. It may run twice, or late."""
    beat(SWEEP)
    now = read_database_clock().moment
    due = League.objects.filter(is_paused=False, next_run_at__lte=now).values_list("pk", flat=True)
    started = sum(_run(league_id) for league_id in list(due))
    running = Deal.objects.filter(OF_HOUSE_BOTS, status=Deal.Status.OPEN, season__status=Season.Status.RUNNING)
    playable = running.filter(season__league__is_paused=False)
    free = playable.exclude(lease_until__gt=now)[:AT_ONCE].count()
    # Playing workers wake others: one more is enough until the maximum is reached.
    woken = min(free, max(1, AT_ONCE - playable.filter(lease_until__gt=now)[:AT_ONCE].count()))
    wake_workers(woken)
    wake_if_due()
    return {"started": started, "woken": woken, "computed": wake_computing(), "called": call_accounts()}


def _run(league_id: int) -> bool:
    """Run a league. An error in one league does not stop the others."""
    try:
        return run_if_due(league_id) is not None
    except Exception:
        logger.exception("league %s could not be run", league_id)
        return False


def seasons_sealed_before() -> list[UUID]:
    """Ids of the seasons whose seed is not sealed with the current key."""
    return [pk for pk, sealed in Season.objects.values_list("pk", "sealed_seed") if not is_current(bytes(sealed))]


def reseal_season(season_id: UUID) -> None:
    """Seal a season's seed with the current key. Raises InvalidTag, and changes nothing, if it cannot be opened."""
    sealed = Season.objects.values_list("sealed_seed", flat=True).get(pk=season_id)
    again = seal(unseal(bytes(sealed), season_id.bytes), season_id.bytes)
    Season.objects.filter(pk=season_id, sealed_seed=sealed).update(sealed_seed=again)
