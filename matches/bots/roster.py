"""The house bots. A stored match names its bot by name and version: a bot that plays differently is a new version."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from matches.bots.bot import Bot, Budget
from matches.bots.greedy import Greedy
from matches.bots.ismcts import Ismcts
from matches.bots.random_bot import RandomBot
from rules.engine import Names


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot that anyone may be seated against. Its budget is in iterations, so that its games can be repeated."""

    name: str
    version: int
    names: Names
    make: Callable[[], Bot]
    budget: Budget

    @property
    def searches(self) -> bool:
        """Whether more iterations make it stronger: others decide at the first look."""
        return self.budget != _AT_ONCE


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


SEARCHING = "ismcts"
_WITH_BUDGET = re.compile(SEARCHING + "-([1-9][0-9]{0,2})")


def house_bot(name: str) -> HouseBot:
    """A bot of the roster; or one that searches with a budget of its own (`ismcts-30`, up to 999), for leagues."""
    for bot in HOUSE_BOTS:
        if bot.name == name:
            return bot
    if (found := _WITH_BUDGET.fullmatch(name)) is not None:
        searching, iterations = house_bot(SEARCHING), int(found[1])
        names: Names = {"ja": f"読み（{iterations}回）", "en": f"Search ({iterations})"}
        return replace(searching, name=name, names=names, budget=Budget(iterations=iterations))
    raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(bot.name for bot in HOUSE_BOTS)}")
