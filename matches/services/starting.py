"""Start a match: event 0 and the position after it, once all seats are ready."""

from collections.abc import Sequence
from typing import Any

from cards.sets.selectors import rules_of
from common.timestamps import milliseconds, rfc3339
from matches.clocks import read_clock, started, ticked
from matches.log import folding
from matches.log.database_clock import read_database_clock
from matches.log.events import Event
from matches.log.seed_encryption import NO_CHANCE, seal, unseal
from matches.log.stored_match import StoredMatch
from matches.models import Match, Seat
from matches.selectors.bot_accounts import idle_bounds
from matches.services.ratings import draw_seats
from rules.engine import Ruleset, Table, match_key


def match_rules(match: Match) -> Ruleset:
    return rules_of(match.ruleset, match.ruleset_version, match.card_set_id)


def has_fixed_key(match: Match) -> bool:
    """Whether the chance is fixed before the start, so that seats add no entropy: another match has the same."""
    return match.deal is not None and unseal(bytes(match.sealed_seed), match.id.bytes)[32:] != NO_CHANCE


def start_if_ready(
    match: Match, seats: Sequence[Seat], origin: Table[Any, Any] | None = None
) -> tuple[StoredMatch, Event] | None:
    """Event 0 and the match after it if every seat is ready, otherwise None. Writes no rows.

    From here on the entropies are fixed, and with them all chance. Without a clock, `idle_days` is lowered to what its
    bot accounts accept. `origin` is the table that the match continues from.
    """
    if not all(seat.is_ready for seat in seats):
        return None
    rules = match_rules(match)
    seed = unseal(bytes(match.sealed_seed), match.id.bytes)[:32]
    if match.is_rated:
        draw_seats(match, rules, seed, seats)
    key = match_key(seed, [seat.entropy for seat in seats])
    clock_reading = read_database_clock()
    now = clock_reading.moment
    position, event = folding.start(rules, key, rfc3339(now), _start_data(match, seats), origin)
    match.sealed_seed = seal(seed + key, match.id.bytes)
    if match.clock is None:
        players = [seat.player_id for seat in seats if seat.player_id is not None]
        match.idle_days = min([match.idle_days, *idle_bounds(players)])
    clock = read_clock(match.clock)
    times = ticked(clock, started(clock, len(seats)), position.opened, 0, milliseconds(now), None)
    stored = StoredMatch(
        match.id,
        match.status,
        -1,
        rules,
        position,
        clock,
        times,
        None,
        frozenset(match.bots),
        None,
        last_at=milliseconds(now),
        clock_reading=clock_reading,
    )
    return stored, event


def _start_data(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    rules = match_rules(match)
    options = rules.read_options(match.options)
    teams = {seat.index: {"team": rules.team(options, seat.index)} for seat in seats if rules.has_teams(options)}
    return {
        "match": str(match.id),
        "ruleset": match.ruleset,
        "ruleset_version": match.ruleset_version,
        "options": match.options,
        "seats": [
            {"player": seat.public_id, **teams.get(seat.index, {}), "entropy": seat.entropy, "deck": seat.deck}
            for seat in seats
        ],
        "clock": match.clock,
        "card_set": {"revision": match.card_set.revision, "digest": match.card_set.digest},
        "seed_commitment": match.seed_commitment,
        **({} if match.continues is None else {"continues": match.continues}),
    }
