"""Which cards a seat has had in hand, and which it has played: cast, set, put in command, or placed by an effect."""

from rules.engine import CardUse, Drew

from .effects import (
    Cast,
    Commanded,
    EmergencySet,
    Entered,
    EventPlayed,
    Returned,
    SituationPlaced,
    Took,
)

CARD_USES = (
    CardUse(Drew, "5.5", ("seen",), "cards"),
    CardUse(Took, "11.10", ("seen",), where={"to": ("hand",)}),
    CardUse(Returned, "11.6", ("seen",), where={"to": ("hand",)}),
    CardUse(EmergencySet, "7.2", ("played",)),
    CardUse(Commanded, "7.5", ("played",)),
    # An effect can play a card that was never in a hand (11.9, 11.10).
    CardUse(Cast, "7.1", ("seen", "played")),
    CardUse(EventPlayed, "11.9", ("seen", "played")),
    CardUse(Entered, "11.10", ("seen", "played")),
    CardUse(SituationPlaced, "11.10", ("seen", "played")),
)
