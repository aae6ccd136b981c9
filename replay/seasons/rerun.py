"""Replays the deals of a season's house bots from its file, and checks that each bot decides as logged. Pure.

A bot's chance follows from the season's seed (`leagues.seeds`) or, if an account plays too, from the match's key. So
each of its decisions can be repeated. The audit checks that everything else follows from the decisions. Together they
prove that no other match of house bots was possible.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from leagues.manifest import Manifest
from leagues.seeds import decision_seed
from leagues.sides import is_first, sides_of
from matches.bots.digests import bot_digest
from matches.bots.roster import HouseBot, UnknownBot, bot_in_log
from matches.bots.seated import SeatedBot, seed_from_key
from matches.log.events import Event
from matches.log.folding import Position
from matches.log.redaction import messages_of
from replay.audit import Log, Report, audit
from replay.findings import Finding
from replay.seasons.document import DealEntry, SeasonDocument
from rules.engine import Action, match_key, seats_to_act


def places_of(document: SeasonDocument) -> dict[str, tuple[DealEntry, int]]:
    """Match id -> its deal and seating."""
    return {match: (deal, seating) for deal in document.deals for seating, match in enumerate(deal.matches)}


def with_other_code(document: SeasonDocument) -> list[str]:
    """The names of the house bots whose digest in the document isn't theirs in this copy of the code."""
    bots = {entrant.name_in_log: entrant.digest for entrant in document.entrants if entrant.bot and entrant.digest}
    return [name for name, digest in bots.items() if digest != _digest_here(name)]


def _digest_here(name: str) -> str | None:
    try:
        return bot_digest(bot_in_log(name))
    except UnknownBot:
        return None


def play_again(document: SeasonDocument, log: Log, deal: DealEntry, seating: int) -> Report | None:
    """Audit a match, and report where a bot decides differently now.

    None if only accounts play, the seed is secret, or a bot's version no longer exists or can't be repeated.
    """
    start = msgspec.json.decode(log.events[0].body)
    players = [seat["player"] for seat in start["seats"]]
    try:
        bots = {seat: bot_in_log(player) for seat, player in enumerate(players) if player.startswith("bot:")}
    except UnknownBot:
        return None
    if not bots or not all(bot.can_be_repeated for bot in bots.values()):
        return None
    if len(bots) == len(players):
        if document.seed is None:
            return None
        names = [entrant.name for entrant in msgspec.convert(document.manifest, Manifest).entrants]
        seed_of = _from_season(document.season, bytes.fromhex(document.seed), names, deal, seating)
    elif log.server_seed is None:
        return None
    else:
        seed_of = _from_key(match_key(log.server_seed, [seat["entropy"] for seat in start["seats"]]))
    again = _Again(log, bots, seed_of, has_accounts=len(bots) < len(players))
    return audit(log, watch=again.look)


SeedOf = Callable[[Position, int, int], int]
"""The seed of a bot's own chance, given a position of the match, the bot's seat, and the seq of the last event."""


def _from_season(season: str, season_seed: bytes, names: Sequence[str], deal: DealEntry, seating: int) -> SeedOf:
    def seed(position: Position, seat: int, seq: int) -> int:
        sides = sides_of(position.table.rules, position.table.options)
        assert sides is not None  # A season whose options have no sides can't start.
        entrant = names[deal.first if is_first(sides, seating, seat) else deal.second]
        place = (deal.number, deal.attempt, seating, seat, seq)
        return int.from_bytes(decision_seed(season_seed, season, entrant, *place)[:8], "big")

    return seed


def _from_key(key: bytes) -> SeedOf:
    return lambda position, seat, seq: seed_from_key(key, seat, seq)


@dataclass
class _Again:
    log: Log
    bots: Mapping[int, HouseBot]
    seed_of: SeedOf
    has_accounts: bool

    def __post_init__(self) -> None:
        self.seated: dict[int, SeatedBot] = {}
        self.expected: tuple[int, Action] | None = None

    def look(self, position: Position) -> Iterator[Finding]:
        """Compare the event with the bot's decision, and make the next decision."""
        table, event = position.table, self.log.events[position.seq]
        action, effects = messages_of(table.rules, event.content)
        if position.seq == 0:
            self._sit_down(position)
        elif self.expected is not None and not self._is_an_accounts(event):
            seat, chosen = self.expected
            if (event.seat, action) != (seat, chosen):
                found, expected = event.content.get("action"), msgspec.to_builtins(chosen)
                yield Finding(position.seq, "action", "season_decided", {"found": found, "expected": expected})
        for bot in self.seated.values():
            bot.see(event.seat, action, effects)
        self.expected = None
        to_act = [] if table.outcome is not None else [seat for seat in seats_to_act(table) if seat in self.seated]
        if to_act:
            self.expected = to_act[0], self.seated[to_act[0]].choose(table, position.seq)

    def _is_an_accounts(self, event: Event) -> bool:
        """Whether an account may have caused the event: it acted, resigned, or ran out of time."""
        return self.has_accounts and (event.seat not in self.seated or event.type != "action_taken")

    def _sit_down(self, position: Position) -> None:
        table = position.table
        decks = [seat["deck"] for seat in self.log.events[0].content["seats"]]
        for seat, bot in self.bots.items():
            seed = partial(self.seed_of, position, seat)
            self.seated[seat] = SeatedBot(bot, table.rules, table.options, seat, decks[seat], seed)
