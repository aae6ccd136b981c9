"""11.11 All rules that reveal hidden cards. Any other difference between worlds that look the same is a fault."""

from rules.engine import SEAT, Drew, Revelation

from .effects import (
    BOTH_SEATS,
    BulwarkPlaced,
    Damaged,
    Destroyed,
    Flipped,
    HandRevealed,
    Milled,
    Preset,
    Revealed,
    Reversed,
)

REVELATIONS = (
    Revelation(Preset, "5.3", ("bulwark_card",), to=SEAT),
    Revelation(Preset, "5.3", ("soldier_card",)),
    Revelation(Flipped, "5.4", ("card",), steers=True),
    Revelation(Damaged, "7.5", ("top",)),
    Revelation(Damaged, "7.5", ("cards",), to=SEAT),
    Revelation(Milled, "7.7", ("count", "top", "hit"), steers=True),
    Revelation(Milled, "7.7", ("cards", "found"), to=SEAT, steers=True),
    Revelation(BulwarkPlaced, "8.11", ("card",), to=SEAT, where={"from_": ("deck",)}),
    Revelation(HandRevealed, "8.13", ("cards",), to=BOTH_SEATS),
    Revelation(Drew, "8.16", ("cards",), to=SEAT),
    Revelation(Reversed, "8.14", ("into", "cards")),
    Revelation(Revealed, "8.19", ("card",), steers=True),
    Revelation(Destroyed, "8.19", ("cards",), where={"kind": ("bulwark",)}, steers=True),
)
