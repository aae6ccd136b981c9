"""Quick pairing: an account says what it wants to play, and is called to a match as soon as others want the same.

Requests for one game are handled one after another, under the lock of its `PairingPool`. So each finds all earlier
requests, from any process, and none is used twice.
"""

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import IntegrityError
from django.db.models import Q, QuerySet

from cards.sets.selectors import newest_rules
from common.text.errors import ServiceError
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Match, PairingPool, PairingRequest, Seat
from matches.selectors.blocks import kept_apart
from matches.services.calls import check_not_paused
from matches.services.lobby import open_match
from matches.services.match_limits import check_wants_pairings, full_accounts
from matches.services.match_notices import tell_paired
from matches.services.ratings import owner_of
from matches.services.seat_plans import SeatPlan, brings_deck, check_deck_is_there, checked_plans
from players.models import Player, Rating
from players.ratings import MIDDLE, shown_rating
from players.services import hold_players
from rules.engine import Ruleset
from rules.engine.canonical import canonical

KEPT = timedelta(minutes=10)
"""Requests expire after this time; a player who still waits posts again."""
_MOST_LOOKED_AT = 200
_MOST_SEATINGS = 20
_MOST_UNFIT = 5
"""How many requests with incompatible decks are skipped before a request waits."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What an account wants to play, and the accepted ratings of the others."""

    ruleset: str
    options: Mapping[str, Any]
    clock: Mapping[str, Any]
    is_rated: bool = False
    least_rating: int | None = None
    most_rating: int | None = None
    deck: Mapping[str, Any] | str | None = None


def post_request(*, player: Player, wanted: Wanted) -> tuple[PairingRequest, Match | None]:
    """Wait for others who want the same. Returns the request, and the match if others were already waiting.

    Raises ServiceError `account_paused`, `too_fast`, `already_waiting`, `too_many_matches`, or `bad_setup` with all
    faults; UnknownRuleset.
    """
    check_not_paused(player)
    check_wants_pairings(player)
    rules = newest_rules(wanted.ruleset)
    deck = _checked_deck(rules, player, wanted)
    options = msgspec.to_builtins(rules.read_options(wanted.options))
    same = [wanted.ruleset, options, dict(wanted.clock), wanted.is_rated]
    with writing():
        _hold_pool(wanted.ruleset)
        now = read_database_clock().moment
        PairingRequest.objects.filter(posted_at__lt=now - KEPT).delete()
        _check_has_room(player)
        request = _written(
            player=player,
            ruleset=wanted.ruleset,
            options=options,
            clock=dict(wanted.clock),
            is_rated=wanted.is_rated,
            kind=hashlib.sha256(canonical(same)).hexdigest(),
            rating=_rating(player, wanted.ruleset),
            least_rating=wanted.least_rating,
            most_rating=wanted.most_rating,
            deck=deck,
            posted_at=now,
        )
        return request, _pair(rules, request)


def _check_has_room(player: Player) -> None:
    """Raises ServiceError `too_many_matches`. Pairing checks it again with the account locked."""
    full = full_accounts([player.pk], starts=False)
    if player.pk in full:
        status, most = full[player.pk]
        raise ServiceError("too_many_matches", status_counted=status, most=most)


def _written(**request: Any) -> PairingRequest:
    """Store the request. Raises ServiceError `already_waiting`, even if the other request is for a game with another
    pool.

    The account is not locked before the pool: pairing locks the pool first, then accounts in the order of their ids.
    """
    try:
        with writing():
            return PairingRequest.objects.create(**request)
    except IntegrityError:
        raise ServiceError("already_waiting") from None


def withdraw_request(*, player: Player, request_id: UUID) -> None:
    """Withdraw a pairing request. Raises ServiceError `not_found`, also when it has been paired already."""
    with writing():
        deleted, _ = PairingRequest.objects.filter(pk=request_id, player=player).delete()
    if not deleted:
        raise ServiceError("not_found")


def waiting_request(player: Player) -> PairingRequest | None:
    since = read_database_clock().moment - KEPT
    return PairingRequest.objects.filter(player=player, posted_at__gte=since).first()


def _checked_deck(rules: Ruleset, player: Player, wanted: Wanted) -> Any:
    """The account's deck, checked in the first seat that brings one."""
    faulty = bool(rules.check_options(wanted.options))
    seats = 1 if faulty else rules.seats(rules.read_options(wanted.options))
    own = next((seat for seat in range(seats) if brings_deck(rules, wanted.options, seat)), 0)
    plans = [SeatPlan(kind=Seat.Kind.OPEN)] * seats
    plans[own] = SeatPlan(kind=Seat.Kind.CALLED, player=player, deck=wanted.deck)
    checked = checked_plans(
        rules,
        options=wanted.options,
        seats=plans,
        created_by=player,
        clock=wanted.clock,
        visibility=Match.Visibility.PUBLIC,
        is_rated=wanted.is_rated,
    )
    check_deck_is_there(rules, own, checked[own].deck)
    return checked[own].deck


