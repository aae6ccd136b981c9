"""13.7 All rules that reveal hidden cards. Any other difference between worlds that look the same is a fault."""

from rules.engine import SEAT, Drew, Revelation

from .effects import HandShown

REVELATIONS = (
    Revelation(HandShown, "7.5", ("cards",)),
    Revelation(Drew, "9.1", ("cards",), to=SEAT),
)
