"""Every unfinished rule of this game, in the order of play."""

from cards.rulesets.lords_of_war.berserkers import BerserkMove
from cards.rulesets.lords_of_war.deployment import ChooseCard, Deployment
from cards.rulesets.lords_of_war.elimination import Check, Elimination
from cards.rulesets.lords_of_war.generals import FallenGenerals
from cards.rulesets.lords_of_war.ranged import Fire
from cards.rulesets.lords_of_war.reinforcement import Reinforcement
from cards.rulesets.lords_of_war.setup import Challenge
from cards.rulesets.lords_of_war.turn import Battle

Frames = (
    Challenge
    | Battle
    | ChooseCard
    | Deployment
    | Elimination
    | Fire
    | Check
    | BerserkMove
    | FallenGenerals
    | Reinforcement
)
