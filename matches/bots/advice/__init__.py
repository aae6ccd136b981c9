"""What a bot knows of one game beyond its rules: one module a ruleset, each with an `ADVICE`."""

from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, cast

from cards.engine import Action, Seat, Table


class Advice(ABC):
    """Judgement about one game. It is only ever shown imagined tables, never the true one."""

    horizon: ClassVar[int] = 0
    """How many actions a rollout plays with `reply` before its end is valued; 0 values at once."""

    @abstractmethod
    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        """How a running game stands for the seat's team: from -1 (as good as lost) to 1 (as good as won)."""

    @abstractmethod
    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        """A quick, sensible answer: what rollouts play, and what others are thought to do while a bot looks ahead."""

    def is_quiet(self, table: Table[Any, Any]) -> bool:
        """False in the middle of something (an open window, a half-made choice): it is played out before valuing."""
        return True


@cache
def advice_for(ruleset: str) -> Advice:
    """The advice of a ruleset; every registered ruleset has some (a test)."""
    return cast(Advice, import_module(f"matches.bots.advice.{ruleset}").ADVICE)
