"""7.6 Triggers: one Generation Change for each Joker, A, J, Q or K that went from the field to the graveyard."""

from rules.engine import Seat

from .effects import Milled, Triggered
from .ending import check_decks
from .state import GameTable, other
from .zones import take_into_hand, top_of_graveyard


def carry_out_triggers(table: GameTable) -> None:
    """7.6 First all triggers of TP, then the other seat's, each followed by a win check. Neither seat can respond."""
    state = table.state
    for seat in (state.turn_player, other(state.turn_player)):
        while state.triggers[seat]:
            state.triggers[seat] -= 1
            change_generation(table, seat)
            check_decks(table)


def change_generation(table: GameTable, seat: Seat) -> None:
    """7.7 Mill cards until a Joker, A, J, Q or K appears. That card goes to the hand without being shown."""
    table.tell(Triggered(seat, "generation_change"))
    side, generation = table.state.sides[seat], table.cards.generation
    milled: list[str] = []
    found = None
    while side.deck and found is None:
        card = side.deck.pop()
        if card in generation:
            found = card
        else:
            milled.append(card)

    side.graveyard += milled
    if found is not None:
        take_into_hand(table, seat, (found,))
    top = top_of_graveyard(table, seat)
    table.tell(Milled(seat, len(milled), tuple(milled), top, found is not None, found))
