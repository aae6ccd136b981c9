"""Decides whether a match that did not end by the rules counts, and whose fault it was if not."""

import re
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import F

from leagues.models import AccountFault, Deal, Entrant, Fixture, Void
from leagues.selectors.seasons import season_plan
from leagues.services.heartbeat import was_silent
from leagues.sides import is_first
from matches.log import sql
from matches.log.database_clock import read_database_clock
from matches.log.events import ENDINGS, Event, ending_losers
from matches.log.folding import fold
from matches.log.sql import load_match
from matches.log.transactions import writing
from matches.models import Match, Seat

_ILLEGAL = re.compile(r"^[\w.]*\b(IllegalAction|MalformedAction)\b", re.MULTILINE)
"""Found in a traceback, it means that the bot chose an action that the rules refused."""
Fault = tuple[Entrant | None, str]
"""The entrant, or None if it was the service or an operator; and what happened."""


def fault_of(deal: Deal, match: Match) -> Fault | None:
    """The fault that voids the attempt; None if the match counts.

    A house bot that failed is at fault. An account that resigned or ran out of time has lost. If the clock ran while
    the service was silent, or was a house bot's, the service is at fault.
    """
    if match.end_reason not in ENDINGS.values():
        return None
    failed = Seat.objects.filter(match=match).exclude(fault="").first()
    if failed is not None and season_plan(deal.season_id).manifest.twinned is not None:
        return None, failed.fault  # The house bot is no entrant.
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
    """When the expired clock started; a budget for the whole match runs from its start."""
    if match.clock is not None and match.clock["type"] == "fischer":
        return _moment(events[0])
    stored = load_match(match.pk)
    before = fold(stored.rules, stored.position.key, events[:-1])
    return _moment(events[min(before.opened[seat] for seat in late)])


def _moment(event: Event) -> datetime:
    return datetime.fromisoformat(event.content["at"])


def kind_of_void(what: str) -> Void.Kind:
    """The kind of a house bot's fault, from its traceback. A bot that thinks too long has crashed."""
    return Void.Kind.ILLEGAL if _ILLEGAL.search(what) else Void.Kind.CRASHED


def note_account_fault(match_id: UUID, seat: int, kind: str, what: str) -> None:
    """Count a fault of a bot account in a league match. Faults in other matches are ignored."""
    found = Fixture.objects.select_related("deal__pairing__first", "deal__pairing__second")
    fixture = found.filter(match=match_id).first()
    if fixture is None:
        return
    entrant = entrant_at(fixture.deal, fixture.seating, seat)
    with writing():
        now = read_database_clock().moment
        AccountFault.objects.get_or_create(
            fixture=fixture, entrant=entrant, kind=kind, defaults={"what": "", "at": now}
        )
        own = AccountFault.objects.filter(fixture=fixture, entrant=entrant, kind=kind)
        own.update(count=F("count") + 1, what=what.replace("\0", "\\0"), at=now)
