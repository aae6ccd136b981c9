"""How good a position of a game is. All kinds of bots share this evaluation; each ruleset brings its own."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.engine.frames import Table, legal_actions
from rules.engine.messages import Action, Seat


class Evaluation(ABC):
    """Evaluates one game. It gets possible worlds that a bot has determinized, never the true table."""

    horizon: ClassVar[int] = 0
    """The number of actions that a rollout plays with `reply` before evaluating; 0 evaluates immediately."""

    level_margins: ClassVar[tuple[float, float, float]] = (0.6, 0.3, 0.15)
    """How much worth a bot gives away at most in a decision, at the levels learning, easy and medium."""
    hard_iterations: ClassVar[int] = 100
    """How many iterations the level hard searches, at most 300. A slower answer than that of others
    would show that it had something to decide."""

    @abstractmethod
    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        """The prospects of the seat's team in a running game, from -1 (almost lost) to 1 (almost won)."""

    @abstractmethod
    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        """A fast, reasonable answer, for rollouts and for predicting opponents in a look-ahead."""

    def reply_now(self, table: Table[Any, Any], seat: Seat) -> Action:
        """The reply among all legal actions. A game may give it without listing them."""
        choices = legal_actions(table, seat)
        first: Action = choices[0]
        return first if len(choices) == 1 else self.reply(table, seat, choices)

    def is_quiet(self, table: Table[Any, Any]) -> bool:
        """False while something is unfinished, such as an open window or half-made choice: that is played out first."""
        return True


class LinearEvaluation(Evaluation):
    """Values a position by the weighted sum of a few features. `matches.bots.training` fits the weights to results.

    With fitted weights, (1 + value) / 2 is the probability that the seat wins.
    """

    weights: ClassVar[Mapping[str, float]]
    """The weight of each feature, by its name."""

    @abstractmethod
    def features(self, table: Table[Any, Any], seat: Seat) -> Sequence[float]:
        """The features as the seat sees them, in the order of the weights."""

    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        found = self.features(table, seat)
        return math.tanh(sum([weight * feature for weight, feature in zip(self.weights.values(), found, strict=True)]))
