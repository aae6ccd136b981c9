"""The bot that plays anything: the yardstick for the others."""

from typing import cast

from matches.bots.bot import Observation
from rules.engine import Action


class RandomBot:
    """Each legal action is as likely."""

    def choose(self, observation: Observation) -> Action:
        actions = observation.legal_actions
        return cast(Action, actions[observation.chance.below(len(actions))])
