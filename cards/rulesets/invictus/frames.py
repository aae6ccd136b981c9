"""Every unfinished rule of this game, in the order of the chapters."""

from cards.rulesets.invictus.alliance import OrderChoice
from cards.rulesets.invictus.combat import Assault
from cards.rulesets.invictus.diversion import Diversion
from cards.rulesets.invictus.resolutions import Burden, Exchange, Infiltration, Recall, Revival, Volley
from cards.rulesets.invictus.setup import (
    BattlefieldSetup,
    HandChoice,
    KingdomSetup,
    LeaderChoice,
    Placing,
    QueueSetup,
    Reveal,
)
from cards.rulesets.invictus.supports import BlockWindow, NegateWindow, PendingSupport
from cards.rulesets.invictus.turn import ForcedSettlement, MainPhase, Turns

Frames = (
    LeaderChoice
    | HandChoice
    | Reveal
    | OrderChoice
    | Placing
    | BattlefieldSetup
    | QueueSetup
    | KingdomSetup
    | Turns
    | MainPhase
    | ForcedSettlement
    | Assault
    | BlockWindow
    | PendingSupport
    | NegateWindow
    | Volley
    | Exchange
    | Infiltration
    | Revival
    | Burden
    | Recall
    | Diversion
)
