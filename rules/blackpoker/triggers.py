"""7.6 Triggers: Generation Change, one for each Joker, A, J, Q, K that went from the field to the graveyard."""

from rules.engine import Seat

from .effects import Milled, Triggered
from .ending import check_decks
from .state import GameTable, other
from .zones import take_into_hand, top_of_graveyard


def carry_out_triggers(table: GameTable) -> None:
    """7.6 First all of TP, then all of the other; each is followed by a win check. Nobody can respond."""
    state = table.state
    for seat in (state.turn_player, other(state.turn_player)):
        while state.triggers[seat]:
            state.triggers[seat] -= 1
            change_generation(table, seat)
            check_decks(table)


def change_generation(table: GameTable, seat: Seat) -> None:
    """7.7 Cards go to the graveyard until a Joker, A, J, Q or K comes; that one goes to the hand, unshown."""
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
