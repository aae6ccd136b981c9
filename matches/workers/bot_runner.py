"""Run house bots in stored matches. They think outside the lock, through the same rules and log as people.

One call plays many decisions in a row. A match of fast bots only is played completely and written in one transaction.
"""

import hmac
import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

import msgspec
from celery.exceptions import SoftTimeLimitExceeded

from common.text.errors import ServiceError
from matches import metrics
from matches.bots.roster import bot_in_log
from matches.bots.seated import SeatedBot
from matches.log import appending, sql
from matches.log.events import Event
from matches.log.redaction import messages_of
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch, advance
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import news, wake
from matches.services.auto_pass import PASS, passes
from matches.services.ending import expire_clock, forfeit_bot, has_run_out
from matches.services.match_notices import tell_ended
from rules.engine import Action, Deck, Effect, legal_actions, seats_to_act

logger = logging.getLogger(__name__)
Delay = Callable[[float, Callable[[], object]], None]
"""Calls a function after a number of seconds."""

FLUSH_SECONDS = 1.0
"""How long bots play before their events are written. Spectators of a bot match see steps of this length."""
STINT_SECONDS = 10.0
OVERRUN_SECONDS = 20.0
"""Processor time. A bot stopped before this has not thought too long: its machine stood still."""
_MOST_RESTING = 64
"""The number of matches whose bots a process keeps in memory between their turns."""
ATTEMPTS = 3
ANSWER_SECONDS = 0.5
"""A bot that may decline answers a person after this delay, whether or not it had anything to decline with."""
ITERATIONS_A_DELAY = 300
"""A search of this many iterations ends well within ANSWER_SECONDS; longer searches get a longer delay."""


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


ChanceOfBots = Callable[[int, int], bytes]
"""The seed of a bot's own chance, given its seat and the seq of an event."""
_leagues: list[Callable[[UUID], ChanceOfBots | None]] = []


def ask_for_chance(of_match: Callable[[UUID], ChanceOfBots | None]) -> None:
    """Register a source of the bots' chance for some stored matches. Registering it again changes nothing."""
    if of_match not in _leagues:
        _leagues.append(of_match)


class _Stint:
    """One call of `play_bots`: its start, the number of decisions, and the bots' failures at this position."""

    def __init__(
        self, match_id: UUID, sleep: Callable[[float], None], delay: Delay | None, go_on: Callable[[UUID, bool], None]
    ) -> None:
        self.match_id, self.sleep, self.delay, self.go_on = match_id, sleep, delay, go_on
        self.until = time.monotonic() + STINT_SECONDS
        self.begun = time.thread_time()
        self.played = self.failures = 0
        self.bots = _resting.pop(match_id, None) or MatchBots(match_id)

    def run(self) -> int:
        goes_on = True
        while goes_on and (match := self._due()) is not None:
            self.bots.catch_up(match)
            events = self._decide(match)
            goes_on = events is not None and self._write(match, events) and self._try_again(match)
        return self.played

    def _due(self) -> StoredMatch | None:
        """The stored match, if a bot is to act in it and no clock has run out."""
        try:
            match = load_match(self.match_id)
        except ServiceError:
            return None
        if match.status == Match.Status.OVER:
            return None
        if not _bots_to_act(match):
            self.bots.rest()
            return None
        return None if has_run_out(match) and expire_clock(match_id=self.match_id) else match

    def _decide(self, match: StoredMatch) -> list[Event] | None:
        """The bots' events; None if an answer waits for its delay elsewhere."""
        answer = self.bots.answer(match)
        if answer is None:
            return self.bots.play(match)
        if self.delay is not None:
            self.delay(answer.seconds, partial(_carry_out, self.bots, match, answer))
            return None
        self.sleep(answer.seconds)
        return self.bots.take(match, answer.seat, answer.action)

    def _write(self, match: StoredMatch, events: Sequence[Event]) -> bool:
        """Write the events. Returns whether to continue: the match is not over, and no other worker has it or will get
        it.
        """
        if events and self.bots.write(match, events):
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
    bots = MatchBots(match.id)
    bots.sit_down(match, [(seat.index, seat.kind, seat.public_id, seat.deck) for seat in seats])
    bots.show(None, None, match.position.table.effects)
    events = bots.play(match)
    metrics.moves.labels(match.rules.slug, "bot").inc(len(events))
    return events