def _hold_pool(ruleset: str) -> None:
    PairingPool.objects.bulk_create([PairingPool(ruleset=ruleset)], ignore_conflicts=True)
    PairingPool.objects.select_for_update().get(pk=ruleset)


def _rating(player: Player, ruleset: str) -> int:
    mu = Rating.objects.filter(player=player, ruleset=ruleset).values_list("mu", flat=True).first()
    return MIDDLE if mu is None else shown_rating(mu)


def _pair(rules: Ruleset, request: PairingRequest) -> Match | None:
    """Pair the request with the longest-waiting others. The caller holds a lock on the pool."""
    unfit: set[UUID] = set()
    while len(unfit) <= _MOST_UNFIT:
        group = _group(rules, request, unfit)
        if group is None:
            return None
        hold_players([one.player_id for one in group])
        full = full_accounts([one.player_id for one in group], starts=False)
        if request.player_id in full:
            return None
        if apart := kept_apart([one.player_id for one in group]):
            unfit |= {one.pk for one in group[1:] if any(one.player_id in pair for pair in apart)}
            continue
        if full:
            unfit |= {one.pk for one in group if one.player_id in full}
            continue
        if not _take(group):
            continue  # A withdrawn request is not found again.
        match = _opened(rules, group)
        if match is None:
            unfit.add(group[-1].pk)
            continue
        PairingRequest.objects.filter(pk__in=[one.pk for one in group]).delete()
        for one in group:
            tell_paired(match, one.player_id, one.pk)
        return match
    return None


def _group(rules: Ruleset, request: PairingRequest, unfit: Collection[UUID]) -> list[PairingRequest] | None:
    """Enough requests for a match, all compatible with each other; None if there are too few."""
    size = rules.seats(rules.read_options(request.options))
    group = [request]
    candidates = list(_candidates(request).exclude(pk__in=unfit)[:_MOST_LOOKED_AT])
    full = full_accounts([other.player_id for other in candidates], starts=False) if candidates else {}
    apart = kept_apart([one.player_id for one in (request, *candidates)])
    for other in candidates:
        if other.player_id in full or any((other.player_id, one.player_id) in apart for one in group):
            continue
        if len(group) < size and all(_suit(other, one) for one in group):
            group.append(other)
    return group if len(group) == size else None


def _candidates(request: PairingRequest) -> QuerySet[PairingRequest]:
    """Requests for the same match by available accounts, if each rating is within the other's range."""
    found = PairingRequest.objects.filter(kind=request.kind, player__is_active=True).exclude(pk=request.pk)
    found = found.filter(Q(least_rating=None) | Q(least_rating__lte=request.rating))
    found = found.filter(Q(most_rating=None) | Q(most_rating__gte=request.rating))
    found = found.exclude(player__call_record__paused_until__gt=request.posted_at)
    return found.select_related("player__bot_account").order_by("posted_at", "pk")


def _suit(one: PairingRequest, other: PairingRequest) -> bool:
    if one.is_rated and owner_of(one.player) == owner_of(other.player):
        return False
    return _holds(one, other.rating) and _holds(other, one.rating)


def _holds(request: PairingRequest, rating: int) -> bool:
    least, most = request.least_rating, request.most_rating
    return (least is None or least <= rating) and (most is None or rating <= most)


def _take(group: Sequence[PairingRequest]) -> bool:
    """Lock the requests; False if one was withdrawn meanwhile."""
    held = PairingRequest.objects.select_for_update().filter(pk__in=[one.pk for one in group]).order_by("pk")
    return len(held.values_list("pk")) == len(group)


def _opened(rules: Ruleset, group: Sequence[PairingRequest]) -> Match | None:
    """Open the match with seats drawn and everyone called; None if these decks cannot play together."""
    first = group[0]
    for _ in range(_MOST_SEATINGS):
        drawn = secrets.SystemRandom().sample(list(group), len(group))
        plans = [
            SeatPlan(
                kind=Seat.Kind.CALLED,
                player=one.player,
                deck=one.deck if brings_deck(rules, one.options, seat) else None,
            )
            for seat, one in enumerate(drawn)
        ]
        try:
            return open_match(
                ruleset=first.ruleset,
                options=first.options,
                seats=plans,
                clock=first.clock,
                is_rated=first.is_rated,
            )
        except ServiceError as error:
            if error.code != "bad_setup":
                raise
    return None
