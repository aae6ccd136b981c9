"""Every unfinished rule of this game."""

from cards.rulesets.blackpoker import battle, costs, deployment, magic, quick_magic, targets, turn
from cards.rulesets.blackpoker.raising import Raising
from cards.rulesets.blackpoker.resolving import Settling
from cards.rulesets.blackpoker.window import Window

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
