"""Deals with bot accounts: accounts are called to each match and play it on their own, in their own time.

An account loses by the rules, by its clock, or by leaving: a withdrawn account forfeits the deals it has begun. Any
other failure voids the attempt, as for house bots.
"""

from collections.abc import Iterable
from dataclasses import replace
from uuid import UUID

import msgspec
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery

from leagues.models import Amendment, Deal, Entrant, Fixture, League, Season
from leagues.record import FIXTURES
from leagues.seeds import deal_seed
from leagues.selectors.seasons import SeasonPlan, amended, forfeited, season_plan
from leagues.services.league_notices import tell_league_called
from leagues.services.playing import decks_of, end_matches, settle_deal, take_out, visibility_of
from leagues.services.seasons import close_round
from leagues.services.sharing import OF_HOUSE_BOTS
from leagues.services.waking import wake_callers
from leagues.sides import losing_seats
from leagues.standings import WIN
from leagues.twins import at_sides, with_stand_in
from matches.log.database_clock import read_database_clock
from matches.log.transactions import isolate_errors, writing
from matches.models import Match, Seat
from matches.selectors.bot_accounts import acceptance_of
from matches.services.bot_matches import CalledMatchPlan, open_called_match
from matches.services.ending import withdraw_seat
from matches.services.seat_plans import SeatPlan
from players.models import BotAccount, Player
from players.services import hold_players

LIVE = (Match.Status.LOBBY, Match.Status.PLAYING)


def call_accounts() -> int:
    """Close finished deals of accounts and call accounts to their next matches. Return the number of calls."""
    for entrant_id in _changed_accounts():
        isolate_errors(_take_out_changed, entrant_id, "entrant %s of a league cannot be withdrawn")
    _forfeit_all()
    for deal_id in _played_deals():
        isolate_errors(_settle, deal_id, "deal %s of a league cannot be settled")
    called = 0
    while deals := [deal_id for deal_id in _next_deals() if isolate_errors(_call, deal_id, "deal %s cannot be called")]:
        called += len(deals)
    return called


def call_when_over(match: Match) -> None:
    """Have the accounts of an ended league match called to their next one. Other matches are ignored."""
    if match.deal is not None:
        wake_callers()


def _settle(deal_id: UUID) -> bool:
    if deal := _open_deal(deal_id):
        settle_deal(deal)
    return deal is not None


def _changed_accounts() -> list[int]:
    """Ids of entrants whose account is closed, or now declares another version or digest than it entered with."""
    account = BotAccount.objects.filter(player=OuterRef("player"), player__is_active=True)
    same = Exists(account.filter(version=OuterRef("account_version"), digest=OuterRef("digest")))
    withdrawn = Exists(Amendment.objects.filter(entrant=OuterRef("pk")))
    running = Q(season__status=Season.Status.RUNNING, season__league__is_paused=False)
    return list(Entrant.objects.exclude(account="").filter(running, ~same, ~withdrawn).values_list("pk", flat=True))


def _take_out_changed(entrant_id: int) -> bool:
    entrant = Entrant.objects.select_related("season").get(pk=entrant_id)
    account = BotAccount.objects.filter(player=entrant.player_id, player__is_active=True).first()
    if account is None:
        reason = "the account is closed"
    elif account.version != entrant.account_version:
        reason = f"the account has declared version {account.version}"
    else:
        reason = "the account has declared another digest"
    with writing():
        now = read_database_clock().moment
        take_out(entrant, Amendment.Kind.WITHDRAW, now, reason=reason)
        close_round(entrant.season_id, now)
    return True


def _forfeit_all() -> None:
    for deal_id in list(_open_deals().filter(forfeited()).order_by("number").values_list("pk", flat=True)):
        isolate_errors(_forfeit, deal_id, "deal %s of a league cannot be forfeited")


def _forfeit(deal_id: UUID) -> bool:
    """Forfeit a deal: the entrant that was withdrawn first loses its running matches. Others become a walkover.

    If it is interrupted, it can be repeated: only the matches that have started count.
    """
    deal = _open_deal(deal_id)
    if deal is None:
        return False
    fixtures = Fixture.objects.filter(deal=deal, attempt=deal.attempt)
    end_matches(fixtures.filter(match__status=Match.Status.LOBBY))
    sides = season_plan(deal.season_id).sides
    out = amended(deal.season_id).out
    loser = next(one for one in out if one in (deal.pairing.first.number, deal.pairing.second.number))
    for fixture in fixtures.filter(match__status=Match.Status.PLAYING):
        seats = losing_seats(sides, fixture.seating, 0 if loser == deal.pairing.first.number else WIN)
        withdraw_seat(match_id=fixture.match_id, seat=seats[0])
    settle_deal(deal, is_forfeited=True)
    return True


def _open_deal(deal_id: UUID) -> Deal | None:
    deals = Deal.objects.select_related("pairing__first", "pairing__second")
    return deals.filter(pk=deal_id, status=Deal.Status.OPEN).first()


def _open_deals() -> QuerySet[Deal]:
    """Open deals with an account, in running seasons."""
    running = Q(season__status=Season.Status.RUNNING, season__league__is_paused=False)
    return Deal.objects.filter(~OF_HOUSE_BOTS, running, status=Deal.Status.OPEN)


