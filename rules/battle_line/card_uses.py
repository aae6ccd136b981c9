"""Which cards a seat has had in hand, and which it has played (8.2)."""

from rules.engine import CardUse

from .effects import CardPlayed, Dealt, Drew

CARD_USES = (
    CardUse(Dealt, "4.4", ("seen",), "cards"),
    CardUse(Drew, "8.5", ("seen",), "cards"),
    CardUse(CardPlayed, "8.2", ("played",)),
)
