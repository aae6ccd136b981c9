"""5. Set-up. It is automatic, without prompts."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine import Picked, Seat, Shuffled, TurnStarted

from .cards import FrameCard
from .characters import new_character
from .effects import FirstPlayer, Flipped, Preset, SetAside
from .state import GameTable
from .window import Window
from .zones import draw

OPENING_HAND = 7
LEAST_TO_FLIP_AGAIN = 3
"""R2 A tie is repeated as long as both decks have this many cards."""
SEATS = (0, 1)


def set_up(table: GameTable, decks: Sequence[Mapping[str, Any]]) -> None:
    frame = table.cards.frames[table.options.frame]
    for seat in SEATS:
        shuffle_deck(table, seat, decks[seat]["cards"], frame)
    for seat in SEATS:
        draw(table, seat, OPENING_HAND)
    if frame.preset:
        for seat in SEATS:
            preset(table, seat)
    start(table, first_player(table))
    table.begin(Window())


def shuffle_deck(table: GameTable, seat: Seat, cards: Mapping[str, int], frame: FrameCard) -> None:
    """5.1 The shuffled deck is listed from the top. In `random40` its last 14 cards are set aside."""
    order = table.chance.shuffle(sorted(slug for slug, copies in cards.items() for _ in range(copies)))
    table.tell(Shuffled(seat, "deck", tuple(order)))
    side = table.state.sides[seat]
    left = len(order) - frame.set_aside
    side.deck = order[:left][::-1]
    if frame.set_aside:
        side.set_aside = order[left:]
        table.tell(SetAside(seat, frame.set_aside, tuple(side.set_aside)))


def preset(table: GameTable, seat: Seat) -> None:
    """5.3 The top card enters as a charged bulwark, the next one as a charged soldier. Neither is fresh."""
    side = table.state.sides[seat]
    wall, man = side.deck.pop(), side.deck.pop()
    bulwark = new_character(table, "bulwark", [wall], True, [False])
    soldier = new_character(table, table.cards.kind[man], [man], True, [False])
    side.bulwarks.append(bulwark)
    side.soldiers.append(soldier)
    table.tell(Preset(seat, bulwark.id, wall, soldier.id, man))


def first_player(table: GameTable) -> Seat:
    """5.4 Both seats turn up the top card of their deck. The higher number goes first."""
    sides = table.state.sides
    while True:
        numbers = [flip(table, seat) for seat in SEATS]
        if numbers[0] != numbers[1]:
            return numbers.index(max(numbers))
        if any(len(side.deck) < LEAST_TO_FLIP_AGAIN for side in sides):
            result = table.chance.below(2)
            table.tell(Picked("first_seat", 2, result))
            return result


def flip(table: GameTable, seat: Seat) -> int:
    side = table.state.sides[seat]
    card = side.deck.pop()
    side.graveyard.append(card)
    table.tell(Flipped(seat, card))
    return table.cards.number[card]


def start(table: GameTable, seat: Seat) -> None:
    """5.5 The first player draws 1 card. Turn 1 has no charge and no other draw."""
    state = table.state
    table.tell(FirstPlayer(seat))
    draw(table, seat, 1)
    state.first_player = state.turn_player = state.chance = seat
    state.turn = 1
    table.tell(TurnStarted(seat, 1))
