"""The bot that looks one action ahead, in a few worlds that fit what it has seen."""

from typing import cast

from matches.bots.bot import Observation
from matches.bots.lookahead import race
from rules.engine import Action

WORLDS = 6
"""In how many possible worlds the actions are tried."""


class Greedy:
    """Takes the action that leaves it best off, on average over the possible worlds."""

    def choose(self, observation: Observation) -> Action:
        if len(observation.legal_actions) == 1:
            return cast(Action, observation.legal_actions[0])
        _, best = race(observation, observation.rules.definition.evaluation, WORLDS)[0]
        return cast(Action, best)
