"""Pairings with bot accounts: to each match the accounts are called, and play it by themselves, in their own time.

An account loses by its clock and by nothing else. What goes wrong otherwise voids the attempt, as for house bots.
"""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import msgspec
from django.db.models import Count, F, Min, OuterRef, Q, QuerySet, Subquery

from leagues.models import Amendment, Deal, Entrant, Fixture, Season
from leagues.record import FIXTURES
from leagues.selectors.seasons import SeasonPlan, season_plan
from leagues.services.playing import decks_of, settle_deal, take_out, visibility_of
from leagues.services.seasons import close_round
from leagues.services.sharing import OF_HOUSE_BOTS
from leagues.services.waking import wake_callers
from matches.log.database_clock import read_database_clock
from matches.log.isolation import isolate_errors
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.selectors.bot_accounts import acceptance_of, bot_account_of
from matches.services.bot_matches import CalledMatchPlan, open_called_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from players.services import hold_players

LIVE = (Match.Status.LOBBY, Match.Status.PLAYING)


def call_accounts() -> int:
    """Go on with everything that accounts are to play: close what is over, call to what is next. How many calls."""
    for deal_id in _played_deals():
        isolate_errors(_settle, deal_id, "deal %s of a league cannot be settled")
    called = 0
    while deals := [deal_id for deal_id in _next_deals() if isolate_errors(_call, deal_id, "deal %s cannot be called")]:
        called += len(deals)
    return called


def call_when_over(match: Match) -> None:
    """A match has ended: whoever played it in a league is called to the next one."""
    if match.deal is not None:
        wake_callers()


def _settle(deal_id: UUID) -> bool:
    deals = Deal.objects.select_related("pairing__first", "pairing__second")
    deal = deals.filter(pk=deal_id, status=Deal.Status.OPEN).first()
    if deal is not None:
        settle_deal(deal)
    return deal is not None


def _open_deals() -> QuerySet[Deal]:
    """Those that an account plays, in seasons that are being played."""
    running = Q(season__status=Season.Status.RUNNING, season__league__is_paused=False)
    return Deal.objects.filter(~OF_HOUSE_BOTS, running, status=Deal.Status.OPEN)


def _played_deals() -> list[UUID]:
    """Open deals one of whose matches is over."""
    over = Q(fixtures__attempt=F("attempt"), fixtures__match__status=Match.Status.OVER)
    return list(_open_deals().filter(over).distinct().values_list("pk", flat=True))


def _next_deals() -> list[UUID]:
    """Of each pairing the first deal to which there is something left to call."""
    begun = Count("fixtures", filter=Q(fixtures__attempt=F("attempt")))
    waiting = _open_deals().annotate(begun=begun).filter(begun__lt=FIXTURES)
    first = waiting.filter(pairing=OuterRef("pairing")).order_by("number").values("pk")[:1]
    pairings = waiting.order_by().values("pairing").annotate(number=Min("number"))
    found = pairings.annotate(deal=Subquery(first)).order_by("pairing__round__season", "number")
    return list(found.values_list("deal", flat=True))


def _call(deal_id: UUID) -> bool:
    """Open the next match of a deal, if both accounts have room for it; the other seating follows when they have."""
    with writing():
        deal = _hold(deal_id)
        if deal is None:
            return False
        plan, pairing = season_plan(deal.season_id), deal.pairing
        entrants = [plan.entrants[pairing.first.number], plan.entrants[pairing.second.number]]
        now = read_database_clock().moment
        if _take_out_changed(deal, entrants, now):
            return False
        taken = set(Fixture.objects.filter(deal=deal, attempt=deal.attempt).values_list("seating", flat=True))
        seating = next((seating for seating in range(FIXTURES) if seating not in taken), None)
        if seating is None or not _have_room(entrants):
            return False
        match = open_called_match(_match_plan(plan, deal, entrants, seating))
        Fixture.objects.create(deal=deal, attempt=deal.attempt, seating=seating, match=match)
    return True


def _hold(deal_id: UUID) -> Deal | None:
    """The deal, if it is still open; until the transaction ends nobody else decides it."""
    deals = Deal.objects.select_for_update(of=("self",)).select_related("pairing__first", "pairing__second")
    return deals.filter(pk=deal_id, status=Deal.Status.OPEN).first()


def _have_room(entrants: Iterable[Entrant]) -> bool:
    """Whether each account plays fewer matches of leagues than it plays at once; one it always does.

    What else it plays does not count: so nobody keeps a league waiting by playing with somebody else.
    """
    players = [entrant.player_id for entrant in entrants if entrant.player_id is not None]
    hold_players(players)
    for player in Player.objects.filter(pk__in=players).select_related("bot_account"):
        at_once = max(1, acceptance_of(player.bot_account).at_once)
        if Seat.objects.filter(player=player, match__deal__isnull=False, match__status__in=LIVE).count() >= at_once:
            return False
    return True


def _take_out_changed(deal: Deal, entrants: Iterable[Entrant], now: datetime) -> bool:
    """An account that is closed, or has declared another version, is not the entrant any more: he is withdrawn."""
    gone = [(entrant, reason) for entrant in entrants if (reason := _why_gone(entrant))]
    for entrant, reason in gone:
        take_out(entrant, Amendment.Kind.WITHDRAW, now, reason=reason)
    if gone:
        close_round(deal.season_id, now)
    return bool(gone)


def _why_gone(entrant: Entrant) -> str | None:
    if not entrant.is_account:
        return None
    player = Player.objects.select_related("bot_account").filter(public_id=entrant.account, is_active=True).first()
    account = None if player is None else bot_account_of(player)
    if account is None:
        return "the account is closed"
    if account.version != entrant.account_version:
        return f"the account has declared version {account.version}"
    return None


def _match_plan(plan: SeasonPlan, deal: Deal, entrants: list[Entrant], seating: int) -> CalledMatchPlan:
    """In seating 1 the entrants change sides, as in every deal; the seed is another one."""
    of_sides = entrants[::-1] if seating else entrants
    decks, season = decks_of(plan, deal, of_sides), plan.season
    assert plan.manifest.clock is not None  # Whoever started the season has looked.
    return CalledMatchPlan(
        ruleset=season.ruleset,
        ruleset_version=season.ruleset_version,
        card_set=season.card_set,
        options=season.options,
        seats=[_seat_plan(of_sides[side], deck) for side, deck in zip(plan.sides, decks, strict=True)],
        clock=msgspec.to_builtins(plan.manifest.clock),
        deal=deal.pk,
        visibility=visibility_of(season),
        created_by=season.league.created_by,
    )


def _seat_plan(entrant: Entrant, deck: object) -> SeatPlan:
    if entrant.is_account:
        return SeatPlan(kind=Seat.Kind.CALLED, player=entrant.player, deck=deck)  # type: ignore[arg-type]
    return SeatPlan(kind=Seat.Kind.BOT, bot=entrant.bot, bot_version=entrant.bot_version, deck=deck)  # type: ignore[arg-type]
