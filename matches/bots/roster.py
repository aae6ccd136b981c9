"""The house bots. A stored match names its bot by name and version: a bot that plays differently is a new version."""

from collections.abc import Callable
from dataclasses import dataclass

from cards.engine import Names
from matches.bots.bot import Bot, Budget
from matches.bots.greedy import Greedy
from matches.bots.ismcts import Ismcts
from matches.bots.random_bot import RandomBot


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot that anyone may be seated against. Its budget is in iterations, so that its games can be repeated."""

    name: str
    version: int
    names: Names
    make: Callable[[], Bot]
    budget: Budget


class UnknownBot(LookupError):
    """No house bot of that name."""


_AT_ONCE = Budget(iterations=1)

HOUSE_BOTS: tuple[HouseBot, ...] = (
    HouseBot("random", 1, {"ja": "ランダム", "en": "Random"}, RandomBot, _AT_ONCE),
    HouseBot("greedy", 1, {"ja": "欲張り", "en": "Greedy"}, Greedy, _AT_ONCE),
    HouseBot("ismcts-100", 1, {"ja": "読み（100回）", "en": "Search (100)"}, Ismcts, Budget(iterations=100)),
    HouseBot("ismcts", 1, {"ja": "読み（300回）", "en": "Search (300)"}, Ismcts, Budget(iterations=300)),
    HouseBot("ismcts-1000", 1, {"ja": "読み（1000回）", "en": "Search (1000)"}, Ismcts, Budget(iterations=1000)),
)
"""From the weakest to the strongest."""


def house_bot(name: str) -> HouseBot:
    for bot in HOUSE_BOTS:
        if bot.name == name:
            return bot
    raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(bot.name for bot in HOUSE_BOTS)}")
