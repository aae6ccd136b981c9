"""The house bots. A stored match names its bot by name and version: a bot that plays differently is a new version."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from matches.bots.bot import Bot, Budget
from matches.bots.ismcts import Ismcts
from matches.bots.levels import Hard, easy, learning, medium
from matches.bots.simple import Greedy, RandomBot
from rules.engine import Names


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot that anyone can play against. Its budget is in iterations, so that its games can be repeated.

    Version 1 drew all its chance from one seed, from when it joined. Since version 2 each decision has its own seed, so
    that a bot rebuilt from the log plays on in the same way. Version 2 read its deck in the order in which it was
    stored, which depends on the database. Since version 3 the order is always the same. Newer bots begin at version 3.
    Since version 4 the weights in BlackPoker are fitted to results. Since version 5, claimed flags in Battle Line
    are worth more to bots, and tactics cards in hand less.
    """

    name: str
    version: int
    names: Names
    make: Callable[[], Bot]
    budget: Budget

    @property
    def name_in_log(self) -> str:
        return f"bot:{self.name}/{self.version}"

    @property
    def has_seed_for_each_decision(self) -> bool:
        return self.version > 1

    @property
    def can_be_repeated(self) -> bool:
        """Whether each decision follows from the seeds and the log alone."""
        return self.version > 2

    @property
    def searches(self) -> bool:
        """Whether the bot's budget decides how strong it is; the others have one strength."""
        return self.budget != _AT_ONCE


class UnknownBot(LookupError):
    """No house bot has this name, or this version."""


_AT_ONCE = Budget(iterations=1)
SEARCHING = "ismcts"


def _named_by_iterations(iterations: int | str) -> Names:
    return {"ja": f"読み（{iterations}回）", "en": f"Search ({iterations})"}


LEVELS: tuple[HouseBot, ...] = (
    HouseBot("learning", 5, {"ja": "入門", "en": "Learning"}, learning, _AT_ONCE),
    HouseBot("easy", 5, {"ja": "初級", "en": "Easy"}, easy, _AT_ONCE),
    HouseBot("medium", 5, {"ja": "中級", "en": "Medium"}, medium, _AT_ONCE),
    HouseBot("strong", 5, {"ja": "上級", "en": "Strong"}, Greedy, _AT_ONCE),
    HouseBot("hard", 5, {"ja": "最上級", "en": "Hard"}, Hard, _AT_ONCE),
)
"""For people, from the weakest to the strongest."""
HOUSE_BOTS: tuple[HouseBot, ...] = (
    *LEVELS,
    HouseBot("random", 3, {"ja": "ランダム", "en": "Random"}, RandomBot, _AT_ONCE),
    HouseBot("greedy", 5, {"ja": "欲張り", "en": "Greedy"}, Greedy, _AT_ONCE),
    HouseBot("ismcts-100", 5, _named_by_iterations(100), Ismcts, Budget(iterations=100)),
    HouseBot(SEARCHING, 5, _named_by_iterations(300), Ismcts, Budget(iterations=300)),
    HouseBot("ismcts-1000", 5, _named_by_iterations(1000), Ismcts, Budget(iterations=1000)),
)
"""The levels, then the ways to play, also from the weakest to the strongest."""


_IN_LOG = re.compile("bot:([a-z0-9-]+)/([1-9][0-9]{0,3})")
_WITH_BUDGET = re.compile(SEARCHING + "-([1-9][0-9]{0,2})")


def names_of_bots(number: str) -> list[str]:
    """Every possible name of a house bot, in every language; `number` stands for iterations."""
    listed = [name for bot in HOUSE_BOTS for name in (bot.name, *bot.names.values())]
    return [*listed, f"{SEARCHING}-{number}", *_named_by_iterations(number).values()]


def house_bot(name: str, version: int | None = None) -> HouseBot:
    """A bot of the roster, or a searching bot with another budget (`ismcts-30`, up to 999), for leagues.

    The newest version by default; the older ones still exist. Raises UnknownBot.
    """
    bot = _newest(name)
    if version is None or version == bot.version:
        return bot
    if not 1 <= version < bot.version:
        raise UnknownBot(f"there is no version {version} of the bot {name!r}; the newest is {bot.version}")
    return replace(bot, version=version)


def bot_in_log(name: str) -> HouseBot:
    """The bot with this name in a log, such as `bot:greedy/2`. Raises UnknownBot."""
    found = _IN_LOG.fullmatch(name)
    if found is None:
        raise UnknownBot(f"{name!r} is not the name of a house bot in a log")
    return house_bot(found[1], int(found[2]))


def _newest(name: str) -> HouseBot:
    for bot in HOUSE_BOTS:
        if bot.name == name:
            return bot
    if (found := _WITH_BUDGET.fullmatch(name)) is not None:
        searching, iterations = _newest(SEARCHING), int(found[1])
        names = _named_by_iterations(iterations)
        return replace(searching, name=name, names=names, budget=Budget(iterations=iterations))
    raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(bot.name for bot in HOUSE_BOTS)}")
