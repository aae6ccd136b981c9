"""11.8 All rules that reveal hidden cards. Any other difference between worlds that look the same is a fault."""

from rules.engine import SEAT, Revelation

from .effects import Dealt, Drew, Returned

REVELATIONS = (
    Revelation(Dealt, "4.4", ("cards",), to=SEAT),
    Revelation(Drew, "8.4", ("cards",), to=SEAT),
    Revelation(Returned, "9.6", ("deck",)),
)
