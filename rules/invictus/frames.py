"""All frames of this game, in the order of the chapters."""

from .alliance import OrderChoice
from .combat import Assault
from .diversion import Diversion
from .resolutions import Burden, Exchange, Infiltration, Recall, Revival, Volley
from .setup import (
    BattlefieldSetup,
    HandChoice,
    KingdomSetup,
    LeaderChoice,
    Placing,
    QueueSetup,
    Reveal,
)
from .supports import BlockWindow, NegateWindow, PendingSupport
from .turn import ForcedSettlement, MainPhase, Turns

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
