"""Notify bot accounts about their own calls, results and final place in the leagues they play in.

The transaction that calls, closes a deal or ends a season writes its notices. A deal's result comes when the deal is
closed, because that discloses its matches.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from common.formats import Id
from leagues.models import Deal, Entrant, League
from leagues.record import Played
from leagues.report import ranking, test_of
from leagues.selectors.seasons import SeasonPlan, amended, deal_results, played, season_plan
from leagues.standings import WIN
from matches.models import Match
from matches.notifications.inbox import notify
from matches.notifications.notices import NoticeKind, register
from rules.engine import Names

LeagueName = Annotated[str, Meta(description="The league's name in addresses.")]
SeasonNumber = Annotated[int, Meta(description="The season's number in addresses.")]
DealNumber = Annotated[int, Meta(description="The deal's number in the season, from 0.")]
EntrantName = Annotated[str, Meta(description="Name of the other entrant.")]


class LeagueCalled(NoticeKind, frozen=True, tag="league_called"):
    """You are called to a match of a league. The call to the seat comes with it: answer that one."""

    label: ClassVar[Names] = {"ja": "リーグの対戦に呼ばれた", "en": "You are called to a match of a league"}
    league: LeagueName
    season: SeasonNumber
    deal: DealNumber
    match: Id
    opponent: EntrantName


class LeagueResult(NoticeKind, frozen=True, tag="league_result"):
    """A deal of yours in a league is over and counts. Its matches are disclosed.

    A match that an entrant lost by withdrawal before it began counts too, but is not listed.
    """

    label: ClassVar[Names] = {"ja": "リーグでのディールの結果が出た", "en": "A deal of yours in a league counts"}
    league: LeagueName
    season: SeasonNumber
    deal: DealNumber
    matches: Annotated[list[Id], Meta(description="The matches of the deal that were played.")]
    opponent: EntrantName
    points: Annotated[int, Meta(description="Your points: two for a win, one for a draw.")]
    opponent_points: int


class SeasonOver(NoticeKind, frozen=True, tag="season_over"):
    """A season that you play in is over, and this is your place in its final table."""

    label: ClassVar[Names] = {"ja": "参加しているシーズンが終わった", "en": "A season that you play in is over"}
    league: LeagueName
    season: SeasonNumber
    rank: Annotated[int | None, Meta(description="From 1; equals share it. Null if you were withdrawn.")]
    entrants: Annotated[int, Meta(description="Number of entrants, withdrawn ones too.")]
    points: Annotated[int, Meta(description="Two for a win, one for a draw.")]


class ComparisonOver(NoticeKind, frozen=True, tag="comparison_over"):
    """A comparison of two of your bot accounts has ended.

    `verdict` is `h1` if `bot` is better than `against` by `elo1`, `h0` if only by `elo0`, and `undecided` after the
    last deal. It is null if the comparison was stopped, or if an account closed or changed its version.
    """

    label: ClassVar[Names] = {"ja": "ボット2つの比較が終わった", "en": "A comparison of two of your bots has ended"}
    league: LeagueName
    bot: str
    against: str
    verdict: Annotated[str, Meta(extra_json_schema={"enum": ["h0", "h1", "undecided"]})] | None
    deals: Annotated[int, Meta(description="Number of deals that the test used.")]


def register_notices() -> None:
    register(LeagueCalled, LeagueResult, SeasonOver, ComparisonOver)


def tell_league_called(deal: Deal, match: Match) -> None:
    """Notify the accounts called to a match of a deal. Inside `writing()` only, after the call itself."""
    season = season_plan(deal.season_id).season
    called = set(match.seats.values_list("player", flat=True))
    for account_id, _, opponent in _accounts(deal):
        if account_id not in called:  # In a twinned deal, each account has a match of its own.
            continue
        about = LeagueCalled(season.league.slug, season.number, deal.number, str(match.pk), opponent.name)
        notify([account_id], about)


def tell_deal_closed(deal: Deal) -> None:
    """Notify the accounts of a deal that has just been closed. Inside `writing()` only."""
    accounts = list(_accounts(deal))
    if not accounts:
        return
    plan = season_plan(deal.season_id)
    results, matches = deal_results(deal, plan.sides)
    of_first = sum(result.points for result in results)
    for account_id, own, opponent in accounts:
        points = of_first if own == deal.pairing.first else WIN * len(results) - of_first
        about = LeagueResult(
            league=plan.season.league.slug,
            season=plan.season.number,
            deal=deal.number,
            matches=[str(match_id) for match_id in matches],
            opponent=opponent.name,
            points=points,
            opponent_points=WIN * len(results) - points,
        )
        notify([account_id], about)


def tell_season_over(season_id: UUID) -> None:
    """Notify the accounts among the entrants of a season that has just ended. Inside `writing()` only."""
    plan = season_plan(season_id)
    if not any(entrant.is_account for entrant in plan.entrants):
        return
    found = played(season_id, plan.sides)
    gone = amended(season_id).withdrawn_at(found.rounds)
    rows = {row.entrant: row for row in ranking(plan.manifest, found, gone)}
    accounts = Entrant.objects.filter(season=season_id, player__isnull=False).order_by("number")
    _tell_owner(plan, found)
    for number, account_id in accounts.values_list("number", "player"):
        about = SeasonOver(
            league=plan.season.league.slug,
            season=plan.season.number,
            rank=None if number in gone else rows[number].rank,
            entrants=len(plan.entrants),
            points=rows[number].points,
        )
        notify([account_id], about)


def _tell_owner(plan: SeasonPlan, found: Played) -> None:
    """Notify the owner if the season is a comparison."""
    owners = League.objects.filter(pk=plan.season.league_id, is_comparison=True, created_by__isnull=False)
    test = test_of(plan.manifest, found, amended(plan.id))
    for owner_id in owners.values_list("created_by", flat=True):
        assert test is not None  # A comparison is a duel.
        bot, against = (entrant.name for entrant in plan.entrants)
        notify([owner_id], ComparisonOver(plan.season.league.slug, bot, against, test.verdict, test.deals))


def _accounts(deal: Deal) -> Iterator[tuple[int, Entrant, Entrant]]:
    """The accounts of a deal: id, entrant, opponent."""
    first, second = deal.pairing.first, deal.pairing.second
    assert second is not None  # A bye has no deals.
    for own, opponent in ((first, second), (second, first)):
        if own.player_id is not None:
            yield own.player_id, own, opponent
