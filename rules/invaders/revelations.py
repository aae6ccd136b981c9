"""13.11 All rules that reveal hidden cards. Any other difference between worlds that look the same is a fault."""

from rules.engine import SEAT, Drew, Revelation

from .effects import (
    Cast,
    EmergencyRevealed,
    EventPlayed,
    Exiled,
    JankenShown,
    Looked,
    Mulliganed,
    Opened,
    PutInGrave,
    Returned,
    RolledBack,
    Took,
)
from .prompts import ChoosePrompt

REVELATIONS = (
    Revelation(JankenShown, "5.3"),
    Revelation(JankenShown, "5.3", ("hands", "winner"), steers=True),
    Revelation(Mulliganed, "5.5", ("count",), steers=True),
    Revelation(Drew, "6.2", ("cards",), to=SEAT),
    Revelation(PutInGrave, "7.3", ("card",), where={"from_": ("0:E", "1:E")}),
    Revelation(EmergencyRevealed, "9.3"),
    Revelation(EmergencyRevealed, "9.3", ("seat", "card"), steers=True),
    Revelation(RolledBack, "10.9"),
    # A card of the hand is played without being cast. The next prompt or its use shows its kind.
    Revelation(ChoosePrompt, "11.9", where={"op": ("play",)}),
    Revelation(Cast, "11.9"),
    Revelation(Cast, "11.9", ("card",), where={"place": (None,)}, steers=True),
    Revelation(EventPlayed, "11.9"),
    Revelation(EventPlayed, "11.9", ("card",), steers=True),
    Revelation(Opened, "11.10", ("cards",), steers=True),
    Revelation(Looked, "11.10", ("cards",), to=SEAT),
    Revelation(Took, "11.10", ("card",), where={"to": ("unit", "grave")}, steers=True),
    Revelation(PutInGrave, "11.10", ("card",), where={"from_": ("looked",)}, steers=True),
    # A filter is applied to a hand in secret (11.5). Carrying the effect out shows whether a card fits.
    Revelation(PutInGrave, "11.5", where={"from_": ("hand", "deck")}),
    Revelation(PutInGrave, "11.6", ("card",), where={"from_": ("hand", "deck", "0:E", "1:E")}, steers=True),
    Revelation(Exiled, "11.5", where={"from_": ("hand",)}),
    Revelation(Exiled, "11.6", ("card",), where={"from_": ("hand", "0:E", "1:E")}, steers=True),
    Revelation(Returned, "11.5", where={"from_": ("hand",)}),
)
