"""House bots at stored matches: they think outside the lock, through the same rules and the same log as people.

One call plays many decisions in a row; a match of fast bots alone is played whole and written by one transaction.
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

from cards.engine import Action, Deck, Effect, asked, legal_actions
from cards.text.errors import ServiceError
from matches import metrics
from matches.bots.roster import HouseBot, house_bot
from matches.bots.seated import SeatedBot
from matches.log import sql
from matches.log.events import Event
from matches.log.redaction import messages_of
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch, advance
from matches.models import Match, Seat
from matches.notifications import wake
from matches.services.auto_pass import PASS, passes
from matches.services.expire import expire_clock, has_run_out
from matches.services.resign import forfeit_bot

logger = logging.getLogger(__name__)
Hold = Callable[[float, Callable[[], object]], None]
"""Carries something out after so many seconds."""

FLUSH_SECONDS = 1.0
"""So long bots play on before what they did is written; spectators of a bot match see it in steps of this."""
STINT_SECONDS = 10.0
OVERRUN_SECONDS = 20.0
"""Of a processor's time. A bot that is stopped after less has not thought too long, its machine stood still."""
MOST_RESTING = 64
"""Of so many matches a process keeps the bots between their turns."""
ATTEMPTS = 3
ANSWER_SECONDS = 0.5
"""A bot that may decline answers a person on the beat, whether or not it had anything to decline with."""
ITERATIONS_A_BEAT = 300
"""A search of so many has ended well within a beat; a longer one has a longer beat."""


def play_bots(match_id: UUID, *, sleep: Callable[[float], None] = time.sleep, hold: Hold | None = None) -> int:
    """Take every decision that is a bot's until a person must decide or the match is over. Returns how many.

    A worker, who has other things to do, hands in how to `hold` an answer until the beat, where others `sleep`. He also
    leaves the rest to a new task: of a match of bots alone whenever some of it is written, so that others come in
    between, and of any other after STINT_SECONDS, long before a task's time is up.

    May run twice at once, late, or after a kill: what is written is checked against the version it was thought for.
    While it goes on it wakes nobody; a match that it ends is scored with its last move, and the sweep finds what a kill
    leaves behind.
    A bot that raises is made anew, from the log; when it has failed ATTEMPTS times at one place it forfeits. So it does
    at once when it has thought until its worker's time was up: another attempt would hold up the worker as long.
    """
    played = failures = 0
    until = time.monotonic() + STINT_SECONDS
    begun = time.thread_time()
    company = _resting.pop(match_id, None) or _Company(match_id)
    while True:
        try:
            thought = load_match(match_id)
        except ServiceError:
            return played
        if thought.status == Match.Status.OVER:
            return played
        if not _asked_bots(thought):
            company.rest()
            return played
        if has_run_out(thought) and expire_clock(match_id=match_id):
            return played
        company.catch_up(thought)
        answer = company.answer(thought)
        if answer is None:
            events = company.play(thought)
        elif hold is not None:
            hold(answer.seconds, partial(_give, company, thought, answer))
            return played
        else:
            sleep(answer.seconds)
            events = company.take(thought, answer.seat, answer.action)
        if events and company.write(thought, events):
            played += len(events)
            failures = 0
            if thought.position.table.outcome is not None:
                return played
            if hold is not None and (not company.has_people or time.monotonic() > until):
                company.rest()
                wake.wake_bots(match_id, company.has_people)
                return played
        elif company.fault is None:
            if events and not company.has_people:
                return played  # Another worker plays it: two would only do everything twice.
            company = _Company(match_id)  # A person has moved, or wishes: think again from what is stored.
        if company.fault is not None:
            has_overrun = company.was_stopped and time.thread_time() - begun > OVERRUN_SECONDS
            failures = ATTEMPTS if has_overrun else failures + 1
            if failures == ATTEMPTS:
                seat, fault = company.fault
                forfeit_bot(match_id=match_id, seat=seat, version=thought.version, fault=fault)
                return played
            company = _Company(match_id)


def _give(company: "_Company", thought: StoredMatch, answer: "_Answer") -> None:
    """What was held: if it still holds it is written, and whatever bots are asked then goes to a task."""
    events = company.take(thought, answer.seat, answer.action)
    if events and company.write(thought, events):
        if thought.position.table.outcome is None:
            company.rest()
        if not _asked_bots(thought):
            return
    wake.wake_bots(company.match_id, company.has_people)


def play_at_once(thought: StoredMatch, seats: Sequence[Seat]) -> list[Event]:
    """The first second of a match of bots that is being opened (`open_match`); fast bots play it to its end.

    What is left of it is `play_bots`' to play, as is what a bot fails at: whoever opens a match so goes on with that.
    """
    company = _Company(thought.id)
    company.sit_down(thought, [(seat.index, seat.kind, seat.bot, seat.deck) for seat in seats])
    company.show(None, None, thought.position.table.effects)
    events = company.play(thought)
    metrics.moves.labels(thought.rules.slug, "bot").inc(len(events))
    return events


def _asked_bots(match: StoredMatch) -> list[int]:
    return [seat for seat in asked(match.position.table) if seat in match.bots]


@dataclass(frozen=True, slots=True)
class _Answer:
    """A decision that is carried out on the beat, so many seconds from when it was made."""

    seat: int
    action: Action
    seconds: float


