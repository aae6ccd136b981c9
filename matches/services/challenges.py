"""Challenges: one account asks another for a two-player match. The other accepts, declines with a reason, or lets it
expire.

After acceptance both are called to the match (calls.py), each brings a deck and may add entropy. Bot accounts are
called without being asked: they have declared what they accept. A rematch is a challenge with the seats exchanged.
"""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet

from cards.sets.selectors import newest_rules
from common.text.errors import Detail, ServiceError
from common.timestamps import rfc3339
from matches.limits import MOST_CHALLENGES_IN_VAIN, MOST_OPEN_CHALLENGES
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Challenge, Match, Seat
from matches.selectors.access import seat_of
from matches.selectors.blocks import are_apart
from matches.selectors.bot_accounts import bot_account_of
from matches.selectors.calls import paused_until
from matches.services.calls import check_not_paused
from matches.services.continuations import may_open_again, open_rematch
from matches.services.lobby import open_match
from matches.services.match_limits import check_room
from matches.services.match_notices import tell_challenge_answered, tell_challenged
from matches.services.seat_plans import SeatPlan, checked_plans
from players.models import Player

KEPT_LIVE = timedelta(minutes=10)
KEPT_SLOW = timedelta(days=3)
"""How long a challenge stays open if its match has no clock, or a clock in days."""
REMEMBERED = timedelta(days=30)
SEATS = 2
Status = Challenge.Status


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The match that is asked for. `seat` is the challenger's; None if it is drawn."""

    ruleset: str
    options: Mapping[str, Any]
    clock: Mapping[str, Any] | None = None
    visibility: str = Match.Visibility.PUBLIC
    is_rated: bool = False
    seat: int | None = None


def post_challenge(
    *, challenger: Player, opponent: Player | None, terms: Terms, rematch_of: UUID | None = None
) -> Challenge:
    """Challenge another player. A bot account accepts at once, or the challenge is refused.

    Guests can only ask for rematches.
    Raises ServiceError `not_found` without an opponent, `guest_not_allowed`, `player_unavailable`, `account_paused`,
    `already_challenged`, `too_many_challenges`, or `bad_setup` with all faults; UnknownRuleset.
    """
    if opponent is None:
        raise ServiceError("not_found", Detail("no_player_of_this_name", place={"pointer": "/opponent"}))
    check_not_paused(challenger)
    if challenger.is_guest and rematch_of is None:
        raise ServiceError("guest_not_allowed")
    if opponent.pk == challenger.pk or not opponent.is_active or paused_until(opponent) is not None:
        raise ServiceError("player_unavailable")
    options = _checked_options(challenger, opponent, terms)
    with writing():
        now = read_database_clock().moment
        _check_number(challenger, opponent, now)
        if bot_account_of(opponent) is not None:
            _checked_options(challenger, opponent, terms)  # Another request may have called the bot meanwhile.
        challenge = Challenge.objects.create(
            challenger=challenger,
            opponent=opponent,
            ruleset=terms.ruleset,
            options=options,
            clock=None if terms.clock is None else dict(terms.clock),
            visibility=terms.visibility,
            is_rated=terms.is_rated,
            seat=terms.seat,
            rematch_of=rematch_of,
            created_at=now,
            expires_at=now + _open_for(terms.clock),
        )
        if bot_account_of(opponent) is None:
            tell_challenged(challenge)
        else:
            _accept(challenge, asked_by=challenger)
    return challenge


def accept_challenge(*, challenge_id: UUID, player: Player) -> Challenge:
    """Accept a challenge and call both players.

    Raises ServiceError `not_found`, `not_your_challenge`, `challenge_over`, `account_paused`, `too_many_matches`;
    `player_unavailable` while the challenger has too many matches.
    """
    check_not_paused(player)
    with writing():
        challenge = _held(challenge_id, player)
        if challenge.opponent_id != player.pk:
            raise ServiceError("not_your_challenge")
        _accept(challenge, asked_by=player)
    return challenge


def decline_challenge(*, challenge_id: UUID, player: Player, reason: str) -> Challenge:
    """Decline a challenge. Raises ServiceError `not_found`, `not_your_challenge`, `challenge_over`."""
    with writing():
        challenge = _held(challenge_id, player)
        if challenge.opponent_id != player.pk:
            raise ServiceError("not_your_challenge")
        _end(challenge, Status.DECLINED, reason=reason)
        tell_challenge_answered(challenge, challenge.challenger_id)
    return challenge


