"""11.11 Redeals on the true table everything that a seat can't know."""

from rules.engine import Chance, Seat

from .. import magic, quick_magic
from ..stage import being_resolved
from ..state import GameTable, other
from .counting import deal, less


def redeal(table: GameTable, seat: Seat, chance: Chance) -> None:
    """11.11 Exchange everything that the seat can't tell apart, memory not considered."""
    top = table.frames[-1] if table.frames else None
    is_resolving = top is not None and bool(table.state.resolving) and being_resolved(table).seat == seat
    _redeal_own(table, seat, chance, is_resolving and isinstance(top, quick_magic.Searching))
    _redeal_other(table, other(seat), chance, is_resolving and isinstance(top, magic.ChoosingHand))


def _redeal_own(table: GameTable, seat: Seat, chance: Chance, is_searching: bool) -> None:
    """11.11.2, 11.11.3 During a search the seat knows which cards are in the deck and which are set aside."""
    side = table.state.sides[seat]
    if is_searching:
        side.deck, side.set_aside = chance.shuffle(side.deck), chance.shuffle(side.set_aside)
        return
    pool = chance.shuffle(side.deck + side.set_aside)
    side.deck, side.set_aside = pool[: len(side.deck)], pool[len(side.deck) :]


def _redeal_other(table: GameTable, seat: Seat, chance: Chance, is_hand_seen: bool) -> None:
    """11.11.4, 11.11.7 One pool. In free frames it includes the cards of the pack that are not in the deck."""
    side = table.state.sides[seat]
    top = side.graveyard[-1:]
    places = [side.deck, side.graveyard[:-1], side.set_aside, *(bulwark.cards for bulwark in side.bulwarks)]
    if not is_hand_seen:
        places.append(side.hand)
    pool = [card for place in places for card in place]
    if table.cards.frames[table.options.frame].deck is None:
        pool += less(table.cards.copies, _cards_of(table, seat))

    pool = chance.shuffle(pool)
    side.deck = deal(pool, len(side.deck))
    side.graveyard = deal(pool, len(side.graveyard) - len(top)) + top
    side.set_aside = deal(pool, len(side.set_aside))
    for bulwark in side.bulwarks:
        bulwark.cards = deal(pool, 1)
    if not is_hand_seen:
        side.hand = sorted(deal(pool, len(side.hand)))


def _cards_of(table: GameTable, seat: Seat) -> list[str]:
    """All cards of a seat, wherever they are."""
    state, side = table.state, table.state.sides[seat]
    requests = [*state.stage, state.raising] if state.raising is not None else state.stage
    return [
        *side.deck,
        *side.hand,
        *side.graveyard,
        *side.set_aside,
        *(card for character in side.soldiers + side.bulwarks for card in character.cards),
        *(card for request in requests if request.seat == seat for card in request.keys),
    ]
