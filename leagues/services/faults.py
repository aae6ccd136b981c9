"""Matches of a season that did not end by the rules: whose fault that was, or whether it counts all the same."""

from collections.abc import Sequence
from datetime import datetime

from leagues.models import Deal, Entrant
from leagues.selectors.seasons import season_plan
from leagues.services.heartbeat import was_silent
from leagues.sides import is_first
from matches.log import sql
from matches.log.events import ENDINGS, Event, ending_losers
from matches.log.folding import fold
from matches.log.sql import load_match
from matches.models import Match, Seat

Fault = tuple[Entrant | None, str]
"""The entrant, nobody if it was the service or an operator; and what happened."""


def fault_of(deal: Deal, match: Match) -> Fault | None:
    """What voids the attempt; None if the match counts.

    A house bot that failed is at fault. An account that gave up or ran out of time has lost; but where the clock ran
    while the service was silent, or was a house bot's, it is the service's fault.
    """
    if match.end_reason not in ENDINGS.values():
        return None
    failed = Seat.objects.filter(match=match).exclude(fault="").first()
    if failed is not None:
        return entrant_at(deal, match.fixture.seating, failed.index), failed.fault
    if match.end_reason == "timeout":
        return _fault_of_clock(match)
    return (None, match.end_reason) if match.end_reason == "aborted" else None


def entrant_at(deal: Deal, seating: int, seat: int) -> Entrant:
    plan, pairing = season_plan(deal.season_id), deal.pairing
    number = pairing.first.number if is_first(plan.sides, seating, seat) else pairing.second.number
    return plan.entrants[number]


def _fault_of_clock(match: Match) -> Fault | None:
    events = sql.events(match.pk)
    late = ending_losers(events[-1].content)
    if set(late) & set(match.bots):
        return None, "the clock of a house bot has run out"
    if was_silent(_clock_began(match, events, late), _moment(events[-1])):
        return None, "the clock ran while the service was silent"
    return None


def _clock_began(match: Match, events: Sequence[Event], late: Sequence[int]) -> datetime:
    """When the clock started that has run out; a budget for the whole match has run since its start."""
    if match.clock is not None and match.clock["type"] == "fischer":
        return _moment(events[0])
    stored = load_match(match.pk)
    before = fold(stored.rules, stored.position.key, events[:-1])
    return _moment(events[min(before.opened[seat] for seat in late)])


def _moment(event: Event) -> datetime:
    return datetime.fromisoformat(event.content["at"])
