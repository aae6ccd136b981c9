"""All frames of this game, in the order of play."""

from .berserkers import BerserkMove
from .deployment import ChooseCard, Deployment
from .elimination import Check, Elimination
from .generals import FallenGenerals
from .ranged import Fire
from .reinforcement import Reinforcement
from .setup import Challenge
from .turn import Battle

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
