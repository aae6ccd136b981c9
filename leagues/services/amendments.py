"""Operators' amendments to a running season: extend it, withdraw an entrant, close it. Each is recorded."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from common.text.errors import Detail, ServiceError
from leagues.formats import Format, Progress, Swiss, next_round, swiss_rounds
from leagues.limits import MOST_DEALS
from leagues.manifest import Manifest
from leagues.models import Amendment, Deal, Season
from leagues.record import deals_of, length_of, progress_of, with_length
from leagues.selectors.seasons import amended, played, season_plan
from leagues.services.playing import begun_deals, drop_open_deals, end_dropped, open_deals_of, take_out
from leagues.services.seasons import close_round, end_season, hold_running
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from players.models import Player


def extend_season(*, season: Season, length: int, by: Player, reason: str) -> None:
    """Add rounds, cycles or deals. Raises ServiceError `season_over`, `bad_amendment`."""
    details = _authorship(by, reason)
    with writing():
        _hold_running(season)
        manifest = msgspec.convert(season.manifest, Manifest)
        found = played(season.pk, season_plan(season.pk).sides)
        now_is, progress = progress_of(manifest, found, amended(season.pk), len(manifest.entrants))
        if length <= length_of(now_is):
            raise _refused("league_not_longer", "/length", length=length_of(now_is))
        try:
            longer = msgspec.convert(msgspec.to_builtins(with_length(now_is, length)), type(now_is))
        except msgspec.ValidationError:
            raise _refused("league_too_long", "/length", most=MOST_DEALS, deals=length) from None
        deals = deals_of(msgspec.structs.replace(manifest, format=longer))
        if deals > MOST_DEALS:
            raise _refused("league_too_long", "/length", most=MOST_DEALS, deals=deals)
        if isinstance(longer, Swiss) and length > (most := swiss_rounds(progress)):
            raise _refused("league_swiss_rounds", "/length", most=most)
        kind = Amendment.Kind.EXTEND
        Amendment.objects.create(season=season, kind=kind, length=length, rounds=found.rounds, **details)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What a withdrawal would cause: open deals dropped, begun deals lost, and the number of entrants left."""

    dropped: int
    forfeited: int
    left: int
    ends_season: bool
    is_at_once: bool
    """Whether no other deal is open."""


def look_at_withdrawal(*, season: Season, number: int) -> Withdrawal:
    """Predict what a withdrawal of this entrant would cause now. Changes nothing."""
    plan, amendments = season_plan(season.pk), amended(season.pk)
    found = played(season.pk, plan.sides)
    format_, now_is = progress_of(plan.manifest, found, amendments, len(plan.entrants))
    after = replace(now_is, withdrawn={*now_is.withdrawn, number})
    own = open_deals_of(plan.entrants[number])
    forfeited, dropped = begun_deals(own).count(), own.exclude(pk__in=begun_deals(own).values("pk")).count()
    is_at_once = dropped == Deal.objects.filter(season=season.pk, status=Deal.Status.OPEN).count()
    ends = not _goes_on(format_, after) and (is_at_once or _goes_on(format_, now_is))
    return Withdrawal(dropped, forfeited, len(after.active), ends, is_at_once)


def _goes_on(format_: Format, progress: Progress) -> bool:
    """Whether any later round has a pairing to play."""
    while (pairings := next_round(format_, progress)) is not None:
        if any(pairing.second is not None for pairing in pairings):
            return True
        progress = replace(progress, rounds=[*progress.rounds, []])
    return False


def withdraw_entrant(*, season: Season, name: str, by: Player, reason: str) -> None:
    """Withdraw an entrant: they play no more deals, and their results count.

    Begun deals that involve an account are lost by the entrant.
    Raises ServiceError `season_over`, `bad_amendment`.
    """
    details = _authorship(by, reason)
    with writing():
        _check_running(season)
        entrant = season.entrants.filter(name=name).first()
        if entrant is None or entrant.number in amended(season.pk).withdrawn_at(season.rounds.count()):
            raise _refused("league_withdrawn", "/entrant", name=name)
        now = details.pop("at")
        take_out(entrant, Amendment.Kind.WITHDRAW, now, **details)
        _hold_running(season)
        close_round(season.pk, now)


def close_season(*, season: Season, by: Player, reason: str) -> None:
    """End the season now: open deals are dropped and don't count. Raises ServiceError `season_over`."""
    details = _authorship(by, reason)
    with writing():
        _check_running(season)
        rounds = season.rounds.count()
        Amendment.objects.create(season=season, kind=Amendment.Kind.CLOSE, rounds=rounds, **details)
        drop_open_deals(Deal.objects.filter(season=season), details["at"])
        _hold_running(season)
        season.rounds.filter(closed_at=None).update(closed_at=details["at"])
        end_season(season.pk, details["at"])
        end_dropped(season.pk)


def _authorship(by: Player, reason: str) -> dict[str, Any]:
    """The author, time and reason of an amendment, as its columns. Raises ServiceError `bad_amendment`."""
    if not reason.strip():
        raise _refused("league_no_reason", "/reason")
    return {"by": by, "by_name": by.get_username(), "reason": reason, "at": read_database_clock().moment}


def _check_running(season: Season) -> None:
    if not Season.objects.filter(pk=season.pk, status=Season.Status.RUNNING).exists():
        raise ServiceError("season_over")


def _hold_running(season: Season) -> None:
    """Check again under the lock: a worker may have ended the season meanwhile."""
    if not hold_running(season.pk):
        raise ServiceError("season_over")


def _refused(code: str, pointer: str, **params: Any) -> ServiceError:
    return ServiceError("bad_amendment", Detail(code, params, {"pointer": pointer}))