def withdraw_challenge(*, challenge_id: UUID, player: Player) -> Challenge:
    """Withdraw a challenge. Raises ServiceError `not_found`, `not_your_challenge`, `challenge_over`."""
    with writing():
        challenge = _held(challenge_id, player)
        if challenge.challenger_id != player.pk:
            raise ServiceError("not_your_challenge")
        _end(challenge, Status.WITHDRAWN)
        tell_challenge_answered(challenge, challenge.opponent_id)
    return challenge


def end_challenge(challenge: Challenge, player: Player, reason: str = "") -> None:
    """Withdraw the player's own challenge or decline the other's. Does nothing if it has been answered meanwhile."""
    with suppress(ServiceError):
        if challenge.challenger_id == player.pk:
            withdraw_challenge(challenge_id=challenge.pk, player=player)
        else:
            decline_challenge(challenge_id=challenge.pk, player=player, reason=reason)


@dataclass(frozen=True, slots=True)
class Rematch:
    """A challenge to the other player, or a started match if the opponents are house bots."""

    challenge: Challenge | None
    match_id: UUID | None


def offer_rematch(*, match: Match, player: Player) -> Rematch:
    """Ask for the same match with the seats exchanged. If the opponent has already asked, this accepts their challenge.

    House bots start playing at once.
    Raises ServiceError `not_your_seat`, `match_not_over`, `no_rematch`, and as `post_challenge` or `open_match`.
    """
    own = seat_of(match, player)
    if own is None:
        raise ServiceError("not_your_seat")
    if match.status != Match.Status.OVER:
        raise ServiceError("match_not_over")
    if match.card_set.is_playtest or match.continues is not None:
        raise ServiceError("no_rematch")
    if may_open_again(match, player):
        return Rematch(None, open_rematch(match=match, player=player).pk)
    challenge = _challenge_again(match, player, own)
    return Rematch(challenge, challenge.match_id)


def _challenge_again(match: Match, player: Player, own: int) -> Challenge:
    seats = list(match.seats.all())
    if match.version < 0 or len(seats) != SEATS or seats[1 - own].player is None:
        raise ServiceError("no_rematch")
    opponent = seats[1 - own].player
    asked = open_challenges(player).filter(challenger=opponent, rematch_of=match.pk).first()
    if asked is not None:
        return accept_challenge(challenge_id=asked.pk, player=player)
    terms = Terms(
        ruleset=match.ruleset,
        options=match.options,
        clock=match.clock,
        visibility=match.visibility,
        is_rated=match.is_rated,
        seat=1 - own,
    )
    return post_challenge(challenger=player, opponent=opponent, terms=terms, rematch_of=match.pk)


def rematch_state(match: Match, player: Player) -> str | None:
    """The player's rematch state: `may` ask, has `asked`, or `is_asked`; None if no opponent can be asked."""
    seats = list(match.seats.all())
    own = seat_of(match, player)
    if own is None or match.version < 0 or len(seats) != SEATS or match.card_set.is_playtest or match.continues:
        return None
    other = seats[1 - own].player
    if other is None or not other.is_active:
        return None
    found = open_challenges(player).filter(rematch_of=match.pk).first()
    if found is None:
        return "may"
    return "asked" if found.challenger_id == player.pk else "is_asked"


def find_challenge(challenge_id: UUID, player: Player) -> Challenge:
    """A challenge, for the two players only. Raises ServiceError `not_found`."""
    found = _of(player).filter(pk=challenge_id).first()
    if found is None:
        raise ServiceError("not_found")
    return found


def open_challenges(player: Player) -> QuerySet[Challenge]:
    """The open challenges that the account has posted or may answer, the newest first."""
    now = read_database_clock().moment
    return _of(player).filter(status=Status.OPEN, expires_at__gt=now).order_by("-created_at", "-pk")


def end_old_challenges(now: datetime) -> int:
    """Mark unanswered challenges as expired and delete those long over. Returns how many have expired."""
    Challenge.objects.filter(expires_at__lt=now - REMEMBERED).delete()
    return Challenge.objects.filter(status=Status.OPEN, expires_at__lte=now).update(status=Status.EXPIRED)


