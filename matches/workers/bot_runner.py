"""Run house bots in stored matches. They think outside the lock, through the same rules and log as people.

One call plays many decisions in a row. A match of fast bots only is played completely and written in one transaction.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from common.text.errors import ServiceError
from matches import metrics
from matches.log import appending
from matches.log.events import Event
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import news, wake
from matches.services.ending import expire_clock, forfeit_bot, has_run_out
from matches.services.match_notices import tell_ended
from matches.workers.match_bots import ChanceOfBots, DelayedAnswer, MatchBots, bots_to_act, take_rested

Delay = Callable[[float, Callable[[], object]], None]
"""Calls a function after a number of seconds."""

STINT_SECONDS = 10.0
OVERRUN_SECONDS = 20.0
"""Processor time. A bot stopped before this has not thought too long: its machine stood still."""
ATTEMPTS = 3


def play_bots(
    match_id: UUID,
    *,
    sleep: Callable[[float], None] = time.sleep,
    delay: Delay | None = None,
    go_on: Callable[[UUID, bool], None] = wake.wake_bots,
) -> int:
    """Make the bots' decisions until a person must decide or the match is over. Returns how many were made.

    A worker passes `delay`, so that it is free while an answer waits; other callers `sleep`. A worker also leaves the
    rest to a new task, sent by `go_on`. For a match of bots only, it does so whenever some events are written, so that
    other matches get their turn. For others, it does so after STINT_SECONDS, long before the task's time limit.
    It may run twice at once, late, or after a kill: each write checks the version that was thought about. While it
    plays it wakes no worker. A match that it ends is scored with the last move, and the sweep finds what a kill leaves
    behind.
    A bot that raises is rebuilt from the log. After ATTEMPTS failures at one position it forfeits. It forfeits at once
    if it thought until its worker's time was up: another attempt would block the worker as long.
    """
    return _Stint(match_id, sleep, delay, go_on).run()


class _Stint:
    """One call of `play_bots`: its start, the number of decisions, and the bots' failures at this position."""

    def __init__(
        self, match_id: UUID, sleep: Callable[[float], None], delay: Delay | None, go_on: Callable[[UUID, bool], None]
    ) -> None:
        self.match_id, self.sleep, self.delay, self.go_on = match_id, sleep, delay, go_on
        self.until = time.monotonic() + STINT_SECONDS
        self.begun = time.thread_time()
        self.played = self.failures = 0
        self.bots = take_rested(match_id)

    def run(self) -> int:
        goes_on = True
        while goes_on and (match := self._due()) is not None:
            self.bots.catch_up(match)
            events = self._decide(match)
            goes_on = events is not None and self._store(match, events) and self._try_again(match)
        return self.played

    def _due(self) -> StoredMatch | None:
        """The stored match, if a bot is to act in it and no clock has run out."""
        try:
            match = load_match(self.match_id)
        except ServiceError:
            return None
        if match.status == Match.Status.OVER:
            return None
        if not bots_to_act(match):
            self.bots.rest()
            return None
        return None if has_run_out(match) and expire_clock(match_id=self.match_id) else match

    def _decide(self, match: StoredMatch) -> list[Event] | None:
        """The bots' events; None if an answer waits for its delay elsewhere."""
        answer = self.bots.answer(match)
        if answer is None:
            return self.bots.play(match)
        if self.delay is not None:
            self.delay(answer.seconds, partial(_give_delayed, self.bots, match, answer))
            return None
        self.sleep(answer.seconds)
        return self.bots.carry_out(match, answer.seat, answer.action)

    def _store(self, match: StoredMatch, events: Sequence[Event]) -> bool:
        """Write the events. Returns whether to continue: the match is not over, and no other worker has it or will get
        it.
        """
        if events and _write(self.bots, match, events):
            self.played += len(events)
            self.failures = 0
            return match.position.table.outcome is None and not self._hand_over()
        if self.bots.fault is None:
            if events and not self.bots.has_people:
                return False  # Another worker plays it; two would do everything twice.
            # A person has moved, or has set an auto-pass: think again from the log.
            self.bots = MatchBots(self.match_id)
        return True

    def _hand_over(self) -> bool:
        """Leave the rest to a new task, if it is time."""
        if self.delay is None or (self.bots.has_people and time.monotonic() <= self.until):
            return False
        self.bots.rest()
        self.go_on(self.match_id, self.bots.has_people)
        return True

    def _try_again(self, match: StoredMatch) -> bool:
        """Handle a failed bot: rebuild it, or forfeit. Returns whether to continue."""
        if self.bots.fault is None:
            return True
        has_overrun = self.bots.was_stopped and time.thread_time() - self.begun > OVERRUN_SECONDS
        self.failures = ATTEMPTS if has_overrun else self.failures + 1
        if self.failures < ATTEMPTS:
            self.bots = MatchBots(self.match_id)
            return True
        seat, fault = self.bots.fault
        forfeit_bot(match_id=self.match_id, seat=seat, version=match.version, fault=fault)
        return False


def play_at_once(match: StoredMatch, seats: Sequence[Seat]) -> list[Event]:
    """Play the first second of a bot match that is being opened (`open_match`). Fast bots finish it.

    `play_bots` must play the rest, and whatever a bot fails at. The caller that opens the match calls it.
    """
    events = MatchBots.at_start(match, seats).play(match)
    metrics.moves.labels(match.rules.slug, "bot").inc(len(events))
    return events


def play_in_memory(
    match: StoredMatch, seats: Sequence[Seat], until: float, chance: ChanceOfBots
) -> tuple[list[Event], "BotFault | None"]:
    """Play a match of bots only, to its end or until a moment of the monotonic clock. Also returns the fault that
    stopped it.
    """
    begun = time.thread_time()
    bots = MatchBots.at_start(match, seats, chance)
    events: list[Event] = []
    while bots.fault is None and match.position.table.outcome is None and time.monotonic() < until:
        events += bots.play(match, until)
    metrics.moves.labels(match.rules.slug, "bot").inc(len(events))
    if bots.fault is None:
        return events, None
    has_stood_still = bots.was_stopped and time.thread_time() - begun <= OVERRUN_SECONDS
    return events, BotFault(*bots.fault, is_the_bots=not has_stood_still)


@dataclass(frozen=True, slots=True)
class BotFault:
    """The error that stopped a bot. Unless it `is_the_bots`, the machine stood still."""

    seat: int
    what: str
    is_the_bots: bool


def _give_delayed(bots: MatchBots, match: StoredMatch, answer: DelayedAnswer) -> None:
    """Write a delayed answer if the match has not changed. If bots are to act next, wake a task for them."""
    events = bots.carry_out(match, answer.seat, answer.action)
    if events and _write(bots, match, events):
        if match.position.table.outcome is None:
            bots.rest()
        if not bots_to_act(match):
            return
    wake.wake_bots(bots.match_id, bots.has_people)


def _write(bots: MatchBots, match: StoredMatch, events: Sequence[Event]) -> bool:
    """Write what these bots have chosen, and tell readers. False if the match has moved on without it."""
    if not _append(bots, match, events):
        return False
    news.publish(news.match_topic(match.id))
    metrics.moves.labels(match.rules.slug, "bot").inc(len(events))
    bots.version = match.position.seq
    return True


def _append(bots: MatchBots, match: StoredMatch, events: Sequence[Event]) -> bool:
    if not bots.has_people or match.position.table.outcome is None:
        return appending.append_events(match, events, scores=True)
    with writing():
        written = appending.append_events(match, events, scores=True)
        if written:
            tell_ended(match)
    return written
