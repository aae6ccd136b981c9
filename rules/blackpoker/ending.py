"""10. The end: a seat whose deck is empty at a win check loses."""

from typing import Any

from rules.engine import Outcome

from .state import GameTable


def check_decks(table: GameTable) -> None:
    """7.4 The win check. If one deck is empty, the other seat wins; if both are, the match is a draw (R34)."""
    state = table.state
    one, two = state.sides
    if one.deck and two.deck:
        return
    alive = tuple(seat for seat, side in enumerate(state.sides) if side.deck)
    state.chance = None
    table.finish(Outcome(alive, "deck_out" if alive else "double_deck_out", scores(table)))


def scores(table: GameTable) -> dict[str, Any]:
    """10.2 The cards left in the decks."""
    return {"life": [len(side.deck) for side in table.state.sides]}
