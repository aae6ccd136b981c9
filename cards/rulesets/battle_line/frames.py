"""Every unfinished rule of this game."""

from cards.rulesets.battle_line.scout import ScoutDraws, ScoutReturns
from cards.rulesets.battle_line.setup import Rounds
from cards.rulesets.battle_line.turn import ClaimPhase, DrawPhase, PlayPhase

Frames = Rounds | PlayPhase | ClaimPhase | DrawPhase | ScoutDraws | ScoutReturns
