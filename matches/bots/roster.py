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
SEARCHING = "ismcts"


def _named_by_iterations(iterations: int | str) -> Names:
    return {"ja": f"読み（{iterations}回）", "en": f"Search ({iterations})"}


HOUSE_BOTS: tuple[HouseBot, ...] = (
    HouseBot("random", 1, {"ja": "ランダム", "en": "Random"}, RandomBot, _AT_ONCE),
    HouseBot("greedy", 1, {"ja": "欲張り", "en": "Greedy"}, Greedy, _AT_ONCE),
    HouseBot("ismcts-100", 1, _named_by_iterations(100), Ismcts, Budget(iterations=100)),
    HouseBot(SEARCHING, 1, _named_by_iterations(300), Ismcts, Budget(iterations=300)),
    HouseBot("ismcts-1000", 1, _named_by_iterations(1000), Ismcts, Budget(iterations=1000)),
)
"""From the weakest to the strongest."""


_WITH_BUDGET = re.compile(SEARCHING + "-([1-9][0-9]{0,2})")


def names_of_bots(number: str) -> list[str]:
    """Every name that a house bot can carry, in every language; `number` stands for iterations."""
    listed = [name for bot in HOUSE_BOTS for name in (bot.name, *bot.names.values())]
    return [*listed, f"{SEARCHING}-{number}", *_named_by_iterations(number).values()]


def house_bot(name: str) -> HouseBot:
    """A bot of the roster; or one that searches with a budget of its own (`ismcts-30`, up to 999), for leagues."""
    for bot in HOUSE_BOTS:
        if bot.name == name:
            return bot
    if (found := _WITH_BUDGET.fullmatch(name)) is not None:
        searching, iterations = house_bot(SEARCHING), int(found[1])
        names = _named_by_iterations(iterations)
        return replace(searching, name=name, names=names, budget=Budget(iterations=iterations))
    raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(bot.name for bot in HOUSE_BOTS)}")
