"""The setups that the laws run over: both formats and every frame, free decks of different sizes among them."""

from collections import Counter

from rules.blackpoker.state import GameTable
from tests.rules.setups import Setup, starter


def _setup(name: str, one: str, other: str, **options: str) -> Setup:
    return Setup("blackpoker", name, options, [starter("blackpoker", one), starter("blackpoker", other)])


SMALL_DECK = {
    "cards": {
        "joker": 2,
        **{f"{suit}-a": 1 for suit in ("spade", "heart", "diamond", "club")},
        **{f"{suit}-{rank}": 1 for suit in ("heart", "club") for rank in range(2, 9)},
    }
}
"""Aces and Jokers in few cards: both decks may run out at once."""

SETUPS = [
    _setup("lite-full", "full54", "full54"),
    _setup("std-full", "full54", "full54", format="std"),
    _setup("std-regular", "full54", "entry20", format="std", frame="regular"),
    Setup("blackpoker", "lite-regular-small", {"frame": "regular"}, [SMALL_DECK, SMALL_DECK]),
    _setup("std-constructed40", "vanguard40", "spellbook40", format="std", frame="constructed40"),
    _setup("std-random40", "full54", "full54", format="std", frame="random40"),
    _setup("lite-entry20", "entry20", "entry20", frame="entry20"),
    _setup("std-entry16", "entry16", "entry16", format="std", frame="entry16"),
]

PRIVATE_FIELDS = {
    "place_bulwark.card",
    "shuffled.order",
    "set_aside.cards",
    "drew.cards",
    "preset.bulwark_card",
    "damaged.cards",
    "bulwark_placed.card",
    "returned_to_hand.cards",
    "reversed.cards",
    "hand_revealed.cards",
    "milled.cards",
    "milled.found",
}


def all_cards(table: GameTable) -> Counter[str]:
    """Every card of both seats, wherever it lies."""
    state = table.state
    found: Counter[str] = Counter()
    for side in state.sides:
        found.update(side.deck + side.hand + side.graveyard + side.set_aside)
        for character in side.soldiers + side.bulwarks:
            found.update(character.cards)
    for request in [*state.stage, *([] if state.raising is None else [state.raising])]:
        found.update(request.keys)
    return found
