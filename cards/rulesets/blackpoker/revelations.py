"""11.11 All that the rules bring to light of hidden cards. Whatever else tells alike worlds apart is a fault."""

from cards.engine import Drew, Revelation

from .effects import (
    BulwarkPlaced,
    Damaged,
    Destroyed,
    HandRevealed,
    Milled,
    Revealed,
    Reversed,
)

REVELATIONS = (
    Revelation(Damaged, "7.5", ("cards", "top")),
    Revelation(Milled, "7.7", ("count", "cards", "top", "hit", "found"), steers=True),
    Revelation(BulwarkPlaced, "8.11", ("card",), where={"from_": ("deck",)}),
    Revelation(HandRevealed, "8.13", ("cards",)),
    Revelation(Drew, "8.16", ("cards",)),
    Revelation(Reversed, "8.14", ("into", "cards")),
    Revelation(Revealed, "8.19", ("card",), steers=True),
    Revelation(Destroyed, "8.19", ("cards",), where={"kind": ("bulwark",)}, steers=True),
)
