"""The bot that looks one action ahead, in a few worlds that fit what it has seen."""

from collections.abc import Callable
from typing import cast

from cards.engine import Action
from matches.bots.advice import Advice, advice_for
from matches.bots.bot import Glimpse
from matches.bots.lookahead import sweep

WORLDS = 6
"""In how many imagined worlds the actions are tried."""

FEW = 8
"""So many actions stay in the race; of more, the worse half falls out after each world."""


class Greedy:
    """Takes the action that leaves it best off, on average over the imagined worlds."""

    def __init__(self, advice: Callable[[str], Advice] = advice_for) -> None:
        self._advice = advice

    def choose(self, glimpse: Glimpse) -> Action:
        actions = list(glimpse.legal_actions)
        if len(actions) == 1:
            return cast(Action, actions[0])
        advice = self._advice(glimpse.rules.slug)

        # Equals are told apart by the order in which they were put here.
        racing = [(0.0, place) for place in _shuffled(len(actions), glimpse)]
        for _ in range(WORLDS):
            world = glimpse.imagine()
            gains = sweep(world, glimpse, [actions[place] for _, place in racing], advice)
            racing = [(total + gain, place) for (total, place), gain in zip(racing, gains, strict=True)]
            racing.sort(key=lambda runner: -runner[0])
            racing = racing[: max(FEW, len(racing) // 2)]
        return cast(Action, actions[racing[0][1]])


def _shuffled(n: int, glimpse: Glimpse) -> list[int]:
    places = list(range(n))
    for i in range(n - 1, 0, -1):
        j = glimpse.chance.below(i + 1)
        places[i], places[j] = places[j], places[i]
    return places