class _Company:
    """The bots of one match, with what each remembers of the events it was shown."""

    def __init__(self, match_id: UUID) -> None:
        self.match_id = match_id
        self.version = -1
        self.bots: dict[int, SeatedBot] = {}
        self.beats: dict[int, float] = {}
        self.has_people = False
        self.fault: tuple[int, str] | None = None
        """The seat of a bot that has raised, and what; this company plays no more then."""
        self.was_stopped = False
        """Its worker's time was up when it raised."""

    def catch_up(self, thought: StoredMatch) -> None:
        """Show the bots every event they have not seen."""
        if not self.bots:
            seats = Seat.objects.filter(match_id=self.match_id)
            self.sit_down(thought, seats.values_list("index", "kind", "bot", "deck"))
        if self.version == thought.position.seq:
            return
        for event in sql.events(self.match_id, self.version):
            action, effects = messages_of(thought.rules, msgspec.json.decode(event.body))
            self.show(event.seat, action, effects)
            self.version = event.seq

    def rest(self) -> None:
        """Wait for the next turn in this process, so that what has been seen need not be read again."""
        if self.bots and self.fault is None:
            _resting[self.match_id] = self
            while len(_resting) > MOST_RESTING:  # The thread of the beats does it too, which no iterator survives.
                _resting.pop(tuple(_resting)[0], None)  # noqa: RUF015

    def sit_down(self, thought: StoredMatch, seats: Iterable[tuple[int, str, str, Deck | None]]) -> None:
        """Seats as (index, kind, bot, deck)."""
        for index, kind, bot, deck in seats:
            if kind != Seat.Kind.BOT:
                self.has_people = True
                continue
            try:
                house = house_bot(bot)
                self.beats[index] = ANSWER_SECONDS * max(1.0, (house.budget.iterations or 0) / ITERATIONS_A_BEAT)
                self.bots[index] = _seated(house, thought, index, deck or {"cards": {}})
            except Exception:
                self._has_failed(index)

    def play(self, thought: StoredMatch) -> list[Event]:
        """Let the asked bots decide, one after another, until a person is asked, a second has passed, or one fails.

        A bot that may decline, and by its time tell people something, decides in `answer`; the first has been there.
        """
        events: list[Event] = []
        until = time.monotonic() + FLUSH_SECONDS
        while self.fault is None and (seats := _asked_bots(thought)) and (not events or time.monotonic() < until):
            if events and self._may_decline(thought, seats[0]):
                break
            action = self._decide(thought, seats[0])
            taken = [] if action is None else self.take(thought, seats[0], action)
            if not taken:
                break
            events += taken
        return events

    def answer(self, thought: StoredMatch) -> "_Answer | None":
        """What the asked bot says if it may decline, to be carried out on the beat; None if it may not, or fails.

        By then everything before it is written, and nothing else is thought about until it is.
        """
        seat = _asked_bots(thought)[0]
        if self.fault is not None or not self._may_decline(thought, seat):
            return None
        began = time.monotonic()
        action = self._decide(thought, seat)
        if action is None:
            return None
        beat = self.beats[seat]
        return _Answer(seat, action, beat - (time.monotonic() - began) % beat)

    def take(self, thought: StoredMatch, seat: int, action: Action) -> list[Event]:
        """The decision as an event, and those that follow by wishes; none if the clock has run out meanwhile."""
        if has_run_out(thought):
            return []
        events = [advance(thought, seat, action, is_legal=True)]
        self.show(seat, action, thought.position.table.effects)
        for passed in passes(thought, thought.position.table.effects):
            events.append(passed)
            self.show(passed.seat, PASS, thought.position.table.effects)
        return events

    def write(self, thought: StoredMatch, events: Sequence[Event]) -> bool:
        """False if the match has moved on without them."""
        if not sql.append_events(thought, events, scores=True):
            return False
        metrics.moves.labels(thought.rules.slug, "bot").inc(len(events))
        self.version = thought.position.seq
        return True

    def show(self, mover: int | None, action: Action | None, effects: Sequence[Effect]) -> None:
        """What has just happened, for every bot's memory."""
        for seat, bot in self.bots.items():
            try:
                bot.see(mover, action, effects)
            except Exception:
                self._has_failed(seat)

    def _may_decline(self, thought: StoredMatch, seat: int) -> bool:
        """Whether how soon it answers would tell people something."""
        return self.has_people and PASS in legal_actions(thought.position.table, seat)

    def _decide(self, thought: StoredMatch, seat: int) -> Action | None:
        """The bot's choice; None if it has failed."""
        try:
            return self.bots[seat].choose(thought.position.table, thought.position.seq)
        except Exception:
            self._has_failed(seat)
            return None

    def _has_failed(self, seat: int) -> None:
        """Inside the handler of what it raised."""
        self.was_stopped = isinstance(sys.exception(), SoftTimeLimitExceeded)
        logger.exception("bot of seat %s failed in match %s", seat, self.match_id)
        self.fault = (seat, traceback.format_exc())


_resting: dict[UUID, _Company] = {}
"""The companies of this process that wait for their next turn, the oldest first. Who plays one takes it out."""


def _seated(house: HouseBot, thought: StoredMatch, seat: int, deck: Deck) -> SeatedBot:
    """Its own chance comes from the match's key, so that its games can be repeated, and from where it sits down."""
    secret = hmac.digest(thought.position.key, b"bot%d/%d" % (seat, thought.position.seq), "sha256")
    options = thought.position.table.options
    return SeatedBot(house, thought.rules, options, seat, deck, int.from_bytes(secret[:8], "big"))
