"""13.7 All that the rules bring to light of hidden cards. Whatever else tells alike worlds apart is a fault."""

from rules.engine import SEAT, Drew, Revelation

from .effects import HandShown

REVELATIONS = (
    Revelation(HandShown, "7.5", ("cards",)),
    Revelation(Drew, "9.1", ("cards",), to=SEAT),
)
