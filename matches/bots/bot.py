"""The bot interface: a bot gets an observation of the match from one seat, never the match itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.engine import Action, QuickChance, Ruleset, Seat, Table, View

Clock = Callable[[], float]
"""Monotonic seconds, passed in. Only a budget in milliseconds needs it."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision, in iterations, in milliseconds, or until the first of both ends.

    A bot's choice is repeatable only with a budget in iterations alone.
    """

    iterations: int | None = None
    milliseconds: int | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.milliseconds is None:
            raise ValueError("a budget needs iterations, milliseconds or both")
        if self.milliseconds is not None and self.clock is None:
            raise ValueError("a budget in milliseconds needs a clock")

    def start(self) -> "Meter":
        """Start spending the budget."""
        return Meter(self)


class Meter:
    """A budget being spent."""

    __slots__ = ("_clock", "_deadline", "_iterations", "iterations")

    def __init__(self, budget: Budget) -> None:
        self.iterations = 0
        self._iterations = budget.iterations
        self._clock = budget.clock if budget.milliseconds is not None else None
        self._deadline = 0.0
        if self._clock is not None and budget.milliseconds is not None:
            self._deadline = self._clock() + budget.milliseconds / 1000

    def in_time(self) -> bool:
        """Whether there is time left, or no time limit."""
        return self._clock is None or self._clock() < self._deadline

    def spend(self) -> bool:
        """Use one iteration. False if none is left, or no time."""
        if self._iterations is not None and self.iterations >= self._iterations:
            return False
        if not self.in_time():
            return False
        self.iterations += 1
        return True


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat to act knows: its view, its legal actions, and its memory of the events shown to it.

    `chance` is the bot's own, for possible worlds; it says nothing about the chance of the match.
    """

    rules: Ruleset
    view: View
    seat: Seat
    legal_actions: Sequence[Any]
    memory: Any
    budget: Budget
    chance: QuickChance

    def determinize(self) -> Table[Any, Any]:
        """A world that fits all that the seat has seen, drawn anew at each call."""
        return self.rules.determinize(self.view, self.seat, self.memory, self.chance)


class Bot(Protocol):
    def choose(self, observation: Observation) -> Action:
        """Choose one of the observation's legal actions."""
        ...


@dataclass(frozen=True, slots=True)
class Choices:
    """What a blind bot gets instead of an observation: its legal actions, and chance of its own."""

    legal_actions: Sequence[Any]
    chance: QuickChance


class BlindBot:
    """A bot that looks at its legal actions alone. It is shown no events and no view, as they cost more than a move."""

    def choose(self, given: Choices | Observation) -> Action:
        """Choose one of the legal actions."""
        raise NotImplementedError
