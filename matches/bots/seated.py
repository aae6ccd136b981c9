"""A bot on its seat: it remembers what the seat is shown of each event, and gets an observation when asked.

A blind bot remembers nothing and gets its legal actions alone.
"""

from collections.abc import Callable, Sequence
from typing import Any

from matches.bots.bot import BlindBot, Choices, Observation
from matches.bots.roster import HouseBot
from rules.engine import (
    Action,
    Deck,
    Effect,
    IllegalAction,
    QuickChance,
    Ruleset,
    Seat,
    SeenEvent,
    Table,
    View,
    legal_actions,
    redact,
    view,
)
from rules.engine.chance import keyed_hash

SeedOf = Callable[[int], int]
"""The seed of a bot's own chance for a decision, by the version of the match at that decision."""


def seed_from_key(key: bytes, seat: Seat, seq: int) -> int:
    """The seed of a bot's own chance for its decision after event `seq`, in a match with a person or a bot account."""
    return int.from_bytes(keyed_hash(key, b"decision%d/%d" % (seat, seq))[:8], "big")


class SeatedBot:
    """One house bot on one seat of one match."""

    __slots__ = ("_bot", "_budget", "_chance_at", "_has_seed_for_each_decision", "_rules", "memory", "seat")

    def __init__(self, bot: HouseBot, rules: Ruleset, options: Any, seat: Seat, deck: Deck, seed: int | SeedOf) -> None:
        """`options` as the rules have read them; `seed` is for the bot's own chance, or gives one for each decision."""
        self.seat = seat
        self.memory = rules.new_memory(options, seat, _in_order(deck))
        self._bot = bot.make()
        self._budget = bot.budget
        self._has_seed_for_each_decision = not isinstance(seed, int)
        self._chance_at = _one_chance(seed) if isinstance(seed, int) else _chances(seed)
        self._rules = rules

    def see(self, mover: Seat | None, action: Action | None, effects: Sequence[Effect]) -> None:
        """Remember one event as this seat is shown it. The start has no mover and no action."""
        if isinstance(self._bot, BlindBot):
            return
        shown_action = None if action is None else redact(action, self.seat, mover)
        shown = tuple(redact(effect, self.seat) for effect in effects)
        self.remember(SeenEvent(mover, shown_action, shown))

    def remember(self, event: SeenEvent) -> None:
        """Remember one event, already redacted for this seat."""
        if not isinstance(self._bot, BlindBot):
            self._rules.update_memory(self.memory, event)

    def choose(self, table: Table[Any, Any], version: int) -> Action:
        """The bot's legal answer at a true table, from this seat's observation only. Raises IllegalAction for any other
        answer.
        """
        choices = legal_actions(table, self.seat)
        action = self.decide(version, choices, lambda: view(table, self.seat, version))
        if action not in choices:
            raise IllegalAction("bot_chose_illegal", seat=self.seat, action=str(action))
        return action

    def decide(self, version: int, choices: Sequence[Action], look: Callable[[], View]) -> Action:
        """What the bot chooses among these choices. `look` makes the seat's view. The result is not checked."""
        if isinstance(self._bot, BlindBot) and self._has_seed_for_each_decision and len(choices) == 1:
            return choices[0]  # No later decision needs this chance, and seeding it takes longer than the rest.
        chance = self._chance_at(version)
        if isinstance(self._bot, BlindBot):
            return self._bot.choose(Choices(choices, chance))
        sight = look()
        self._rules.observe_choices(self.memory, sight, choices)
        observation = Observation(
            rules=self._rules,
            view=sight,
            seat=self.seat,
            legal_actions=choices,
            memory=self.memory,
            budget=self._budget,
            chance=chance,
        )
        return self._bot.choose(observation)


def _in_order(deck: Deck) -> Deck:
    """The deck with its cards sorted by slug: databases store keys in different orders, and worlds follow theirs."""
    return {"cards": dict(sorted(deck["cards"].items()))}


def _one_chance(seed: int) -> Callable[[int], QuickChance]:
    chance = QuickChance(seed)
    return lambda version: chance


def _chances(seed_of: SeedOf) -> Callable[[int], QuickChance]:
    return lambda version: QuickChance(seed_of(version))
