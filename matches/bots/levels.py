"""Levels for people: learning, easy and medium overlook small things, and hard searches. Strong is Greedy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from matches.bots.bot import Bot, Observation
from matches.bots.ismcts import Ismcts
from matches.bots.lookahead import race
from matches.bots.simple import WORLDS
from rules.engine import Action, Evaluation, QuickChance

WON, LOST = 1.0, -1.0
FINE = 1 << 30
"""Chances are whole numbers of this many parts."""


@dataclass(frozen=True, slots=True)
class Overlooking:
    """Takes an action that looks almost as good as the best. The better it looks, the likelier it is taken.

    So this bot errs where actions differ little, and sees what matters most.
    """

    margin: Callable[[Evaluation], float]
    """How much worth an action may give away."""

    def choose(self, observation: Observation) -> Action:
        if len(observation.legal_actions) == 1:
            return cast(Action, observation.legal_actions[0])
        evaluation = observation.rules.definition.evaluation
        ranked = race(observation, evaluation, WORLDS)
        return cast(Action, almost_best(ranked, self.margin(evaluation), observation.chance))


def almost_best(ranked: list[tuple[float, Any]], margin: float, chance: QuickChance) -> Any:
    """One of a race's actions that is worth less than the margin below the first.

    Its chance is in proportion to what is left of the margin. An action that dropped out of the race early was tried in
    fewer worlds, so it may look better than the first. If the first certainly wins, it is taken. An action that
    certainly loses is taken only if the first does.
    """
    best, first = ranked[0]
    if best in (WON, LOST):
        return first
    left = [(worth - best + margin, action) for worth, action in ranked if worth > max(best - margin, LOST)]
    lot = chance.below(FINE) / FINE * sum([weight for weight, _ in left])
    for weight, action in left:
        lot -= weight
        if lot < 0:
            return action
    return first


class Hard:
    """Searches with as many iterations as the game says, or until its time is up."""

    def choose(self, observation: Observation) -> Action:
        iterations = observation.rules.definition.evaluation.hard_iterations
        return Ismcts().choose(replace(observation, budget=replace(observation.budget, iterations=iterations)))


def learning() -> Bot:
    return Overlooking(lambda evaluation: evaluation.level_margins[0])


def easy() -> Bot:
    return Overlooking(lambda evaluation: evaluation.level_margins[1])


def medium() -> Bot:
    return Overlooking(lambda evaluation: evaluation.level_margins[2])
