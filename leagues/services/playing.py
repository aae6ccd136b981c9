"""Play deals: claim one, play both its matches, close it. Any number of workers may do so, even twice or half-way.

A lease keeps two workers from playing the same deal, but decides nothing. Each write checks that the deal and the
attempt are still open.
"""

import logging
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from common.leases import MOST_FRUITLESS, claim, set_aside, unclaimed
from common.text.errors import ServiceError
from leagues.models import Alarm, Amendment, Deal, Entrant, Fixture, League, Season, Void
from leagues.record import FIXTURES
from leagues.seeds import deal_seed, decision_seed
from leagues.selectors.seasons import SeasonPlan, season_plan
from leagues.services.alarms import raise_alarm
from leagues.services.faults import entrant_at, fault_of, kind_of_void
from leagues.services.heartbeat import SWEEP, beat_now_and_then
from leagues.services.league_notices import tell_deal_closed
from leagues.services.resolving import decks_at
from leagues.services.seasons import close_round
from leagues.services.sharing import OF_HOUSE_BOTS, charge, in_turn
from leagues.services.waking import wake_callers, wake_workers
from leagues.sides import is_first
from matches import metrics
from matches.bots.roster import UnknownBot, house_bot
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Match
from matches.services.bot_matches import BotMatchPlan, StartedMatch, disclose_deal, start_bot_match, write_bot_matches
from matches.services.calls import stop_calls
from matches.services.ending import abort_match
from matches.workers.bot_runner import play_bots, play_in_memory
from matches.workers.match_bots import ChanceOfBots
from rules.engine import Deck

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=20)
"""After this, another worker plays the deal of a killed one. If that was only slow, the deal is played twice."""
TOGETHER_SECONDS = 0.5
"""As many deals as fit in this time are claimed and written together."""
_MOST_AT_ONCE = 32
STINT_SECONDS = 1.0
"""How long a worker plays deals before other work: people's matches wait no longer."""
ATTEMPTS = 3
"""After this many voided attempts an entrant is broken."""
_MOST_STORED = 20_000
"""The number of characters stored of a fault. The last ones stay, which have the exception."""


def play_deals() -> int:
    """Play open deals for a stint, then wake another worker if more are left. Return how many were claimed."""
    until = time.monotonic() + STINT_SECONDS
    claimed, at_once = 0, 1
    while time.monotonic() < until:
        beat_now_and_then(SWEEP)
        begun = time.monotonic()
        deals = claim_deals(at_once)
        if not deals:
            return claimed
        claimed += len(deals)
        _play_together(deals)
        spent = time.monotonic() - begun
        charge(deals[0].season_id, spent)
        each = spent / len(deals)
        at_once = max(1, min(_MOST_AT_ONCE, int(TOGETHER_SECONDS / each)))
    wake_workers(1)
    return claimed


