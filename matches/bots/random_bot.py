"""The bot that plays anything: the yardstick for the others."""

from typing import cast

from cards.engine import Action
from matches.bots.bot import Glimpse


class RandomBot:
    """Each legal action is as likely."""

    def choose(self, glimpse: Glimpse) -> Action:
        actions = glimpse.legal_actions
        return cast(Action, actions[glimpse.chance.below(len(actions))])
