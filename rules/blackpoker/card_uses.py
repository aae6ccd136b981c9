"""Which cards a seat has had, and which it has played: as a key card, a bulwark or a soldier."""

from rules.engine import CardUse, Drew

from .effects import BulwarkPlaced, KeysReturned, Milled, Preset, Raised, ReturnedToHand, Searched, Summoned

CARD_USES = (
    CardUse(Drew, "5.5", ("seen",), "cards"),
    CardUse(Searched, "8.8", ("seen",)),
    CardUse(Milled, "7.7", ("seen",), "found"),
    CardUse(ReturnedToHand, "8.4", ("seen",), "cards"),
    CardUse(KeysReturned, "8.4", ("seen",), "cards"),
    CardUse(Raised, "6.2", ("played",), "keys"),
    # These come from the deck or graveyard as well as the hand.
    CardUse(Preset, "5.3", ("seen", "played"), "bulwark_card"),
    CardUse(Preset, "5.3", ("seen", "played"), "soldier_card"),
    CardUse(BulwarkPlaced, "4.8", ("seen", "played")),
    CardUse(Summoned, "8.2", ("seen", "played")),
)
