"""11.11 Counts cards: those seen and those left."""

from collections.abc import Iterable, Mapping

from rules.engine import Seat

from ..view import Game


def deal(pool: list[str], count: int) -> list[str]:
    """Take `count` cards from the end of the pool."""
    cut = len(pool) - count
    dealt = pool[cut:]
    del pool[cut:]
    return dealt


def less(cards: Mapping[str, int], gone: Iterable[str]) -> list[str]:
    """The cards left after removing those gone, sorted."""
    left = dict(cards)
    for card in gone:
        left[card] -= 1
    return sorted([card for card, copies in left.items() for _ in range(copies)])


def seen(game: Game, seat: Seat, with_private: bool = True) -> list[str]:
    """The seat's visible cards on the field and stage; `with_private`: also those that only the seat itself sees."""
    side = game.seats[seat]
    requests = [*game.stage, game.raising] if game.raising is not None else game.stage
    cards = [card for request in requests if request.seat == seat for card in request.keys]
    cards += [card for soldier in side.soldiers for card in soldier.cards or ()]
    if with_private:
        cards += [*(side.hand.cards or ()), *(side.graveyard.cards or ())]
        cards += [card for bulwark in side.bulwarks for card in bulwark.cards or ()]
    return cards
