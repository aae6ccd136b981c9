"""All frames of this game."""

from .scout import ScoutDraws, ScoutReturns
from .setup import Rounds
from .turn import ClaimPhase, DrawPhase, PlayPhase

Frames = Rounds | PlayPhase | ClaimPhase | DrawPhase | ScoutDraws | ScoutReturns
