"""What a position of one game is worth: the judgement that bots of every kind share. Each ruleset brings its own."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from rules.engine.frames import Table
from rules.engine.messages import Action, Seat


class Evaluation(ABC):
    """Judgement about one game. It is shown possible worlds that a bot has determinized, never the true table."""

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
