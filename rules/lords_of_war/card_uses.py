"""Which cards a seat has had in hand, and which it has deployed (7.1)."""

from rules.engine import CardUse, Drew

from .effects import Deployed, GeneralSetAside, Recalled

CARD_USES = (
    CardUse(GeneralSetAside, "5.1", ("seen",)),
    CardUse(Drew, "9.1", ("seen",), "cards"),
    CardUse(Recalled, "9.2", ("seen",)),
    # A team's reserve may have a partner's general.
    CardUse(Deployed, "7.1", ("seen", "played")),
)