def _of(player: Player) -> QuerySet[Challenge]:
    people = ("challenger__bot_account__owner", "opponent__bot_account__owner")
    return Challenge.objects.filter(Q(challenger=player) | Q(opponent=player)).select_related(*people)


def _open_for(clock: Mapping[str, Any] | None) -> timedelta:
    return KEPT_SLOW if clock is None or clock["type"] == "correspondence" else KEPT_LIVE


def _checked_options(challenger: Player, opponent: Player, terms: Terms) -> dict[str, Any]:
    """All options of the match. Raises ServiceError `bad_setup`, also if a bot account does not accept it."""
    rules = newest_rules(terms.ruleset)
    plans = [
        SeatPlan(kind=Seat.Kind.CALLED, player=challenger),
        SeatPlan(kind=Seat.Kind.INVITED, player=opponent),
    ]
    checked_plans(
        rules,
        options=terms.options,
        seats=plans,
        created_by=challenger,
        clock=terms.clock,
        visibility=terms.visibility,
        is_rated=terms.is_rated,
    )
    options: dict[str, Any] = msgspec.to_builtins(rules.read_options(terms.options))
    return options


def _check_number(challenger: Player, opponent: Player, now: datetime) -> None:
    """Check that both have room for the match, and that the challenger has no other challenge to this account and not
    too many.

    Requests of one challenger wait for each other.
    """
    check_room([challenger.pk, opponent.pk], asked_by=challenger.pk, starts=False)
    if are_apart(challenger.pk, opponent.pk):
        raise ServiceError("player_unavailable")
    own_late = Challenge.objects.filter(challenger=challenger, status=Status.OPEN, expires_at__lte=now)
    own_late.update(status=Status.EXPIRED)
    own = Challenge.objects.filter(challenger=challenger, status=Status.OPEN)
    if own.filter(opponent=opponent).exists():
        raise ServiceError("already_challenged")
    lately = Challenge.objects.filter(challenger=challenger, opponent=opponent, created_at__gt=now - timedelta(hours=1))
    if lately.exclude(status=Status.ACCEPTED).count() >= MOST_CHALLENGES_IN_VAIN:
        raise ServiceError("player_unavailable")
    ends = list(own.order_by("expires_at").values_list("expires_at", flat=True))
    if len(ends) >= MOST_OPEN_CHALLENGES:
        raise ServiceError("too_many_challenges", most=MOST_OPEN_CHALLENGES, until=rfc3339(ends[0]))


def _held(challenge_id: UUID, player: Player) -> Challenge:
    """Load and lock an open challenge until the transaction ends."""
    challenge = _of(player).select_for_update(of=("self",)).filter(pk=challenge_id).first()
    if challenge is None:
        raise ServiceError("not_found")
    if challenge.status != Status.OPEN:
        raise ServiceError("challenge_over", status_now=challenge.status)
    if challenge.expires_at <= read_database_clock().moment:
        raise ServiceError("challenge_over", status_now=Status.EXPIRED.value)
    return challenge


def _end(challenge: Challenge, status: Challenge.Status, *, reason: str = "", match_id: UUID | None = None) -> None:
    challenge.status, challenge.reason, challenge.match_id = status.value, reason, match_id
    challenge.save(update_fields=["status", "reason", "match_id"])


def _accept(challenge: Challenge, *, asked_by: Player) -> None:
    """Call both players. Raises ServiceError `bad_setup` if such a match can no longer be opened."""
    first = secrets.randbelow(SEATS) if challenge.seat is None else challenge.seat
    plans = [SeatPlan(kind=Seat.Kind.CALLED, player=challenge.opponent)] * SEATS
    plans[first] = SeatPlan(kind=Seat.Kind.CALLED, player=challenge.challenger)
    match = open_match(
        ruleset=challenge.ruleset,
        options=challenge.options,
        seats=plans,
        clock=challenge.clock,
        visibility=challenge.visibility,
        is_rated=challenge.is_rated,
        asked_by=asked_by,
    )
    _end(challenge, Status.ACCEPTED, match_id=match.pk)
    tell_challenge_answered(challenge, challenge.challenger_id)
