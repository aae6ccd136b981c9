"""15.7 All rules that reveal hidden cards. Any other difference between worlds that look the same is a fault."""

from rules.engine import SEAT, Drew, Revelation

from .effects import OfferedLeaders, RevealedHand, RevealedLeader
from .prompts import ResolveSupportPrompt

REVELATIONS = (
    Revelation(OfferedLeaders, "5.1", ("cards",), to=SEAT),
    Revelation(RevealedLeader, "5.3", ("card",)),
    Revelation(Drew, "6.1.2", ("cards",), to=SEAT),
    Revelation(RevealedHand, "8.4", ("cards",)),
    Revelation(ResolveSupportPrompt, "8.4", ("hand",)),
)
