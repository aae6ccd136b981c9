"""Which cards a seat has had in hand, and which it has played: placed, settled, or used for a support."""

from rules.engine import CardUse, Drew

from .effects import ChoseHand, Deployed, Recalled, RevealedLeader, Settled, Supported, Withdrew

CARD_USES = (
    CardUse(ChoseHand, "5.2", ("seen",), "cards"),
    CardUse(RevealedLeader, "5.3", ("seen",)),
    CardUse(Drew, "6.1", ("seen",), "cards"),
    CardUse(Withdrew, "8.4", ("seen",)),
    CardUse(Recalled, "8.4", ("seen",)),
    # Cards in the queue or graveyard may be a partner's. A diversion (10.3) places an enemy card, so it isn't a play.
    CardUse(Deployed, "6.2.2", ("seen", "played"), where={"active": (True,)}),
    CardUse(Settled, "6.2.3", ("played",)),
    CardUse(Supported, "8.1", ("played",)),
)
