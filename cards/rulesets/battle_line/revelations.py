"""11.8 All that the rules bring to light of hidden cards. Whatever else tells alike worlds apart is a fault."""

from cards.engine import Revelation

from .effects import Dealt, Drew, Returned

REVELATIONS = (
    Revelation(Dealt, "4.4", ("cards",)),
    Revelation(Drew, "8.4", ("cards",)),
    Revelation(Returned, "9.6", ("deck",)),
)
