"""Replays the deals of a season's house bots from its file, and checks that each bot decides as logged. Pure.

A bot's chance follows from the season's seed (`leagues.seeds`), so each decision can be repeated. The audit checks that
everything else follows from the decisions. Together they prove that no other match was possible.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from leagues.manifest import Manifest
from leagues.seeds import decision_seed
from leagues.sides import is_first, sides_of
from matches.bots.roster import HouseBot, UnknownBot, bot_in_log
from matches.bots.seated import SeatedBot
from matches.log.folding import Position
from matches.log.redaction import messages_of
from replay.audit import Log, Report, audit
from replay.findings import Finding
from replay.seasons.document import DealEntry, SeasonDocument
from rules.engine import Action, seats_to_act


def places_of(document: SeasonDocument) -> dict[str, tuple[DealEntry, int]]:
    """Match id -> its deal and seating."""
    return {match: (deal, seating) for deal in document.deals for seating, match in enumerate(deal.matches)}


def play_again(document: SeasonDocument, log: Log, deal: DealEntry, seating: int) -> Report | None:
    """Audit a match, and report where a bot decides differently now.

    None if an account plays, the seed is secret, or the bot's version no longer exists or can't be repeated.
    """
    start = msgspec.json.decode(log.events[0].body)
    try:
        bots = [bot_in_log(seat["player"]) for seat in start["seats"]]
    except UnknownBot:
        return None
    if document.seed is None or not all(bot.has_seed_for_each_decision for bot in bots):
        return None
    names = [entrant.name for entrant in msgspec.convert(document.manifest, Manifest).entrants]
    again = _Again(document, bytes.fromhex(document.seed), log, deal, seating, names, bots)
    return audit(log, watch=again.look)


@dataclass
class _Again:
    document: SeasonDocument
    seed: bytes
    log: Log
    deal: DealEntry
    seating: int
    names: list[str]
    bots: list[HouseBot]

    def __post_init__(self) -> None:
        self.seated: list[SeatedBot] = []
        self.expected: tuple[int, Action] | None = None

    def look(self, position: Position) -> Iterator[Finding]:
        """Compare the event with the bot's decision, and make the next decision."""
        table, event = position.table, self.log.events[position.seq]
        action, effects = messages_of(table.rules, event.content)
        if position.seq == 0:
            self._sit_down(position)
        elif self.expected is not None:
            seat, chosen = self.expected
            if (event.seat, action) != (seat, chosen):
                found, expected = event.content.get("action"), msgspec.to_builtins(chosen)
                yield Finding(position.seq, "action", "season_decided", {"found": found, "expected": expected})
        for bot in self.seated:
            bot.see(event.seat, action, effects)
        self.expected = None
        if table.outcome is None:
            seat = seats_to_act(table)[0]
            self.expected = seat, self.seated[seat].choose(table, position.seq)

    def _sit_down(self, position: Position) -> None:
        table = position.table
        sides = sides_of(table.rules, table.options)
        assert sides is not None  # A season whose options have no sides can't start.
        decks = [seat["deck"] for seat in self.log.events[0].content["seats"]]
        for seat, bot in enumerate(self.bots):
            entrant = self.names[self.deal.first if is_first(sides, self.seating, seat) else self.deal.second]

            def seed(seq: int, seat: int = seat, entrant: str = entrant) -> int:
                place = (self.deal.number, self.deal.attempt, self.seating, seat, seq)
                return int.from_bytes(decision_seed(self.seed, self.document.season, entrant, *place)[:8], "big")

            self.seated.append(SeatedBot(bot, table.rules, table.options, seat, decks[seat], seed))
