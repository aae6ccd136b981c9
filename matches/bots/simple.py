"""The bots that do not search: one plays at random, one looks one action ahead in a few worlds that fit what it saw."""

from typing import cast

from matches.bots.bot import BlindBot, Choices, Observation
from matches.bots.lookahead import race
from rules.engine import Action


class RandomBot(BlindBot):
    """Chooses every legal action with the same probability."""

    def choose(self, given: Choices | Observation) -> Action:
        actions = given.legal_actions
        return cast(Action, actions[given.chance.below(len(actions))])


WORLDS = 6
"""In how many possible worlds the actions are tried."""


class Greedy:
    """Takes the action with the best result on average over the possible worlds."""

    def choose(self, observation: Observation) -> Action:
        if len(observation.legal_actions) == 1:
            return cast(Action, observation.legal_actions[0])
        _, best = race(observation, observation.rules.definition.evaluation, WORLDS)[0]
        return cast(Action, best)
