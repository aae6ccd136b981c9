"""The bot that looks one action ahead, in a few worlds that fit what it has seen."""

from typing import cast

from cards.engine import Action
from matches.bots.bot import Glimpse
from matches.bots.lookahead import race

WORLDS = 6
"""In how many imagined worlds the actions are tried."""


class Greedy:
    """Takes the action that leaves it best off, on average over the imagined worlds."""

    def choose(self, glimpse: Glimpse) -> Action:
        if len(glimpse.legal_actions) == 1:
            return cast(Action, glimpse.legal_actions[0])
        _, best = race(glimpse, glimpse.rules.definition.evaluation, WORLDS)[0]
        return cast(Action, best)
