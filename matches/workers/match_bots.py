"""The house bots of one match: what they have seen, what they choose, and how they wait for their next turn.

They write nothing. `bot_runner` stores what they choose.
"""

import hmac
import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec
from celery.exceptions import SoftTimeLimitExceeded

from matches import metrics
from matches.bots.roster import bot_in_log
from matches.bots.seated import SeatedBot, seed_from_key
from matches.log import sql
from matches.log.events import Event
from matches.log.redaction import messages_of
from matches.log.stored_match import StoredMatch, advance
from matches.models import Seat
from matches.services.auto_pass import PASS, passes
from matches.services.ending import has_run_out
from rules.engine import Action, Deck, Effect, legal_actions, seats_to_act

logger = logging.getLogger(__name__)

FLUSH_SECONDS = 1.0
"""How long bots play before their events are written. Spectators of a bot match see steps of this length."""
_MOST_RESTING = 64
"""The number of matches whose bots a process keeps in memory between their turns."""
ANSWER_SECONDS = 0.5
"""A bot that may decline answers a person after this delay, whether or not it had anything to decline with."""
ITERATIONS_A_DELAY = 300
"""A search of this many iterations ends well within ANSWER_SECONDS; longer searches get a longer delay."""

ChanceOfBots = Callable[[int, int], bytes]
"""The seed of a bot's own chance, given its seat and the seq of an event."""
_leagues: list[Callable[[UUID], ChanceOfBots | None]] = []


def ask_for_chance(of_match: Callable[[UUID], ChanceOfBots | None]) -> None:
    """Register a source of the bots' chance for some stored matches. Registering it again changes nothing."""
    if of_match not in _leagues:
        _leagues.append(of_match)


@dataclass(frozen=True, slots=True)
class DelayedAnswer:
    """A decision to carry out after a delay, in seconds from when it was made."""

    seat: int
    action: Action
    seconds: float


def bots_to_act(match: StoredMatch) -> list[int]:
    return [seat for seat in seats_to_act(match.position.table) if seat in match.bots]


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

    @classmethod
    def at_start(cls, match: StoredMatch, seats: Iterable[Seat], chance: ChanceOfBots | None = None) -> "MatchBots":
        """The bots of a match that is being opened, which have seen how it was set up."""
        bots = cls(match.id, chance)
        bots.sit_down(match, [(seat.index, seat.kind, seat.public_id, seat.deck) for seat in seats])
        bots.show(None, None, match.position.table.effects)
        return bots

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
            self._show_logged(match, earlier)
            new, self.version = new[1:], new[0].seq  # It has no effects: the match continues the earlier one.
        self._show_logged(match, new)
        self.version = new[-1].seq if new else self.version

    def _show_logged(self, match: StoredMatch, events: Iterable[Event]) -> None:
        """Show the bots events from the log, of this match or of the one that it continues."""
        for event in events:
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
            return seed_from_key(key, seat, seq)

        return seed

    def play(self, match: StoredMatch, until: float | None = None) -> list[Event]:
        """Let the bots to act decide in turn, until a person is to act, a second has passed, or a bot fails.

        A bot whose thinking time could give something away, because it may decline, decides in `answer`. The first bot
        to act has been through it.
        """
        events: list[Event] = []
        until = until or time.monotonic() + FLUSH_SECONDS
        while self.fault is None and (seats := bots_to_act(match)) and (not events or time.monotonic() < until):
            if events and self._may_decline(match, seats[0]):
                break
            action = self._choose(match, seats[0])
            decided = [] if action is None else self.carry_out(match, seats[0], action)
            if not decided:
                break
            events += decided
        return events

    def answer(self, match: StoredMatch) -> DelayedAnswer | None:
        """The answer of the bot to act if it may decline, to carry out after its delay; None if it may not decline, or
        fails.

        All earlier events must be written. Nothing else is decided until the answer is carried out.
        """
        seat = bots_to_act(match)[0]
        if self.fault is not None or not self._may_decline(match, seat):
            return None
        began = time.monotonic()
        action = self._choose(match, seat)
        if action is None:
            return None
        delay = self.delays[seat]
        return DelayedAnswer(seat, action, delay - (time.monotonic() - began) % delay)

    def carry_out(self, match: StoredMatch, seat: int, action: Action) -> list[Event]:
        """The decision as an event, followed by auto-passes; empty if a clock has run out meanwhile."""
        if has_run_out(match):
            return []
        events = [advance(match, seat, action, is_legal=True)]
        self.show(seat, action, match.position.table.effects)
        for passed in passes(match, match.position.table.effects):
            events.append(passed)
            self.show(passed.seat, PASS, match.position.table.effects)
        return events

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

    def _choose(self, match: StoredMatch, seat: int) -> Action | None:
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


_resting: dict[UUID, MatchBots] = {}
"""The bots of this process waiting for their next turn, the oldest match first."""


def take_rested(match_id: UUID) -> MatchBots:
    """The bots of a match that have rested in this process, which no longer keeps them; otherwise new ones."""
    return _resting.pop(match_id, None) or MatchBots(match_id)


def _seed_of_seat(match: StoredMatch, seat: int) -> int:
    """The seed of a version 1 bot, from the match's key and the seq at which it joined."""
    secret = hmac.digest(match.position.key, b"bot%d/%d" % (seat, match.position.seq), "sha256")
    return int.from_bytes(secret[:8], "big")