def play_in_memory(
    match: StoredMatch, seats: Sequence[Seat], until: float, chance: ChanceOfBots
) -> tuple[list[Event], "BotFault | None"]:
    """Play a match of bots only, to its end or until a moment of the monotonic clock. Also returns the fault that
    stopped it.
    """
    begun = time.thread_time()
    bots = MatchBots(match.id, chance)
    bots.sit_down(match, [(seat.index, seat.kind, seat.public_id, seat.deck) for seat in seats])
    bots.show(None, None, match.position.table.effects)
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


def _bots_to_act(match: StoredMatch) -> list[int]:
    return [seat for seat in seats_to_act(match.position.table) if seat in match.bots]


@dataclass(frozen=True, slots=True)
class DelayedAnswer:
    """A decision to carry out after a delay, in seconds from when it was made."""

    seat: int
    action: Action
    seconds: float


class MatchBots:
    """The bots of one match, each with its memory of the events it was shown."""

    def __init__(self, match_id: UUID, chance: ChanceOfBots | None = None) -> None:
        self.match_id = match_id
        self.chance = chance
        self.version = -1
        self.bots: dict[int, SeatedBot] = {}
        self.delays: dict[int, float] = {}
        self.has_people = False
        self.fault: tuple[int, str] | None = None
        """The seat of a bot that raised, and the traceback. These bots play no more then."""
        self.was_stopped = False
        """Whether it raised because its worker's time was up."""

    def catch_up(self, match: StoredMatch) -> None:
        """Show the bots all events up to the position that they have not seen, and no later ones."""
        if not self.bots:
            found = (of_match(self.match_id) for of_match in _leagues)
            self.chance = next((chance for chance in found if chance is not None), None)
            seats = Seat.objects.filter(match_id=self.match_id)
            self.sit_down(match, seats.values_list("index", "kind", "public_id", "deck"))
        missed = match.position.seq - self.version
        if not missed:
            return
        new = sql.events(self.match_id, self.version, missed)
        if self.version < 0 and (earlier := sql.events_before(new[0])):
            self._recall(match, earlier)
            self.version = new.pop(0).seq  # It has no effects: the match continues from the other one's position.
        for event in new:
            action, effects = messages_of(match.rules, msgspec.json.decode(event.body))
            self.show(event.seat, action, effects)
            self.version = event.seq

    def _recall(self, match: StoredMatch, earlier: Sequence[Event]) -> None:
        """Show the bots the events of the match that this one continues."""
        for event in earlier:
            action, effects = messages_of(match.rules, msgspec.json.decode(event.body))
            self.show(event.seat, action, effects)

    def rest(self) -> None:
        """Keep the bots in this process until their next turn, so that the events need not be read again."""
        if self.bots and self.fault is None:
            _resting[self.match_id] = self
            while len(_resting) > _MOST_RESTING:  # The thread of delayed answers changes it too: no iterators.
                _resting.pop(tuple(_resting)[0], None)  # noqa: RUF015

    def sit_down(self, match: StoredMatch, seats: Iterable[tuple[int, str, str, Deck | None]]) -> None:
        """Create the bots. `seats` are (index, kind, name in the log, deck)."""
        for index, kind, name, deck in seats:
            if kind != Seat.Kind.BOT:
                self.has_people = True
                continue
            try:
                found = bot_in_log(name)
                self.delays[index] = ANSWER_SECONDS * max(1.0, (found.budget.iterations or 0) / ITERATIONS_A_DELAY)
                seed = self._seed_of(match, index) if found.has_seed_for_each_decision else _seed_of_seat(match, index)
                options = match.position.table.options
                self.bots[index] = SeatedBot(found, match.rules, options, index, deck or {"cards": {}}, seed)
            except Exception:
                self._has_failed(index)

    def _seed_of(self, match: StoredMatch, seat: int) -> Callable[[int], int]:
        """A separate seed for each decision, so that a rebuilt bot decides the same."""
        key = match.position.key

        def seed(seq: int) -> int:
            if self.chance is not None:
                return int.from_bytes(self.chance(seat, seq)[:8], "big")
            return int.from_bytes(hmac.digest(key, b"decision%d/%d" % (seat, seq), "sha256")[:8], "big")

        return seed

    def play(self, match: StoredMatch, until: float | None = None) -> list[Event]:
        """Let the bots to act decide in turn, until a person is to act, a second has passed, or a bot fails.

        A bot whose thinking time could give something away, because it may decline, decides in `answer`. The first bot
        to act has been through it.
        """
        events: list[Event] = []
        until = until or time.monotonic() + FLUSH_SECONDS
        while self.fault is None and (seats := _bots_to_act(match)) and (not events or time.monotonic() < until):
            if events and self._may_decline(match, seats[0]):
                break
            action = self._decide(match, seats[0])
            made = [] if action is None else self.take(match, seats[0], action)
            if not made:
                break
            events += made
        return events

    def answer(self, match: StoredMatch) -> DelayedAnswer | None:
        """The answer of the bot to act if it may decline, to carry out after its delay; None if it may not decline, or
        fails.

        All earlier events must be written. Nothing else is decided until the answer is carried out.
        """
        seat = _bots_to_act(match)[0]
        if self.fault is not None or not self._may_decline(match, seat):
            return None
        began = time.monotonic()
        action = self._decide(match, seat)
        if action is None:
            return None
        delay = self.delays[seat]
        return DelayedAnswer(seat, action, delay - (time.monotonic() - began) % delay)

    def take(self, match: StoredMatch, seat: int, action: Action) -> list[Event]:
        """The decision as an event, followed by auto-passes; empty if a clock has run out meanwhile."""
        if has_run_out(match):
            return []
        events = [advance(match, seat, action, is_legal=True)]
        self.show(seat, action, match.position.table.effects)
        for passed in passes(match, match.position.table.effects):
            events.append(passed)
            self.show(passed.seat, PASS, match.position.table.effects)
        return events

    def write(self, match: StoredMatch, events: Sequence[Event]) -> bool:
        """Write the events. False if the match has moved on without them."""
        if not self._append(match, events):
            return False
        news.publish(news.match_topic(match.id))
        metrics.moves.labels(match.rules.slug, "bot").inc(len(events))
        self.version = match.position.seq
        return True

    def _append(self, match: StoredMatch, events: Sequence[Event]) -> bool:
        if not self.has_people or match.position.table.outcome is None:
            return appending.append_events(match, events, scores=True)
        with writing():
            written = appending.append_events(match, events, scores=True)
            if written:
                tell_ended(match)
        return written

    def show(self, mover: int | None, action: Action | None, effects: Sequence[Effect]) -> None:
        """Show an event to every bot."""
        for seat, bot in self.bots.items():
            try:
                bot.see(mover, action, effects)
            except Exception:
                self._has_failed(seat)

    def _may_decline(self, match: StoredMatch, seat: int) -> bool:
        """Whether its answering time would give something away to people."""
        return self.has_people and PASS in legal_actions(match.position.table, seat)

    def _decide(self, match: StoredMatch, seat: int) -> Action | None:
        """The bot's choice; None if it failed."""
        try:
            return self.bots[seat].choose(match.position.table, match.position.seq)
        except Exception:
            self._has_failed(seat)
            return None

    def _has_failed(self, seat: int) -> None:
        """Record the failure. Call it inside the exception handler."""
        self.was_stopped = isinstance(sys.exception(), SoftTimeLimitExceeded)
        metrics.bot_failures.inc()
        logger.exception("bot of seat %s failed in match %s", seat, self.match_id)
        self.fault = (seat, traceback.format_exc())


def _carry_out(bots: MatchBots, match: StoredMatch, answer: DelayedAnswer) -> None:
    """Write a delayed answer if the match has not changed. If bots are to act next, wake a task for them."""
    events = bots.take(match, answer.seat, answer.action)
    if events and bots.write(match, events):
        if match.position.table.outcome is None:
            bots.rest()
        if not _bots_to_act(match):
            return
    wake.wake_bots(bots.match_id, bots.has_people)


_resting: dict[UUID, MatchBots] = {}
"""The bots of this process waiting for their next turn, the oldest match first. A stint removes those it plays."""


def _seed_of_seat(match: StoredMatch, seat: int) -> int:
    """The seed of a version 1 bot, from the match's key and the seq at which it joined."""
    secret = hmac.digest(match.position.key, b"bot%d/%d" % (seat, match.position.seq), "sha256")
    return int.from_bytes(secret[:8], "big")
