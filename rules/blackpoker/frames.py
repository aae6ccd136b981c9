"""All frames of this game."""

from . import battle, costs, deployment, magic, quick_magic, targets, turn
from .raising import Raising
from .resolving import Settling
from .window import Window

Frames = (
    Window
    | Raising
    | costs.PayingBulwark
    | costs.PayingDiscard
    | targets.Targeting
    | Settling
    | deployment.PlacingBulwark
    | turn.DiscardingToLimit
    | turn.DrawingMore
    | battle.DeclaringAttackers
    | battle.DeclaringBlockers
    | quick_magic.Twisting
    | quick_magic.Searching
    | magic.OrderingDeck
    | magic.Reinforcing
    | magic.Reanimating
    | magic.ChoosingHand
    | magic.Reversing
)
