"""15.7 What a seat remembers: conclusions from earlier effects."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from rules.engine import Deck, Drew, Effect, Ruleset, Seat, SeenEvent

from ..effects import (
    ChoseHand,
    Deployed,
    OfferedLeaders,
    Queued,
    Recalled,
    RevealedHand,
    RevealedLeader,
    Settled,
    Supported,
    Withdrew,
)
from ..options import Options, seats


class Known(Struct):
    """15.7.3, 15.7.4 What is known of one seat: cards in its hand, and soldiers of its list that were seen."""

    hand: dict[str, int]
    seen: dict[str, int]


class Memory(Struct):
    """What a seat knows beyond the current view: its own deck, its dealt leaders, and facts about every seat."""

    seat: Seat
    deck: dict[str, int]
    offered: list[str]
    known: list[Known]


def new_memory(options: Options, seat: Seat, deck: Deck) -> Memory:
    return Memory(seat, dict(deck["cards"]), [], [Known({}, {}) for _ in range(seats(options))])


def update_memory(rules: Ruleset, memory: Memory, event: SeenEvent) -> None:
    """15.7.3 Cards leave a hand before others enter: a march withdraws no card that it could deploy."""
    for effect in event.effects:
        _forget_departed(memory, effect)
    for effect in event.effects:
        _learn(memory, effect)


def _forget_departed(memory: Memory, effect: Effect) -> None:
    """Forget one known copy of the card. If there was none, a card of the seat's own list has been seen."""
    match effect:
        case Deployed(seat=seat, from_="hand", card=card) | Settled(seat, card) | Supported(seat, card):
            _depart(memory.known[seat], card)
        case Queued(from_="hand", seat=int(seat), card=card):
            _depart(memory.known[seat], card)


def _depart(known: Known, card: str) -> None:
    if known.hand.get(card):
        known.hand[card] -= 1
    else:
        _add(known.seen, card)


def _learn(memory: Memory, effect: Effect) -> None:
    match effect:
        case Withdrew(to="hand", seat=int(seat), card=card) | Recalled(seat, card) | RevealedLeader(seat, card):
            _add(memory.known[seat].hand, card)
        case RevealedHand(seat, cards):
            _learn_hand(memory.known[seat], cards)
        case OfferedLeaders(seat, cards) if seat == memory.seat:
            memory.offered = list(cards)
        case ChoseHand(seat=seat, cards=cards) | Drew(seat=seat, cards=cards) if seat == memory.seat:
            for card in cards:
                memory.deck[card] -= 1


def _learn_hand(known: Known, cards: Iterable[str]) -> None:
    """The unknown cards of a revealed hand belong to the seat's own list."""
    hand = dict(Counter(cards))
    for card, copies in hand.items():
        for _ in range(copies - known.hand.get(card, 0)):
            _add(known.seen, card)
    known.hand = hand


def _add(cards: dict[str, int], card: str) -> None:
    cards[card] = cards.get(card, 0) + 1