def _played_deals() -> list[UUID]:
    """Open deals with at least one finished match."""
    over = Q(fixtures__attempt=F("attempt"), fixtures__match__status=Match.Status.OVER)
    return list(_open_deals().filter(~forfeited(), over).distinct().values_list("pk", flat=True))


def _next_deals() -> list[UUID]:
    """For each pairing, its first deal with a call left to make. Those of comparisons come last."""
    begun = Count("fixtures", filter=Q(fixtures__attempt=F("attempt")))
    waiting = _open_deals().filter(~forfeited()).annotate(begun=begun).filter(begun__lt=FIXTURES)
    first = waiting.filter(pairing=OuterRef("pairing")).order_by("number").values("pk")[:1]
    pairings = waiting.order_by().values("pairing").annotate(number=Min("number"))
    season = "pairing__round__season"
    found = pairings.annotate(deal=Subquery(first)).order_by(f"{season}__league__is_comparison", season, "number")
    return list(found.values_list("deal", flat=True))


def _call(deal_id: UUID) -> bool:
    """Open the next match of a deal if both accounts have room for it; the other seating follows when they do.

    Both matches of a twinned deal are opened at once.
    """
    with writing():
        deal = _hold(deal_id)
        if deal is None or Deal.objects.filter(forfeited(), pk=deal_id).exists():
            return False
        plan, pairing = season_plan(deal.season_id), deal.pairing
        entrants = [plan.entrants[pairing.first.number], plan.entrants[pairing.second.number]]
        seated = set(Fixture.objects.filter(deal=deal, attempt=deal.attempt).values_list("seating", flat=True))
        to_open = [seating for seating in range(FIXTURES) if seating not in seated]
        if not to_open or not _have_room(entrants, plan.season.league):
            return False
        for seating in to_open if plan.manifest.twinned else to_open[:1]:
            match = open_called_match(_match_plan(plan, deal, entrants, seating))
            Fixture.objects.create(deal=deal, attempt=deal.attempt, seating=seating, match=match)
            tell_league_called(deal, match)
    return True


def _hold(deal_id: UUID) -> Deal | None:
    """Lock the deal and return it if it is still open. The lock keeps it open until the transaction ends."""
    deals = Deal.objects.select_for_update(of=("self",)).select_related("pairing__first", "pairing__second")
    return deals.filter(pk=deal_id, status=Deal.Status.OPEN).first()


def _have_room(entrants: Iterable[Entrant], league: League) -> bool:
    """Whether each account plays fewer league matches than it plays at a time. It always has room for one.

    Its other matches do not count, so nobody can delay a league by playing elsewhere. Matches of comparisons count only
    for comparisons.
    """
    counted = Q(match__deal__isnull=False, match__status__in=LIVE)
    if not league.is_comparison:
        counted &= Q(match__fixture__deal__season__league__is_comparison=False)
    players = [entrant.player_id for entrant in entrants if entrant.player_id is not None]
    hold_players(players)
    for player in Player.objects.filter(pk__in=players).select_related("bot_account"):
        at_once = max(1, acceptance_of(player.bot_account).at_once)
        if Seat.objects.filter(counted, player=player).count() >= at_once:
            return False
    return True


def _match_plan(plan: SeasonPlan, deal: Deal, entrants: list[Entrant], seating: int) -> CalledMatchPlan:
    """The plan of a match. In seating 1 the entrants change sides, as in every deal; the seed differs.

    In a twinned deal, a house bot has the place of one entrant, and both matches have one seed. Only the player sees
    the match until the deal is closed.
    """
    season, twinned = plan.season, plan.manifest.twinned
    decks = decks_of(plan, deal, at_sides(*entrants, seating))
    players = [_seat_plan(entrant) for entrant in entrants]
    of_sides = at_sides(*players, seating)
    visibility, created_by, seed = visibility_of(season), season.league.created_by, None
    if twinned is not None:
        stand_in = SeatPlan(kind=Seat.Kind.BOT, bot=twinned.bot, bot_version=twinned.version)
        of_sides = with_stand_in(*players, stand_in, deal.number, seating)
        first, second = (entrant.name for entrant in entrants)
        visibility, created_by = Match.Visibility.PRIVATE, None
        seed = deal_seed(plan.seed, plan.name, first, second, deal.number, deal.attempt)
    assert plan.manifest.clock is not None  # Checked when the season started.
    return CalledMatchPlan(
        ruleset=season.ruleset,
        ruleset_version=season.ruleset_version,
        card_set=season.card_set,
        options=season.options,
        seats=[replace(of_sides[side], deck=deck) for side, deck in zip(plan.sides, decks, strict=True)],
        clock=msgspec.to_builtins(plan.manifest.clock),
        deal=deal.pk,
        visibility=visibility,
        created_by=created_by,
        seed=seed,
    )


def _seat_plan(entrant: Entrant) -> SeatPlan:
    if entrant.is_account:
        return SeatPlan(kind=Seat.Kind.CALLED, player=entrant.player)
    return SeatPlan(kind=Seat.Kind.BOT, bot=entrant.bot, bot_version=entrant.bot_version)
