"""Compare two bot accounts of one owner, such as two versions of a bot, by a sequential test.

A comparison is a private league of one season: a duel of the two accounts. It changes no rating. Its calls come after
those of all other leagues, so no league waits for it. Each owner may run one at a time, and a
few in 24 hours.
"""

import os
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated

from django.db.models import Q, QuerySet
from msgspec import Meta, Struct

from common.formats import Options
from common.text.errors import Detail, ServiceError
from common.timestamps import rfc3339
from leagues.formats import Duel, Elo
from leagues.limits import MOST_COMPARED_DEALS, MOST_COMPARISONS_A_DAY
from leagues.manifest import EntrantInput, LeagueNames, Manifest
from leagues.models import League, Season
from leagues.services.amendments import close_season
from leagues.services.leagues import plan_league, run_if_due
from matches.clocks import Clock
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from players.models import BotAccount, Player
from players.services import hold_players

DAY = timedelta(days=1)
_MOST_NAME = 120
STOPPED = "stopped by the owner"

AccountName = Annotated[str, Meta(min_length=1, max_length=60)]


class ComparisonInput(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether `bot` is better than `against` by `elo1`, or only by `elo0`. Both are names of bot accounts of yours.

    Decks are the starter decks that can meet, in turn. Both accounts must accept such matches from you.
    """

    bot: AccountName
    against: AccountName
    ruleset: Annotated[str, Meta(max_length=40)]
    clock: Clock
    options: Options = {}
    elo0: Elo = 0
    elo1: Elo = 100
    most_deals: Annotated[
        int, Meta(ge=1, le=MOST_COMPARED_DEALS, description="The test ends after this many deals of two matches.")
    ] = MOST_COMPARED_DEALS


def comparisons_of(owner: Player) -> QuerySet[League]:
    """The comparisons of an owner, newest first."""
    return League.objects.filter(is_comparison=True, created_by=owner).order_by("-id")


def running_comparisons(owner: Player) -> QuerySet[League]:
    """The comparison that runs, or that is about to start. There is at most one."""
    return comparisons_of(owner).filter(Q(next_run_at__isnull=False) | Q(seasons__status=Season.Status.RUNNING))


def start_comparison(*, owner: Player, asked: ComparisonInput) -> League:
    """Start a comparison; its season has started when this returns.

    Raises ServiceError `comparison_running`, `comparisons_used_up`, or `bad_comparison` with all faults.
    """
    manifest = _manifest(asked)
    with writing():
        hold_players([owner.pk])  # Of two requests at once, one sees the other's comparison.
        _check_quota(owner, read_database_clock().moment)
        _check_own(owner, asked)
        try:
            league = plan_league(manifest=manifest, created_by=owner)
        except ServiceError as error:
            raise ServiceError("bad_comparison", *_placed(error.details)) from error
        league.is_comparison = True
        league.save(force_insert=True)
    run_if_due(league.pk)
    league.refresh_from_db()
    return league


def stop_comparison(*, owner: Player, league: str) -> None:
    """End a comparison now. Open deals don't count. Raises ServiceError `not_found`, `season_over`."""
    found = comparisons_of(owner).filter(slug=league).first()
    if found is None:
        raise ServiceError("not_found")
    season = found.seasons.filter(status=Season.Status.RUNNING).first()
    if season is None:
        raise ServiceError("season_over")
    close_season(season=season, by=owner, reason=STOPPED)


def _manifest(asked: ComparisonInput) -> Manifest:
    return Manifest(
        league=f"comparison-{os.urandom(8).hex()}",
        names=LeagueNames(
            ja=f"{asked.bot}と{asked.against}の比較"[:_MOST_NAME],
            en=f"{asked.bot} against {asked.against}"[:_MOST_NAME],
        ),
        ruleset=asked.ruleset,
        entrants=[EntrantInput(name=name, account=name) for name in (asked.bot, asked.against)],
        format=Duel(elo0=asked.elo0, elo1=asked.elo1, most_deals=asked.most_deals),
        options=asked.options,
        clock=asked.clock,
        visibility="private",
    )


def _check_quota(owner: Player, now: datetime) -> None:
    if running_comparisons(owner).exists():
        raise ServiceError("comparison_running")
    own = comparisons_of(owner)
    lately = list(own.filter(created_at__gt=now - DAY).values_list("created_at", flat=True)[:MOST_COMPARISONS_A_DAY])
    if len(lately) == MOST_COMPARISONS_A_DAY:
        raise ServiceError("comparisons_used_up", until=rfc3339(lately[-1] + DAY))


def _check_own(owner: Player, asked: ComparisonInput) -> None:
    """Raises ServiceError `bad_comparison` for accounts that aren't the owner's, whether or not they exist."""
    own = BotAccount.objects.filter(owner=owner, player__is_active=True)
    names = set(own.filter(player__username__in=[asked.bot, asked.against]).values_list("player__username", flat=True))
    faults = [
        Detail("comparison_not_yours", {"account": name}, {"pointer": pointer})
        for pointer, name in (("/bot", asked.bot), ("/against", asked.against))
        if name not in names
    ]
    if asked.bot == asked.against and not faults:
        faults.append(Detail("league_name_twice", {"name": asked.bot}, {"pointer": "/against"}))
    if faults:
        raise ServiceError("bad_comparison", *faults)


def _placed(faults: Iterable[Detail]) -> list[Detail]:
    """The faults of the manifest, each with its place in the owner's request instead."""
    return [replace(fault, place={"pointer": _pointer(fault.place["pointer"])}) for fault in faults]


def _pointer(pointer: str) -> str:
    match pointer.split("/")[1:]:
        case ["entrants", number, *_]:
            return ("/bot", "/against")[int(number)]
        case ["format", field]:
            return f"/{field}"
        case ["seat_decks", *_]:
            return "/options"
        case _:
            return pointer
