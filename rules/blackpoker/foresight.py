"""What an action does, its cost and what the player can pay it with, from the seat's view alone (6.2, 8)."""

from collections.abc import Iterator

from rules.engine import Action, Seat, View
from rules.engine.board import Foretells, Foretold

from .actions import Raise
from .cards import Cards
from .view import Game, SideView


def _raise(cards: Cards, view: View, seat: Seat, action: Raise) -> tuple[Foretold, ...]:
    game: Game = view.game
    side = game.seats[seat]
    definition = cards.actions[action.action]
    text = Foretold("action", entry=action.action)
    if definition.is_quick_magic and any(soldier.kind == "magician" for soldier in side.soldiers):
        return (text,)  # 8.20
    return (text, *_cost(side, definition.cost, len(action.keys)))


def _cost(side: SideView, cost: str, keys: int) -> Iterator[Foretold]:
    """Each letter with the amount available: charged bulwarks, the deck, or the hand without the key cards."""
    charged = sum(bulwark.charged for bulwark in side.bulwarks)
    for letter, label, there in (
        ("B", "bulwarks_to_drive_as_cost", charged),
        ("L", "damage_to_take_as_cost", side.deck.count),
        ("D", "cards_to_discard_as_cost", side.hand.count - keys),
    ):
        if letter in cost:
            yield Foretold(label, amount=cost.count(letter), goal=there)


FORETOLD: dict[type[Action], Foretells] = {Raise: _raise}