def claim_deals(most: int) -> list[Deal]:
    """Claim at most this many open deals without a lease, from the season whose turn it is.

    Of several deals at most half are claimed, so other workers find some. A deal whose worker died is claimed alone: it
    may have killed that worker, and the others of its claim only died with it.
    """
    with writing():
        now = read_database_clock().moment
        deals = Deal.objects.select_for_update(skip_locked=True, of=("self",)).select_related(
            "pairing__first", "pairing__second"
        )
        running = Q(season__status=Season.Status.RUNNING, season__league__is_paused=False)
        free = Q(OF_HOUSE_BOTS, unclaimed(now), running, status=Deal.Status.OPEN)
        for season_id in in_turn(Deal.objects.filter(free)):
            own = deals.filter(free, season=season_id)
            count = max(1, min(most, own[: 2 * most].count() // 2)) if most > 1 else most
            found = list(own.order_by("number")[:count])
            found = [deal for deal in found if not deal.fruitless] or found[:1]
            if found:  # Otherwise other workers have just claimed them all.
                claim(Deal.objects.filter(pk__in=[deal.pk for deal in found]), now, LEASE)
                return found
        return []


def _play_together(deals: Sequence[Deal]) -> None:
    """Play deals one after another and write them in one transaction. Deals for which no time is left are released."""
    until = time.monotonic() + 2 * TOGETHER_SECONDS
    fixtures = Fixture.objects.filter(deal__in=deals, attempt=F("deal__attempt"))
    stored = set(fixtures.values_list("deal", flat=True))
    played: list[PlayedDeal] = []
    for place, deal in enumerate(deals):
        if place and time.monotonic() >= until:
            _release(deals[place:], read_database_clock().moment)
            break
        with _void_if_it_fails(deal):
            if deal.fruitless > MOST_FRUITLESS:  # Claimed once in company, twice alone.
                set_aside.labels("deal").inc()
                void_attempt(deal, None, f"{deal.fruitless} workers in turn ended while they played it")
            elif deal.pk in stored:
                play_deal(deal, time.monotonic() + STINT_SECONDS)
            else:
                played += _from_start(deal, time.monotonic() + STINT_SECONDS)
    try:
        _store(played)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("deals that were played together are written one by one")
        for one in played:
            with _void_if_it_fails(one[0]):
                _store([one])


@contextmanager
def _void_if_it_fails(deal: Deal) -> Iterator[None]:
    """Void the attempt if anything outside a bot raises, which is the service's fault. A lost database voids none."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        void_attempt(deal, None, traceback.format_exc())


def play_deal(deal: Deal, until: float) -> None:
    """Play both matches of a deal, from the start or from where their logs end."""
    if matches := list(_matches_of(deal)):
        _play_on(deal, [match.pk for match in matches if match.status != Match.Status.OVER], until)
    else:
        _store(_from_start(deal, until))


def _from_start(deal: Deal, until: float) -> "list[PlayedDeal]":
    """Play both matches in memory, to be stored; returns [] if the deal cannot be played or is void."""
    plan = season_plan(deal.season_id)
    pairing = deal.pairing
    entrants = (plan.entrants[pairing.first.number], plan.entrants[pairing.second.number])
    if missing := _missing_bot(entrants):
        note = f"the bot {missing} is not in the roster at the version that season {plan.name} is played with"
        _pause(plan, note, Alarm.Kind.MISSING, missing)
        return []
    started = []
    for seating in range(FIXTURES):
        match = start_bot_match(_match_plan(plan, deal, entrants, seating))
        chance = chance_of_bots(plan, deal, seating)
        events, fault = play_in_memory(match.stored, match.seats, until, chance)
        if fault is not None:
            by = entrant_at(deal, seating, fault.seat) if fault.is_the_bots else None
            void_attempt(deal, by, fault.what)
            return []
        match.events += events
        started.append(match)
    return [(deal, started)]


def _matches_of(deal: Deal) -> Any:
    fixtures = Fixture.objects.filter(deal=deal, attempt=deal.attempt)
    matches = Match.objects.filter(fixture__in=fixtures).select_related("fixture").order_by("fixture__seating")
    return matches.only("status", "end_reason", "clock", "bots", "fixture__seating")


def _missing_bot(entrants: Sequence[Entrant]) -> str | None:
    for entrant in entrants:
        try:
            house_bot(entrant.bot, entrant.bot_version)
        except UnknownBot:
            return f"{entrant.bot}/{entrant.bot_version}"
    return None


def _match_plan(plan: SeasonPlan, deal: Deal, entrants: Sequence[Entrant], seating: int) -> BotMatchPlan:
    """The plan of a match. In seating 1 the entrants change sides, with their own decks; decks of seats stay."""
    first, second = entrants
    of_sides = (second, first) if seating else (first, second)
    season = plan.season
    return BotMatchPlan(
        ruleset=season.ruleset,
        ruleset_version=season.ruleset_version,
        card_set=season.card_set,
        options=season.options,
        bots=[(of_sides[side].bot, of_sides[side].bot_version or 1) for side in plan.sides],
        decks=decks_of(plan, deal, of_sides),
        seed=deal_seed(plan.seed, plan.name, first.name, second.name, deal.number, deal.attempt),
        deal=deal.pk,
        withheld=True,
        visibility=visibility_of(season),
        created_by=season.league.created_by,
    )


def chance_of_bots(plan: SeasonPlan, deal: Deal, seating: int) -> ChanceOfBots:
    """The seeds of all decisions in a match of house bots."""
    first, second = (plan.entrants[entrant.number].name for entrant in (deal.pairing.first, deal.pairing.second))

    def seed(seat: int, seq: int) -> bytes:
        entrant = first if is_first(plan.sides, seating, seat) else second
        return decision_seed(plan.seed, plan.name, entrant, deal.number, deal.attempt, seating, seat, seq)

    return seed


def chance_of_stored(match_id: UUID) -> ChanceOfBots | None:
    """Like `chance_of_bots`, for a stored match. None if it is not a league's or an account plays in it."""
    rows = Fixture.objects.filter(match=match_id).select_related("deal__pairing__first", "deal__pairing__second")
    fixture = rows.filter(deal__pairing__first__account="", deal__pairing__second__account="").first()
    if fixture is None:
        return None
    deal = fixture.deal
    deal.attempt = fixture.attempt
    return chance_of_bots(season_plan(deal.season_id), deal, fixture.seating)


def visibility_of(season: Season) -> str:
    """A season's matches have the visibility of the season."""
    return Match.Visibility(season.league.visibility)


def decks_of(plan: SeasonPlan, deal: Deal, of_sides: Sequence[Entrant]) -> Sequence[Deck]:
    """One deck per seat: the seats' own decks in turn, or the decks of the entrants."""
    if plan.seat_decks:
        return plan.seat_decks[deal.number % len(plan.seat_decks)]
    return decks_at(plan.rules, plan.season.options, plan.sides, [entrant.deck for entrant in of_sides])


# Writing


PlayedDeal = tuple[Deal, Sequence[StartedMatch]]
"""A deal, and both its matches as far as they were played in memory."""


def _store(played: Sequence[PlayedDeal]) -> None:
    """Store the matches of these deals together, and close the deals whose matches are over."""
    with writing():
        undecided = _undecided([deal for deal, _ in played])
        still_open = [(deal, matches) for deal, matches in played if deal.pk in undecided]
        if not still_open:
            return
        over = [deal for deal, matches in still_open if all(match.is_over for match in matches)]
        for deal, matches in still_open:
            for match in matches:
                match.row.withheld = deal not in over
        write_bot_matches([match for _, matches in still_open for match in matches])
        Fixture.objects.bulk_create(
            Fixture(deal=deal, attempt=deal.attempt, seating=seating, match=match.row)
            for deal, matches in still_open
            for seating, match in enumerate(matches)
        )
        now = read_database_clock().moment
        _release([deal for deal, _ in still_open if deal not in over], now)
        _close(over, now)


def _undecided(deals: Sequence[Deal]) -> set[UUID]:
    """Lock these deals, and return the ids of those that are open and unwritten at this attempt."""
    attempts = dict(_hold_open([deal.pk for deal in deals]).values_list("pk", "attempt"))
    held = [deal.pk for deal in deals if attempts.get(deal.pk) == deal.attempt]
    fixtures = Fixture.objects.filter(deal__in=held, attempt=F("deal__attempt"))
    return set(held) - set(fixtures.values_list("deal", flat=True))


def _is_open(deal: Deal) -> bool:
    """Whether this attempt is still undecided. The deal is locked until the transaction ends."""
    return _hold_open([deal.pk]).filter(attempt=deal.attempt).first() is not None


def _hold_open(deals: Any) -> QuerySet[Deal]:
    """Lock and return the open ones of these deals. Always in the same order, against deadlocks."""
    held = Deal.objects.select_for_update().filter(pk__in=deals, status=Deal.Status.OPEN)
    return held.order_by("season_id", "number")


def _close(deals: Sequence[Deal], now: datetime) -> None:
    closing = Deal.objects.filter(pk__in=[deal.pk for deal in deals])
    closing.update(status=Deal.Status.CLOSED, closed_at=now, lease_until=None)
    for deal in deals:
        tell_deal_closed(deal)
    for season_id in sorted({deal.season_id for deal in deals}):
        close_round(season_id, now)


def _release(deals: Sequence[Deal], now: datetime) -> None:
    if deals:
        Deal.objects.filter(pk__in=[deal.pk for deal in deals]).update(lease_until=now, fruitless=0)


def _play_on(deal: Deal, live: Sequence[UUID], until: float) -> None:
    """Play stored matches for a while, and decide the deal when all are over."""
    for match_id in live:
        while time.monotonic() < until and play_bots(match_id, delay=_never, go_on=_not_yet):
            pass
    settle_deal(deal)


def _never(seconds: float, job: object) -> None:
    raise AssertionError("no bot waits for a person in a match of bots alone")


def _not_yet(match_id: UUID, has_people: bool) -> None:
    """Do nothing: the next worker to claim the deal continues."""


def settle_deal(deal: Deal, *, is_forfeited: bool = False) -> None:
    """Close the deal if all its matches are over, or void it if one of them does not count.

    If a deal is forfeited, only its begun matches count. If none has begun, the deal is dropped.
    """
    matches = [match for match in _matches_of(deal) if not (is_forfeited and match.end_reason == "aborted")]
    fault = next((found for match in matches if (found := fault_of(deal, match))), None)
    if fault is not None:
        void_attempt(deal, *fault)
        return
    with writing():
        now = read_database_clock().moment
        if not _is_open(deal):
            return
        if is_forfeited and not matches:
            drop_open_deals(Deal.objects.filter(pk=deal.pk), now)
            close_round(deal.season_id, now)
        elif (is_forfeited or len(matches) == FIXTURES) and all(match.status == Match.Status.OVER for match in matches):
            _disclose(deal, [match.pk for match in matches])
            _close([deal], now)
        else:
            _release([deal], now)


def _disclose(deal: Deal, matches: Sequence[UUID]) -> None:
    plan = season_plan(deal.season_id)
    if plan.manifest.twinned is None:
        disclose_deal(deal.pk, matches)
    else:
        created_by = plan.season.league.created_by
        disclose_deal(deal.pk, matches, visibility=visibility_of(plan.season), created_by=created_by)


# Faults


def void_attempt(deal: Deal, by: Entrant | None, what: str) -> None:
    """Void this attempt and deal again; after ATTEMPTS faults the entrant is broken."""
    what = _storable(what)
    with writing():
        if not _is_open(deal):
            return
        now = read_database_clock().moment
        kind = "" if by is None else kind_of_void(what)
        Void.objects.create(deal=deal, attempt=deal.attempt, entrant=by, kind=kind, what=what, at=now)
        Deal.objects.filter(pk=deal.pk).update(attempt=deal.attempt + 1, lease_until=None, fruitless=0)
        if deal.attempt >= ATTEMPTS:
            _give_up(deal, now)
        transaction.on_commit(metrics.league_voids.labels("nobody" if by is None else "entrant").inc)
    logger.error("attempt %s at deal %s of season %s is void: %s", deal.attempt, deal.number, deal.season_id, what)
    end_matches(Fixture.objects.filter(deal=deal, attempt=deal.attempt))


def _storable(what: str) -> str:
    """The text in a form that every database and log can store, whatever a bot has raised."""
    return what.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")[-_MOST_STORED:]


def _give_up(deal: Deal, now: datetime) -> None:
    """Break the entrant that failed most often at this deal. If the service failed, pause the league."""
    plan = season_plan(deal.season_id)
    guilty = [void.entrant for void in deal.voids.select_related("entrant") if void.entrant is not None]
    if not guilty:
        note = f"deal {deal.number + 1} of season {plan.name} failed {ATTEMPTS} times and no bot was at fault"
        _pause(plan, note, Alarm.Kind.FAILED, str(deal.number + 1))
        return
    entrant = max(guilty, key=lambda one: (guilty.count(one), -one.number))
    take_out(entrant, Amendment.Kind.BROKEN, now, reason=f"{ATTEMPTS} voided attempts at deal {deal.number + 1}")
    raise_alarm(plan.season, Alarm.Kind.BROKEN, entrant.name, now)
    close_round(deal.season_id, now)


def _pause(plan: SeasonPlan, note: str, kind: Alarm.Kind, about: str) -> None:
    """Pause a league, once. If an operator has paused it already, their note stays."""
    with writing():
        going = League.objects.filter(pk=plan.season.league_id, is_paused=False)
        if not going.update(is_paused=True, pause_note=note):
            return
        stop_calls(open_deals(plan.season.league_id))
        raise_alarm(plan.season, kind, about, read_database_clock().moment)
        transaction.on_commit(metrics.leagues_paused.inc)
    logger.error("league %s is paused: %s", plan.season.league.slug, note)


def take_out(entrant: Entrant, kind: str, now: datetime, *, reason: str, **by: Any) -> None:
    """End an entrant's play in the season. Inside `writing()` only.

    Their open deals are dropped. Begun deals with an account are forfeited instead; otherwise a player about to lose
    could leave and lose nothing.
    """
    rounds = entrant.season.rounds.count()
    Amendment.objects.get_or_create(
        season_id=entrant.season_id,
        kind=kind,
        entrant=entrant,
        defaults={"rounds": rounds, "reason": reason, "at": now, **by},
    )
    own = open_deals_of(entrant)
    drop_open_deals(own.exclude(pk__in=begun_deals(own).values("pk")), now)
    end_dropped(entrant.season_id)
    transaction.on_commit(wake_callers)


def open_deals(league_id: int) -> list[UUID]:
    deals = Deal.objects.filter(season__league=league_id, status=Deal.Status.OPEN)
    return list(deals.values_list("pk", flat=True))


def open_deals_of(entrant: Entrant) -> QuerySet[Deal]:
    own = Q(pairing__first=entrant) | Q(pairing__second=entrant)
    return Deal.objects.filter(own, season=entrant.season_id, status=Deal.Status.OPEN)


def begun_deals(deals: QuerySet[Deal]) -> QuerySet[Deal]:
    """Deals of accounts with a begun match that is neither void nor called off."""
    begun = Fixture.objects.filter(deal=OuterRef("pk"), attempt=OuterRef("attempt"))
    begun = begun.exclude(match__status=Match.Status.LOBBY).exclude(match__end_reason="aborted")
    return deals.filter(~OF_HOUSE_BOTS, Exists(begun))


def drop_open_deals(deals: QuerySet[Deal], now: datetime) -> None:
    """Drop the open ones of these deals. Inside `writing()` only."""
    held = _hold_open(deals.filter(status=Deal.Status.OPEN).values("pk"))  # In order: workers close several at once.
    Deal.objects.filter(pk__in=list(held.values_list("pk", flat=True))).update(
        status=Deal.Status.DROPPED, closed_at=now
    )


def end_dropped(season_id: UUID) -> None:
    """After the commit, abort the matches of dropped deals."""
    dropped = Fixture.objects.filter(deal__season=season_id, deal__status=Deal.Status.DROPPED)
    transaction.on_commit(lambda: end_matches(dropped))


def end_matches(fixtures: Any) -> None:
    """Abort the running matches of these fixtures; they don't count."""
    live = Match.objects.filter(fixture__in=fixtures).exclude(status=Match.Status.OVER)
    for match_id in live.values_list("pk", flat=True):
        with suppress(ServiceError):  # It has ended meanwhile.
            abort_match(match_id=match_id, player=None, note="league")
