"""Matches for another app's plan, such as a league's.

Matches of house bots start in memory with a given seed, and are written as far as they have been played. For other
matches, the bot accounts are called.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cards.models import CardSetRevision
from matches.log import appending
from matches.log.database_clock import read_database_clock
from matches.log.events import Event
from matches.log.seed_encryption import NO_CHANCE, new_seed, seal
from matches.log.stored_match import StoredMatch
from matches.models import Match, Seat, moment_of_id
from matches.selectors.calls import time_to_answer
from matches.services import match_notices
from matches.services.lobby import seat_row
from matches.services.seat_plans import SeatPlan
from matches.services.starting import start_if_ready
from players.models import Player
from rules.engine import Deck, match_key, seed_commitment


@dataclass(frozen=True, slots=True, kw_only=True)
class BotMatchPlan:
    """A match between house bots, already checked. `options` are complete, as the rules have read them."""

    ruleset: str
    ruleset_version: int
    card_set: CardSetRevision
    options: Mapping[str, Any]
    bots: Sequence[tuple[str, int]]
    """Name and version for each seat."""
    decks: Sequence[Deck]
    seed: bytes
    deal: UUID
    withheld: bool
    visibility: str
    created_by: Player | None = None


@dataclass(slots=True)
class StartedMatch:
    """A match in memory: its rows, its position, and all its events so far."""

    row: Match
    seats: list[Seat]
    stored: StoredMatch
    events: list[Event]

    @property
    def is_over(self) -> bool:
        return self.stored.position.table.outcome is not None


def start_bot_match(plan: BotMatchPlan) -> StartedMatch:
    """Start a match of house bots in memory, without writing anything."""
    match = Match(
        ruleset=plan.ruleset,
        ruleset_version=plan.ruleset_version,
        card_set=plan.card_set,
        options=dict(plan.options),
        visibility=plan.visibility,
        created_by=plan.created_by,
        seed_commitment=seed_commitment(plan.seed),
        bots=list(range(len(plan.bots))),
        deal=plan.deal,
        withheld=plan.withheld,
    )
    match.sealed_seed = seal(plan.seed + NO_CHANCE, match.id.bytes)
    seats = [
        seat_row(match, index, SeatPlan(kind=Seat.Kind.BOT, bot=bot, bot_version=version, deck=deck))
        for index, ((bot, version), deck) in enumerate(zip(plan.bots, plan.decks, strict=True))
    ]
    start = start_if_ready(match, seats)
    assert start is not None  # Bots are always ready.
    return StartedMatch(match, seats, start[0], [start[1]])


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledMatchPlan:
    """A match to which bot accounts are called, already checked. `seats` hold house bots and called accounts."""

    ruleset: str
    ruleset_version: int
    card_set: CardSetRevision
    options: Mapping[str, Any]
    seats: Sequence[SeatPlan]
    clock: Mapping[str, Any]
    deal: UUID
    visibility: str
    created_by: Player | None = None
    seed: bytes | None = None
    """The seed of another match too, so the seats add no entropy. None for a seed of its own."""


def open_called_match(plan: CalledMatchPlan) -> Match:
    """Open a lobby to which all accounts are called. Inside `writing()` only.

    Accounts that answer add their entropy, unless the plan has a seed. The match starts without the others when the
    time to answer is over (`start_unanswered`), and their clocks run.
    """
    seed = plan.seed or new_seed()
    key = NO_CHANCE if plan.seed is None else match_key(seed, [""] * len(plan.seats))
    match = Match(
        ruleset=plan.ruleset,
        ruleset_version=plan.ruleset_version,
        card_set=plan.card_set,
        options=dict(plan.options),
        clock=dict(plan.clock),
        visibility=plan.visibility,
        created_by=plan.created_by,
        seed_commitment=seed_commitment(seed),
        bots=[index for index, seat in enumerate(plan.seats) if seat.kind == Seat.Kind.BOT],
        deal=plan.deal,
        withheld=True,
        answer_by=read_database_clock().moment + time_to_answer(plan.clock),
    )
    match.sealed_seed = seal(seed + key, match.id.bytes)
    match.save(force_insert=True)
    seats = Seat.objects.bulk_create([seat_row(match, index, seat) for index, seat in enumerate(plan.seats)])
    match_notices.tell_called(match, seats)
    return match


def write_bot_matches(matches: Sequence[StartedMatch]) -> None:
    """Write the matches as far as they have been played. Inside `writing()` only."""
    for match in matches:
        appending.copy_to_row(match.stored, match.row)
        match.row.created_at = moment_of_id(match.row.id)
    Match.objects.bulk_create([match.row for match in matches])
    Seat.objects.bulk_create([seat for match in matches for seat in match.seats])
    appending.write_logs([(match.stored, match.events) for match in matches])


def disclose_deal(
    deal: UUID, match_ids: Sequence[UUID], *, visibility: str | None = None, created_by: Player | None = None
) -> None:
    """Stop withholding a deal's matches when the deal is closed; they can be searched now. Inside `writing()` only.

    With `visibility`, they were hidden from everyone but their players, and no longer are.
    """
    own = Match.objects.filter(pk__in=match_ids, deal=deal)
    own.update(withheld=False, terms_layout=0)
    if visibility is not None:
        own.update(visibility=visibility, created_by=created_by)
